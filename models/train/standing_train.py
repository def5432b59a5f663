"""Trains the head of Queendomino's squares network that tells on which squares a knight, a tower or the Queen may stand, so that the pieces network
is asked about these and the towns alone. The network's own weights stay.

    python standing_train.py gather         after pieces_real.py draw: the rendered kingdoms' squares
    python standing_train.py a|b            trains with one fold's real pieces; reports on the other's and on the kept rendered kingdoms
    python standing_train.py shipped        trains with all; head_export.py puts it into the network's file
"""

import json
import multiprocessing
import os
import sys

import cv2
import numpy as np
import onnx
import torch
import torch.nn.functional as F

import pieces_real
from batch_augment import photographed_again
from networks import QueendominoNetwork, StandingHead, load_folded
from pieces_data import PIECES, SMALLEST_SQUARE_PX
from pieces_train import KEPT_EVERY, strangely_drawn
from places import MODELS, WORK, parse_pieces, read_scenes
from squares_data import SQUARES, as_found, rectified_crops, square_side_px
from training import Training, autocast, to_network_input

SEED = 2033
FOLDER = WORK / "standing"
# Choices, all of them. A batch: any rendered squares, rendered squares with a piece, and real pieces on all kinds of ground.
STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP = 6000, 3e-3, 1e-2, 100
ANY, WITH_PIECES, REAL = 64, 24, 40
# How often a batch is seen through another light and camera, and its groups strangely drawn.
PHOTOGRAPHED_SHARE, STRANGE_SHARE = 0.7, 0.35
# Of the other fold's pictures, so many are reported on.
REPORTED = 5000


def squares_of(label, rng):
    """The crops of a scene's squares (n, 64, 64, 3), as inaccurately cut as the program cuts them, and what stands on them (n, 3)."""
    if square_side_px(label.lattice_to_px(), label.rows // 2, label.cols // 2) < SMALLEST_SQUARE_PX / 2:
        return None
    crops = rectified_crops(label.read(), as_found(label, rng), SQUARES)
    pieces = {place: parse_pieces(label.squares[place[0]][place[1]]) for place in label.open_places()}
    standing = [(one.knight, one.towers > 0, one.queen) for one in pieces.values()]
    is_land = [not one.is_town for one in pieces.values()]
    return np.stack([crops[place] for place in pieces]), np.array(standing, bool), np.array(is_land)


def gather():
    labels = [label for label in read_scenes("queendomino", "scenes-for-pieces") if label.rows]
    jobs = [(label, np.random.default_rng([SEED, number])) for number, label in enumerate(labels)]
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as processes:
        scenes = processes.starmap(squares_of, jobs, chunksize=4)
    scenes = [(number, *scene) for number, scene in enumerate(scenes) if scene is not None]
    numbers, crops, standing, is_land = zip(*scenes)
    scene = np.repeat(numbers, [len(part) for part in crops])
    FOLDER.mkdir(parents=True, exist_ok=True)
    np.savez(
        FOLDER / "rendered.npz", crops=np.concatenate(crops), standing=np.concatenate(standing), is_land=np.concatenate(is_land), scene=scene,
    )
    print(json.dumps({"squares": len(scene), "with_pieces": int(np.concatenate(standing).any(1).sum())}))


def real(fold):
    """The pictures that pieces_real.py drew of a fold, as this network's crops, what stands on them, and whether they are land."""
    pictures = np.memmap(pieces_real.FOLDER / f"{fold}.raw", np.uint8, "r", shape=pieces_real.shape_of(fold))
    told = json.loads((pieces_real.FOLDER / f"{fold}.json").read_text())
    near = PIECES.detail * (PIECES.margin_px - SQUARES.margin_px)
    side = SQUARES.crop_px
    crops = [cv2.resize(picture[near:-near, near:-near], (side, side), interpolation=cv2.INTER_AREA) for picture in pictures]
    building, knight, towers, queen = zip(*told)
    standing = np.stack([np.array(one) > 0 for one in (knight, towers, queen)], 1)
    return np.stack(crops), standing, np.sum(building, 1) == 0


def trunk():
    """The shipped network's first part, without what is added to it."""
    graph = onnx.load(MODELS / "queendomino.onnx").graph
    tensors = {tensor.name: torch.tensor(onnx.numpy_helper.to_array(tensor)) for tensor in graph.initializer}
    convolutions = [node for node in graph.node if node.op_type == "Conv" and not node.output[0].startswith("standing_")]
    in_order = [tensors[name] for node in convolutions for name in node.input[1:]]
    network = load_folded(QueendominoNetwork(), in_order, torch.zeros(1, 3, SQUARES.crop_px, SQUARES.crop_px))
    return network.eval().to(memory_format=torch.channels_last)


@torch.no_grad()
def probabilities(head, network, crops):
    """The probability (n,) that something stands on each of the crops."""
    parts = [head(*network.early_layers(to_network_input(crops[start : start + 256]))) for start in range(0, len(crops), 256)]
    return (1 - (1 - torch.sigmoid(torch.cat(parts))).prod(1)).numpy()


def report(head, network, crops, standing, is_land):
    """For some limits: the share of the land squares that would not be looked at closely, and how many of those with a piece."""
    found, stands = probabilities(head, network, crops[is_land]), standing[is_land].any(1)
    return [
        {
            "below": limit, "passed over": round(float((found[~stands] < limit).mean()), 4), "squares": int((~stands).sum()),
            "with a piece": int((found[stands] < limit).sum()), "pieces": int(stands.sum()),
        }
        for limit in (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)
    ]


def train(what):
    torch.manual_seed(SEED)
    data, network = dict(np.load(FOLDER / "rendered.npz")), trunk()
    kept = data["scene"] % KEPT_EVERY == 0
    learnt = np.flatnonzero(~kept)
    with_pieces = learnt[data["standing"][learnt].any(1)]
    folds = {fold: real(fold) for fold in "ab"}
    faces = [np.concatenate(parts) for parts in zip(*(folds[fold] for fold in ("ab" if what == "shipped" else what)))]

    def loss_of_step(head, step):
        torch.manual_seed(SEED + step)
        rng = np.random.default_rng([SEED, step])
        rendered = np.concatenate([rng.choice(learnt, ANY), rng.choice(with_pieces, WITH_PIECES)])
        photographed = rng.integers(len(faces[0]), size=REAL)
        order = rng.permutation(len(rendered) + REAL)
        crops = np.concatenate([data["crops"][rendered], faces[0][photographed]])[order]
        standing = np.concatenate([data["standing"][rendered], faces[1][photographed]])[order]
        with torch.no_grad():
            pictures = to_network_input(np.rot90(crops, rng.integers(4), (1, 2)))
            if rng.random() < PHOTOGRAPHED_SHARE:
                pictures = photographed_again(pictures)
            if rng.random() < 0.5:
                pictures = pictures.flip(3)
            pictures = strangely_drawn(pictures, STRANGE_SHARE)
            with autocast():
                seen = network.early_layers(pictures)
        with autocast():
            logits = head(*seen)
        loss = F.binary_cross_entropy_with_logits(logits.float(), torch.from_numpy(standing).float())
        return loss, {"standing": loss.detach()}

    training = Training(StandingHead(), STEPS, PEAK_RATE, WEIGHT_DECAY, WARM_UP, FOLDER / what / "checkpoint.pt", 1000)
    training.run(loss_of_step)
    torch.save(training.averaged.state_dict(), FOLDER / what / "network.pt")
    run = {"steps": f"{STEPS} of {ANY + WITH_PIECES + REAL}, {round(training.seconds)} s", "crops": len(learnt) + len(faces[0])}
    (FOLDER / what / "run.json").write_text(json.dumps(run) + "\n")
    lines = {"rendered, kept": report(training.averaged, network, *(data[name][kept] for name in ("crops", "standing", "is_land")))}
    for fold in () if what == "shipped" else set("ab") - {what}:
        lines[f"real, fold {fold}"] = report(training.averaged, network, *(part[:REPORTED] for part in folds[fold]))
    (FOLDER / what / "report.json").write_text(json.dumps(lines, indent=1) + "\n")
    print(json.dumps(lines, indent=1), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "gather":
        gather()
    else:
        train(sys.argv[1])
