"""Effects of light, lens and file on a picture. All pictures are (height, width, 3) uint8 BGR; all draws come from `rng`."""

import cv2
import numpy as np

LUMA = np.array([0.114, 0.587, 0.299])
NOISE = np.random.default_rng(20240).standard_normal((512, 512, 3)).astype(np.float32)


def uniform(rng, low, high):
    return float(rng.uniform(low, high))


# How often a warm lamp lights the picture, and how warm it is at most: at 1.0, about 2000 K, blue falls to a sixth of red and
# green to six tenths. Lamps were measured in photos/crops to reach 1.0; WARM_LAMPS go beyond what is expected.
LAMPS = (0.35, 1.0)
WARM_LAMPS = (0.5, 1.3)


def photographed(picture, rng, lamps=LAMPS):
    """The picture under another light and through another camera. Every range was chosen to cover the light, blur and
    noise of photos/boards (dim, out of focus) and photos/crops (warm lamps to daylight) with some room around them."""
    if rng.random() < 0.3:
        picture = shaded(picture, rng)
    if rng.random() < 0.15:
        picture = with_glare(picture, rng)
    picture = recoloured(picture, rng, lamps)
    if rng.random() < 0.55:
        picture = blurred(picture, rng)
    if rng.random() < 0.6:
        picture = noisy(picture, uniform(rng, 0.5, 9.0) * (0.3 + 0.7 * min(1.0, picture.mean() / 110)), rng)
    if rng.random() < 0.3:
        picture = compressed(picture, int(rng.integers(35, 92)))
    return picture


def harsh(picture, rng):
    """Nearly black, or far out of focus."""
    if rng.random() < 0.5:
        return noisy((picture * uniform(rng, 0.08, 0.35)).astype(np.uint8), uniform(rng, 0.5, 4.0), rng)
    return cv2.GaussianBlur(picture, (0, 0), uniform(rng, 1.5, 3.5))


def recoloured(picture, rng, lamps):
    """Saturation, exposure, white balance, contrast curve and haze."""
    saturation = uniform(rng, 0.4, 1.45) if rng.random() < 0.6 else 1.0
    mix = saturation * np.eye(3) + (1 - saturation) * LUMA[None]
    picture = cv2.transform(picture, mix.astype(np.float32))
    darkest = -1.1 if picture.mean() > 70 else -0.4
    gain = np.exp(uniform(rng, darkest, 0.5) if rng.random() < 0.6 else uniform(rng, -0.3, 0.2))
    balance = gain * np.exp(rng.normal(0, 0.09, 3))
    if rng.random() < lamps[0]:
        balance *= np.exp(uniform(rng, 0, lamps[1]) * np.array([-1.7, -0.45, 0.1]))
    elif rng.random() < 0.15:  # a cool sky
        balance *= np.exp(uniform(rng, 0, 1) * np.array([0.2, 0.0, -0.3]))
    gamma = np.exp(uniform(rng, -0.4, 0.4))
    haze = uniform(rng, 0, 0.2) if rng.random() < 0.25 else 0.0
    levels = np.linspace(0, 1, 256)[:, None] ** gamma * balance[None]
    levels = np.clip(levels, 0, 1) * (1 - haze) + haze
    return cv2.LUT(picture, np.round(levels * 255).astype(np.uint8)[:, None, :])


def _across(shape, rng):
    """Signed distance of every pixel, in picture sizes, from a random line through the picture's middle part."""
    height, width = shape[:2]
    angle = uniform(rng, 0, 2 * np.pi)
    x = (np.arange(width, dtype=np.float32) / width - uniform(rng, 0.1, 0.9)) * np.float32(np.cos(angle))
    y = (np.arange(height, dtype=np.float32) / height - uniform(rng, 0.1, 0.9)) * np.float32(np.sin(angle))
    return x[None, :] + y[:, None]


def shaded(picture, rng):
    """A shadow with a hard or soft edge over one side of the picture."""
    softness = np.float32(np.exp(uniform(rng, np.log(0.01), np.log(0.5))))
    light = np.clip(0.5 + _across(picture.shape, rng) / softness, 0, 1)
    darkest = uniform(rng, 0.35, 0.85)
    return (picture * (darkest + (1 - darkest) * light)[..., None]).astype(np.uint8)


def with_glare(picture, rng):
    """A reflected lamp: a soft bright ellipse."""
    along, across = _across(picture.shape, rng), _across(picture.shape, rng)
    spot = np.exp(-((along / uniform(rng, 0.08, 0.4)) ** 2) - (across / uniform(rng, 0.08, 0.4)) ** 2)
    spot = (spot * uniform(rng, 0.2, 0.75))[..., None]
    return (picture + (255 - picture.astype(np.float32)) * spot).astype(np.uint8)


def blurred(picture, rng):
    """Out of focus, moved, or taken from far away. In units of the picture's own pixels."""
    kind = rng.random()
    if kind < 0.5:
        return cv2.GaussianBlur(picture, (0, 0), uniform(rng, 0.4, 1.9))
    if kind < 0.7:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1
        centre = ((length - 1) / 2, (length - 1) / 2)
        turn = cv2.getRotationMatrix2D(centre, uniform(rng, 0, 180), 1)
        kernel = cv2.warpAffine(kernel, turn, (length, length))
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    height, width = picture.shape[:2]
    factor = uniform(rng, 1.2, 2.6)
    small = cv2.resize(picture, (int(width / factor), int(height / factor)), interpolation=cv2.INTER_AREA)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)


def noisy(picture, deviation, rng):
    """Sensor noise; `deviation` in grey levels. Half of the pictures get one noise for all three colours."""
    height, width = picture.shape[:2]
    y, x = rng.integers(0, 512 - height + 1), rng.integers(0, 512 - width + 1)
    noise = NOISE[y : y + height, x : x + width]
    if rng.random() < 0.5:
        noise = noise[..., :1]
    return np.clip(picture + noise * np.float32(deviation), 0, 255).astype(np.uint8)


def compressed(picture, quality):
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def hue_turned(picture, degrees):
    """Turns every colour's hue; greys stay."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(degrees / 2)) % 180
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)
