"""Gathers what stands on the squares of rendered Queendomino kingdoms (buildings, knights, towers, the Queen), and building tiles of further
boxes, laid out beside each other.

The canvases are those of squares_data.py in twice as many pixels, because shields cannot be read at 64 px, and with more of the
surroundings, because pieces that are seen from aslant lean into other squares.

    python pieces_data.py     writes pieces-canvases.raw and pieces.npz under TRAIN_DIR
"""

import json
import multiprocessing
import os
from dataclasses import dataclass

import numpy as np

from networks import BUILDINGS, MAX_TOWERS
from places import WORK, parse_pieces, read_scenes
from squares_data import Cut, canvas_of_square, shows_the_square, square_side_px

CANVASES = WORK / "pieces-canvases.raw"
# As the program cuts them (crates/vision/src/board.rs).
PIECES = Cut(detail=2, margin_px=12, border_px=24)
# Below this, a shield's number is some 8 px high.
SMALLEST_SQUARE_PX = 60
# Squares without pieces that are kept of each scene, beside all those with pieces: any, and some next to pieces, whose shadows were taken for
# knights.
BARE_PER_SCENE, BESIDE_PER_SCENE = 6, 4


@dataclass
class Standing:
    """Gathered squares, parallel arrays; `canvases` is memory-mapped."""

    canvases: np.ndarray
    building: np.ndarray  # an index of BUILDINGS; -1 where the square is no town
    knight: np.ndarray  # 0 or 1
    towers: np.ndarray  # 0 to MAX_TOWERS
    queen: np.ndarray  # 0 or 1
    picture: np.ndarray  # the number of the picture it is from

    @staticmethod
    def load():
        canvases = np.memmap(CANVASES, np.uint8, "r").reshape(-1, PIECES.canvas_px, PIECES.canvas_px, 3)
        return Standing(canvases, **np.load(WORK / "pieces.npz"))


class Gatherer:
    """Writes canvases to a file as they come: together they do not fit into memory."""

    def __init__(self):
        self.rows, self.pictures = [], 0
        self.file = open(CANVASES, "wb")

    def add_picture(self, canvases, rows):
        """Adds the canvases of a picture, and what stands on them."""
        for canvas, row in zip(canvases, rows):
            canvas.tofile(self.file)
            self.rows.append((*row, self.pictures))
        self.pictures += 1

    def save(self):
        self.file.close()
        names = ("building", "knight", "towers", "queen", "picture")
        np.savez(WORK / "pieces.npz", **dict(zip(names, map(np.int64, zip(*self.rows)))))


def told(square):
    """A label's values, in the order of Standing's fields."""
    pieces = parse_pieces(square)
    building = BUILDINGS.index(pieces.building or "site") if pieces.is_town else -1
    return building, pieces.knight, min(pieces.towers, MAX_TOWERS), pieces.queen


def squares_of_scene(label, rng):
    """All squares with something on them, and some without."""
    pieces = {(row, col): parse_pieces(label.squares[row][col]) for row, col in label.open_places()}
    wooden = [place for place, what in pieces.items() if what.knight or what.towers or what.queen]
    bare = [place for place, what in pieces.items() if not what.stands]
    beside = [(row, col) for row, col in bare if any(abs(row - r) <= 1 and abs(col - c) <= 1 for r, c in wooden)]
    chosen = {*some(bare, BARE_PER_SCENE, rng), *some(beside, BESIDE_PER_SCENE, rng)}
    return [place for place, what in pieces.items() if what.stands or place in chosen]


def some(places, count, rng):
    return [places[index] for index in rng.permutation(len(places))[:count]]


def canvases_of(label, chosen):
    """Canvases of the chosen (row, col) of a labelled picture that it shows large enough, and what stands on them."""
    to_px, canvases, rows = label.lattice_to_px(), [], []
    if square_side_px(to_px, label.rows // 2, label.cols // 2) >= SMALLEST_SQUARE_PX:
        picture = label.read()
        for row, col in chosen:
            canvas, known = canvas_of_square(picture, to_px, row, col, PIECES)
            if shows_the_square(known, PIECES):
                canvases.append(canvas)
                rows.append(told(label.squares[row][col]))
    return canvases, rows


def main():
    pictures = [
        (label, squares_of_scene(label, np.random.default_rng([6, number])))
        for number, label in enumerate(read_scenes("queendomino", "scenes-for-pieces"))
    ]
    pictures += [(label, list(np.ndindex(label.rows, label.cols))) for label in read_scenes("sheets", "scenes-for-pieces")]
    gatherer = Gatherer()
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as processes:
        for canvases, rows in processes.starmap(canvases_of, pictures, chunksize=4):
            gatherer.add_picture(canvases, rows)
    gatherer.save()
    standing = Standing.load()
    names = ["no town", *BUILDINGS]
    print(json.dumps({
        "total": len(standing.building),
        "buildings": dict(zip(names, np.bincount(standing.building + 1, minlength=len(names)).tolist())),
        "knights": int(standing.knight.sum()), "queens": int(standing.queen.sum()), "towers": np.bincount(standing.towers).tolist(),
    }))


if __name__ == "__main__":
    main()
