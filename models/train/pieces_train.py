"""Trains the pieces network, which tells what stands on a square of a Queendomino kingdom: the building on a town square, knights, towers, the
Queen. It sees rendered squares only; pieces_real.py trains it further with real ones.

    python pieces_train.py
"""

import json
import sys

import numpy as np
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

from networks import BUILDINGS, MAX_TOWERS, PiecesNetwork
from photometric import LAMPS, hue_turned, photographed, uniform
from pieces_data import PIECES, Standing, told
from places import WORK, read_scenes
from squares_augment import seen_through_grid, with_middle_of
from squares_data import in_four_turns
from squares_evaluate import ASK_AGAIN_BELOW, TEMPERATURES, fitted_temperatures, log_softmax, temperature_of_turns
from training import MEMORY_FORMAT, Training, autocast, to_network_input

SEED = 2017
BATCH = 64
STEPS = 18000
PEAK_RATE, WARM_UP, WEIGHT_DECAY = 3e-3, 150, 2e-2
LABEL_SMOOTHING = 0.02
CLASSES = {"building": len(BUILDINGS), "knight": 2, "towers": MAX_TOWERS + 1, "queen": 2}
OUTPUTS = tuple(CLASSES)
FOLDER = WORK / "pieces"

# Shares of a batch. Choices: half for the 17 kinds of buildings, the hardest; the Queen, who stands once in a kingdom; bare squares, because houses
# and rocks of strange styles were taken for her and for knights.
SHARES = {"built": 0.5, "site": 0.08, "knight": 0.12, "queen": 0.1, "bare": 0.2}
# Shares of a kind's squares by their number of towers. Choices: in the scenes for measuring two and three were told apart worst, and they stand on
# few squares.
TOWER_SHARES = {0: 0.5, 1: 0.16, 2: 0.2, 3: 0.14}
# The colours of a set are not known beforehand, so this share of squares is shown in slightly other hues.
HUE_SHARE, HUE_DEG = 0.5, 25
# The scenes are dim, blurred and noisy already; where that is doubled, shields are lost to the eye, too.
PHOTOGRAPHED_SHARE = 0.25
# This share of the bare squares, tables and castles among them, gets a building in the middle: the houses of a style never seen, which stand on its
# crowned squares, were taken for knights. The share of queendomino_train.py; others were not tried.
COVERED_SHARE = 0.35
# Groups of a batch, and the chance of each to be seen through a random convolution, so that shapes are relied on, not strokes and colours (RandConv,
# Xu et al. 2021). Choices. With 0.25, 0.4 of the squares photographed once more and twice as much MixStyle a network without residuals learnt too
# little: networks.RESIDUALS. They were changed together.
GROUPS, STRANGE_SHARE, KERNELS = 8, 0.1, (1, 3, 5, 7)
# One picture in so many is kept from the training, for the temperatures. They are of the styles trained on.
KEPT_EVERY = 20
# The class of queendomino-suite.json that shows more pieces than kingdoms have.
MANY_PIECES = "many-pieces_"
CALIBRATION_BATCHES = 12
# In logits, in steps of 0.05. A choice: 1.2 was found.
EXCESSES = np.linspace(-4, 4, 161)


class Sampler:
    """Draws from the groups of SHARES; buildings by kind, all alike, and by towers. `usable`: (n,) bool."""

    def __init__(self, standing, usable):
        self.standing = standing
        town = standing.building >= 0
        groups = {
            "site": standing.building == 0, "knight": (standing.knight == 1) & ~town, "queen": standing.queen == 1,
            "bare": ~town & (standing.knight + standing.queen == 0),
        }
        self.is_bare = groups["bare"]
        # Covers for bare squares: buildings on which nothing stands.
        self.bare_buildings = np.flatnonzero((standing.building > 0) & (standing.knight + standing.queen + standing.towers == 0) & usable)
        self.groups = [np.flatnonzero(members & usable) for members in groups.values()]
        self.weights = [SHARES[name] for name in groups]
        for kind in range(1, len(BUILDINGS)):
            for towers, share in TOWER_SHARES.items():
                self.groups.append(np.flatnonzero((standing.building == kind) & (standing.towers == towers) & usable))
                self.weights.append(SHARES["built"] / (len(BUILDINGS) - 1) * share)
        self.weights = np.array(self.weights) / sum(self.weights)

    def batch(self, size, rng):
        """(crops (n, 160, 160, 3) uint8, and for each of OUTPUTS (n,), -1 where it is not asked)."""
        chosen = [rng.choice(self.groups[group]) for group in rng.choice(len(self.groups), size, p=self.weights)]
        crops = np.stack([self.crop(index, rng) for index in chosen])
        return crops, *(getattr(self.standing, output)[chosen] for output in OUTPUTS)

    def crop(self, index, rng):
        canvas = np.array(self.standing.canvases[index])
        if self.is_bare[index] and rng.random() < COVERED_SHARE:
            other = self.standing.canvases[rng.choice(self.bare_buildings)]
            canvas = with_middle_of(canvas, np.rot90(other, rng.integers(4)), rng, PIECES)
        if rng.random() < HUE_SHARE:
            canvas = hue_turned(canvas, uniform(rng, -HUE_DEG, HUE_DEG))
        crop, _ = seen_through_grid(canvas, -1, rng, mirrored_share=0, cut=PIECES)  # a 2 would be a 5
        return photographed(crop, rng, LAMPS) if rng.random() < PHOTOGRAPHED_SHARE else crop


class Batches(Dataset):
    """The batch of each step, drawn in a process of its own, beside the training."""

    def __init__(self):
        standing = Standing.load()
        self.sampler = Sampler(standing, ~is_kept(standing))

    def __len__(self):
        return STEPS

    def __getitem__(self, step):
        return [torch.from_numpy(part) for part in self.sampler.batch(BATCH, np.random.default_rng([SEED, step]))]


def strangely_drawn(pictures, share=STRANGE_SHARE):
    """Groups of a batch (n, 3, height, width), each with this chance mixed with its convolution by random weights."""
    groups = []
    for group in pictures.chunk(GROUPS):
        if torch.rand(()) < share:
            kernel = KERNELS[torch.randint(len(KERNELS), ())]
            weights = (torch.randn(3, 3, kernel, kernel) / (kernel * 3**0.5)).to(group.device)
            own = torch.rand(()).item()
            group = own * group + (1 - own) * F.conv2d(group, weights, padding=kernel // 2)
        groups.append(group)
    return torch.cat(groups).contiguous(memory_format=MEMORY_FORMAT)


def is_kept(standing):
    """(n,) bool: squares of whole pictures that are kept from the training."""
    return standing.picture % KEPT_EVERY == 0


@torch.no_grad()
def fit_temperatures(network):
    """Each output's temperature with the smallest negative log-likelihood on squares kept from the training, all seen through a random
    convolution: another edition's artwork is stranger than any that was kept."""
    torch.manual_seed(SEED)
    standing = Standing.load()
    sampler = Sampler(standing, is_kept(standing))
    batches = [sampler.batch(BATCH, np.random.default_rng([SEED, 1, number])) for number in range(CALIBRATION_BATCHES)]
    strange = [(strangely_drawn(to_network_input(crops), 1.0), *truths) for crops, *truths in batches]
    return fitted_temperatures(network, OUTPUTS, strange)


@torch.no_grad()
def answers_in_kingdoms(network):
    """For knights, towers and the Queen: logits (4, n, classes) in the four quarter turns and truths (n,) of all squares of whole kingdoms that
    were kept from the training; for towers only squares with a building, because towers stand nowhere else."""
    seen = {output: [] for output in OUTPUTS[1:]}
    for number, label in enumerate(read_scenes("queendomino", "scenes-for-pieces")):
        if number % KEPT_EVERY or not is_played(label) or not label.rows:
            continue
        turns = in_four_turns(network, label, np.random.default_rng([SEED, 2, number]), PIECES)
        truths = np.array([told(label.squares[row][col]) for row, col in label.open_places()])
        for index, (output, samples) in enumerate(seen.items(), 1):
            asked = truths[:, 0] > 0 if output == "towers" else np.full(len(truths), True)
            samples.append((np.stack([turn[index].numpy() for turn in turns])[:, asked], truths[asked, index]))
    together = {}
    for output, samples in seen.items():
        logits, truths = zip(*samples)
        together[output] = np.concatenate(logits, 1), np.concatenate(truths)
    return together


def fit_temperatures_in_kingdoms(answers):
    """The temperatures with the smallest negative log-likelihood on answers_in_kingdoms. Each answer is that of four turns where it is doubtful
    itself; the program asks again about all outputs as soon as one is. Nearly all squares bear nothing. With a temperature fitted on batches,
    which show something on every third, each bare square of a kingdom may bear a knight after all, and all these doubts together make the total
    doubtful. (The buildings' temperature stays as fitted to strange pictures.)"""
    return {output: temperature_of_turns(*samples, ASK_AGAIN_BELOW) for output, samples in answers.items()}


def excess_of_towers(answers):
    """By how much the logits of one or more towers are too high on answers_in_kingdoms, in the mean of all four turns and before the
    temperature; negative if too low. log_excess is taken off already; it knows how often towers are shown, but not how they look."""
    logits, truth = answers["towers"]
    logits = log_softmax(logits.mean(0))
    any_towers = np.arange(logits.shape[1]) > 0

    def loss(excess):
        less = logits - excess * any_towers
        return min(-log_softmax(less / temperature)[np.arange(len(truth)), truth].mean() for temperature in TEMPERATURES)

    best = min(EXCESSES, key=loss)
    assert abs(best) < EXCESSES[-1], "the best excess of towers lies at an end of those that are tried"
    return round(float(best), 4)


def is_played(label):
    """Whether it is not of the class with more pieces than a played kingdom has."""
    return not label.path.name.startswith(MANY_PIECES)


def in_kingdoms():
    """The labels of all land of whole rendered kingdoms that may have been played, by output (n,)."""
    labels = read_scenes("queendomino", "scenes-for-pieces")
    usual = [label for label in labels if is_played(label)]
    assert len(usual) < len(labels), f"no scene is called {MANY_PIECES}..."
    squares = [square for label in usual for row in label.squares for square in row if square not in ("empty", "castle")]
    return dict(zip(OUTPUTS, np.array([told(square) for square in squares]).T))


def shares(answers, weights):
    """By output, the share of squares with each answer; buildings and towers among built squares only."""
    built = answers["building"] > 0
    found = {}
    for output, classes in CLASSES.items():
        counted = built if output in ("building", "towers") else np.full_like(built, True)
        counts = np.bincount(answers[output][counted], weights[counted], classes)
        found[output] = counts / counts.sum()
    return found


def log_excess():
    """By output and answer, the logarithm of how many times as often a batch shows it as kingdoms do. 0 where either never shows it, as four
    towers; and for the building site, because nobody knows how much of a town is built on: only the kinds of buildings are compared."""
    standing = Standing.load()
    sampler = Sampler(standing, ~is_kept(standing))
    drawn = np.zeros(len(standing.building))
    for group, weight in zip(sampler.groups, sampler.weights):
        drawn[group] += weight / len(group)
    answers = in_kingdoms()
    there = shares(answers, np.ones(len(answers["building"])))
    here = shares({output: getattr(standing, output) for output in OUTPUTS}, drawn)
    excess = {output: np.zeros(classes) for output, classes in CLASSES.items()}
    for output, values in excess.items():
        shown = (here[output] > 0) & (there[output] > 0)
        values[shown] = np.log(here[output][shown] / there[output][shown])
    return excess


def main():
    torch.manual_seed(SEED)

    def loss_of_step(network, step):
        torch.manual_seed(SEED + step)  # for the mixing; a resumed run draws the same
        crops, *wanted = next(batches)
        with autocast():
            answers = network(strangely_drawn(to_network_input(crops.numpy())))
        parts = {
            name: F.cross_entropy(logits.float(), truth, ignore_index=-1, label_smoothing=LABEL_SMOOTHING)
            for name, logits, truth in zip(OUTPUTS, answers, wanted)
        }
        return sum(parts.values()), {name: part.item() for name, part in parts.items()}

    training = Training(PiecesNetwork(), STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / "pieces.pt")
    batches = iter(DataLoader(Batches(), sampler=range(training.step, STEPS), batch_size=None, num_workers=1, prefetch_factor=8))
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / "network.pt")
    (FOLDER / "run.json").write_text(json.dumps({"steps": f"{STEPS} steps of {BATCH}, {round(training.seconds)} s"}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
