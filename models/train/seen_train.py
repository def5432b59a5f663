"""Trains the head that tells how much of each cell of a square is covered, and whether the shipped networks misread the square because of that,
on the crops of seen_data.py and on the shipped glance network, whose weights stay.

    python seen_train.py             writes TRAIN_DIR/seen/shipped, on all crops
    python seen_train.py held-out    writes TRAIN_DIR/seen/held-out, without the sessions and the game of the last fold, and without the
                                     last scenes; reports on them
"""

import csv
import json
import sys
from collections import Counter

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import nn

from networks import CASTLE, FAST, MAX_CROWNS, TERRAINS, TOWN, SeenHead
from places import DOMINOES_CSV, MODELS, WORK
from seen_data import DRAWS
from squares_data import KINDS
from squares_train import read_folds
from training import Training, autocast, to_network_input

SEED = 2031
STEPS, BATCH, PEAK_RATE, WEIGHT_DECAY, WARM_UP = 3000, 64, 3e-3, 2e-2, 100
FOLDER = WORK / "seen"
# From this probability on the fast network's readings count, as in crates/vision/src/classify/mod.rs.
SURE_AT_A_GLANCE = 0.99
# A square that is covered less counts as uncovered: only the thing's rim lies on it.
COVERED_FROM = 0.01
# Scenes from this number on are held out; seen_data.py draws from 150 of each artwork.
HELD_OUT_SCENES_FROM = 120
# The share of squares misread because they are covered whose terrain is read rightly: 36 % of 136 that are covered by less than 0.4 and surely
# misread, hardly any of those that are covered more, most of which are taken for the table.
SAME_TERRAIN = 0.4
# The least probability of the truth, because a label may be wrong.
LEAST = 1e-3
MOST_CROWNS = [1, 1, 1, 2, 2, MAX_CROWNS]


def probabilities(data, model):
    """The probabilities (n, readings) of all readings by one network, with its card's temperatures, and the readings (terrain, crowns)."""
    card = json.loads((MODELS / f"{model}.json").read_text())
    terrain, crowns = (
        torch.softmax(torch.from_numpy(data[f"{model}_{output}"]) / card[f"temperature_{output}"], 1).numpy() for output in ("terrain", "crowns")
    )
    readings = [(kind, count) for kind, most in enumerate(MOST_CROWNS) for count in range(most + 1)]
    joint = [terrain[:, kind] * crowns[:, count] for kind, count in readings] + [terrain[:, kind] for kind in range(CASTLE, TOWN)]
    joint = np.stack(joint, 1)
    return joint / joint.sum(1, keepdims=True), np.array(readings + [(kind, 0) for kind in range(CASTLE, TOWN)])


def joint_of(data):
    """The same by the program's networks, the fast one first."""
    (fast, readings), (slow, _) = probabilities(data, "glance"), probabilities(data, "squares")
    return np.where(fast.max(1, keepdims=True) >= SURE_AT_A_GLANCE, fast, slow), readings


def if_misread(joint, readings):
    """As in crates/reading/src/reconstruct/cover.rs: the probabilities (n, readings) of what a square is if it is misread."""
    box = Counter()
    with open(DOMINOES_CSV, newline="") as table:
        for row in csv.DictReader(table):
            if row["box"] == "kingdomino":
                box.update((TERRAINS.index(row[f"terrain_{end}"]), int(row[f"crowns_{end}"])) for end in "ab")
    shares = np.array([box[tuple(reading)] for reading in readings]) / 96 * 23 / 25
    shares[readings[:, 0] >= CASTLE] = 1 / 25
    unseen = (1 - SAME_TERRAIN) * shares[None] / shares.sum() + np.zeros_like(joint)
    for terrain in range(TOWN):
        alike = readings[:, 0] == terrain
        unseen[:, alike] += SAME_TERRAIN * joint[:, alike].sum(1, keepdims=True) * shares[alike] / shares[alike].sum()
    return unseen


def of_truth(data):
    """The probability of what the crop shows, as it is read (n,), and if it is misread (n,)."""
    joint, readings = joint_of(data)
    truth = np.stack([data["terrain"], np.where(data["terrain"] < CASTLE, data["crowns"], 0)], 1)
    at = (readings[None] == truth[:, None]).all(2).argmax(1)[:, None]
    pick = lambda probabilities: np.take_along_axis(probabilities, at, 1)[:, 0]
    return np.maximum(pick(joint), LEAST), pick(if_misread(joint, readings))


def of_truth_where_covered(data):
    """As of_truth, but a square with nothing on it counts as read rightly, and a covered one of another style, which the networks do not know,
    has no loss."""
    as_read, unseen = of_truth(data)
    covered = data["covered"].mean((1, 2)) > COVERED_FROM
    is_other_style = data["kind"] == KINDS.index("scene_styles")
    as_read[~covered], unseen[~covered] = 1, LEAST
    # The loss is then the same for any answer.
    as_read[covered & is_other_style], unseen[covered & is_other_style] = 1, 1
    return as_read, unseen


def read(data):
    """Whether the program's networks misread a crop (n,), and the probability of their reading (n,)."""
    joint, readings = joint_of(data)
    truth = np.stack([data["terrain"], np.where(data["terrain"] < CASTLE, data["crowns"], 0)], 1)
    return (readings[joint.argmax(1)] != truth).any(1), joint.max(1)


def read_crops():
    """All crops of seen_data.py."""
    draws = [np.load(WORK / f"seen-{number}.npz") for number in range(len(DRAWS))]
    return {name: np.concatenate([draw[name] for draw in draws]) for name in draws[-1].files}


def held_out(data):
    """(n,) bool: of the last fold, or of a scene that is held out."""
    fold = read_folds()[-1]
    scenes = np.array([int(name.split("scene_")[1][:5]) if "scene_" in name else -1 for name in data["name"]])
    return np.isin(data["group"], fold["games"] + fold["sessions"]) | (scenes >= HELD_OUT_SCENES_FROM)


class Trunk(nn.Module):
    """The shipped glance network's layers, with its weights. Returns the outputs that SeenHead takes."""

    def __init__(self):
        super().__init__()
        graph = onnx.load(MODELS / "glance.onnx").graph
        weights = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer}
        convolutions = [node for node in graph.node if node.op_type == "Conv"][: len(FAST)]
        self.layers = [([weights[name] for name in node.input[1:]], stride) for node, (_, stride, _) in zip(convolutions, FAST)]

    @torch.no_grad()
    def forward(self, crops):
        answers, values = [], crops
        for (weight, bias), stride in self.layers:
            values = F.relu(F.conv2d(values, weight, bias, stride, weight.shape[-1] // 2))
            answers.append(values)
        return [answers[layer] for layer in SeenHead.LAYERS]


def truth_missed(logits, as_read, unseen):
    """The negative log-likelihood of the truth, with the readings widened by the probability that they are wrong."""
    misread = torch.sigmoid(logits)
    return -torch.log((1 - misread) * as_read + misread * unseen).mean()


def train(name, chosen):
    torch.manual_seed(SEED)
    data = read_crops()
    indices = np.flatnonzero(chosen(data))
    trunk = Trunk()
    as_read, unseen = (torch.from_numpy(part.astype(np.float32)) for part in of_truth_where_covered(data))

    def loss_of_step(network, step):
        rng = np.random.default_rng([SEED, step])
        batch, turns, mirrored = rng.choice(indices, BATCH), int(rng.integers(4)), rng.random() < 0.5
        pictures, covered = (np.rot90(part[batch], turns, (1, 2)) for part in (data["crops"], data["covered"]))
        if mirrored:
            pictures, covered = pictures[:, :, ::-1], covered[:, :, ::-1]
        with autocast():
            cells, square = network(*trunk(to_network_input(pictures)))
        parts = {
            "covered": F.binary_cross_entropy_with_logits(cells[:, 0].float(), torch.from_numpy(covered.copy())),
            "misread": truth_missed(square[:, 0].float(), as_read[batch], unseen[batch]),
        }
        return sum(parts.values()), {part: value.item() for part, value in parts.items()}

    training = Training(SeenHead(), STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / name / "checkpoint.pt")
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / name / "network.pt")
    run = {"steps": f"{STEPS} of {BATCH}, {round(training.seconds)} s", "crops": len(indices)}
    (FOLDER / name / "run.json").write_text(json.dumps(run) + "\n")
    return training.averaged.eval()


@torch.no_grad()
def answers(network, crops):
    """The covered share of crops (n,), and the probability that the square is misread (n,)."""
    trunk = Trunk()
    parts = [network(*trunk(to_network_input(crops[start : start + 256]))) for start in range(0, len(crops), 256)]
    cells, misread = (torch.sigmoid(torch.cat(part)) for part in zip(*parts))
    return cells.mean((1, 2, 3)).numpy(), misread[:, 0].numpy()


def report(network, data, chosen):
    wrong, sureness = read(data)
    truth = data["covered"].mean((1, 2))
    covered, misread = answers(network, data["crops"][chosen])
    wrong, sureness, truth = wrong[chosen], sureness[chosen], truth[chosen]
    silent = wrong & (sureness > 0.97) & (truth > COVERED_FROM)
    fine = ~wrong & (truth > COVERED_FROM)
    as_read, unseen = (part[chosen] for part in of_truth(data))
    widened = (1 - misread) * as_read + misread * unseen
    on_tiles = truth > COVERED_FROM
    lost = [round(float(-np.log(part[on_tiles]).mean()), 4) for part in (as_read, widened)]
    lines = [{"log_loss_as_read_and_widened": lost}, {"crops": int(chosen.sum()), "mean_error_of_covered": round(float(np.abs(covered - truth).mean()), 4), "silent": int(silent.sum())}]
    for limit in (0.02, 0.03, 0.05, 0.1, 0.2, 0.5):
        flagged = misread >= limit
        lines.append({
            "misread_from": limit, "of_silent": round(float(flagged[silent].mean()), 3), "of_covered_and_right": round(float(flagged[fine].mean()), 3),
            "of_uncovered": round(float(flagged[truth <= COVERED_FROM].mean()), 4),
        })
    return lines


def main(name):
    everything = lambda data: np.ones(len(data["crops"]), bool)
    network = train(name, everything if name == "shipped" else lambda data: ~held_out(data))
    if name != "shipped":
        data = read_crops()
        lines = report(network, data, held_out(data))
        (FOLDER / name / "report.json").write_text(json.dumps(lines, indent=1) + "\n")
        print("\n".join(map(json.dumps, lines)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "shipped")
