"""Gathers what stands on the squares of rendered Queendomino kingdoms: buildings, knights, towers, the Queen.

The canvases are those of squares_data.py at twice the size: at 64 px a square shields cannot be read.

    python pieces_data.py     writes pieces-canvases.npy and pieces.npz under TRAIN_DIR
"""

import json
from dataclasses import dataclass

import numpy as np

from networks import BUILDINGS, MAX_TOWERS
from places import WORK, read_scenes, parse_pieces
from squares_data import canvas_of_square, shows_the_square, square_side_px

# How much larger than the squares network's these crops are.
DETAIL = 2
# Below this, a shield's number is some 8 px high.
SMALLEST_SQUARE_PX = 60
# Squares without pieces that are kept of each scene, beside all those with something on them.
BARE_PER_SCENE = 4


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
        fields = dict(np.load(WORK / "pieces.npz"))
        return Standing(canvases=np.load(WORK / "pieces-canvases.npy", mmap_mode="r"), **fields)


def squares_of_scene(label, rng):
    """All squares with something on them, and some without."""
    places = [(row, col) for row in range(label.rows) for col in range(label.cols) if (row, col) not in label.occluded]
    told = [(place, parse_pieces(label.squares[place[0]][place[1]])) for place in places]
    bare = [index for index, (_, pieces) in enumerate(told) if not pieces.stands]
    kept = set(rng.permutation(bare)[:BARE_PER_SCENE])
    return [square for index, square in enumerate(told) if square[1].stands or index in kept]


def main():
    canvases, rows = [], []
    for number, label in enumerate(read_scenes("queendomino", "scenes-for-pieces")):
        to_px = label.lattice_to_px()
        if square_side_px(to_px, label.rows // 2, label.cols // 2) < SMALLEST_SQUARE_PX:
            continue
        picture = label.read()
        for (row, col), pieces in squares_of_scene(label, np.random.default_rng([6, number])):
            canvas, known = canvas_of_square(picture, to_px, row, col, DETAIL)
            if shows_the_square(known):
                canvases.append(canvas)
                building = BUILDINGS.index(pieces.building or "site") if pieces.is_town else -1
                rows.append((building, pieces.knight, min(pieces.towers, MAX_TOWERS), pieces.queen, number))
    building, knight, towers, queen, picture = map(np.int64, zip(*rows))
    np.save(WORK / "pieces-canvases.npy", np.stack(canvases))
    np.savez(WORK / "pieces.npz", building=building, knight=knight, towers=towers, queen=queen, picture=picture)
    names = ["no town", *BUILDINGS]
    counts = dict(zip(names, np.bincount(building + 1, minlength=len(names)).tolist()))
    print(json.dumps({"total": len(rows), "buildings": counts, "knights": int(knight.sum()), "queens": int(queen.sum()),
                      "towers": np.bincount(towers).tolist()}))


if __name__ == "__main__":
    main()
