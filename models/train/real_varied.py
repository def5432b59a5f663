"""Real faces and pieces of Queendomino in many more looks than the photos show them in, to train on. Whoever measures draws them with
real_data.RealSampler. As there, pictures are (height, width, 3) uint8 BGR or with alpha, and all draws come from `rng`.

All ranges are choices, made on the pieces and faces as pictures, not by what came of them: one fold has its knights by flash, bright and coarse,
the other without, dark and smooth; of several buildings only one side was photographed."""

import cv2
import numpy as np

from photometric import uniform
from real_data import CANVAS, GREY_SHARE, LENGTHS, SQUARE, Drawn, RealSampler, built, in_any_grey, laid_piece, mended, shares_of
from synthetic import any_colour, smooth_noise
from things import MEEPLE

# How often a knight or a tower is left as it was photographed, or only changes its grey; else it is made anew from its outline.
AS_IT_IS, ANY_GREY = 0.15, 0.2
# How often something of another outline lies on a square or beside it, so that not all that is grey is a piece.
STRANGE_SHARE, STRANGE_LENGTHS = 0.22, (0.12, 0.6)
# How often the side that was not photographed is made of the other.
OTHER_SIDE_SHARE, RED_TO_GREY_SHARE = 0.6, 0.25
# How often land bears one of the knights that were photographed lying on it.
STANDING_SHARE = 0.04
# Where a tile has its shield, and the sign beside it: rows and columns, in sides of the tile.
SHIELD = (slice(0.73, 1.0), slice(0.54, 1.0))
COINS = (slice(0.76, 1.0), slice(0.05, 0.53))
SYMBOLS = (slice(0.0, 0.31), slice(0.0, 0.48))

# What a rectified face may show of its edge, in pixels.
EDGE_PX = 6


def part(of):
    rows, cols = of
    return tuple(slice(round(one.start * SQUARE), round(one.stop * SQUARE)) for one in (rows, cols))


def away_from_ground(picture):
    """(SQUARE, SQUARE, 1): 0 on the tile's ground, 1 on what is drawn on it."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    away = np.linalg.norm((lab - np.median(lab.reshape(-1, 3), 0)) * [0.6, 1.5, 1.5], axis=2)
    drawn = 1 - cv2.GaussianBlur(np.exp(-((away / 20) ** 2)).astype(np.float32), (0, 0), 1.0)
    inner = slice(EDGE_PX, SQUARE - EDGE_PX)
    return np.pad(drawn[inner, inner], EDGE_PX)[..., None]


def other_side(picture, ground, zoom, with_coins, rng):
    """A tile's other side: its ground in another colour (3,), its drawing larger or smaller, its shield as large as before, and none of the
    symbols of what it costs."""
    plain = picture.copy()
    rows, cols = part(SYMBOLS)
    plain[rows, cols] = picture[rows, SQUARE - cols.stop :][:, ::-1]
    drawn = away_from_ground(plain)
    signs = [SHIELD, COINS] if with_coins else [SHIELD]
    for sign in signs:
        drawn[part(sign)] = 0
    middle = SQUARE * (np.array([0.5, 0.5]) + rng.normal(0, 0.03, 2))
    to_other = np.float32([[zoom, 0, middle[0] * (1 - zoom)], [0, zoom * uniform(rng, 0.92, 1.08), middle[1] * (1 - zoom)]])
    size = (SQUARE, SQUARE)
    values = cv2.warpAffine(np.dstack([plain * drawn, drawn]).astype(np.float32), to_other, size, flags=cv2.INTER_LINEAR)
    grain = smooth_noise(SQUARE, SQUARE, SQUARE // 4, SQUARE // 4, 1, rng) * uniform(rng, 0, 8)
    out = (ground + grain) * (1 - values[..., 3:]) + values[..., :3]
    drawn = away_from_ground(picture)
    for sign in signs:
        out[part(sign)] = out[part(sign)] * (1 - drawn[part(sign)]) + picture[part(sign)] * drawn[part(sign)]
    return np.clip(out, 0, 255).astype(np.uint8)


def made_anew(outline, rng):
    """A piece (BGRA) of this outline (height, width) float32: a face in any grey, smooth or coarse, and its side, which shows where it is seen
    from aside."""
    height, width = outline.shape
    grain = rng.standard_normal((height, width)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), uniform(rng, 0.4, 1.5) * max(height, width) / 100 + 0.1)
    level = uniform(rng, 12, 235)
    coarseness = level * np.exp(uniform(rng, np.log(0.01), np.log(0.5)))
    face = level + coarseness * grain / max(1e-3, grain.std())
    slope = smooth_noise(height, width, 2, 2, 1, rng)[..., 0]
    face = (face * (1 + uniform(rng, 0, 0.2) * slope))[..., None] * (1 + rng.normal(0, 0.06, 3))
    # The side: the outline moved along, darker or brighter than the face.
    reach = max(height, width) * (uniform(rng, 0.02, 0.3) if rng.random() < 0.7 else 0.0)
    angle = uniform(rng, 0, 2 * np.pi)
    border = int(np.ceil(reach)) + 1
    top = cv2.copyMakeBorder(outline, border, border, border, border, cv2.BORDER_CONSTANT, value=0)
    solid = top.copy()
    for along in np.arange(1, reach + 1):
        shift = np.float32([[1, 0, along * np.cos(angle)], [0, 1, along * np.sin(angle)]])
        solid = np.maximum(solid, cv2.warpAffine(top, shift, top.shape[::-1]))
    side = np.float32(face.mean((0, 1))) * np.exp(uniform(rng, -1.2, 0.3)) + smooth_noise(*top.shape, 6, 6, 1, rng) * 0.05 * level
    face = cv2.copyMakeBorder(face.astype(np.float32), border, border, border, border, cv2.BORDER_REFLECT_101)
    rim = cv2.dilate(top, np.ones((3, 3))) - cv2.erode(top, np.ones((3, 3)))
    values = face * top[..., None] + side * (1 - top[..., None]) + (rim * uniform(rng, -0.3, 0.3) * level)[..., None]
    return np.dstack([np.clip(values, 0, 255), 255 * solid]).astype(np.uint8)


def strange_outline(rng):
    """The outline (height, width) of something that is no piece of this game: a many-cornered or rounded thing, or a meeple."""
    size, lot = 96, rng.random()
    if lot < 0.3:
        points = MEEPLE * [uniform(rng, 0.6, 1.1), 1]
    else:
        corners = int(rng.integers(3, 14))
        angles = np.sort(rng.uniform(0, 2 * np.pi, corners)) if lot < 0.65 else np.linspace(0, 2 * np.pi, corners, endpoint=False)
        reach = rng.uniform(0.35, 1, corners) if lot < 0.65 else np.full(corners, 0.9)
        points = np.stack([np.cos(angles), np.sin(angles) * uniform(rng, 0.4, 1)], 1) * reach[:, None]
    mask = np.zeros((size, size), np.uint8)
    cv2.fillPoly(mask, [np.int32(size / 2 + points * size * 0.48)], 255)
    if rng.random() < 0.5:
        mask = cv2.threshold(cv2.GaussianBlur(mask, (0, 0), uniform(rng, 2, 7)), 110, 255, cv2.THRESH_BINARY)[1]
    return cv2.GaussianBlur(mask, (0, 0), 0.8).astype(np.float32) / 255


class VariedSampler(RealSampler):
    """Draws from some folds, as RealSampler does, in more looks."""

    def __init__(self, folds, others, rendered_built):
        super().__init__(folds, others, rendered_built)
        self.grey_grounds = [np.median(mended(face).reshape(-1, 3).astype(np.float32), 0) for face in self.greys]
        self.coins = {kinds for kinds in self.by_kind if len(kinds) > 1}

    def draw(self, rng):
        if not self.under_knights or rng.random() >= STANDING_SHARE:
            return super().draw(rng)
        canvas = self.of_faces(rng, self.any(self.under_knights, rng))
        return Drawn(self.seen(canvas, rng), shares_of([]), 1, 0, 0)

    def furnished(self, canvas, knight, towers, queen, other, light, rng):
        if rng.random() < 0.3:
            light.reach *= uniform(rng, 1, 3)  # of what stands
        if rng.random() < STRANGE_SHARE:
            at = CANVAS / 2 + rng.uniform(-0.6, 0.6, 2) * SQUARE
            canvas = laid_piece(canvas, self.strange(rng), SQUARE * uniform(rng, *STRANGE_LENGTHS), at, light, rng, (0.5, 1.15), 0.15)
        return super().furnished(canvas, knight, towers, queen, other, light, rng)

    def with_piece(self, canvas, kind, at, light, rng):
        if kind not in ("knight", "tower"):
            return super().with_piece(canvas, kind, at, light, rng)
        picture, lot = self.any(self.pieces[kind], rng).picture, rng.random()
        if rng.random() < 0.5:
            picture = np.ascontiguousarray(picture[:, ::-1])
        length = LENGTHS[kind] * SQUARE * uniform(rng, 0.75, 1.35)
        if lot < AS_IT_IS:
            return laid_piece(canvas, picture, length, at, light, rng)
        if lot < AS_IT_IS + ANY_GREY:
            return laid_piece(canvas, self.smoother(in_any_grey(picture, rng), rng), length, at, light, rng, (0.6, 1.15), 0.12)
        if lot < AS_IT_IS + 2 * ANY_GREY:
            return laid_piece(canvas, self.smoother(self.in_other_light(picture, rng), rng), length, at, light, rng, (0.6, 1.15), 0.12)
        piece = made_anew(self.outline(picture), rng)
        length *= max(piece.shape[:2]) / max(picture.shape[:2])
        return laid_piece(canvas, piece, length, at, light, rng, (0.55, 1.15), 0.12)

    def strange(self, rng):
        picture = made_anew(strange_outline(rng), rng)
        if rng.random() < 0.4:
            tint = np.float32(any_colour(rng)) / 128
            picture[..., :3] = np.clip(picture[..., :3] * tint, 0, 255)
        return picture

    @staticmethod
    def outline(picture):
        """(height, width) float32, in as many pixels as will be seen."""
        alpha = picture[..., 3].astype(np.float32) / 255
        scale = 96 / max(alpha.shape)
        return np.clip(cv2.resize(alpha, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC), 0, 1)

    @staticmethod
    def in_other_light(picture, rng):
        """The piece brighter or darker, with more or less relief."""
        values = picture[..., :3].astype(np.float32)
        opaque = picture[..., 3] > 128
        level = values[opaque].mean(0)
        relief = np.exp(uniform(rng, np.log(0.1), np.log(1.5)))
        gain = np.exp(uniform(rng, -1.3, 1.3))
        wanted = np.clip(level * gain, 12, 235)
        out = np.clip(wanted + (values - level) * relief * gain**0.7, 0, 255).astype(np.uint8)
        return np.dstack([out, picture[..., 3]])

    @staticmethod
    def smoother(picture, rng):
        """In fewer pixels, at times."""
        scale = uniform(rng, 20, 60) / max(picture.shape[:2])
        if scale >= 1 or rng.random() < 0.5:
            return picture
        return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)

    def tile_of(self, face, rng):
        picture, with_coins = mended(face), face.kinds in self.coins
        if face.grey and rng.random() >= GREY_SHARE:
            if rng.random() < OTHER_SIDE_SHARE:
                picture = other_side(picture, self.any(self.reds, rng), uniform(rng, 1.15, 1.75), with_coins, rng)
            else:
                picture = built(picture, self.any(self.reds, rng), rng)
        elif not face.grey and self.grey_grounds and rng.random() < RED_TO_GREY_SHARE:
            picture = other_side(picture, self.any(self.grey_grounds, rng), uniform(rng, 0.55, 0.85), with_coins, rng)
        if rng.random() < 0.4:
            picture = in_other_print(picture, rng)
        return picture

    def of_faces(self, rng, face):
        canvas = super().of_faces(rng, face)
        return in_other_print(canvas, rng) if rng.random() < 0.3 else canvas


def in_other_print(picture, rng):
    """Paler or stronger, and slightly of another colour: prints and their lights differ."""
    values = picture.astype(np.float32)
    grey = values.mean(2, keepdims=True)
    values = grey + (values - grey) * uniform(rng, 0.5, 1.3)
    return np.clip(values * np.exp(rng.normal(0, 0.1, 3) + uniform(rng, -0.25, 0.2)), 0, 255).astype(np.uint8)
