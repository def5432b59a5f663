"""Trains the squares network in stages. The base sees scans, textures, drawn and rendered squares only, so that all networks can start from it:
the shipped one, on all squares, and each fold's, without what the fold holds out. A last short stage shows warmer lamps; the result is the mean
of the weights before and after it. Only the shipped network has one stage more, in which rendered squares weigh more.

The glance network is trained in the same stages. Beside the truth it learns from the squares network that holds out the same.

    python squares_train.py base
    python squares_train.py shipped
    python squares_train.py fold3           one fold of folds.json (from 1); nothing happens if it is finished
    python squares_train.py glance-base     each after the squares network of that name
    python squares_train.py glance-shipped
    python squares_train.py glance-fold3
"""

import copy
import json
import sys
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from networks import GlanceNetwork, SquaresNetwork
from photometric import LAMPS, WARM_LAMPS
from places import FOLDS, WORK, read_boards, seams_of
from squares_augment import BASE, MIX, RENDERED, Sampler
from squares_data import Squares, lone_crop, rectified_crops
from training import MEMORY_FORMAT, Training, autocast, to_network_input

SEED = 2017
BATCH = 64
WEIGHT_DECAY = 2e-2
LABEL_SMOOTHING = 0.02
# The seam only helps; terrain and crowns make the score. A choice; others were not tried.
SEAM_WEIGHT = 0.3
# The teacher weighs as much as the truth; a softmax at twice the temperature shows more of what it finds similar. Usual values (Hinton et al. 2015);
# others were not tried.
TEACHING_WEIGHT, TEACHING_TEMPERATURE = 1.0, 2.0
GLANCE = "glance-"


@dataclass
class Stage:
    name: str
    seed: int
    mix: dict
    lamps: tuple
    steps: int
    steps_of_glance: int
    peak_rate: float
    warm_up: int


BASE_STAGE = Stage("base", 1, BASE, LAMPS, 4000, 3000, 3e-3, 150)
ALL_STAGE = Stage("all", 0, MIX, LAMPS, 5000, 4000, 2e-3, 150)
RENDERED_STAGE = Stage("rendered", 2, RENDERED, LAMPS, 12000, 12000, 2e-3, 150)
WARM_STAGE = Stage("warm", 2, MIX, WARM_LAMPS, 600, 500, 1e-3, 50)


def stages_of(name):
    match name.removeprefix(GLANCE):
        case "base":
            return [BASE_STAGE]
        case "shipped":
            return [ALL_STAGE, RENDERED_STAGE, WARM_STAGE]
        case _:
            return [ALL_STAGE, WARM_STAGE]


def steps_of(stage, name):
    """A taught network needs fewer steps, except for our own artwork: after 5000 `rendered` steps a glance network alone read 4 of the held-out
    scenes' 1288 squares wrongly, the squares network none."""
    return stage.steps_of_glance if name.startswith(GLANCE) else stage.steps


def read_folds():
    return json.loads(FOLDS.read_text())["folds"]


def held_out(squares, fold):
    """(n,) bool: the squares that belong to the fold's games and sessions."""
    return np.isin(squares.group, fold["games"] + fold["sessions"])


def folder_of(name):
    return WORK / "squares" / name


def network_of(name):
    return GlanceNetwork() if name.startswith(GLANCE) else SquaresNetwork()


def read_network(name):
    network = network_of(name)
    network.load_state_dict(torch.load(folder_of(name) / "network.pt", weights_only=True))
    return network.to(memory_format=MEMORY_FORMAT).eval()


def taught(answers, teachings, truths):
    """The divergence of the answers from the teacher's, where there is a truth."""
    loss = 0
    for weight, logits, teaching, truth in zip((1, 1, SEAM_WEIGHT), answers, teachings, truths):
        asked = torch.from_numpy(truth >= 0)
        soft, wanted = (F.log_softmax(part.float()[asked] / TEACHING_TEMPERATURE, 1) for part in (logits, teaching))
        loss = loss + weight * TEACHING_TEMPERATURE**2 * F.kl_div(soft, wanted, log_target=True, reduction="batchmean")
    return loss


def loss_of(answers, truths):
    """The loss of terrain, crowns and seam together, and each by its name."""
    parts = {
        name: F.cross_entropy(logits.float(), torch.from_numpy(truth), ignore_index=-1, label_smoothing=LABEL_SMOOTHING)
        for name, logits, truth in zip(("terrain", "crowns", "seam"), answers, truths)
    }
    return parts["terrain"] + parts["crowns"] + SEAM_WEIGHT * parts["seam"], parts


def run_stage(stage, name, network, usable, teacher):
    """Trains one stage of the named network from the given weights; returns the training with its averaged weights."""
    squares = Squares.load()
    sampler = Sampler(squares, usable(squares), stage.mix, stage.lamps)

    def loss_of_step(network, step):
        crops, *truths = sampler.batch(BATCH, np.random.default_rng([SEED, stage.seed, step]))
        inputs = to_network_input(crops)
        with autocast():
            answers = network(inputs)
        loss, parts = loss_of(answers, truths)
        if teacher:
            with torch.no_grad(), autocast():
                teachings = teacher(inputs)
            parts["taught"] = taught(answers, teachings, truths)
            loss = loss + TEACHING_WEIGHT * parts["taught"]
        return loss, {name: part.item() for name, part in parts.items()}

    checkpoint = folder_of(name) / f"{stage.name}.pt"
    training = Training(network, steps_of(stage, name), stage.peak_rate, WEIGHT_DECAY, stage.warm_up, checkpoint)
    training.run(loss_of_step)
    return training


def train(name, usable):
    """Trains all stages of the named network; writes the weights and a report."""
    torch.manual_seed(SEED)
    is_glance = name.startswith(GLANCE)
    network, teacher = network_of(name), read_network(name.removeprefix(GLANCE)) if is_glance else None
    if not name.endswith("base"):
        network = read_network(f"{GLANCE}base" if is_glance else "base")
    report = {}
    for stage in stages_of(name):
        before, training = network, run_stage(stage, name, copy.deepcopy(network), usable, teacher)
        network = training.averaged
        report[f"{stage.name}_stage"] = f"{steps_of(stage, name)} steps of {BATCH}, {round(training.seconds)} s"
    if not name.endswith("base"):
        network = mean_of(before, network)
    torch.save(network.state_dict(), folder_of(name) / "network.pt")
    (folder_of(name) / "run.json").write_text(json.dumps(report) + "\n")
    return network.eval()


@torch.no_grad()
def mean_of(one, other):
    """A network with the mean of both networks' weights. With the warm stage's weights alone, yellowish light is taken for granted, and
    grassland is doubted in daylight."""
    mean = copy.deepcopy(one)
    for value, more in zip(mean.state_dict().values(), other.state_dict().values()):
        if value.dtype.is_floating_point:
            value.lerp_(more, 0.5)
    return mean


def everything(squares):
    return np.ones(len(squares.terrain), bool)


@torch.no_grad()
def logits_of(network, crops):
    """Terrain (n, 8), crowns (n, 4) and seam (n, 4) logits of uint8 crops."""
    answers = [network(to_network_input(crops[start : start + 256])) for start in range(0, len(crops), 256)]
    return [torch.cat(part).numpy() for part in zip(*answers)]


def logits_of_turns(network, crops):
    """The mean terrain and crowns logits of the four quarter turns, as the program asks again where it doubts."""
    turns = [logits_of(network, np.ascontiguousarray(np.rot90(crops, turn, (1, 2))))[:2] for turn in range(4)]
    return [sum(parts) / 4 for parts in zip(*turns)]


def answers_of(network, crops):
    """Columns of logits: asked once, and in four quarter turns."""
    terrain, crowns, seam = logits_of(network, crops)
    terrain_of_turns, crowns_of_turns = logits_of_turns(network, crops)
    return {
        "terrain": terrain, "crowns": crowns, "seam": seam,
        "terrain_of_turns": terrain_of_turns, "crowns_of_turns": crowns_of_turns,
    }


def answer_boards(network, games):
    """Every square of the games' boards, cut as the program cuts them, with its logits; occluded ones are marked."""
    crops, rows = [], []
    for label in read_boards():
        if label.game_id not in games:
            continue
        cut, seams = rectified_crops(label.read(), label), seams_of(label.path.with_suffix(".json"))
        for row in range(label.rows):
            for col in range(label.cols):
                crops.append(cut[row, col])
                occluded, seam = (row, col) in label.occluded, seams.get((row, col), -1)
                rows.append((label.path.name, row, col, label.squares[row][col], occluded, seam))
    names = ("photo", "row", "col", "label", "occluded", "true_seam")
    return {**answers_of(network, np.stack(crops)), **dict(zip(names, map(np.array, zip(*rows))))}


def answer_crops(network, sessions):
    """The sessions' single squares with their logits; copies and invisible crowns left out."""
    squares = Squares.load()
    chosen = np.flatnonzero(np.isin(squares.group, sessions) & squares.measured)
    crops = np.stack([lone_crop(squares.canvases[index]) for index in chosen])
    return {
        **answers_of(network, crops), "photo": squares.name[chosen], "session": squares.group[chosen],
        "true_terrain": squares.terrain[chosen], "true_crowns": squares.crowns[chosen],
    }


def train_fold(name):
    if (folder_of(name) / "crops.npz").exists():
        print(f"{name}: finished already", flush=True)
        return
    fold = fold_of(name)
    network = train(name, usable_by(name))
    np.savez(folder_of(name) / "boards.npz", **answer_boards(network, fold["games"]))
    np.savez(folder_of(name) / "crops.npz", **answer_crops(network, fold["sessions"]))


def fold_of(name):
    return read_folds()[int(name.rpartition("fold")[2]) - 1]


def usable_by(name):
    """Which squares the named network may be trained on."""
    if "fold" not in name:
        return everything
    fold = fold_of(name)
    return lambda squares: ~held_out(squares, fold)


def main(name):
    if "fold" in name:
        train_fold(name)
    else:
        train(name, usable_by(name))


if __name__ == "__main__":
    main(sys.argv[1])
