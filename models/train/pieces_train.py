"""Trains the pieces network, which looks closer at the squares of a Queendomino kingdom: what they are, and what stands there,
the building on a town square, knights, towers, the Queen. First it learns what stands there, which is harder, then all. Of
Queendomino it has seen rendered squares only: no public photograph was found.

    python pieces_train.py
"""

import json
import sys
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from networks import BUILDINGS, CASTLE, EMPTY, MAX_CROWNS, PiecesNetwork
from photometric import LAMPS, hue_turned, photographed, uniform
from pieces_data import DETAIL, Standing
from places import WORK
from squares_augment import seen_through_grid
from squares_evaluate import fitted_temperature
from training import Training, autocast, to_network_input

SEED = 2017
BATCH = 64
WARM_UP, WEIGHT_DECAY = 150, 2e-2
LABEL_SMOOTHING = 0.02
STANDING = ("building", "knight", "towers", "queen")
OUTPUTS = ("terrain", "crowns", *STANDING)
FOLDER = WORK / "pieces"


@dataclass
class Stage:
    name: str
    steps: int
    peak_rate: float
    outputs: tuple  # those that are taught
    mixed_share: float  # see PiecesNetwork: colours tell terrains apart, and nothing of what stands there
    shares: dict  # of a batch


# Choices: half of the first batches for the 17 kinds, which are the hardest; the Queen stands once in a kingdom. Land is drawn
# by terrain and crowns, all alike.
STAGES = [
    Stage("standing", 8000, 3e-3, STANDING, 0.5, {"built": 0.5, "site": 0.12, "knight": 0.13, "queen": 0.1, "land": 0.15}),
    Stage("all", 3000, 2e-3, OUTPUTS, 0.0, {
        "built": 0.3, "site": 0.07, "knight": 0.09, "queen": 0.07, "land": 0.37, "castle": 0.05, "empty": 0.05,
    }),
]
# A set's colours are not known: so many squares are shown in other ones, land only so far as wheat stays no grassland.
HUE_SHARE, HUE_DEG, HUE_OF_LAND_DEG = 0.5, 25, 8


# Every so many squares are kept from the training, for the temperatures. They are of the styles trained on.
KEPT_EVERY = 20
CALIBRATION_BATCHES = 12


class Sampler:
    """Draws from the groups of a stage's shares, of each group by kind, all alike. `usable`: (n,) bool."""

    def __init__(self, standing, usable, shares):
        self.standing = standing
        town = standing.building >= 0
        bare = ~town & (standing.knight + standing.queen == 0)
        kinds = {
            "built": [standing.building == kind for kind in range(1, len(BUILDINGS))],
            "site": [standing.building == 0], "knight": [(standing.knight == 1) & ~town], "queen": [standing.queen == 1],
            "land": [
                bare & (standing.terrain == terrain) & (standing.crowns == crowns)
                for terrain in range(CASTLE) for crowns in range(MAX_CROWNS + 1)
            ],
            "castle": [standing.terrain == CASTLE], "empty": [standing.terrain == EMPTY],
        }
        self.groups, self.weights = [], []
        for name, share in shares.items():
            members = [np.flatnonzero(members & usable) for members in kinds[name] if (members & usable).any()]
            self.groups += members
            self.weights += [share / len(members)] * len(members)
        self.weights = np.array(self.weights) / sum(self.weights)

    def batch(self, size, rng):
        """(crops (n, 128, 128, 3) uint8, and for each of OUTPUTS (n,), -1 where it is not asked)."""
        chosen = [rng.choice(self.groups[group]) for group in rng.choice(len(self.groups), size, p=self.weights)]
        crops = np.stack([self.crop(index, rng) for index in chosen])
        return crops, *(getattr(self.standing, output)[chosen] for output in OUTPUTS)

    def crop(self, index, rng):
        canvas = np.array(self.standing.canvases[index])
        if rng.random() < HUE_SHARE:
            most = HUE_DEG if self.standing.building[index] >= 0 else HUE_OF_LAND_DEG
            canvas = hue_turned(canvas, uniform(rng, -most, most))
        crop, _ = seen_through_grid(canvas, -1, rng, mirrored_share=0, detail=DETAIL)  # a 2 would be a 5
        return photographed(crop, rng, LAMPS)


def is_kept(standing):
    """(n,) bool: squares of whole pictures that are kept from the training."""
    return standing.picture % KEPT_EVERY == 0


@torch.no_grad()
def fit_temperatures(network):
    """Each output's temperature of the smallest negative log-likelihood on squares kept from the training, and never below 1:
    another edition's artwork is stranger than any that was kept."""
    standing = Standing.load()
    sampler = Sampler(standing, is_kept(standing), STAGES[-1].shares)
    batches = [sampler.batch(BATCH, np.random.default_rng([SEED, 1, number])) for number in range(CALIBRATION_BATCHES)]
    crops, *truths = [np.concatenate(parts) for parts in zip(*batches)]
    answers = network(to_network_input(crops))
    temperatures = {}
    for name, logits, truth in zip(OUTPUTS, answers, truths):
        asked = truth >= 0
        temperatures[name] = max(1.0, fitted_temperature([(logits.numpy()[asked], truth[asked])]))
        print(f"{name}: {(logits.numpy().argmax(1) == truth)[asked].mean():.4f} of {asked.sum()} right")
    return temperatures


def train(stage, number, network, standing):
    """A stage of the given number, from the given weights; the finished training."""
    sampler = Sampler(standing, ~is_kept(standing), stage.shares)
    network.mixed_share = stage.mixed_share

    def loss_of_step(network, step):
        torch.manual_seed(SEED + step)  # for the mixing; a resumed run goes on as if it had not stopped
        crops, *truths = sampler.batch(BATCH, np.random.default_rng([SEED, 2 * number, step]))
        with autocast():
            answers = network(to_network_input(crops))
        parts = {
            name: F.cross_entropy(logits.float(), torch.from_numpy(truth), ignore_index=-1, label_smoothing=LABEL_SMOOTHING)
            for name, logits, truth in zip(OUTPUTS, answers, truths) if name in stage.outputs
        }
        return sum(parts.values()), {name: part.item() for name, part in parts.items()}

    training = Training(network, stage.steps, stage.peak_rate, WEIGHT_DECAY, WARM_UP, FOLDER / f"{stage.name}.pt")
    training.run(loss_of_step)
    return training


def main():
    torch.manual_seed(SEED)
    standing, network, report = Standing.load(), PiecesNetwork(), {}
    for number, stage in enumerate(STAGES):
        training = train(stage, number, network, standing)
        network = training.averaged
        report[f"{stage.name}_stage"] = f"{stage.steps} steps of {BATCH}, {round(training.seconds)} s"
    torch.save(network.state_dict(), FOLDER / "network.pt")
    (FOLDER / "run.json").write_text(json.dumps(report) + "\n")


if __name__ == "__main__":
    sys.exit(main())
