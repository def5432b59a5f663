"""Gathers squares for the seen network, and draws its training crops: squares as they are, and with things laid on them.

    python seen_data.py     writes seen-squares*.np* and seen-0.npz, seen-1.npz under TRAIN_DIR
"""

import json

import cv2
import numpy as np

import places
from networks import CASTLE, EMPTY
from photometric import LAMPS, photographed
from places import MODELS, PHOTOS, WORK
from squares_augment import Sampler, seen_through_grid
from squares_data import (
    BORDER_PX, CANVAS_PX, KINDS, SMALLEST_SCENE_SQUARE_PX, SQUARE_IN_CANVAS_PX, Gatherer, Squares, canvas_of_square, gather_boards,
    gather_crops, gather_dominoes, gather_synthetic, gather_textures, parse_square, shows_the_square, square_side_px, summary,
)
from things import with_thing

SEED = 2031
# The share of crops with a thing beside the square only.
BESIDE_SHARE = 0.07
# What is drawn from: land about as often crowned as in a box (33 of its 96 squares), rendered and photographed.
SOURCES = {"crop": 0.34, "board": 0.12, "domino": 0.06, "scene_ours": 0.24, "scene_real": 0.24}
# A second draw with fewer covered squares: without it, squares of our own artwork were most often taken for covered ones.
RENDERED = {"scene_ours": 0.35, "scene_real": 0.15, "scene_styles": 0.5}
# Each draw: its sources, how many crops, and the share of them with a thing on the square.
DRAWS = [(SOURCES, 30000, 0.55), (RENDERED, 14000, 0.35)]
CASTLES, HOLES = 0.05, 0.05
CROWNED_SHARE = 0.45
OTHER_STYLES = ["flat", "ink", "watercolour", "paper", "glass", "heraldic"]
SQUARES_PER_SCENE = 24
# A crop has so many cells in a row; the network tells how much of each is covered.
CELLS = 8


def gather_scenes(gatherer, kind, folder):
    for number, label in enumerate(places.read_scenes(folder, "scenes-for-seen")):
        to_px, rng = label.lattice_to_px(), np.random.default_rng([9, number])
        if square_side_px(to_px, label.rows // 2, label.cols // 2) < SMALLEST_SCENE_SQUARE_PX:
            continue
        picture, open_places = label.read(), label.open_places()
        for index in rng.permutation(len(open_places))[:SQUARES_PER_SCENE]:
            row, col = open_places[index]
            canvas, known = canvas_of_square(picture, to_px, row, col)
            if shows_the_square(known):
                terrain, crowns = parse_square(label.squares[row][col])
                gatherer.add(canvas, terrain, crowns, f"scene_{kind}", known, name=f"{label.path.name} {row},{col}")


class CoveredSampler:
    """Crops of gathered squares with things on them."""

    def __init__(self, squares, usable, sources, covered_share):
        self.squares, self.covered_share = squares, covered_share
        mix = {"land": sources, "castle": sources | {"synthetic": 0.2}, "empty": sources | {"texture": 0.3, "synthetic": 0.2}}
        self.around = Sampler(squares, usable, mix, LAMPS)
        usable = usable & np.isin(squares.kind, [KINDS.index(kind) for kind in mix["castle"] | mix["empty"]])
        land = usable & (squares.terrain < CASTLE) & (squares.crowns >= 0)
        self.groups = []
        for kind, share in sources.items():
            of_kind = land & (squares.kind == KINDS.index(kind))
            for crowned, part in (squares.crowns > 0, CROWNED_SHARE), (squares.crowns == 0, 1 - CROWNED_SHARE):
                self.groups.append((np.flatnonzero(of_kind & crowned), share * part * (1 - CASTLES - HOLES)))
        for terrain, share in (CASTLE, CASTLES), (EMPTY, HOLES):
            self.groups.append((np.flatnonzero(usable & (squares.terrain == terrain)), share))
        self.groups = [(indices, share) for indices, share in self.groups if len(indices)]
        self.shares = np.array([share for _, share in self.groups]) / sum(share for _, share in self.groups)
        self.textures = [cv2.imread(str(path)) for path in sorted((PHOTOS / "textures").glob("*.jpg"))[::3]]

    def draw(self, rng):
        """A crop (64, 64, 3) uint8, the covered share of each of its cells (CELLS, CELLS), and the gathered square's index."""
        indices, _ = self.groups[rng.choice(len(self.groups), p=self.shares)]
        index = rng.choice(indices)
        canvas = self.around.surrounded(np.array(self.squares.canvases[index]), self.squares.known[index], rng)
        mask, kind = np.zeros(canvas.shape[:2], np.float32), rng.random()
        if kind < self.covered_share:
            for _ in range(1 if rng.random() < 0.85 else 2):
                middle = BORDER_PX + SQUARE_IN_CANVAS_PX * rng.uniform(-0.1, 1.1, 2)
                canvas, thing = with_thing(canvas, middle, SQUARE_IN_CANVAS_PX, self.textures, rng)
                mask = np.maximum(mask, thing)
        elif kind < self.covered_share + BESIDE_SHARE:
            canvas, mask = self.with_thing_beside(canvas, rng)
        known = np.dstack([canvas, np.round(mask * 255).astype(np.uint8)])
        seen, _ = seen_through_grid(known, -1, rng)
        covered = cv2.resize(seen[..., 3].astype(np.float32) / 255, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
        return photographed(np.ascontiguousarray(seen[..., :3]), rng), covered, index

    def with_thing_beside(self, canvas, rng):
        """The canvas with a thing that lies on a neighbour and ends before the square, and its mask."""
        side, beyond = int(rng.integers(4)), np.full((CANVAS_PX, CANVAS_PX), False)
        middle = [CANVAS_PX / 2] * 2
        middle[side % 2] = (BORDER_PX * 0.3, CANVAS_PX - BORDER_PX * 0.3)[side // 2]
        covered, mask = with_thing(canvas, np.float64(middle), SQUARE_IN_CANVAS_PX, self.textures, rng)
        low, high = (slice(0, BORDER_PX - 1), slice(CANVAS_PX - BORDER_PX + 1, CANVAS_PX))
        strip = (low, high)[side // 2]
        beyond[(slice(None), strip) if side % 2 == 0 else (strip, slice(None))] = True
        return np.where(beyond[..., None], covered, canvas), mask * beyond


def readings_of(model, crops):
    """A shipped network's logits for crops, by output."""
    network, answers, outputs = cv2.dnn.readNetFromONNX(str(MODELS / f"{model}.onnx")), [], ["terrain", "crowns"]
    for start in range(0, len(crops), 64):
        network.setInput(cv2.dnn.blobFromImages(list(crops[start : start + 64]), 1 / 127.5, mean=(127.5,) * 3))
        answers.append(network.forward(outputs))
    return {output: np.concatenate(part) for output, part in zip(outputs, zip(*answers))}


def draw_crops(sampler, count, seed):
    """`count` crops with what covers them, their truths, and the shipped networks' logits."""
    drawn = [sampler.draw(np.random.default_rng([SEED, seed, number])) for number in range(count)]
    crops, covered, chosen = np.stack([d[0] for d in drawn]), np.stack([d[1] for d in drawn]), np.array([d[2] for d in drawn])
    squares = sampler.squares
    data = {"crops": crops, "covered": covered.astype(np.float32), "terrain": squares.terrain[chosen], "crowns": squares.crowns[chosen],
            "kind": squares.kind[chosen], "group": squares.group[chosen],
            "name": squares.name[chosen]}
    for model in "glance", "squares":
        data |= {f"{model}_{output}": answer for output, answer in readings_of(model, crops).items()}
    return data


def gather():
    gatherer = Gatherer()
    gather_crops(gatherer)
    gather_boards(gatherer)
    gather_dominoes(gatherer)
    gather_textures(gatherer)
    gather_synthetic(gatherer)
    gather_scenes(gatherer, "ours", "ours")
    gather_scenes(gatherer, "real", "real")
    for style in OTHER_STYLES:
        gather_scenes(gatherer, "styles", f"styles-{style}")
    return gatherer


def main():
    gatherer = gather()
    gatherer.save("seen-squares")
    print(json.dumps(summary(gatherer.rows)), flush=True)
    squares = Squares.load("seen-squares")
    everything = np.ones(len(squares.terrain), bool)
    for number, (sources, count, covered_share) in enumerate(DRAWS):
        file = WORK / f"seen-{number}.npz"
        if not file.exists():
            np.savez(file, **draw_crops(CoveredSampler(squares, everything, sources, covered_share), count, number))


if __name__ == "__main__":
    main()
