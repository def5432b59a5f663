"""Trains the locator network: both stages from nothing, or the long stage on from the shipped weights.

    python locator_train.py
    python locator_train.py further
"""

import itertools
import json
import shutil
import sys
from dataclasses import dataclass

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

from locator_data import ScenePool, framed, read_scene
from networks import LocatorNetwork, load_folded
from places import MODELS, WORK
from training import Training, autocast, to_network_input

SEED = 1701
WEIGHT_DECAY = 1e-4
WARM_UP_STEPS = 100


@dataclass
class Stage:
    name: str
    steps: int
    batch: int
    peak_rate: float


FIRST_STAGE = Stage("first", 4000, 24, 2.5e-3)
LONG_STAGE = Stage("further", 14000, 16, 2e-3)

# With a weight of 1, q hardly told a turn to the left from one to the right after the first 3200 steps.
AXES_WEIGHT = 10.0

# Examples for the batch norms' statistics of the shipped weights.
CALIBRATION_EXAMPLES = 64

# Peaks cover a few percent of the picture: without these weights the network would answer "nowhere".
HEAT_WEIGHT, PEAK_WEIGHT = 8.0, 8.0

# The mask tells neighbouring kingdoms apart and says what a border square is worth. A choice; others were not tried.
MASK_WEIGHT = 3.0
MATCH_PX = 4.0
PEAK_THRESHOLD = 0.3

FOLDER = WORK / "locator"


class Batches(Dataset):
    """The batch of each step: pictures (n, 256, 256, 3) uint8 BGR, and (heat, mask, axes) float32. Drawn in a process of its own, beside the
    training."""

    def __init__(self, pool, stage):
        self.pool, self.stage = pool, stage

    def __len__(self):
        return self.stage.steps

    def __getitem__(self, step):
        rng = np.random.default_rng([SEED, step, self.stage.steps])
        pictures, targets = zip(*[self.pool.example(rng) for _ in range(self.stage.batch)])
        wanted = [np.stack(parts) for parts in zip(*[(t.heat, t.mask, t.frame) for t in targets])]
        return torch.from_numpy(np.stack(pictures)), [torch.from_numpy(part) for part in wanted]


def losses(answer, wanted):
    heat_logits, frame = answer
    heat, mask, axes = wanted
    heat_loss = F.binary_cross_entropy_with_logits(heat_logits, heat, weight=1 + PEAK_WEIGHT * heat) * HEAT_WEIGHT
    mask_loss = F.binary_cross_entropy_with_logits(frame[:, 0], mask)
    inside = (mask > 0.5).float()[:, None]
    axes_loss = (F.smooth_l1_loss(frame[:, 1:], axes, reduction="none", beta=0.2) * inside).sum() / (5 * inside.sum() + 1)
    return heat_loss, mask_loss, axes_loss


def peaks_of(heat):
    """(n, 2) positions of the local maxima, in heat-map pixels."""
    padded = F.max_pool2d(heat[None, None], 3, 1, 1)[0, 0]
    return torch.nonzero((heat >= padded) & (heat > PEAK_THRESHOLD)).numpy()


def matched(found, wanted):
    """How many of `wanted` lie within MATCH_PX picture px of a found peak."""
    if len(found) == 0 or len(wanted) == 0:
        return 0
    distance = np.linalg.norm(found[None] - wanted[:, None], axis=2)
    return int((distance.min(1) <= MATCH_PX / 2).sum())


def turn_error_deg(axes, targets):
    """The error of the lattice's turn as q gives it, the mean over the kingdom; nan without a kingdom."""
    inside = targets.mask > 0.5
    said, true = (field[3][inside] + 1j * field[4][inside] for field in (axes, targets.frame))
    return np.degrees(np.abs(np.angle(said * true.conj())) / 4).mean() if inside.any() else np.nan


@torch.no_grad()
def validate(network, scenes):
    """Recall and precision of the peaks, and the mask's error, on scenes that were not trained on."""
    counts = {"wanted": 0, "recalled": 0, "found": 0, "precise": 0}
    mask_errors, turn_errors = [], []
    for labels in scenes:
        scene = read_scene(labels)
        height, width = scene.picture.shape[:2]
        picture, targets, _ = framed(scene, np.array([0, 0, width, height], np.float64))
        heat, frame = network(to_network_input(picture[None]))
        for kind in range(2):
            found = peaks_of(torch.sigmoid(heat[0, kind]))
            wanted = peaks_of(torch.from_numpy(targets.heat[kind]))
            counts["wanted"] += len(wanted)
            counts["found"] += len(found)
            counts["recalled"] += matched(found, wanted)
            counts["precise"] += matched(wanted, found)
        mask_errors.append(np.abs(torch.sigmoid(frame[0, 0]).numpy() - targets.mask).mean())
        turn_errors.append(turn_error_deg(frame[0, 1:].numpy(), targets))
    return {
        "peak_recall": round(counts["recalled"] / max(1, counts["wanted"]), 4),
        "peak_precision": round(counts["precise"] / max(1, counts["found"]), 4),
        "mask_error": round(float(np.mean(mask_errors)), 4),
        "turn_error_deg": round(float(np.nanmedian(turn_errors)), 2),
        "scenes": len(scenes),
    }


def stage_names(stage):
    """A stage's names in the card, numbered if it has run before."""
    yield f"{stage.name}_stage"
    yield from (f"{stage.name}_stage_{number}" for number in itertools.count(2))


def train(stage, network, pool, folder, before):
    """Runs a stage from the given weights; returns the averaged weights and the report, which goes on from `before`. With every checkpoint, in
    `folder`, both are written to FOLDER, so that a training may be cut short."""

    def loss_of_step(network, step):
        pictures, wanted = next(batches)
        with autocast():
            answer = network(to_network_input(pictures))
        heat, mask, axes = losses([part.float() for part in answer], wanted)
        parts = {"heat": heat.item(), "mask": mask.item(), "axes": axes.item()}
        return heat + MASK_WEIGHT * mask + AXES_WEIGHT * axes, parts

    def watch():
        run = {**say(), "validation": validate(training.averaged, pool.validation)}
        print(json.dumps(run), flush=True)
        torch.save(training.averaged.state_dict(), FOLDER / "network.pt")
        (FOLDER / "run.json").write_text(json.dumps(run) + "\n")

    checkpoint = folder / f"{stage.name}.pt"
    training = Training(network, stage.steps, stage.peak_rate, WEIGHT_DECAY, WARM_UP_STEPS, checkpoint, every=500)
    name = next(name for name in stage_names(stage) if name not in before)

    def say():
        said = f"{training.step} of {stage.steps} steps of {stage.batch}, {round(training.seconds)} s"
        return {**before, name: said}
    steps_left = range(training.step, stage.steps)
    batches = iter(DataLoader(Batches(pool, stage), sampler=steps_left, batch_size=None, num_workers=1, prefetch_factor=8))
    training.run(loss_of_step, watch)
    return training.averaged, say()


def shipped(pool):
    """The network with the shipped weights, and what their card reports of its stages."""
    stages = json.loads((MODELS / "locator.json").read_text())["training"]
    graph = onnx.load(MODELS / "locator.onnx").graph
    tensors = {tensor.name: torch.tensor(onnx.numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type in ("Conv", "ConvTranspose")]
    rng = np.random.default_rng(SEED)
    examples = np.stack([pool.example(rng)[0] for _ in range(CALIBRATION_EXAMPLES)])
    in_order = [tensors[name] for node in convolutions for name in node.input[1:]]
    network = load_folded(LocatorNetwork(), in_order, to_network_input(examples))
    return network, {name: said for name, said in stages.items() if "_stage" in name}


def main(start):
    pool = ScenePool()
    torch.manual_seed(SEED)
    folder = FOLDER / (start or "from-nothing")
    network, said = shipped(pool) if start == "further" else (LocatorNetwork(), {})
    for stage in [LONG_STAGE] if start == "further" else [FIRST_STAGE, LONG_STAGE]:
        network, said = train(stage, network, pool, folder, said)
    shutil.rmtree(folder)  # the next call begins anew


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
