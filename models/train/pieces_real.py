"""Trains the shipped pieces network further with real faces and pieces of Queendomino (real_varied.py). Only its second branch learns: to tell
them, and to add nothing on rendered squares. All else stays, so that other artwork is read as before. When the late layers themselves were
trained, on both, 98 of 133 buildings in the styles kept for measuring were right after 150 steps, before 111.

    python pieces_real.py draw [SET]    after pieces_data.py; of all sets, or of one
    python pieces_real.py a|b           trains with one fold's faces and pieces alone, to be read by real_evaluate.py
    python pieces_real.py shipped       trains with all

Everything can be stopped and goes on. On an accelerator, where there is one: on one core of a processor a training takes days.
"""

import json
import multiprocessing
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn.functional as F

import places
from batch_augment import photographed_again
from networks import BUILDINGS, CASTLE, MAX_TOWERS, TERRAINS, KnownSet, PiecesNetwork, beyond, load_folded
from pieces_data import PIECES, Standing
from pieces_train import OUTPUTS, LABEL_SMOOTHING, SEED, WEIGHT_DECAY, Sampler, in_kingdoms, is_kept, shares, strangely_drawn
from places import MODELS, WORK, parse_square
from real_varied import VariedSampler
from squares_data import canvas_of_square
from training import DEVICE, Training, autocast

FOLDER = WORK / "pieces-real"
# Pictures drawn of each fold, and rendered ones. Each is shown some twenty times, never the same way (batch_augment.py).
DRAWN = {"a": 40000, "b": 40000, "rendered": 40000}
CHUNK = 100
PICTURE_SHAPE = (PIECES.crop_px, PIECES.crop_px, 3)
# Choices, all of them, made before anything held out was read: six minutes of an accelerator (an H100), on which all three trained side by side.
STEPS = {"a": 9000, "b": 9000, "shipped": 9000}
BATCH, RENDERED_SHARE = 192, 0.4
PEAK_RATE, WARM_UP = 1.5e-3, 200
# Weights of the mean square of what is added to the logits of rendered squares, and of what would be added of it. Choices.
SILENCE, LOUD = 2.0, 20.0
# Every other board of Kingdomino gives so many squares as ground, the others are kept for real_evaluate.py. A choice.
SQUARES_OF_BOARD = 8
# How many bare and built squares of rendered kingdoms real pieces lie on. Choices.
BARE, BUILT = 1500, 1500


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
    bare = np.sort(rng.permutation(bare)[:BARE])
    others = np.concatenate([boards(kept=False), standing.canvases[bare]])
    built = np.sort(rng.permutation(np.flatnonzero(nothing & (standing.building > 0)))[:BUILT])
    return VariedSampler(fold, others, (np.array(standing.canvases[built]), standing.building[built]))


def shape_of(name):
    return DRAWN[name], *PICTURE_SHAPE


def draw_chunk(start):
    """A set's pictures from this number on (CHUNK, 160, 160, 3), and what is on them."""
    name, sampler = draw_chunk.of
    rng = np.random.default_rng([SEED, 8, list(DRAWN).index(name), start])
    if name != "rendered":
        drawn = [sampler.draw(rng) for _ in range(CHUNK)]
        told = [[one.building.tolist(), one.knight, min(one.towers, MAX_TOWERS), one.queen] for one in drawn]
        return np.stack([one.crop for one in drawn]), told
    crops, building, *others = sampler.batch(CHUNK, rng)
    share = np.zeros((CHUNK, len(BUILDINGS)), np.float32)
    share[building >= 0, building[building >= 0]] = 1
    return crops, [[row.tolist(), *map(int, rest)] for row, *rest in zip(share, *others)]


def draw(name):
    """Draws pictures and keeps them with the truths. Goes on where it stopped."""
    path, done_path = FOLDER / f"{name}.raw", FOLDER / f"{name}.json"
    FOLDER.mkdir(parents=True, exist_ok=True)
    done = json.loads(done_path.read_text()) if done_path.exists() else []
    pictures = np.memmap(path, np.uint8, "r+" if path.exists() else "w+", shape=shape_of(name))
    if name == "rendered":
        standing = Standing.load()
        draw_chunk.of = name, Sampler(standing, ~is_kept(standing))
    else:
        draw_chunk.of = name, sampler_of_real(name)
    starts = range(len(done), DRAWN[name], CHUNK)
    with multiprocessing.get_context("fork").Pool(len(os.sched_getaffinity(0))) as processes:
        for start, (crops, told) in zip(starts, processes.imap(draw_chunk, starts)):
            pictures[start : start + CHUNK] = crops
            done += told
            if len(done) % 5000 == 0 or len(done) == DRAWN[name]:
                pictures.flush()
                temporary = done_path.with_suffix(".tmp")
                temporary.write_text(json.dumps(done))
                os.replace(temporary, done_path)
                print(json.dumps({"drawn": name, "so far": len(done)}), flush=True)


class Seen:
    """What was drawn of some sets: the pictures, and the truths by output. On an accelerator all of it lies there."""

    def __init__(self, names):
        self.parts, told = [], []
        for name in names:
            part = np.memmap(FOLDER / f"{name}.raw", np.uint8, "c", shape=shape_of(name))
            self.parts.append(torch.from_numpy(part).to(DEVICE))
            told += json.loads((FOLDER / f"{name}.json").read_text())
        self.starts = np.cumsum([0] + [len(part) for part in self.parts])
        building, knight, towers, queen = zip(*told)
        self.truths = {
            "building": np.float32(building), "knight": np.int64(knight), "towers": np.int64(towers), "queen": np.int64(queen),
        }
        self.there = {name: torch.from_numpy(truth).to(DEVICE) for name, truth in self.truths.items()}
        self.is_rendered = np.repeat([name == "rendered" for name in names], [len(part) for part in self.parts])

    def batch(self, chosen):
        """Pictures (n, 3, 160, 160) as the networks take them, and truths. `chosen`: (n,) ascending."""
        bounds = np.searchsorted(chosen, self.starts)
        parts = [
            part[torch.from_numpy(chosen[low:high] - start).to(DEVICE)]
            for part, start, low, high in zip(self.parts, self.starts, bounds, bounds[1:])
        ]
        pictures = torch.cat(parts).permute(0, 3, 1, 2).float().sub_(127.5).div_(127.5)
        index = torch.from_numpy(chosen).to(DEVICE)
        return pictures, {name: truth[index] for name, truth in self.there.items()}


def chosen_of(seen, rng):
    """The indices of a batch's squares, real ones first; the rendered ones are drawn last."""
    real, few = int((~seen.is_rendered).sum()), int(BATCH * RENDERED_SHARE)
    chosen = [rng.integers(real, size=BATCH - few), rng.integers(real, len(seen.is_rendered), size=few)]
    return np.sort(np.concatenate(chosen))


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


def loss_of(late, added, excess, truths, real):
    """The loss of a batch whose first `real` squares are real. What is said is asked to be right as it is and as it is added, less what is too
    little to be added (KnownSet.LEAST): that alone could teach nothing at the beginning, when all is little."""
    is_town = truths["building"][:real].sum(1) > 0
    wanted = truths["building"][:real] * (1 - LABEL_SMOOTHING) + LABEL_SMOOTHING / len(BUILDINGS)
    parts = {}
    for name, logits, values in zip(OUTPUTS, late, added):
        parts[name] = 0.0
        for more in values, beyond(values, KnownSet.LEAST[name]):
            answer = (logits + more)[:real] + excess[name]
            if name == "building":
                loss = (-(wanted * F.log_softmax(answer, 1)).sum(1) * is_town).sum() / is_town.sum().clamp(min=1)
            else:
                loss = F.cross_entropy(answer, truths[name][:real], label_smoothing=LABEL_SMOOTHING)
            parts[name] = parts[name] + 0.5 * loss
    parts["silence"] = SILENCE * sum(values[real:].square().mean() for values in added)
    parts["loud"] = LOUD * sum(beyond(values[real:], KnownSet.LEAST[name]).square().mean() for name, values in zip(OUTPUTS, added))
    return sum(parts.values()), {name: part.detach() for name, part in parts.items()}


def main(what, *names):
    if what == "draw":
        for name in names or DRAWN:
            draw(name)
        return
    torch.manual_seed(SEED)
    torch.backends.cudnn.benchmark = True
    seen = Seen(["a", "b", "rendered"] if what == "shipped" else [what, "rendered"])
    network = shipped(torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px)).to(DEVICE)
    for name, parameter in network.named_parameters():
        parameter.requires_grad = name.startswith("known_set.")
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.weight.requires_grad = False  # one that is undone says nothing of how large a step should be
    card = json.loads((MODELS / "pieces.json").read_text())
    excess = {
        name: card[f"temperature_{name}"] * torch.from_numpy(values).float().to(DEVICE) for name, values in log_excess(seen).items()
    }
    real = BATCH - int(BATCH * RENDERED_SHARE)

    def loss_of_step(network, step):
        network.eval()  # so that the batch norms' statistics stay
        torch.manual_seed(SEED + step)
        pictures, truths = seen.batch(chosen_of(seen, np.random.default_rng([SEED, 9, step])))
        with torch.no_grad():
            pictures = photographed_again(pictures)
            pictures = torch.cat([pictures[:real], strangely_drawn(pictures[real:])])
        with autocast(DEVICE):
            late, added = network.both(pictures.contiguous(memory_format=torch.channels_last))
        late, added = ([logits.float() for logits in answers] for answers in (late, added))
        return loss_of(late, added, excess, truths, real)

    every = 25 if DEVICE.type == "cpu" else 1000
    training = Training(network, STEPS[what], PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / f"{what}.pt", every)
    training.run(loss_of_step)
    torch.save({name: value.cpu() for name, value in training.averaged.state_dict().items()}, FOLDER / f"network-{what}.pt")
    run = {"steps with real faces and pieces": f"{STEPS[what]} steps of {BATCH}, {round(training.seconds)} s"}
    (FOLDER / f"run-{what}.json").write_text(json.dumps(run) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
