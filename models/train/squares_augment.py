"""Draws training batches of 64x64 crops from the gathered squares. Everything follows from (seed, step)."""

import cv2
import numpy as np

from networks import CASTLE, EMPTY, TOWN
from photometric import hue_turned, photographed, uniform
from places import scaling, translation
from squares_data import BORDER_PX, CANVAS_PX, KINDS, SQUARE_IN_CANVAS_PX, SQUARE_PX, SQUARES

# Shares of castles, holes and, where the mix has them, towns in a batch. Land shares the rest, each class by the square root of its number of real
# squares.
SHARES = {CASTLE: 0.11, EMPTY: 0.13, TOWN: 0.14}

# Within a class: the shares of the kinds of sources that have it. BASE is the first stage's mix, without anything that a fold holds out; MIX is the
# second stage's.
BASE = {
    "land": {"domino": 0.14, "scene_ours": 0.43, "scene_real": 0.43},
    "castle": {"scene_ours": 0.40, "scene_real": 0.35, "synthetic": 0.25},
    "empty": {"texture": 0.28, "scene_ours": 0.32, "scene_real": 0.25, "synthetic": 0.15},
}
MIX = {
    "land": {"crop": 0.34, "board": 0.20, "domino": 0.06, "scene_ours": 0.24, "scene_real": 0.16},
    "castle": {"crop": 0.30, "board": 0.30, "scene_ours": 0.16, "scene_real": 0.12, "synthetic": 0.12},
    "empty": {"board": 0.05, "texture": 0.30, "scene_ours": 0.30, "scene_real": 0.22, "synthetic": 0.13},
}
# The mix of the shipped network's additional stage: after the second stage, squares of our own artwork were read with the least
# confidence.
RENDERED = {
    "land": {"crop": 0.26, "board": 0.15, "domino": 0.04, "scene_ours": 0.37, "scene_real": 0.18},
    "castle": MIX["castle"],
    "empty": {"board": 0.05, "texture": 0.22, "scene_ours": 0.40, "scene_real": 0.24, "synthetic": 0.09},
}
# Queendomino's mix: the boxes of its rendered kingdoms differ most, and its dominoes are by the artist of Kingdomino's.
QUEENDOMINO = {
    "land": {
        "crop": 0.14, "board": 0.06, "domino": 0.05, "scene_ours": 0.08, "scene_real": 0.10, "scene_queendomino": 0.57,
    },
    "castle": {"crop": 0.12, "board": 0.08, "scene_ours": 0.08, "scene_real": 0.06, "scene_queendomino": 0.60, "synthetic": 0.06},
    "empty": {"texture": 0.20, "scene_ours": 0.15, "scene_real": 0.10, "scene_queendomino": 0.50, "synthetic": 0.05},
    "town": {"scene_queendomino": 1.0},
}
SOURCES = {CASTLE: "castle", EMPTY: "empty", TOWN: "town"}


class Sampler:
    """Class-balanced draws from the squares for which `usable` is true, their sources in the proportions of `mix`. `covered_share` of the land
    squares get the middle of a crowned square of any terrain."""

    def __init__(self, squares, usable, mix, lamps, covered_share=0):
        usable = usable & np.isin(squares.kind, [KINDS.index(kind) for sources in mix.values() for kind in sources])
        self.squares, self.mix, self.lamps, self.covered_share = squares, mix, lamps, covered_share
        self.groups, self.weights = [], []
        for members, weight in self._classes(usable):
            self._add_class(members, weight)
        self.weights = np.array(self.weights) / np.sum(self.weights)
        self.tiles = np.flatnonzero(usable & (squares.terrain != EMPTY))
        self.crowned = np.flatnonzero(usable & (squares.terrain < CASTLE) & (squares.crowns > 0))
        self.tables = np.flatnonzero(usable & np.isin(squares.kind, [KINDS.index("texture"), KINDS.index("synthetic")])
                                     & (squares.terrain == EMPTY))

    def _classes(self, usable):
        squares = self.squares
        shares = {terrain: share for terrain, share in SHARES.items() if SOURCES[terrain] in self.mix}
        land = usable & (squares.terrain < CASTLE) & (squares.crowns >= 0)
        real = land & np.isin(squares.kind, [KINDS.index("crop"), KINDS.index("board"), KINDS.index("domino")])
        kinds_of_land = np.unique(np.stack([squares.terrain[land], squares.crowns[land]]), axis=1).T
        members = [land & (squares.terrain == terrain) & (squares.crowns == crowns) for terrain, crowns in kinds_of_land]
        sizes = np.sqrt([max(1, (real & chosen).sum()) for chosen in members])
        for chosen, size in zip(members, sizes):
            yield chosen, (1 - sum(shares.values())) * size / sizes.sum()
        for terrain, share in shares.items():
            yield usable & (squares.terrain == terrain), share

    def _add_class(self, members, weight):
        terrain = self.squares.terrain[members][0]
        sources = self.mix[SOURCES.get(terrain, "land")]
        found = {kind: np.flatnonzero(members & (self.squares.kind == KINDS.index(kind))) for kind in sources}
        found = {kind: indices for kind, indices in found.items() if len(indices)}
        total = sum(sources[kind] for kind in found)
        for kind, indices in found.items():
            self.groups.append(indices)
            self.weights.append(weight * sources[kind] / total)

    def batch(self, size, rng):
        """(crops (n, 64, 64, 3) uint8, terrain (n,), crowns (n,) with -1 where they do not count or may be covered, seam (n,) with
        -1 where it is not known)."""
        groups = rng.choice(len(self.groups), size, p=self.weights)
        chosen = np.array([rng.choice(self.groups[group]) for group in groups])
        crops, seam, covered = zip(*[self.crop(index, rng) for index in chosen])
        terrain = self.squares.terrain[chosen]
        crowns = np.where((terrain < CASTLE) & ~np.array(covered), self.squares.crowns[chosen], -1)
        return np.stack(crops), terrain, crowns, np.array(seam)

    def crop(self, index, rng):
        """The square as a grid shows it, the side of its seam then, and whether its middle is covered."""
        canvas = np.array(self.squares.canvases[index])
        terrain = self.squares.terrain[index]
        if terrain == CASTLE and rng.random() < 0.5:
            canvas = hue_turned(canvas, uniform(rng, 0, 360))
        canvas = self.surrounded(canvas, self.squares.known[index], rng)
        covered = self.covered_share > 0 and terrain < CASTLE and rng.random() < self.covered_share
        if covered:
            canvas = self.with_covered_middle(canvas, rng)
        if terrain == EMPTY and self.squares.kind[index] in (KINDS.index("texture"), KINDS.index("synthetic")):
            canvas = self.beside_tiles(canvas, rng)
        crop, seam = seen_through_grid(canvas, self.squares.seam[index], rng)
        return photographed(crop, rng, self.lamps), seam, covered

    def with_covered_middle(self, canvas, rng):
        other = self.squares.canvases[rng.choice(self.crowned)]
        return with_middle_of(canvas, np.rot90(other, rng.integers(4)), rng)

    def neighbour(self, rng):
        """Something to lie beside a square: a part of another tile, or of a table."""
        pool = self.tiles if rng.random() < 0.65 else self.tables
        index = rng.choice(pool)
        left, top, right, bottom = self.squares.known[index]
        picture = self.squares.canvases[index][top:bottom, left:right]
        picture = cv2.resize(np.rot90(picture, rng.integers(4)), (CANVAS_PX, CANVAS_PX), interpolation=cv2.INTER_LINEAR)
        return np.roll(picture, CANVAS_PX // 2, axis=(0, 1))

    def surrounded(self, canvas, known, rng):
        """Fills what the source did not show: mostly with other squares or tables, else with the mirrored square."""
        left, top, right, bottom = known
        if (right - left) * (bottom - top) == CANVAS_PX * CANVAS_PX:
            return canvas
        inner = canvas[top:bottom, left:right]
        if rng.random() < 0.25:
            return cv2.copyMakeBorder(inner, top, CANVAS_PX - bottom, left, CANVAS_PX - right, cv2.BORDER_REFLECT_101)
        filled = self.neighbour(rng).copy()
        for side in range(4):
            if rng.random() < 0.5:
                strip = strip_beside_square(side)
                filled[strip] = self.neighbour(rng)[strip]
        filled[top:bottom, left:right] = inner
        return filled

    def beside_tiles(self, canvas, rng):
        """A table square that touches tiles on some sides, laid a little untidily."""
        for side in range(4):
            if rng.random() < 0.35:
                strip = strip_beside_square(side, int(rng.integers(-3, 3)))
                canvas[strip] = self.neighbour(rng)[strip]
        return canvas


def strip_beside_square(side, inwards=0):
    """The canvas strip along one side (left, top, right, bottom), reaching `inwards` px into the square."""
    low, high = slice(0, BORDER_PX + inwards), slice(CANVAS_PX - BORDER_PX - inwards, CANVAS_PX)
    whole = slice(0, CANVAS_PX)
    return [(whole, low), (low, whole), (whole, high), (high, whole)][side]


def with_middle_of(canvas, other, rng, cut=SQUARES):
    """The canvas with an ellipse from another's middle in its own, a third to two thirds as wide as the square."""
    side = cut.detail * SQUARE_IN_CANVAS_PX
    middle = cut.canvas_px / 2 + rng.uniform(-0.08, 0.08, 2) * side
    axes = rng.uniform(0.18, 0.32, 2) * side
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.ellipse(mask, (middle, 2 * axes, 0), 255, -1)
    return np.where(mask[..., None] > 0, other, canvas)


def seen_through_grid(canvas, seam, rng, mirrored_share=0.2, cut=SQUARES):
    """The crop of a canvas that was gathered with this cut, as a grid that is only roughly right would cut it: turned, shifted by up to 12 % of
    a square, 12 % too large or small, a little skewed. Also the seam's side after the turn."""
    side = SQUARE_IN_CANVAS_PX
    to_crop = scaling(SQUARE_PX / side * np.exp(uniform(rng, -0.12, 0.12)))
    quarters, mirrored = int(rng.integers(4)), rng.random() < mirrored_share
    angle = np.pi / 2 * quarters + np.clip(rng.normal(0, 0.06), -0.2, 0.2)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    if mirrored:
        turn = turn @ scaling(-1, 1)
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.0012, 2)
    shift = rng.uniform(-0.12, 0.12, 2) * SQUARE_PX
    middle, middle_of_crop = cut.canvas_px / cut.detail / 2, cut.crop_px / cut.detail / 2
    to_crop = tilt @ turn @ to_crop @ translation(-middle, -middle)
    to_crop = translation(middle_of_crop + shift[0], middle_of_crop + shift[1]) @ to_crop
    to_crop = scaling(cut.detail) @ to_crop @ scaling(1 / cut.detail)
    centred = translation(-0.5, -0.5) @ to_crop @ translation(0.5, 0.5)
    size = (cut.crop_px, cut.crop_px)
    crop = cv2.warpPerspective(canvas, centred, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return crop, turned_side(seam, quarters, mirrored)


def turned_side(seam, quarters, mirrored):
    """The side (an index of SIDES, or -1) after the picture is mirrored left to right, then turned clockwise."""
    if seam < 0:
        return -1
    mirrored_side = (2 - seam) % 4 if mirrored else seam
    return (mirrored_side + quarters) % 4
