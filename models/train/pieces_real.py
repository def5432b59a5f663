"""Trains the shipped pieces network further with real faces and pieces of Queendomino (real_data.py). Only its second branch learns: to tell
them, and to add nothing on rendered squares. All else stays, so that other artwork is read as before. When the late layers themselves were
trained, on both, 98 of 133 buildings in the styles kept for measuring were right after 150 steps, before 111.

    python pieces_real.py draw [SET]    after pieces_data.py; of all sets, or of one
    python pieces_real.py a|b           trains with one fold's faces and pieces alone, to be read by real_evaluate.py
    python pieces_real.py shipped       trains with all
"""

import json
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn.functional as F

import places
from networks import BUILDINGS, CASTLE, MAX_TOWERS, TERRAINS, KnownSet, PiecesNetwork, load_folded
from pieces_data import PIECES, Standing
from pieces_train import OUTPUTS, LABEL_SMOOTHING, SEED, WEIGHT_DECAY, Sampler, in_kingdoms, is_kept, shares, strangely_drawn
from places import MODELS, WORK, parse_square
from real_data import RealSampler
from squares_data import canvas_of_square
from training import Training, to_network_input

FOLDER = WORK / "pieces-real"
# Pictures drawn of each fold, and rendered ones so that these are not forgotten: as many as one core draws in some minutes.
DRAWN = {"a": 2400, "b": 2400, "rendered": 3000}
CHUNK = 100
SEEN_SHAPE = (128, 20, 20)
# Choices, all of them: the loss still fell at 500 steps; no other rate, share or schedule was tried.
STEPS = {"a": 600, "b": 600, "shipped": 800}
BATCH, RENDERED_SHARE = 64, 0.4
PEAK_RATE, WARM_UP = 1.5e-3, 20
# Weight of the mean square of what is added to the logits of rendered squares. A choice: after 200 steps of fold a the 24 rendered kingdoms of
# real_evaluate.py were read exactly as before.
SILENCE = 2.0
# Every other board of Kingdomino gives so many squares as ground, the others are kept for real_evaluate.py. A choice.
SQUARES_OF_BOARD = 8


def shipped(examples):
    """The shipped network with its batch norms undone and its own weights of places; its second branch begins anew."""
    graph = onnx.load(MODELS / "pieces.onnx").graph
    tensors = {tensor.name: torch.tensor(onnx.numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type == "Conv" and not node.output[0].startswith("/known_set/")]
    in_order = [tensors[name] for node in convolutions if len(node.input) == 3 for name in node.input[1:]]
    network = PiecesNetwork()
    with torch.no_grad():
        places_of = next(tensors[node.input[1]] for node in convolutions if len(node.input) == 2)
        network.weights_of_places.copy_(places_of * (network.PLACES - 2) ** 2)
    network = load_folded(network, in_order, examples)
    with torch.no_grad():
        for output in OUTPUTS:
            head = network.get_submodule(output)
            head.weight.copy_(tensors[f"{output}.weight"])
            head.bias.copy_(tensors[f"{output}.bias"])
    network.known_set = KnownSet(network.features[PiecesNetwork.EARLY :], {output: network.get_submodule(output).out_features for output in OUTPUTS})
    return network.eval()


def boards(kept):
    """Canvases of land squares on labelled photographs of Kingdomino: those kept for measuring, or the others."""
    canvases = []
    for number, label in enumerate(places.read_boards()):
        if (number % 2 == 1) != kept:
            continue
        picture, to_px, rng = label.read(), label.lattice_to_px(), np.random.default_rng([SEED, number])
        open_places = label.open_places()
        for index in rng.permutation(len(open_places))[:SQUARES_OF_BOARD]:
            row, col = open_places[index]
            if TERRAINS.index(parse_square(label.squares[row][col])[0]) != CASTLE:
                canvases.append(canvas_of_square(picture, to_px, row, col, PIECES)[0])
    return np.stack(canvases)


def sampler_of_real(fold):
    standing = Standing.load()
    rng = np.random.default_rng([SEED, 7])
    usable = ~is_kept(standing)
    nothing = (standing.knight == 0) & (standing.towers == 0) & (standing.queen == 0) & usable
    bare = np.flatnonzero(nothing & (standing.building < 0))
    bare = np.sort(rng.permutation(bare)[:400])
    others = np.concatenate([boards(kept=False), standing.canvases[bare]])
    built = np.sort(rng.permutation(np.flatnonzero(nothing & (standing.building > 0)))[:600])
    return RealSampler(fold, others, (np.array(standing.canvases[built]), standing.building[built]))


def shape_of(name):
    return DRAWN[name], *SEEN_SHAPE


def draw(name):
    """Draws pictures, and keeps the early layers' outputs and the truths. Goes on where it stopped."""
    path, done_path = FOLDER / f"{name}.raw", FOLDER / f"{name}.json"
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = json.loads(done_path.read_text()) if done_path.exists() else []
    seen = np.memmap(path, np.float16, "r+" if path.exists() else "w+", shape=shape_of(name))
    network = shipped(torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px))
    early = network.features[:PiecesNetwork.EARLY]
    if name == "rendered":
        standing = Standing.load()
        sampler = Sampler(standing, ~is_kept(standing))
    else:
        sampler = sampler_of_real(name)
    for start in range(len(done), DRAWN[name], CHUNK):
        rng = np.random.default_rng([SEED, 8, list(DRAWN).index(name), start])
        if name == "rendered":
            crops, building, *others = sampler.batch(CHUNK, rng)
            share = np.zeros((CHUNK, len(BUILDINGS)), np.float32)
            share[building >= 0, building[building >= 0]] = 1
            told = [[row.tolist(), *map(int, rest)] for row, *rest in zip(share, *others)]
            torch.manual_seed(start)
            pictures = strangely_drawn(to_network_input(crops))
        else:
            drawn = [sampler.draw(rng) for _ in range(CHUNK)]
            told = [[one.building.tolist(), one.knight, min(one.towers, MAX_TOWERS), one.queen] for one in drawn]
            pictures = to_network_input(np.stack([one.crop for one in drawn]))
        with torch.no_grad():
            seen[start : start + CHUNK] = early(pictures).numpy()
        done += told
        if len(done) % 500 == 0 or len(done) == DRAWN[name]:
            seen.flush()
            temporary = done_path.with_suffix(".tmp")
            temporary.write_text(json.dumps(done))
            os.replace(temporary, done_path)
            print(json.dumps({"drawn": name, "so far": len(done)}), flush=True)


class Seen:
    """What was drawn of some sets: the early layers' outputs, and the truths by output."""

    def __init__(self, names):
        self.parts, told = [], []
        for name in names:
            self.parts.append(np.memmap(FOLDER / f"{name}.raw", np.float16, "r", shape=shape_of(name)))
            told += json.loads((FOLDER / f"{name}.json").read_text())
        self.starts = np.cumsum([0] + [len(part) for part in self.parts])
        building, knight, towers, queen = zip(*told)
        self.truths = {
            "building": np.float32(building), "knight": np.int64(knight), "towers": np.int64(towers), "queen": np.int64(queen),
        }
        self.is_rendered = np.repeat([name == "rendered" for name in names], [len(part) for part in self.parts])

    def batch(self, chosen):
        parts = np.searchsorted(self.starts, chosen, "right") - 1
        seen = np.stack([self.parts[part][number - self.starts[part]] for part, number in zip(parts, chosen)])
        return torch.from_numpy(seen.astype(np.float32)), {name: torch.from_numpy(truth[chosen]) for name, truth in self.truths.items()}


def chosen_of(seen, rng):
    """The indices of a batch's squares."""
    rendered, real = np.flatnonzero(seen.is_rendered), np.flatnonzero(~seen.is_rendered)
    few = int(BATCH * RENDERED_SHARE)
    return np.concatenate([rng.choice(rendered, few), rng.choice(real, BATCH - few)])


def log_excess(seen):
    """As pieces_train.log_excess, for what is drawn of the real set."""
    building, real = seen.truths["building"], ~seen.is_rendered
    answers = {name: truth[real] for name, truth in seen.truths.items() if name != "building"}
    answers["building"] = np.where(building.sum(1) > 0, building.argmax(1), -1)[real]
    played = in_kingdoms()
    there, here = shares(played, np.ones(len(played["building"]))), shares(answers, np.ones(int(real.sum())))
    # A face of either coin building counts half for each.
    built = building[real & (building[:, 1:].sum(1) > 0)]
    here["building"] = built.sum(0) / len(built)
    excess = {}
    for output, values in here.items():
        shown = (values > 0) & (there[output] > 0)
        excess[output] = np.where(shown, np.log(np.where(shown, values, 1) / np.where(shown, there[output], 1)), 0.0)
    return excess


@torch.no_grad()
def old_answers(network, seen, path):
    """The logits of all that was drawn, without the second branch, by output (n, classes); kept at `path`."""
    if path.exists():
        return torch.load(path, weights_only=True)
    answers = []
    for start in range(0, len(seen.is_rendered), CHUNK):
        early, _ = seen.batch(np.arange(start, min(start + CHUNK, len(seen.is_rendered))))
        late = network.features[PiecesNetwork.EARLY :](early)
        answers.append(network.heads(torch.cat([pool(late, 1).flatten(1) for pool in network.poolings], 1)))
    together = [torch.cat(parts) for parts in zip(*answers)]
    torch.save(together, path)
    return together


def loss_of(logits, added, truths, is_rendered):
    building, *others = (values[~is_rendered] for values in logits)
    truths = {name: truth[~is_rendered] for name, truth in truths.items()}
    is_town = truths["building"].sum(1) > 0
    wanted = truths["building"] * (1 - LABEL_SMOOTHING) + LABEL_SMOOTHING / len(BUILDINGS)
    parts = {"building": -(wanted * F.log_softmax(building, 1)).sum(1)[is_town].mean()}
    for name, values in zip(OUTPUTS[1:], others):
        parts[name] = F.cross_entropy(values, truths[name], label_smoothing=LABEL_SMOOTHING)
    parts["silence"] = SILENCE * sum(values[is_rendered].square().mean() for values in added)
    return sum(parts.values()), {name: part.item() for name, part in parts.items()}


def main(what, *names):
    if what == "draw":
        for name in names or DRAWN:
            draw(name)
        return
    torch.manual_seed(SEED)
    seen = Seen(["a", "b", "rendered"] if what == "shipped" else [what, "rendered"])
    network = shipped(torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px))
    old = old_answers(network, seen, FOLDER / f"old-{what}.pt")
    for name, parameter in network.named_parameters():
        parameter.requires_grad = name.startswith("known_set.")
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.weight.requires_grad = False  # one that is undone says nothing of how large a step should be
    card = json.loads((MODELS / "pieces.json").read_text())
    excess = {
        name: card[f"temperature_{name}"] * torch.from_numpy(values).float() for name, values in log_excess(seen).items()
    }

    def loss_of_step(network, step):
        network.eval()  # so that the batch norms' statistics stay
        chosen = chosen_of(seen, np.random.default_rng([SEED, 9, step]))
        early, truths = seen.batch(chosen)
        added = network.known_set(early)
        logits = [old_logits[chosen] + values + excess[name] for name, old_logits, values in zip(OUTPUTS, old, added)]
        return loss_of(logits, added, truths, torch.from_numpy(seen.is_rendered[chosen]))

    training = Training(network, STEPS[what], PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / f"{what}.pt", every=25)
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / f"network-{what}.pt")
    run = {"steps with real faces and pieces": f"{STEPS[what]} steps of {BATCH}, {round(training.seconds)} s"}
    (FOLDER / f"run-{what}.json").write_text(json.dumps(run) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
