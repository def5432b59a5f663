"""Trains Queendomino's squares network: the teacher of Kingdomino's shipped one goes on, with towns and with many more boxes, which
are rendered.

    python queendomino_train.py
"""

import json

import numpy as np
import torch

from networks import TOWN, QueendominoNetwork, TeacherNetwork
from photometric import LAMPS
from places import WORK
from squares_augment import QUEENDOMINO, Sampler
from squares_data import KINDS, Squares
from squares_evaluate import fitted_temperatures
from squares_train import BATCH, SEED, TEACHER, WEIGHT_DECAY, loss_of, read_network
from training import Training, autocast, to_network_input

OUTPUTS = ("terrain", "crowns", "seam")
FOLDER = WORK / "queendomino"

STEPS = 16000
# Half of what the squares network began with: it is to learn more without forgetting real photos. Others were not tried.
PEAK_RATE, WARM_UP = 1.5e-3, 150

# Every so many rendered kingdoms are kept from the training, for the temperatures. They are of the styles trained on.
KEPT_EVERY = 20
CALIBRATION_BATCHES = 16
CALIBRATION = {
    "land": {"scene_queendomino": 1.0}, "castle": {"scene_queendomino": 1.0}, "town": {"scene_queendomino": 1.0},
    "empty": {"scene_queendomino": 0.8, "texture": 0.1, "synthetic": 0.1},
}


def of_queendomino(squares):
    """(n,) bool: squares of rendered Queendomino."""
    return squares.kind == KINDS.index("scene_queendomino")


def is_kept(squares):
    """(n,) bool: squares of whole kingdoms that are kept from the training; they are called like `royal-wedding_00020.jpg 2,3`."""
    numbers = [int(name.partition(".")[0][-5:]) if ours else 1 for name, ours in zip(squares.name, of_queendomino(squares))]
    return np.array(numbers) % KEPT_EVERY == 0


def taught_kingdomino():
    """What the shipped squares network learnt from, which has not yet seen a town."""
    teacher, network = read_network(TeacherNetwork(), f"{TEACHER}shipped"), QueendominoNetwork()
    state = network.state_dict()
    for name, value in teacher.state_dict().items():
        if name.startswith("terrain."):
            state[name][:TOWN] = value
        else:
            state[name] = value
    network.load_state_dict(state)
    return network


@torch.no_grad()
def fit_temperature_of_rendered_seams(network):
    """The temperature of the smallest negative log-likelihood on kingdoms kept from the training, and never below 1: another
    edition's artwork is stranger than any that was kept."""
    squares = Squares.load()
    sampler = Sampler(squares, is_kept(squares) | ~of_queendomino(squares), CALIBRATION, LAMPS)
    batches = [sampler.batch(BATCH, np.random.default_rng([SEED, 4, number])) for number in range(CALIBRATION_BATCHES)]
    return fitted_temperatures(network, OUTPUTS, batches)["seam"]


def main():
    torch.manual_seed(SEED)
    squares = Squares.load()
    sampler = Sampler(squares, ~is_kept(squares), QUEENDOMINO, LAMPS)

    def loss_of_step(network, step):
        crops, *truths = sampler.batch(BATCH, np.random.default_rng([SEED, 3, step]))
        with autocast():
            answers = network(to_network_input(crops))
        loss, parts = loss_of(answers, truths)
        return loss, {name: part.item() for name, part in parts.items()}

    training = Training(taught_kingdomino(), STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / "queendomino.pt")
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / "network.pt")
    run = {"began with": f"{TEACHER}shipped", "steps": f"{STEPS} steps of {BATCH}, {round(training.seconds)} s"}
    (FOLDER / "run.json").write_text(json.dumps(run) + "\n")


if __name__ == "__main__":
    main()
