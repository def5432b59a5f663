"""Gathers single squares for the squares network, and cuts crops the way the program does.

Every gathered square is a 96x96 canvas: the square itself is the middle 64x64, the rest shows what lies around it. `known`
says which part of the canvas came from the source; the rest is filled while training (squares_augment.py).

    python squares_data.py     writes squares-*.npy and squares.npz under TRAIN_DIR
"""

import csv
import json
from dataclasses import dataclass, replace

import cv2
import numpy as np

import places
from networks import SIDES, TERRAINS
from places import PHOTOS, WORK, parse_square, scaling, seams_of, shrink, translation, warp
from synthetic import draw_castle, draw_table
from training import to_network_input

CANVAS_PX = 96
SQUARE_IN_CANVAS_PX = 64
BORDER_PX = (CANVAS_PX - SQUARE_IN_CANVAS_PX) // 2

# The crop as the program cuts it (crates/vision/src/board.rs): one warp of the grid at 56 px per square; a crop is the square with 4 px
# of its neighbours on each side.
SQUARE_PX = 56
MARGIN_PX = 4
CROP_PX = SQUARE_PX + 2 * MARGIN_PX
SHRINK_ABOVE_PX = 112
# The standard deviation of a corner's error each way, in squares. A choice: 0.038 on average; the program's are 0.031 to 0.032
# (`mean_corner_error_squares` in models/measured).
CORNER_ERROR = 0.03


@dataclass(frozen=True)
class Cut:
    """How squares are cut for a network and gathered for its training: a canvas shows `border_px` around the square, a crop `margin_px`; all
    pixels, these included, are multiplied by `detail`."""

    detail: int
    margin_px: int
    border_px: int

    @property
    def crop_px(self):
        return self.detail * (SQUARE_PX + 2 * self.margin_px)

    @property
    def canvas_px(self):
        return self.detail * (SQUARE_IN_CANVAS_PX + 2 * self.border_px)


SQUARES = Cut(detail=1, margin_px=MARGIN_PX, border_px=BORDER_PX)

KINDS = ["crop", "board", "domino", "texture", "scene_ours", "scene_real", "synthetic", "scene_queendomino", "scene_styles"]

# Squares kept of each rendered scene beside its castle: more would only repeat the same few thousand scenes.
LAND_PER_SCENE = 8
HOLES_PER_SCENE = 3
# Below this, crowns are smaller than 4 px and cannot be counted.
SMALLEST_SCENE_SQUARE_PX = 34
SYNTHETIC_CASTLES = 600
SYNTHETIC_TABLES = 900


@dataclass
class Squares:
    """Gathered squares, parallel arrays; `canvases` is memory-mapped. `crowns` is -1 where they are not known."""

    canvases: np.ndarray
    known: np.ndarray  # (n, 4) left, top, right, bottom in canvas pixels
    terrain: np.ndarray
    crowns: np.ndarray
    kind: np.ndarray
    group: np.ndarray  # session of a crop, game of a board, else ""
    name: np.ndarray
    measured: np.ndarray  # bool: counts in the folds' measurement
    seam: np.ndarray  # the side of the domino's other half, an index of SIDES, or -1 where it is not known

    @staticmethod
    def load(file_name="squares"):
        fields = dict(np.load(WORK / f"{file_name}.npz"))
        return Squares(canvases=np.load(WORK / f"{file_name}-canvases.npy", mmap_mode="r"), **fields)


class Gatherer:
    def __init__(self):
        self.canvases, self.rows = [], []

    def add(
        self, canvas, terrain, crowns, kind, known=(0, 0, CANVAS_PX, CANVAS_PX), group="", name="", measured=False, seam=-1
    ):
        self.canvases.append(canvas)
        self.rows.append((known, TERRAINS.index(terrain), crowns, KINDS.index(kind), group, name, measured, seam))

    def add_whole(self, picture, *labels, **more):
        """A picture that shows exactly one square and nothing around it."""
        canvas = np.zeros((CANVAS_PX, CANVAS_PX, 3), np.uint8)
        side = SQUARE_IN_CANVAS_PX
        shrinking = picture.shape[0] > side
        inner = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA if shrinking else cv2.INTER_LINEAR)
        canvas[BORDER_PX : BORDER_PX + side, BORDER_PX : BORDER_PX + side] = inner
        end = BORDER_PX + side
        self.add(canvas, *labels, known=(BORDER_PX, BORDER_PX, end, end), **more)

    def save(self, file_name="squares"):
        known, terrain, crowns, kind, group, name, measured, seam = zip(*self.rows)
        WORK.mkdir(parents=True, exist_ok=True)
        np.save(WORK / f"{file_name}-canvases.npy", np.stack(self.canvases))
        np.savez(
            WORK / f"{file_name}.npz", known=np.int16(known), terrain=np.int64(terrain), crowns=np.int64(crowns),
            kind=np.int8(kind), group=np.array(group), name=np.array(name), measured=np.array(measured, bool),
            seam=np.int64(seam),
        )


def gather_crops(gatherer):
    with open(PHOTOS / "crops.csv", newline="") as table:
        rows = [row for row in csv.DictReader(table) if "copy" not in row["flags"].split(";")]
    for row in rows:
        flags = row["flags"].split(";")
        visible = "crown_not_visible" not in flags
        picture = cv2.imread(str(PHOTOS / "crops" / row["file"]))
        gatherer.add_whole(
            picture, row["terrain"], int(row["crowns"]) if visible else -1, "crop",
            group=row["session"], name=row["file"], measured=visible,
        )


def canvas_of_square(picture, to_px, row, col, cut=SQUARES):
    """The canvas around one square of a labelled picture, and the part of it that the picture shows, in pixels of detail 1."""
    border = cut.border_px / SQUARE_IN_CANVAS_PX
    to_canvas = scaling(SQUARE_IN_CANVAS_PX) @ translation(border - col, border - row) @ np.linalg.inv(to_px)
    side_px = square_side_px(to_px, row, col) / cut.detail
    if side_px > 1.5 * SQUARE_IN_CANVAS_PX:
        picture, to_canvas = shrink(picture, to_canvas, side_px / SQUARE_IN_CANVAS_PX)
    canvas = warp(picture, scaling(cut.detail) @ to_canvas, cut.canvas_px, cut.canvas_px)
    end = cut.canvas_px // cut.detail
    height, width = picture.shape[:2]
    shown = cv2.perspectiveTransform(np.float64([[[0, 0], [width, 0], [width, height], [0, height]]]), to_canvas)[0]
    limits = [max(shown[0][0], shown[3][0]), max(shown[0][1], shown[1][1])]
    limits += [min(shown[1][0], shown[2][0]), min(shown[2][1], shown[3][1])]
    if not is_upright(shown):  # a turned photo: its edge is seldom near, and never parallel to the square
        limits = [0, 0, end, end]
    return canvas, tuple(np.clip(np.round(limits), 0, end).astype(int))


def shows_the_square(known, cut=SQUARES):
    """Whether the picture shows the square, except for at most 4 of its 64 px on each side."""
    near, far = cut.border_px + 4, cut.border_px + SQUARE_IN_CANVAS_PX - 4
    return known[0] <= near and known[1] <= near and known[2] >= far and known[3] >= far


def is_upright(quadrilateral):
    """Whether its sides run within about 10 degrees of the picture's edges, the first corner at the top left."""
    top, left = quadrilateral[1] - quadrilateral[0], quadrilateral[3] - quadrilateral[0]
    return top[0] > 0 and left[1] > 0 and abs(top[1]) < 0.17 * top[0] and abs(left[0]) < 0.17 * left[1]


def square_side_px(to_px, row, col):
    corners = np.float64([[[col, row], [col + 1, row], [col + 1, row + 1], [col, row + 1]]])
    return float(np.sqrt(abs(cv2.contourArea(np.float32(cv2.perspectiveTransform(corners, to_px)[0])))))


def gather_boards(gatherer):
    for label in places.read_boards():
        picture, to_px = label.read(), label.lattice_to_px()
        seams = seams_of(label.path.with_suffix(".json"))
        for row in range(label.rows):
            for col in range(label.cols):
                if (row, col) in label.occluded:
                    continue
                canvas, known = canvas_of_square(picture, to_px, row, col)
                terrain, crowns = parse_square(label.squares[row][col])
                name, seam = f"{label.path.name} {row},{col}", seams.get((row, col), -1)
                gatherer.add(canvas, terrain, crowns, "board", known, label.game_id, name, True, seam)


def gather_dominoes(gatherer):
    with open(places.DOMINOES_CSV, newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["box"] == "kingdomino"]
    for row in rows:
        face = cv2.imread(str(PHOTOS / "dominoes" / f"kingdomino_{int(row['number']):02d}.png"))
        face = cv2.resize(face, (2 * SQUARE_IN_CANVAS_PX, SQUARE_IN_CANVAS_PX), interpolation=cv2.INTER_AREA)
        near, far = BORDER_PX, CANVAS_PX - BORDER_PX
        for end, shown, known, side in (
            ("a", face[:, : CANVAS_PX - near], (near, near, CANVAS_PX, far), "right"), ("b", face[:, -far:], (0, near, far, far), "left"),
        ):
            canvas = np.zeros((CANVAS_PX, CANVAS_PX, 3), np.uint8)
            canvas[known[1] : known[3], known[0] : known[2]] = shown
            gatherer.add(canvas, row[f"terrain_{end}"], int(row[f"crowns_{end}"]), "domino", known, seam=SIDES.index(side))


def looks_like_a_bare_tile(texture):
    """Whether a texture has a plain strong colour: with nothing on it, such a table cannot be told from plain wheat, grassland or lake."""
    hsv = cv2.cvtColor(texture, cv2.COLOR_BGR2HSV)
    return np.median(hsv[..., 1]) > 110 and np.median(hsv[..., 2]) > 70 and texture.std((0, 1)).mean() < 12


def gather_textures(gatherer):
    for path in sorted((PHOTOS / "textures").glob("*.jpg")):
        texture = cv2.imread(str(path))
        if not looks_like_a_bare_tile(texture):
            canvas = cv2.resize(texture, (CANVAS_PX, CANVAS_PX), interpolation=cv2.INTER_AREA)
            gatherer.add(canvas, "empty", -1, "texture", name=path.name)


def gather_synthetic(gatherer):
    rng = np.random.default_rng(71)
    for _ in range(SYNTHETIC_TABLES):
        gatherer.add(draw_table(CANVAS_PX, CANVAS_PX, rng), "empty", -1, "synthetic")
    for _ in range(SYNTHETIC_CASTLES):
        gatherer.add_whole(draw_castle(SQUARE_IN_CANVAS_PX, rng), "castle", -1, "synthetic")


def squares_of_scene(label, rng):
    """A choice of a scene's squares: castle, some holes, some land."""
    places_of = {"castle": [], "empty": [], "land": []}
    for row, col in label.open_places():
        square = label.squares[row][col]
        places_of[square if square in places_of else "land"].append((row, col))
    for chosen, count in ("castle", 1), ("empty", HOLES_PER_SCENE), ("land", LAND_PER_SCENE):
        for index in rng.permutation(len(places_of[chosen]))[:count]:
            yield places_of[chosen][index]


def gather_scenes(gatherer, artwork, suite="scenes-for-squares"):
    for number, label in enumerate(places.read_scenes(artwork, suite)):
        to_px = label.lattice_to_px()
        if square_side_px(to_px, label.rows // 2, label.cols // 2) < SMALLEST_SCENE_SQUARE_PX:
            continue
        rng = np.random.default_rng([5, number])
        picture, seams = label.read(), seams_of(label.path.with_suffix(".json"))
        for row, col in squares_of_scene(label, rng):
            canvas, known = canvas_of_square(picture, to_px, row, col)
            if not shows_the_square(known):
                continue
            terrain, crowns = parse_square(label.squares[row][col])
            name, seam = f"{label.path.name} {row},{col}", seams.get((row, col), -1)
            gatherer.add(canvas, terrain, crowns, f"scene_{artwork}", known, name=name, seam=seam)


def as_found(label, rng):
    """The label with corners as inaccurate as the program finds them."""
    side_px = square_side_px(label.lattice_to_px(), label.rows // 2, label.cols // 2)
    return replace(label, corners_px=label.corners_px + rng.normal(0, CORNER_ERROR * side_px, (4, 2)))


def in_four_turns(network, label, rng, cut=SQUARES):
    """A network's outputs for a labelled picture's open squares, all at once, in each of the four quarter turns."""
    upright = rectified_crops(label.read(), as_found(label, rng), cut)
    squares = np.stack([upright[place] for place in label.open_places()])
    return [network(to_network_input(np.rot90(squares, turn, (1, 2)))) for turn in range(4)]


def rectified_crops(picture, label, cut=SQUARES):
    """All squares' crops of a labelled picture as the program cuts them: (rows, cols, crop_px, crop_px, 3) uint8."""
    to_px = label.lattice_to_px()
    square, margin, crop = cut.detail * SQUARE_PX, cut.detail * cut.margin_px, cut.crop_px
    to_board = translation(margin, margin) @ scaling(square) @ np.linalg.inv(to_px)
    side_px = np.mean([square_side_px(to_px, row, col) for row in range(label.rows) for col in range(label.cols)])
    if side_px > cut.detail * SHRINK_ABOVE_PX:
        picture, to_board = shrink(picture, to_board, side_px / square)
    board = warp(picture, to_board, label.cols * square + 2 * margin, label.rows * square + 2 * margin)
    return np.array([
        [board[row * square :, col * square :][:crop, :crop] for col in range(label.cols)] for row in range(label.rows)
    ])


def lone_crop(canvas):
    """The crop of a square whose surroundings are not known: the margin mirrors the square."""
    end = BORDER_PX + SQUARE_IN_CANVAS_PX
    square = cv2.resize(canvas[BORDER_PX:end, BORDER_PX:end], (SQUARE_PX, SQUARE_PX), interpolation=cv2.INTER_AREA)
    return cv2.copyMakeBorder(square, MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX, cv2.BORDER_REFLECT_101)


def summary(rows):
    counts = {}
    for _, terrain, crowns, kind, *_ in rows:
        counts.setdefault(KINDS[kind], {}).setdefault(TERRAINS[terrain], 0)
        counts[KINDS[kind]][TERRAINS[terrain]] += 1
    return {"total": len(rows), "squares": counts}


def main():
    gatherer = Gatherer()
    gather_crops(gatherer)
    gather_boards(gatherer)
    gather_dominoes(gatherer)
    gather_textures(gatherer)
    gather_synthetic(gatherer)
    for artwork in "ours", "real":
        gather_scenes(gatherer, artwork)
    gather_scenes(gatherer, "queendomino", "scenes-for-pieces")
    gatherer.save()
    (WORK / "squares-counts.json").write_text(json.dumps(summary(gatherer.rows), indent=1) + "\n")
    print(json.dumps(summary(gatherer.rows)))


if __name__ == "__main__":
    main()
