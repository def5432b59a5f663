"""Real faces and pieces of Queendomino, laid out and photographed anew each time they are drawn. The pictures are other people's and of unknown
licence: they are read from KINGDOM_PHOTOS/queendomino while training, and nothing drawn from them is kept in the project.

All pictures are (height, width, 3) uint8 BGR, all draws come from `rng`. A canvas is as in pieces_data.py, with the square in its middle."""

import csv
import functools
import json
from dataclasses import dataclass

import cv2
import numpy as np

from networks import BUILDINGS, CASTLE, TERRAINS
from photometric import LAMPS, hue_turned, photographed, uniform
from pieces_data import PIECES
from places import PHOTOS, parse_square
from squares_augment import seen_through_grid
from squares_data import SQUARE_IN_CANVAS_PX
from synthetic import draw_table

REAL = PHOTOS / "queendomino"
SQUARE = PIECES.detail * SQUARE_IN_CANVAS_PX
CANVAS = PIECES.canvas_px
BORDER = PIECES.detail * PIECES.border_px

# Each fold is read with the other fold's network. Kinds of buildings that stand in two photos are in both folds; 16 to 19 and 29 show the same
# dominoes of one kingdom and stay together.
FOLDS = {
    "a": {"2.jpg", "4.jpg", "6.jpg", "8.jpg", "9.jpg", "10.jpg", "20.jpg", "22.jpg", "27.jpg", "28.jpg", "12.jpg"},
    "b": {"16.jpg", "17.jpg", "18.jpg", "19.jpg", "29.jpg", "7.jpg", "14.jpg", "21.jpg", "23.jpg", "25.jpg", "26.jpg"},
}
# The four towers stand in one photo: each fold gets two.
TOWERS_OF = {"a": {"tower__11_0.png", "tower__11_1.png"}, "b": {"tower__11_2.png", "tower__11_3.png"}}
# The two coin buildings are drawn differently, but nothing tells which is which: a face of one may be either.
COIN_BUILDINGS = ("tax-office", "treasure-chest")
# Lengths of pieces, in sides of a square, measured on the photos. No photo shows a tower's length beside a square: it is taken as a knight's, a
# quarter more or less.
LENGTHS = {"knight": 0.44, "king": 0.77, "queen": 1.1, "coin-1": 0.53, "coin-3": 0.65, "coin-9": 0.76, "coin-pile": 0.85, "tower": 0.46}
# A face with more than this cut off by its photo's edge is not laid out: one of 124 lacks its shield. A choice.
MOST_CUT = 0.12


@dataclass(eq=False)
class Face:
    """A rectified square or building tile."""

    picture: np.ndarray
    name: str
    photo: str
    terrain: int  # an index of TERRAINS; a building's is the town's, of a grey side -1
    crowns: int
    kinds: tuple  # the indices of BUILDINGS that it may be; empty: it is no building
    grey: bool
    bears: str  # what stands on it: nothing, knight, king, castle-3d

    @property
    def cut(self):
        """The share of it that lies outside its photo."""
        return float((self.picture.max(2) == 0).mean())


@dataclass(eq=False)
class Piece:
    picture: np.ndarray  # BGRA
    name: str
    photo: str
    kind: str


@functools.cache
def read_faces():
    faces = []
    with open(REAL / "faces.csv", newline="") as table:
        for row in csv.DictReader(table):
            picture = cv2.imread(str(REAL / "faces" / row["file"]))
            word = row["kind"].removeprefix("grey ")
            grey = word != row["kind"]
            kinds, terrain, crowns = (), -1, 0
            if word.startswith("uncertain"):
                kinds = tuple(BUILDINGS.index(kind) for kind in COIN_BUILDINGS)
            elif word in BUILDINGS:
                kinds = (BUILDINGS.index(word),)
            else:
                name, crowns = parse_square(word)
                terrain = TERRAINS.index(name)
            if kinds and not grey:
                terrain = TERRAINS.index("town")
            faces.append(Face(picture, row["file"], row["photo"], terrain, crowns, kinds, grey, row["on_it"]))
    return faces


@functools.cache
def read_pieces():
    with open(REAL / "pieces.csv", newline="") as table:
        return [
            Piece(cv2.imread(str(REAL / "pieces" / row["file"]), cv2.IMREAD_UNCHANGED), row["file"], row["photo"], row["kind"])
            for row in csv.DictReader(table)
        ]


def fold_of(thing):
    for fold, towers in TOWERS_OF.items():
        if thing.name in towers or thing.photo in FOLDS[fold]:
            return fold
    raise ValueError(f"{thing.name} of {thing.photo} is of no fold")


@functools.cache
def mended(face):
    """The face, with what its photo's edge cut off in the tile's median colour."""
    missing = face.picture.max(2) == 0
    if not missing.any():
        return face.picture
    picture = face.picture.copy()
    picture[missing] = np.median(face.picture[~missing], 0)
    return picture


def built(picture, ground, rng):
    """A grey side made like the red one: its ground in another town's colour `ground` (3,), its drawing a little larger."""
    values = picture.astype(np.float32)
    own = np.median(values.reshape(-1, 3), 0)
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    away = np.linalg.norm((lab - np.median(lab.reshape(-1, 3), 0)) * [0.6, 1.5, 1.5], axis=2)
    mask = cv2.GaussianBlur(np.exp(-((away / 20) ** 2)).astype(np.float32), (0, 0), 1.0)[..., None]
    values = values * (1 - mask) + values * (ground / own) * mask
    # Enlarged from the lower right corner, where the shield is; the prices at the upper left disappear.
    zoom = uniform(rng, 1.0, 1.3)
    to_larger = np.float32([[zoom, 0, SQUARE * (1 - zoom)], [0, zoom, SQUARE * (1 - zoom)]])
    return cv2.warpAffine(np.clip(values, 0, 255).astype(np.uint8), to_larger, (SQUARE, SQUARE), borderMode=cv2.BORDER_REFLECT_101)


def put(canvas, picture, middle, angle):
    """Lays a tile into the canvas without a shadow: a neighbour, of which little is seen."""
    turn = cv2.getRotationMatrix2D((SQUARE / 2, SQUARE / 2), angle, 1)
    turn[:, 2] += np.float64(middle) - SQUARE / 2
    cv2.warpAffine(picture, turn, canvas.shape[1::-1], dst=canvas, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)


def laid_tile(canvas, picture, middle, angle, rng, scale=1.0):
    """The canvas with a turned tile of a square's size, and a thin shadow beside it."""
    turn = cv2.getRotationMatrix2D((SQUARE / 2, SQUARE / 2), angle, scale)
    turn[:, 2] += np.float64(middle) - SQUARE / 2
    shape = canvas.shape[1::-1]
    mask = cv2.warpAffine(np.full((SQUARE, SQUARE), 1, np.float32), turn, shape)
    if rng.random() < 0.7:
        reach, towards = uniform(rng, 0.5, 4), uniform(rng, 0, 2 * np.pi)
        shift = np.float32([[1, 0, reach * np.cos(towards)], [0, 1, reach * np.sin(towards)]])
        shadow = cv2.GaussianBlur(cv2.warpAffine(mask, shift, shape), (0, 0), uniform(rng, 0.6, 2))
        canvas = canvas * (1 - uniform(rng, 0.1, 0.6) * shadow[..., None])
    tile = cv2.warpAffine(picture, turn, shape, flags=cv2.INTER_LINEAR)
    return np.clip(canvas * (1 - mask[..., None]) + tile * mask[..., None], 0, 255).astype(np.uint8)


def in_any_grey(picture, rng):
    """A knight or a tower in another grey, from black to white, slightly tinted."""
    values = picture[..., :3].astype(np.float32)
    opaque = picture[..., 3] > 128
    grey = values.mean(2, keepdims=True)
    level, wanted = grey[opaque].mean(), uniform(rng, 20, 215)
    # What is dark has little relief that could be made brighter.
    relief = (grey - level) * min(2.5, max(0.6, (wanted / max(level, 1)) ** 0.5))
    tint = 1 + rng.normal(0, 0.05, 3)
    out = np.clip((wanted + relief) * tint, 0, 255).astype(np.uint8)
    return np.dstack([out, picture[..., 3]])


class Light:
    """The direction and the look of shadows on a canvas."""

    def __init__(self, rng):
        self.towards, self.reach, self.depth = uniform(rng, 0, 2 * np.pi), uniform(rng, 1, 14), uniform(rng, 0.0, 0.65)
        self.softness = uniform(rng, 0.8, 4)


def laid_piece(canvas, picture, length, middle, light, rng, squeezes=(0.8, 1.1), leaning=0.08):
    """The canvas with a piece (BGRA) of this length in pixels, at any turn, seen a little from aside, with its shadow."""
    height, width = picture.shape[:2]
    scale = length / max(height, width)
    if scale < 1:
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        height, width, scale = *picture.shape[:2], 1.0
    angle, squeeze, shear = uniform(rng, 0, 2 * np.pi), uniform(rng, *squeezes), rng.normal(0, leaning)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = turn @ np.array([[1, shear], [0, squeeze]]) * scale
    offset = np.float64(middle) - matrix @ [width / 2, height / 2]
    alpha = picture[..., 3:].astype(np.float32) / 255
    values = np.dstack([picture[..., :3] * alpha, alpha])
    shape = canvas.shape[1::-1]
    warped = cv2.warpAffine(values, np.hstack([matrix, offset[:, None]]), shape, flags=cv2.INTER_LINEAR)
    mask = warped[..., 3:]
    shift = np.float32([[1, 0, light.reach * np.cos(light.towards)], [0, 1, light.reach * np.sin(light.towards)]])
    shadow = cv2.GaussianBlur(cv2.warpAffine(mask[..., 0], shift, shape), (0, 0), light.softness)[..., None]
    out = canvas * (1 - light.depth * shadow)
    return np.clip(out * (1 - mask) + warped[..., :3], 0, 255).astype(np.uint8)


@dataclass(eq=False)
class Drawn:
    """A crop for the pieces network and what stands on its square."""

    crop: np.ndarray
    building: np.ndarray  # (18,) shares that sum to 1, or all 0 where it is no town
    knight: int
    towers: int
    queen: int


def shares_of(kinds):
    shares = np.zeros(len(BUILDINGS), np.float32)
    shares[list(kinds)] = 1 / max(1, len(kinds))
    return shares


# Choices, all of them. Nearly half of the draws are buildings, as in pieces_train.SHARES; on land pieces are so frequent that a third of it is bare.
BUILT_SHARE, SITE_SHARE = 0.45, 0.08
TOWERS_ON_BUILT = (0.5, 0.2, 0.2, 0.1)
KNIGHT_SHARE, TOWER_SHARE, QUEEN_SHARE, OTHER_SHARE = 0.35, 0.22, 0.07, 0.25
BESIDE_SHARE = 0.3
# The share of built squares whose tile lies far off, by up to FAR of a square: so people lay them. The shares are choices.
FAR_SHARE, FAR, NEAR = 0.2, 0.33, 0.06
# How often a grey side stays grey.
GREY_SHARE = 0.15
FACES_SHARE = 0.5


class RealSampler:
    """Draws squares from the faces and pieces of some folds. `others`: (n, CANVAS, CANVAS, 3) bare land squares of other sources, real and
    rendered; `rendered_built`: canvases of rendered buildings with nothing on them, and their indices of BUILDINGS. `any_grey_share` of the
    pieces are shown in another grey, `photographed_share` of the crops through another camera."""

    def __init__(self, folds, others, rendered_built, any_grey_share=0.65, photographed_share=0.6):
        self.others, self.rendered_built = others, rendered_built
        self.any_grey_share, self.photographed_share = any_grey_share, photographed_share
        faces = [face for face in read_faces() if fold_of(face) in folds and face.cut <= MOST_CUT]
        self.under_knights = [face for face in faces if face.bears == "knight"]
        self.grounds = [face for face in faces if not face.kinds and face.bears == "nothing"]
        self.towns = [face for face in self.grounds if face.terrain == TERRAINS.index("town")]
        self.greys = [face for face in faces if face.grey]
        self.by_kind = {}
        for face in faces:
            if face.kinds:
                self.by_kind.setdefault(face.kinds, []).append(face)
        self.pieces = {}
        for piece in read_pieces():
            kind = "king" if piece.kind.startswith("king") else piece.kind
            # The Queen, kings and coins are not held out.
            if kind not in ("knight", "tower") or fold_of(piece) in folds:
                self.pieces.setdefault(kind, []).append(piece)
        reds = [face for kinds in self.by_kind.values() for face in kinds if not face.grey] + self.towns
        self.reds = [np.median(mended(face).reshape(-1, 3).astype(np.float32), 0) for face in reds]

    def draw(self, rng):
        canvas, building, light = None, np.zeros(len(BUILDINGS), np.float32), Light(rng)
        lot = rng.random()
        if lot < BUILT_SHARE:
            canvas, building = self.with_building(rng)
            towers = int(rng.choice(len(TOWERS_ON_BUILT), p=TOWERS_ON_BUILT))
            knight, queen, other = rng.random() < 0.06, rng.random() < 0.03, rng.random() < 0.1
        else:
            site = lot < BUILT_SHARE + SITE_SHARE
            if site:
                canvas, building = self.of_faces(rng, self.any(self.towns, rng)), shares_of([0])
            elif rng.random() < FACES_SHARE:
                land = [face for face in self.grounds if face not in self.towns] if rng.random() < 0.9 else self.grounds
                face = self.any(land, rng)
                canvas = self.of_faces(rng, face)
                building = shares_of([0] if face in self.towns else [])
            else:
                canvas = np.array(self.others[rng.integers(len(self.others))])
            knight = rng.random() < KNIGHT_SHARE
            towers = int(rng.choice([1, 1, 2, 3])) if rng.random() < TOWER_SHARE else 0
            queen, other = rng.random() < QUEEN_SHARE, rng.random() < OTHER_SHARE
        canvas = self.furnished(canvas, knight, towers, queen, other, light, rng)
        return Drawn(self.seen(canvas, rng), building, int(knight), towers, int(queen))

    def seen(self, canvas, rng):
        """A crop of the canvas as a camera and an inaccurate grid show it."""
        if rng.random() < 0.3:
            canvas = hue_turned(canvas, uniform(rng, -15, 15))
        crop, _ = seen_through_grid(canvas, -1, rng, mirrored_share=0, cut=PIECES)
        if rng.random() < self.photographed_share:
            crop = photographed(crop, rng, LAMPS)
        return crop

    def furnished(self, canvas, knight, towers, queen, other, light, rng):
        """The canvas with these pieces on the square, something else on it if `other`, and at random pieces beside it that lean over its
        edge."""
        middle, taken = CANVAS / 2, []

        def place(reach):
            for _ in range(20):
                at = middle + rng.uniform(-reach, reach, 2) * SQUARE
                if all(np.hypot(*(at - there)) > 0.22 * SQUARE for there in taken):
                    break
            taken.append(at)
            return at

        todo = ["queen"] * queen + ["other"] * other + ["tower"] * towers + ["knight"] * knight
        beside = [str(rng.choice(["knight", "tower", "other"])) for _ in range(int(rng.choice([1, 1, 2])))]
        todo += [f"beside {what}" for what in beside if rng.random() < BESIDE_SHARE]
        for what in todo:
            kind = what.removeprefix("beside ")
            if kind == "other":
                kind = str(rng.choice(["king", "king", "coin-1", "coin-3", "coin-9", "coin-pile"]))
            if what.startswith("beside"):
                # Its middle lies outside by a tenth of a square or more, so that nobody would say it stands here.
                along, outside = rng.uniform(-0.5, 0.5), 0.5 + uniform(rng, 0.1, 0.22)
                at = [(along, outside), (outside, along), (along, -outside), (-outside, along)][rng.integers(4)]
                at = middle + np.float64(at) * SQUARE
            else:
                at = place(0.2 if kind == "queen" else 0.4 if kind in ("knight", "tower") else 0.35)
            canvas = self.with_piece(canvas, kind, at, light, rng)
        return canvas

    def with_piece(self, canvas, kind, at, light, rng):
        piece = self.any(self.pieces[kind], rng)
        is_grey = kind in ("knight", "tower") and rng.random() < self.any_grey_share
        picture = in_any_grey(piece.picture, rng) if is_grey else piece.picture
        spread = (0.8, 1.35) if kind == "tower" else (0.85, 1.2)
        return laid_piece(canvas, picture, LENGTHS[kind] * SQUARE * uniform(rng, *spread), at, light, rng)

    def with_building(self, rng):
        """A canvas of a built town square, and its building."""
        if len(self.rendered_built[1]) and rng.random() < 0.15:
            number = rng.integers(len(self.rendered_built[1]))
            return np.array(self.rendered_built[0][number]), shares_of([self.rendered_built[1][number]])
        kinds = list(self.by_kind)[rng.integers(len(self.by_kind))]
        face = self.any(self.by_kind[kinds], rng)
        canvas = self.of_faces(rng, self.any(self.towns, rng))
        return self.with_tile(canvas, face, rng), shares_of(kinds)

    def with_tile(self, canvas, face, rng):
        picture = self.tile_of(face, rng)
        if rng.random() < FAR_SHARE:
            off = rng.uniform(-FAR, FAR, 2)
        else:
            off = rng.normal(0, NEAR, 2)
        angle = 90 * int(rng.integers(4)) + rng.normal(0, 3)
        return laid_tile(canvas, picture, CANVAS / 2 + off * SQUARE, angle, rng, uniform(rng, 0.96, 1.02))

    def tile_of(self, face, rng):
        picture = mended(face)
        if face.grey and rng.random() >= GREY_SHARE:
            picture = built(picture, self.any(self.reds, rng), rng)
        return picture

    def of_faces(self, rng, face):
        """A canvas of nine squares with this one in the middle; on one or more sides the table may lie instead."""
        table = draw_table(CANVAS, CANVAS, rng) if rng.random() < 0.6 else self.others[rng.integers(len(self.others))]
        canvas = np.array(table)
        open_sides = rng.random(4) < 0.25
        for row, col in [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]:
            if (row < 0 and open_sides[0]) or (row > 0 and open_sides[1]) or (col < 0 and open_sides[2]) or (col > 0 and open_sides[3]):
                continue
            neighbour = self.any(self.grounds, rng)
            at = CANVAS / 2 + np.float64([col, row]) * SQUARE + rng.normal(0, 3, 2)
            put(canvas, mended(neighbour), at, 90 * int(rng.integers(4)) + rng.normal(0, 1))
            if neighbour in self.towns and rng.random() < 0.4:
                kinds = list(self.by_kind)[rng.integers(len(self.by_kind))]
                put(canvas, mended(self.any(self.by_kind[kinds], rng)), at + rng.normal(0, 8, 2), 90 * int(rng.integers(4)))
        return laid_tile(canvas, mended(face), np.full(2, CANVAS / 2), 90 * int(rng.integers(4)) + rng.normal(0, 1), rng)

    @staticmethod
    def any(things, rng):
        return things[rng.integers(len(things))]
