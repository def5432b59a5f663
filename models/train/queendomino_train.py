"""Trains Queendomino's squares network: Kingdomino's shipped one is trained further, with towns and with many more, rendered boxes.

    python queendomino_train.py
"""

import json

import numpy as np
import onnx
import torch

from networks import (
    CASTLE, SHARE_CORRECTION, TERRAINS, TOWN, WIDE, CropNetwork, QueendominoNetwork, Residual, load_folded, outputs_of_square,
)
from photometric import LAMPS
from places import MODELS, WORK
from squares_augment import QUEENDOMINO, Sampler
from squares_data import KINDS, Squares
from squares_evaluate import fitted_temperatures
from squares_train import BATCH, SEED, WEIGHT_DECAY, loss_of
from training import Training, autocast, to_network_input

OUTPUTS = ("terrain", "crowns", "seam")
FOLDER = WORK / "queendomino"

STEPS = 16000
# Half of the squares network's first rate: it is to learn more without forgetting real photos. Others were not tried.
PEAK_RATE, WARM_UP = 1.5e-3, 150
NORM_EXAMPLES = 512
# This share of the land squares gets a crowned square's middle, because a house was taken for a mine, on whatever ground it stood. After 6000 steps
# with 0.25 the first part alone read 96.7 % of the squares of the styles kept for measuring, before them 95.7 %, and 96.6 % after 8000 more with
# this; as many steps without it were not measured.
COVERED_SHARE = 0.35

# One rendered kingdom in so many is kept from the training, for the temperatures. They are of the styles trained on.
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
    """(n,) bool: squares of whole kingdoms that are kept from the training; they have names like `royal-wedding_00020.jpg 2,3`."""
    numbers = [int(name.partition(".")[0][-5:]) if ours else 1 for name, ours in zip(squares.name, of_queendomino(squares))]
    return np.array(numbers) % KEPT_EVERY == 0


def shipped(examples):
    """The shipped squares network, which has seen no town, with residuals that add nothing yet."""
    graph = onnx.load(MODELS / "squares.onnx").graph
    tensors = {tensor.name: torch.tensor(onnx.numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    in_order = [tensors[name] for node in convolutions for name in node.input[1:]]
    network = QueendominoNetwork()
    without = load_folded(CropNetwork(WIDE, outputs_of_square(len(TERRAINS))), in_order, examples)
    layers = [layer for layer in network.features if not isinstance(layer, Residual)]
    for layer, trained in zip(layers, without.features, strict=True):
        layer.load_state_dict(trained.state_dict())
    heads = [node for node in graph.node if node.op_type == "Gemm"]
    with torch.no_grad():
        for output, node in zip(OUTPUTS, heads, strict=True):
            weight, bias = (tensors[name] for name in node.input[1:])
            head = network.get_submodule(output)
            head.weight[: len(weight)], head.bias[: len(bias)] = weight, bias
        network.terrain.bias[CASTLE:TOWN] += SHARE_CORRECTION  # the export took it off
    return network


@torch.no_grad()
def fit_temperature_of_rendered_seams(network):
    """The temperature with the smallest negative log-likelihood on kingdoms kept from the training, and never below 1: these are shown as they
    are, and another edition's artwork is stranger."""
    squares = Squares.load()
    sampler = Sampler(squares, is_kept(squares) | ~of_queendomino(squares), CALIBRATION, LAMPS)
    batches = [sampler.batch(BATCH, np.random.default_rng([SEED, 4, number])) for number in range(CALIBRATION_BATCHES)]
    batches = [(to_network_input(crops), *truths) for crops, *truths in batches]
    return max(1.0, fitted_temperatures(network, OUTPUTS, batches)["seam"])


def main():
    torch.manual_seed(SEED)
    squares = Squares.load()
    sampler = Sampler(squares, ~is_kept(squares), QUEENDOMINO, LAMPS, COVERED_SHARE)

    def loss_of_step(network, step):
        crops, *truths = sampler.batch(BATCH, np.random.default_rng([SEED, 3, step]))
        with autocast():
            answers = network(to_network_input(crops))
        loss, parts = loss_of(answers, truths)
        return loss, {name: part.item() for name, part in parts.items()}

    examples = sampler.batch(NORM_EXAMPLES, np.random.default_rng([SEED, 5]))[0]
    network = shipped(to_network_input(examples))
    training = Training(network, STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / "queendomino.pt")
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / "network.pt")
    began_with = json.loads((MODELS / "squares.json").read_text())["sha256"]
    run = {"began with": f"squares.onnx, sha256 `{began_with[:8]}`", "steps": f"{STEPS} steps of {BATCH}, {round(training.seconds)} s"}
    (FOLDER / "run.json").write_text(json.dumps(run) + "\n")


if __name__ == "__main__":
    main()
