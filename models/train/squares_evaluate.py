"""Measures the folds: each fold's network on the boards and crops that it has not seen.

    python squares_evaluate.py     after squares_train.py folds

Writes models/evaluation.csv, the tables of models/squares.md, the temperatures of models/squares.json, and the held-out
logits heldout_boards.npz and heldout_crops.npz under TRAIN_DIR.
"""

import csv
import json

import numpy as np
import torch

from cards import write_between
from networks import CASTLE, SHARE_CORRECTION, TERRAINS, TOWN
from places import MODELS, WORK, parse_square
from squares_train import folder_of, read_folds

TEMPERATURES = np.exp(np.linspace(np.log(0.1), np.log(4), 201))
# The least value of temperature_of_turns. A choice, below what was fitted (0.72 to 0.80).
LEAST_TEMPERATURE = 0.5

# As in crates/vision/src/classify/mod.rs.
ASK_AGAIN_BELOW = 0.95


def log_softmax(logits):
    shifted = logits - logits.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def joint_readings(terrain, crowns):
    """Logits (n, 8 or 9) and (n, 4) as log-probabilities of terrain and crowns together: of six lands 0 to 3 crowns each, then castle,
    empty and, where it is known, town."""
    terrain, crowns = log_softmax(terrain), log_softmax(crowns)
    land = (terrain[:, :CASTLE, None] + crowns[:, None]).reshape(len(terrain), -1)
    return np.concatenate([land, terrain[:, CASTLE:]], 1)


def number_of_reading(terrain, crowns):
    """The index in joint_readings of a terrain (its number) with so many crowns."""
    return 4 * terrain + crowns if terrain < CASTLE else 3 * CASTLE + terrain


class Answers:
    """Held-out answers of all folds on one source, of the networks whose names begin with `prefix`: logits (n, 8) and (n, 4),
    truth, fold number, and the saved columns."""

    def __init__(self, source, prefix=""):
        columns = [dict(np.load(folder_of(f"{prefix}fold{number}") / f"{source}.npz")) for number in fold_numbers()]
        self.fold = np.concatenate([np.full(len(c["terrain"]), n) for n, c in zip(fold_numbers(), columns)])
        self.columns = {key: np.concatenate([c[key] for c in columns]) for key in columns[0]}
        if "label" in self.columns:
            truth = [parse_square(label) for label in self.columns["label"]]
            self.true_terrain = np.array([TERRAINS.index(terrain) for terrain, _ in truth])
            self.true_crowns = np.array([crowns for _, crowns in truth])
        else:
            self.true_terrain, self.true_crowns = self.columns["true_terrain"], self.columns["true_crowns"]
        self.counted = ~self.columns.get("occluded", np.zeros(len(self.fold), bool))
        for terrain in ("terrain", "terrain_of_turns"):
            self.columns[terrain][:, CASTLE:TOWN] -= SHARE_CORRECTION  # as export.py does
        self.temperatures = {"terrain": 1.0, "crowns": 1.0}

    def save(self, path):
        np.savez(path, fold=self.fold, **self.columns)

    def ask_again(self, temperatures):
        """Calibrates, and replaces doubtful squares' logits by the mean of the four quarter turns."""
        self.temperatures = temperatures
        self.right_when_asked_once = self.right()
        self.asked_again = self.readings()[2] < ASK_AGAIN_BELOW
        for logits in ("terrain", "crowns"):
            self.columns[logits][self.asked_again] = self.columns[logits + "_of_turns"][self.asked_again]

    def readings(self):
        """The most probable reading of each square as (terrain, crowns, probability); castle, empty and town carry no crowns."""
        joint = joint_readings(self.columns["terrain"] / self.temperatures["terrain"], self.columns["crowns"] / self.temperatures["crowns"])
        best = joint.argmax(1)
        is_land = best < 4 * CASTLE
        terrain = np.where(is_land, best // 4, best - 3 * CASTLE)
        return terrain, np.where(is_land, best % 4, 0), np.exp(joint.max(1))

    def right(self):
        terrain, crowns, _ = self.readings()
        return (terrain == self.true_terrain) & (crowns == self.true_crowns)


def fitted_temperatures(network, outputs, batches):
    """By output, `fitted_temperature` on drawn batches of inputs and truths (-1: not asked); prints what is right."""
    inputs, *truths = zip(*batches)
    temperatures = {}
    for name, logits, truth in zip(outputs, network(torch.cat(inputs)), map(np.concatenate, truths)):
        asked, logits = truth >= 0, logits.numpy()
        temperatures[name] = fitted_temperature([(logits[asked], truth[asked])])
        print(f"{name}: {(logits.argmax(1) == truth)[asked].mean():.4f} of {asked.sum()} right")
    return temperatures


def fold_numbers():
    return range(1, len(read_folds()) + 1)


def fitted_temperature(samples):
    """The temperature of the smallest negative log-likelihood; each sample (logits, truth) weighs alike, whatever its size."""
    def loss(temperature):
        return np.mean([-log_softmax(logits / temperature)[np.arange(len(truth)), truth].mean() for logits, truth in samples])

    return round(float(min(TEMPERATURES, key=loss)), 4)


def loss_of_turns(logits, truth, temperature, sure_from):
    """The negative log-likelihood of truths (n,) by the mean of the four quarter turns, logits (4, n, classes), or by the first alone where its
    largest probability is at least `sure_from`."""
    turns = log_softmax(logits / temperature)
    together = log_softmax(turns.mean(0))
    is_sure = np.exp(turns[0].max(-1, keepdims=True)) >= sure_from
    return -np.where(is_sure, turns[0], together)[np.arange(len(truth)), truth].mean()


def temperature_of_turns(logits, truth, sure_from=np.inf):
    """The temperature with the smallest loss_of_turns, never below LEAST_TEMPERATURE."""
    best = min(TEMPERATURES, key=lambda temperature: loss_of_turns(logits, truth, temperature, sure_from))
    return max(LEAST_TEMPERATURE, round(float(best), 4))


def fit_temperatures(sources):
    """The temperature of each output. Terrain and crowns share the larger fit: crowns alone would get a sharper one, but a doubt too many is
    better than a wrong total without a warning."""
    terrain, crowns = [], []
    for source in sources:
        terrain.append((source.columns["terrain"][source.counted], source.true_terrain[source.counted]))
        land = source.counted & (source.true_terrain < CASTLE)
        crowns.append((source.columns["crowns"][land], source.true_crowns[land]))
    shared = max(fitted_temperature(terrain), fitted_temperature(crowns))
    return {"terrain": shared, "crowns": shared, "seam": fit_temperature_of_seams(sources)}


def fit_temperature_of_seams(sources):
    """The seams' temperature, on boards only: their seams are known where all tilings of a label agree."""
    known = [(source, source.counted & (source.columns["true_seam"] >= 0)) for source in sources if "true_seam" in source.columns]
    return fitted_temperature([(source.columns["seam"][these], source.columns["true_seam"][these]) for source, these in known])


def class_names(answers):
    return np.array([
        TERRAINS[terrain] if terrain >= CASTLE or crowns == 0 else f"{TERRAINS[terrain]}:{crowns}"
        for terrain, crowns in zip(answers.true_terrain, answers.true_crowns)
    ])


def csv_rows(source, answers):
    names, right = class_names(answers), answers.right()
    for number in fold_numbers():
        for occluded in (False, True):
            chosen = (answers.fold == number) & (answers.counted != occluded)
            for name in sorted(set(names[chosen])):
                these = chosen & (names == name)
                yield [number, source, name, "yes" if occluded else "no", these.sum(), (these & ~right).sum()]


def share(right):
    return f"{right.sum()} of {len(right)} ({100 * right.mean():.2f} %)"


def overall_table(boards, crops):
    lines = ["| fold | held out | boards' squares right | crops right |", "|---|---|---|---|"]
    for number, fold in zip(fold_numbers(), read_folds()):
        cells = [share(source.right()[source.counted & (source.fold == number)]) for source in (boards, crops)]
        lines.append(f"| {number} | {', '.join(fold['games'] + fold['sessions'])} | {cells[0]} | {cells[1]} |")
    cells = [f"**{share(source.right()[source.counted])}**" for source in (boards, crops)]
    lines.append(f"| all | | {cells[0]} | {cells[1]} |")
    cells = [share(source.right_when_asked_once[source.counted]) for source in (boards, crops)]
    lines.append(f"| all, doubtful squares not asked again | | {cells[0]} | {cells[1]} |")
    hidden = ~boards.counted
    lines += ["", f"Apart from these: squares hidden by a standing castle, {share(boards.right()[hidden])} right."]
    known = boards.counted & (boards.columns["true_seam"] >= 0)
    right = boards.columns["seam"].argmax(1) == boards.columns["true_seam"]
    lines += ["", f"Seams of the boards' squares, where all tilings agree: {share(right[known])} right."]
    return "\n".join(lines)


def class_table(boards, crops):
    names = sorted(set(class_names(boards)) | set(class_names(crops)))
    lines = ["| class | boards: squares | wrong | crops: squares | wrong |", "|---|---|---|---|---|"]
    for name in names:
        cells = []
        for source in (boards, crops):
            these = source.counted & (class_names(source) == name)
            cells += [these.sum(), (these & ~source.right()).sum()]
        lines.append(f"| {name} | {cells[0]} | {cells[1]} | {cells[2]} | {cells[3]} |")
    return "\n".join(lines)


def confusion_table(boards, crops):
    """Only what was confused: truth, reading, how often."""
    counts = {}
    for kind, source in (("boards", boards), ("crops", crops)):
        terrain, crowns, _ = source.readings()
        for index in np.flatnonzero(source.counted & ~source.right()):
            said = TERRAINS[terrain[index]] + (f":{crowns[index]}" if crowns[index] and terrain[index] < CASTLE else "")
            key = (kind, class_names(source)[index], said)
            counts[key] = counts.get(key, 0) + 1
    lines = ["| source | truth | read as | times |", "|---|---|---|---|"]
    lines += [f"| {kind} | {truth} | {said} | {times} |" for (kind, truth, said), times in sorted(counts.items())]
    return "\n".join(lines)


def reliability_table(boards, crops):
    edges = [0, 0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1.0001]
    lines = ["| probability given | boards: squares | right | crops: squares | right |", "|---|---|---|---|---|"]
    errors = {}
    for low, high in zip(edges, edges[1:]):
        cells = []
        for kind, source in (("boards", boards), ("crops", crops)):
            probability = source.readings()[2]
            these = source.counted & (probability >= low) & (probability < high)
            right = source.right()[these]
            cells += [these.sum(), f"{100 * right.mean():.1f} %" if len(right) else "-"]
            if len(right):
                gap = abs(right.mean() - probability[these].mean()) * these.sum() / source.counted.sum()
                errors[kind] = errors.get(kind, 0) + gap
        lines.append(f"| {low} to {min(high, 1)} | {cells[0]} | {cells[1]} | {cells[2]} | {cells[3]} |")
    lines += ["", "Expected calibration error over these bins: " + ", ".join(f"{k} {v:.4f}" for k, v in errors.items()) + "."]
    return "\n".join(lines)


def write_temperatures(model, temperatures):
    path = MODELS / f"{model}.json"
    card = json.loads(path.read_text())
    card.update({f"temperature_{output}": temperature for output, temperature in temperatures.items()})
    path.write_text(json.dumps(card, indent=1) + "\n")


def main():
    boards, crops = Answers("boards"), Answers("crops")
    temperatures = fit_temperatures([boards, crops])
    write_temperatures("squares", temperatures)
    for name, source in (("boards", boards), ("crops", crops)):
        source.save(WORK / f"heldout_{name}.npz")
        source.ask_again(temperatures)
    with open(MODELS / "evaluation.csv", "w", newline="") as table:
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(["fold", "source", "class", "occluded", "squares", "wrong"])
        writer.writerows([*csv_rows("boards", boards), *csv_rows("crops", crops)])
    fitted = ", ".join(f"{output} {temperature}" for output, temperature in temperatures.items())
    calibration = f"Temperatures fitted on the held-out squares: {fitted}.\n\n"
    tables = [
        overall_table(boards, crops), class_table(boards, crops), confusion_table(boards, crops),
        calibration + reliability_table(boards, crops),
    ]
    write_between(MODELS / "squares.md", "folds", "\n\n".join(tables))
    print("\n\n".join(tables))


if __name__ == "__main__":
    main()
