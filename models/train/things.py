"""Things that lie on tiles: coins, cards, fingers, sleeves, figures, scraps, drawn over a canvas. All pictures are (height, width, 3) uint8
BGR; masks are (height, width) float32, 1 where a thing hides what is below it; all draws come from `rng`. The painter's things share
no code with these, so that its scenes measure what was learnt here."""

import cv2
import numpy as np

from photometric import uniform
from synthetic import any_colour, draw_table, smooth_noise

# Shapes are drawn so many times as large and then reduced, for soft edges.
FINER = 4
SKINS = np.float32([(170, 196, 236), (126, 160, 214), (74, 106, 160), (44, 62, 98)])
METALS = np.float32([(90, 160, 196), (180, 176, 176), (70, 104, 170), (60, 130, 200)])
# A meeple, seen lying: x and y in units of half its height.
MEEPLE = np.float32([
    (-0.75, 1), (-0.2, 1), (0, 0.55), (0.2, 1), (0.75, 1), (0.4, 0.15), (0.95, -0.05), (0.9, -0.4), (0.35, -0.4), (0.3, -0.85), (0, -1),
    (-0.3, -0.85), (-0.35, -0.4), (-0.9, -0.4), (-0.95, -0.05), (-0.4, 0.15),
])


def with_thing(canvas, middle, side, textures, rng):
    """The canvas with a thing of any kind and its shadow, and the thing's mask. `middle` (x, y): about where it lies; `side`: of a square, both
    in pixels."""
    shape = rng.choice(list(SHAPES), p=list(WEIGHTS))
    mask = SHAPES[shape](canvas.shape[0], np.float64(middle), side, rng)
    skin = shape == "finger" and rng.random() < 0.8
    surface = skin_surface(canvas.shape[0], rng) if skin else any_surface(canvas.shape[0], shape, textures, rng)
    if rng.random() < 0.6:
        surface = rounded_off(surface, mask, rng)
    return laid(canvas, mask, surface, rng), mask


def laid(canvas, mask, surface, rng):
    """The canvas with a thing and its shadow: none for a sheet of paper, a broad one for what stands or hovers."""
    picture = canvas.astype(np.float32)
    depth = uniform(rng, 0.0, 0.6)
    reach, angle = uniform(rng, 0.5, 7.0), uniform(rng, 0, 2 * np.pi)
    shift = np.float32([[1, 0, reach * np.cos(angle)], [0, 1, reach * np.sin(angle)]])
    shadow = cv2.warpAffine(mask, shift, mask.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    shadow = cv2.GaussianBlur(shadow, (0, 0), 0.4 + reach * uniform(rng, 0.15, 0.6))
    picture *= (1 - depth * shadow)[..., None]
    picture = picture * (1 - mask[..., None]) + surface * mask[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def filled(size, points):
    """The mask of a polygon, corners (x, y) in pixels."""
    large = np.zeros((size * FINER, size * FINER), np.uint8)
    cv2.fillPoly(large, [np.int32(np.round(np.float64(points) * FINER))], 255)
    return cv2.resize(large, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def turned(points, angle, middle):
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.float64(points) @ turn + middle


def disc(size, middle, side, rng):
    radius, angles = side * uniform(rng, 0.1, 0.45), np.linspace(0, 2 * np.pi, 40, endpoint=False)
    flat = 1 if rng.random() < 0.6 else uniform(rng, 0.5, 1)
    return filled(size, turned(np.stack([np.cos(angles), flat * np.sin(angles)], 1) * radius, uniform(rng, 0, np.pi), middle))


def ring(size, middle, side, rng):
    outer = disc(size, middle, side, rng)
    hole = cv2.erode(outer, np.ones((3, 3)), iterations=int(rng.integers(2, 6)))
    return np.clip(outer - hole * float(rng.random() < 0.8), 0, 1)


def rectangle(size, middle, side, rng):
    half = side * np.array([uniform(rng, 0.08, 0.6), uniform(rng, 0.08, 0.9)])
    corners = np.float64([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    angle = uniform(rng, 0, np.pi) if rng.random() < 0.7 else np.pi / 2 * rng.integers(2) + rng.normal(0, 0.05)
    return filled(size, turned(corners, angle, middle))


def card(size, middle, side, rng):
    """A card is as large as a square or more: one of its corners or sides lies about the middle."""
    width, height = side * uniform(rng, 0.8, 2.4), side * uniform(rng, 1.0, 3.0)
    corners = np.float64([(0, 0), (1, 0), (1, 1), (0, 1)]) - [uniform(rng, 0, 0.5), 0]
    return filled(size, turned(corners * [width, height], uniform(rng, 0, 2 * np.pi), middle))


def scrap(size, middle, side, rng):
    """Torn or cut: a polygon of three to eight corners."""
    angles = np.sort(rng.uniform(0, 2 * np.pi, rng.integers(3, 9)))
    radii = side * rng.uniform(0.12, 0.55, len(angles))
    return filled(size, np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1) + middle)


def figure(size, middle, side, rng):
    return filled(size, turned(MEEPLE * side * uniform(rng, 0.12, 0.4), uniform(rng, 0, 2 * np.pi), middle))


def finger(size, middle, side, rng):
    """One to three fingers that come from one side and end about the middle."""
    angle, width = uniform(rng, 0, 2 * np.pi), side * uniform(rng, 0.09, 0.2)
    tip, mask = np.linspace(-np.pi / 2, np.pi / 2, 12), np.zeros((size, size), np.float32)
    for number in range(int(rng.choice([1, 1, 2, 3]))):
        back = uniform(rng, 0, 0.3) * side
        outline = np.concatenate([np.stack([np.cos(tip) * width - back, np.sin(tip) * width], 1), [(-3 * side, width), (-3 * side, -width)]])
        mask = np.maximum(mask, filled(size, turned(outline + [0, 2.1 * width * number], angle, middle)))
    return mask


def sleeve(size, middle, side, rng):
    """Everything on one side of a wavy line."""
    along = np.linspace(-2.5, 2.5, 40) * side
    wave = side * uniform(rng, 0, 0.12) * np.sin(along / side * uniform(rng, 1, 7) + uniform(rng, 0, 6)) + along * rng.normal(0, 0.1)
    outline = np.concatenate([np.stack([along, wave], 1), [(2.5 * side, 3 * side), (-2.5 * side, 3 * side)]])
    return filled(size, turned(outline, uniform(rng, 0, 2 * np.pi), middle))


def rod(size, middle, side, rng):
    half = side * np.array([uniform(rng, 0.3, 2.0), uniform(rng, 0.04, 0.12)])
    return filled(size, turned(np.float64([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half, uniform(rng, 0, np.pi), middle))


SHAPES = {
    "disc": disc, "ring": ring, "rectangle": rectangle, "card": card, "scrap": scrap, "figure": figure, "finger": finger, "sleeve": sleeve,
    "rod": rod,
}
WEIGHTS = (0.24, 0.03, 0.2, 0.12, 0.12, 0.1, 0.08, 0.07, 0.04)


def skin_surface(size, rng):
    skin = SKINS[rng.integers(len(SKINS))] * uniform(rng, 0.8, 1.15) * np.exp(rng.normal(0, 0.04, 3))
    return np.clip(skin + smooth_noise(size, size, 6, 6, 1, rng) * uniform(rng, 2, 12), 0, 255).astype(np.float32)


def any_surface(size, shape, textures, rng):
    """Plain, metal, a photographed texture, a drawn cloth or wood, or printed."""
    kind = rng.choice(["plain", "metal", "texture", "drawn", "printed"], p=[0.3, 0.14, 0.24, 0.1, 0.22])
    if kind == "metal" and shape not in ("disc", "ring"):
        kind = "plain"
    if kind == "texture":
        texture = textures[rng.integers(len(textures))]
        scale = uniform(rng, 0.5, 1.5)
        texture = cv2.resize(texture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        texture = np.rot90(np.tile(texture, (3, 3, 1)), rng.integers(4))
        return texture[:size, :size].astype(np.float32) * uniform(rng, 0.7, 1.2)
    if kind == "drawn":
        return draw_table(size, size, rng).astype(np.float32)
    if kind == "metal":
        colour = METALS[rng.integers(len(METALS))] * uniform(rng, 0.6, 1.25)
        y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
        angle = uniform(rng, 0, 2 * np.pi)
        shine = np.sin((x * np.cos(angle) + y * np.sin(angle)) * uniform(rng, 4, 20))[..., None] * uniform(rng, 5, 40)
        return np.clip(colour + shine + smooth_noise(size, size, 24, 24, 1, rng) * uniform(rng, 2, 14), 0, 255).astype(np.float32)
    paper = rng.random() < 0.35
    colour = np.float32((uniform(rng, 200, 255),) * 3) if paper else np.float32(any_colour(rng))
    surface = np.empty((size, size, 3), np.float32)
    surface[:] = colour
    if kind == "printed":
        printed(surface, rng)
    return np.clip(surface + rng.standard_normal((size, size, 1)).astype(np.float32) * uniform(rng, 0, 5), 0, 255)


def printed(surface, rng):
    """Fields, discs, lines and digits in any colours, as on cards and coins."""
    size = surface.shape[0]
    for _ in range(int(rng.integers(2, 14))):
        colour, (x, y) = any_colour(rng), (int(value) for value in rng.integers(0, size, 2))
        match rng.integers(4):
            case 0:
                cv2.rectangle(surface, (x, y), (x + int(rng.integers(3, 40)), y + int(rng.integers(2, 30))), colour, -1)
            case 1:
                cv2.circle(surface, (x, y), int(rng.integers(2, 18)), colour, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
            case 2:
                cv2.line(surface, (x, y), tuple(int(value) for value in rng.integers(0, size, 2)), colour, int(rng.integers(1, 4)))
            case _:
                cv2.putText(surface, str(rng.integers(100)), (x, y), cv2.FONT_HERSHEY_SIMPLEX, uniform(rng, 0.3, 1.2), colour, 2)


def rounded_off(surface, mask, rng):
    """The surface lit from one side, with a darker rim, as of a thick thing."""
    soft = cv2.GaussianBlur(mask, (0, 0), uniform(rng, 1, 6))
    angle, strength = uniform(rng, 0, 2 * np.pi), uniform(rng, 0.1, 1.0)
    slope = cv2.Sobel(soft, cv2.CV_32F, 1, 0) * np.cos(angle) + cv2.Sobel(soft, cv2.CV_32F, 0, 1) * np.sin(angle)
    return np.clip(surface * (1 + strength * np.clip(slope, -0.8, 0.8))[..., None], 0, 255)
