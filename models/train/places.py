"""Where the training reads and writes, and how pictures with labels are read."""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

cv2.setNumThreads(1)

PLACE = re.compile(r"r(\d+)c(\d+)")

REPOSITORY = Path(__file__).resolve().parents[2]
MODELS = REPOSITORY / "models"
PHOTOS = Path(os.environ.get("KINGDOM_PHOTOS") or REPOSITORY / "../shared/photos")
PROGRAM = REPOSITORY / "target/release/kingdom-scanner"
WORK = Path(os.environ.get("TRAIN_DIR") or REPOSITORY / "target/train")
FOLDS = MODELS / "train" / "folds.json"
DOMINOES_CSV = PHOTOS / "../rules/dominoes.csv"


@dataclass
class LabelledPicture:
    """A picture's label. `corners_px` (4, 2) float64: the outer corners of rows x cols, clockwise, in pixels with (0, 0)
    at the picture's corner; the first belongs to `squares[0][0]`. No kingdom: rows == cols == 0."""

    path: Path
    rows: int
    cols: int
    squares: list
    corners_px: np.ndarray
    occluded: set
    game_id: str

    def read(self):
        """The picture as (height, width, 3) uint8 BGR."""
        picture = cv2.imread(str(self.path))
        if picture is None:
            raise FileNotFoundError(f"{self.path}: no readable picture")
        return picture

    def lattice_to_px(self):
        """The homography from lattice coordinates (u to the right, v down, one square = 1) to picture pixels."""
        lattice = np.float32([[0, 0], [self.cols, 0], [self.cols, self.rows], [0, self.rows]])
        return cv2.getPerspectiveTransform(lattice, np.float32(self.corners_px))

    def open_places(self):
        """The squares that nothing covers, row by row."""
        return [place for place in np.ndindex(self.rows, self.cols) if place not in self.occluded]

    def occupied(self):
        """(rows, cols) bool: where a tile lies."""
        return np.array([[square != "empty" for square in row] for row in self.squares], bool).reshape(self.rows, self.cols)


def seams_of(label_path):
    """(row, col) -> the side (an index of networks.SIDES) of the other half of the square's domino, for the squares where all tilings by the
    box's dominoes agree."""
    answer = subprocess.run([PROGRAM, "audit", "--json", label_path], capture_output=True, text=True)
    if answer.returncode not in (0, 1):  # 1: the kingdom is impossible
        raise RuntimeError(f"{label_path}: {PROGRAM} audit ended with {answer.returncode}: {answer.stderr}")
    seams = {}
    for domino in json.loads(answer.stdout)["certain_dominoes"]:
        (row_a, col_a), (row_b, col_b) = (map(int, PLACE.fullmatch(place).groups()) for place in domino["squares"])
        side = [(0, 1), (1, 0), (0, -1), (-1, 0)].index((row_b - row_a, col_b - col_a))
        seams[row_a - 1, col_a - 1], seams[row_b - 1, col_b - 1] = side, (side + 2) % 4
    return seams


def read_label(path):
    label = json.loads(Path(path).read_text())
    picture = Path(path).parent / label["image"]
    if not isinstance(label.get("squares"), list):
        return LabelledPicture(picture, 0, 0, [], np.zeros((4, 2)), set(), "")
    squares = label["squares"]
    occluded = {tuple(int(part) for part in place.split(",")) for place in label.get("occluded") or {}}
    return LabelledPicture(
        picture, len(squares), len(squares[0]), squares, np.float64(label["corners_px"]), occluded,
        label.get("game_id", ""),
    )


def read_boards():
    """The labelled pictures of photos/boards, in order of their names."""
    return [read_label(path) for path in sorted((PHOTOS / "boards").glob("*.json"))]


def read_scenes(artwork, suite="scenes"):
    """A suite's rendered scenes of one artwork ("ours", "real" or "sheets"), in order of their names; also those in folders below."""
    paths = sorted((WORK / suite / artwork).rglob("*.json"))
    if not paths:
        raise FileNotFoundError(f"{WORK / suite / artwork}: no rendered scenes; `make train-scenes` renders them")
    return [read_label(path) for path in paths]


def parse_square(square):
    """("wheat:1+knight") -> ("wheat", 1)."""
    terrain, _, crowns = square.split("+")[0].partition(":")
    return terrain, int(crowns or 0)


@dataclass
class Pieces:
    """What stands on a square."""

    is_town: bool
    building: str | None
    knight: bool
    towers: int
    queen: bool

    @property
    def stands(self):
        return bool(self.is_town or self.knight or self.towers or self.queen)


def parse_pieces(square):
    """("town+church+tower*2") -> Pieces."""
    land, *stands = square.split("+")
    pieces = Pieces(land == "town", None, False, 0, False)
    for word in stands:
        name, _, number = word.partition("*")
        if name == "tower":
            pieces.towers = int(number or 1)
        elif name in ("knight", "queen"):
            setattr(pieces, name, True)
        else:
            pieces.building = name
    return pieces


def translation(x, y):
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1]], np.float64)


def scaling(x, y=None):
    return np.diag([x, x if y is None else y, 1.0])


def warp(picture, to_output, width, height, border=cv2.BORDER_REPLICATE):
    """Warps by a homography between coordinates whose (0, 0) is the picture's corner (OpenCV counts from the centre of
    the first pixel)."""
    centred = translation(-0.5, -0.5) @ to_output @ translation(0.5, 0.5)
    return cv2.warpPerspective(picture, centred, (width, height), flags=cv2.INTER_LINEAR, borderMode=border)


def shrink(picture, to_output, factor):
    """Shrinks the picture by `factor` (> 1) with area averaging; returns it with the homography adapted."""
    height, width = picture.shape[:2]
    small_width, small_height = max(1, round(width / factor)), max(1, round(height / factor))
    small = cv2.resize(picture, (small_width, small_height), interpolation=cv2.INTER_AREA)
    return small, to_output @ scaling(width / small_width, height / small_height)
