"""Tables without texture photos, and castles of no edition: drawn, so that "empty" and "castle" mean more than the few
photographed ones. All pictures are (height, width, 3) uint8 BGR."""

import cv2
import numpy as np

from photometric import uniform

# Hues (OpenCV, 0-179) of plain wheat, grassland and lake: bare tables in these colours could not be told from tiles.
TILE_HUES = (15, 125)


def muted_colour(rng):
    """Any grey, brown or pale colour; strong colours only outside the hues of bare tiles."""
    hue, value = uniform(rng, 0, 179), uniform(rng, 10, 250)
    strong = 90 if TILE_HUES[0] < hue < TILE_HUES[1] else 230
    saturation = uniform(rng, 0, strong) * uniform(rng, 0, 1)
    return cv2.cvtColor(np.uint8([[[hue, saturation, value]]]), cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def smooth_noise(height, width, rows, cols, channels, rng):
    grain = rng.standard_normal((rows, cols, channels)).astype(np.float32)
    return cv2.resize(grain, (width, height), interpolation=cv2.INTER_CUBIC).reshape(height, width, channels)


def draw_table(height, width, rng):
    """Plain, wooden, woven, speckled or ruled."""
    table = np.empty((height, width, 3), np.float32)
    table[:] = muted_colour(rng)
    kind = rng.choice(["plain", "white", "black", "wood", "cloth", "speckled", "ruled"])
    if kind == "white":
        table[:] = uniform(rng, 190, 255) + rng.normal(0, 5, 3)
    elif kind == "black":
        table[:] = uniform(rng, 2, 45) + rng.normal(0, 4, 3)
    elif kind == "wood":
        table[:] = np.float32([uniform(rng, 40, 150), uniform(rng, 70, 180), uniform(rng, 100, 220)])
        table += smooth_noise(height, width, 3, int(rng.integers(12, 60)), 1, rng) * uniform(rng, 4, 22)
    elif kind == "cloth":
        table += smooth_noise(height, width, height // 3, width // 3, 1, rng) * uniform(rng, 4, 28)
    elif kind == "speckled":
        table += smooth_noise(height, width, height // 5, width // 5, 3, rng) * uniform(rng, 5, 30)
    elif kind == "ruled":
        draw_lines(table, rng)
    table += smooth_noise(height, width, 3, 3, 1, rng) * uniform(rng, 0, 12)
    table += rng.standard_normal((height, width, 1)).astype(np.float32) * uniform(rng, 0, 7)
    table = np.clip(table, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.rot90(table)) if rng.random() < 0.5 and height == width else table


def draw_lines(table, rng):
    """Parallel lines, or a grid of them, at any angle: planks, tiles, cutting mats, printed cloth."""
    height, width = table.shape[:2]
    pitch, thickness, angle = uniform(rng, 8, 70), uniform(rng, 0.6, 4), uniform(rng, 0, np.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    colour, strength = muted_colour(rng), uniform(rng, 0.2, 1)
    for turn in (0, np.pi / 2) if rng.random() < 0.6 else (0,):
        along = x * np.cos(angle + turn) + y * np.sin(angle + turn)
        on_line = ((along + uniform(rng, 0, pitch)) % pitch) < thickness
        table[on_line] = table[on_line] * (1 - strength) + colour * strength


def any_colour(rng):
    return tuple(float(level) for level in rng.integers(20, 250, 3))


def draw_castle(side, rng):
    """A start square: a frame or none, a field of one colour, on it a castle's plan or front in other colours."""
    scale = 4
    size = side * scale
    field = np.empty((size, size, 3), np.float32)
    field[:] = any_colour(rng)
    field += smooth_noise(size, size, int(rng.integers(3, 40)), int(rng.integers(3, 40)), 3, rng) * uniform(rng, 2, 30)
    picture = np.clip(field, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        draw_frame(picture, rng)
    drawing = rng.choice(["front", "plan", "block"])
    {"front": draw_front, "plan": draw_plan, "block": draw_block}[drawing](picture, rng)
    return cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)


def draw_frame(picture, rng):
    """Wooden or stone beams along the four edges."""
    size = picture.shape[0]
    beam = int(size * uniform(rng, 0.05, 0.14))
    wood = (uniform(rng, 20, 110), uniform(rng, 50, 150), uniform(rng, 90, 200))
    grey = (uniform(rng, 60, 200),) * 3
    colour = wood if rng.random() < 0.7 else grey
    cv2.rectangle(picture, (0, 0), (size - 1, size - 1), colour, 2 * beam)
    cv2.rectangle(picture, (beam, beam), (size - beam, size - beam), tuple(0.5 * level for level in colour), 3)


def draw_front(picture, rng):
    """Walls with battlements, towers with pointed roofs, a gate."""
    size = picture.shape[0]
    wall, roof = any_colour(rng) if rng.random() < 0.4 else (uniform(rng, 90, 230),) * 3, any_colour(rng)
    left, right = size * uniform(rng, 0.15, 0.3), size * uniform(rng, 0.7, 0.85)
    bottom, top = size * uniform(rng, 0.75, 0.9), size * uniform(rng, 0.4, 0.55)
    cv2.rectangle(picture, (int(left), int(top)), (int(right), int(bottom)), wall, -1)
    step = (right - left) / 9
    for tooth in range(0, 9, 2):
        x = left + tooth * step
        cv2.rectangle(picture, (int(x), int(top - step)), (int(x + step), int(top)), wall, -1)
    for centre in np.linspace(left, right, int(rng.integers(2, 4))):
        half, peak = size * uniform(rng, 0.05, 0.09), top - size * uniform(rng, 0.2, 0.32)
        shade = tuple(0.8 * level for level in wall)
        cv2.rectangle(picture, (int(centre - half), int(peak + 2 * half)), (int(centre + half), int(bottom)), shade, -1)
        roof_px = np.int32([[centre - 1.4 * half, peak + 2 * half], [centre + 1.4 * half, peak + 2 * half], [centre, peak]])
        cv2.fillConvexPoly(picture, roof_px, roof, cv2.LINE_AA)
    middle = int((left + right) / 2)
    cv2.circle(picture, (middle, int(bottom)), int(size * uniform(rng, 0.06, 0.12)), (30, 40, 60), -1, cv2.LINE_AA)


def draw_plan(picture, rng):
    """A castle from above: a walled court with round or square towers on its corners."""
    size = picture.shape[0]
    half, centre = size * uniform(rng, 0.2, 0.32), size / 2
    wall = (uniform(rng, 80, 220),) * 3 if rng.random() < 0.6 else any_colour(rng)
    low, high = int(centre - half), int(centre + half)
    cv2.rectangle(picture, (low, low), (high, high), any_colour(rng), -1)
    cv2.rectangle(picture, (low, low), (high, high), wall, int(size * uniform(rng, 0.03, 0.08)))
    radius, roof = int(size * uniform(rng, 0.06, 0.12)), any_colour(rng)
    for x in low, high:
        for y in low, high:
            if rng.random() < 0.8:
                cv2.circle(picture, (x, y), radius, wall, -1, cv2.LINE_AA)
                cv2.circle(picture, (x, y), radius // 2, roof, -1, cv2.LINE_AA)


def draw_block(picture, rng):
    """A standing cardboard castle, seen at an angle: two lit walls, a dark court, cut-out battlements."""
    size = picture.shape[0]
    base = cv2.boxPoints(((size * uniform(rng, 0.4, 0.6),) * 2, (size * uniform(rng, 0.4, 0.65),) * 2, uniform(rng, 0, 90)))
    lift = np.float32([uniform(rng, -0.35, 0.35), uniform(rng, -0.35, 0.35)]) * size
    top = (base - base.mean(0)) * uniform(rng, 1.0, 1.15) + base.mean(0) + lift
    wall = np.float32((uniform(rng, 60, 200),) * 3) if rng.random() < 0.6 else np.float32(any_colour(rng))
    cv2.fillPoly(picture, [cv2.convexHull(np.int32(np.vstack([base, top])))], tuple(map(float, wall * 0.6)), cv2.LINE_AA)
    for corner in range(4):
        side = np.int32([base[corner], base[corner - 1], top[corner - 1], top[corner]])
        cv2.fillPoly(picture, [side], tuple(map(float, wall * uniform(rng, 0.4, 1.2))), cv2.LINE_AA)
    cv2.fillPoly(picture, [np.int32(top)], tuple(map(float, wall * uniform(rng, 0.2, 0.5))), cv2.LINE_AA)
    cv2.polylines(picture, [np.int32(top)], True, tuple(map(float, wall)), int(size * uniform(rng, 0.03, 0.08)), cv2.LINE_AA)
    for corner in top:
        cv2.circle(picture, tuple(map(int, corner)), int(size * uniform(rng, 0.04, 0.09)), any_colour(rng), -1, cv2.LINE_AA)
