"""Exports a trained network to ONNX, checks that onnxruntime and OpenCV's dnn answer as PyTorch does, and writes its card's data and the fixture
for the program's own test.

    python export.py squares
    python export.py glance
    python export.py queendomino
    python export.py pieces
    python export.py pieces-further
    python export.py locator
"""

import hashlib
import json
import platform
import sys

import cv2
import numpy as np
import onnxruntime
import torch
from torch import nn

from cards import write_between
from context_train import fit_temperature_with_towns
from context_train import fit_temperatures as fit_temperatures_in_context
from locator_data import Scene, framed, of_pictures
from locator_train import FOLDER as LOCATOR_FOLDER
from locator_train import SEED as LOCATOR_SEED
from networks import (
    BUILDINGS, CASTLE, SHARE_CORRECTION, SIDES, TERRAINS, TOWN, ContextNetwork, LocatorNetwork, PiecesNetwork,
    QueendominoNetwork,
)
from pieces_data import PIECES
from pieces_real import FOLDER as REAL_FOLDER
from pieces_train import FOLDER as PIECES_FOLDER
from pieces_train import OUTPUTS as PIECES_OUTPUTS
from pieces_train import answers_in_kingdoms, excess_of_towers
from pieces_train import fit_temperatures as fit_temperatures_of_pieces
from pieces_train import fit_temperatures_in_kingdoms as fit_temperatures_of_pieces_in_kingdoms
from pieces_train import log_excess as log_excess_of_pieces
from places import MODELS, read_boards, read_scenes
from queendomino_train import FOLDER as QUEENDOMINO_FOLDER
from queendomino_train import fit_temperature_of_rendered_seams
from squares_data import CROP_PX, SQUARES, Squares, rectified_crops
from squares_train import GLANCE, SEED, folder_of, read_network
from training import to_network_input

OPSET = 12
TEMPERATURES = ["temperature_terrain", "temperature_crowns", "temperature_seam"]
SQUARES_OUTPUTS = ["terrain", "crowns", "seam", "features"]
OUTPUTS_OF = {"squares": SQUARES_OUTPUTS, "glance": SQUARES_OUTPUTS, "queendomino": SQUARES_OUTPUTS, "pieces": list(PIECES_OUTPUTS)}
TOLERANCE = 1e-3
PARITY = MODELS / "parity"
PARITY_CROPS = 12
PARITY_VALUES = 64


def load(network, path):
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval().to(memory_format=torch.contiguous_format)


class Shipped(nn.Module):
    """A CropNetwork as it is shipped: its outputs include the features (n, 128), the heads' input."""

    def __init__(self, network):
        super().__init__()
        self.network = network

    def forward(self, crops):
        features = self.network.pooled(crops)
        return *self.network.heads(features), features


def load_squares(name):
    """A network of squares_train.py as it is shipped: castles and holes are more frequent in training, so their logits are lowered."""
    network = read_network(name).to(memory_format=torch.contiguous_format)
    with torch.no_grad():
        network.terrain.bias[CASTLE:TOWN] -= SHARE_CORRECTION
    return Shipped(network).eval()


class InContext(nn.Module):
    """Both parts of Queendomino's squares network; the crops of a batch (n, 3, 64, 64) are of one kingdom."""

    def __init__(self, network, context):
        super().__init__()
        self.network, self.context = network, context

    def forward(self, crops):
        features, looks = self.network.features_and_looks(crops)
        terrain, crowns, seam = self.network.heads(features)
        return *self.context(torch.cat([features, looks], 1), terrain, crowns), seam, features


def write_onnx(network, example, path, input_name, output_names, dynamic):
    axes = {name: {0: "n"} for name in [input_name, *output_names]} if dynamic else None
    torch.onnx.export(
        network, (example,), path, opset_version=OPSET, input_names=[input_name], output_names=output_names,
        dynamic_axes=axes, dynamo=False,
    )


def answers_of_pytorch(network, blob):
    with torch.no_grad():
        return [output.numpy() for output in network(torch.from_numpy(blob))]


def answers_of_onnxruntime(path, blob):
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    return session.run(None, {session.get_inputs()[0].name: blob})


def answers_of_opencv(path, blob, output_names):
    network = cv2.dnn.readNetFromONNX(str(path))
    network.setInput(blob)
    return list(network.forward(output_names))


def check(network, path, blob, output_names, what):
    """The largest difference between the runtimes' answers; raises above TOLERANCE."""
    expected = answers_of_pytorch(network, blob)
    differences = {}
    for runtime, answers in (
        ("onnxruntime", answers_of_onnxruntime(path, blob)), ("opencv", answers_of_opencv(path, blob, output_names)),
    ):
        differences[runtime] = max(float(np.abs(a - b).max()) for a, b in zip(expected, answers, strict=True))
        if differences[runtime] > TOLERANCE:
            raise SystemExit(f"{path.name}: {runtime} differs from PyTorch by {differences[runtime]} on {what}")
    print(json.dumps({"checked": path.name, "on": what, "inputs": len(blob), "largest_difference": differences}), flush=True)
    return expected


def blob_of(pictures):
    return np.ascontiguousarray(to_network_input(pictures).numpy())


def versions():
    return {
        "python": platform.python_version(), "torch": torch.__version__, "numpy": np.__version__,
        "opencv": cv2.__version__, "onnxruntime": onnxruntime.__version__,
    }


def write_card(name, run, more):
    data = (MODELS / f"{name}.onnx").read_bytes()
    card = {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "opset": OPSET, **more}
    card["preprocessing"] = "BGR, (x - 127.5) / 127.5, NCHW float32"
    card["training"] = {**run, "versions": versions()}
    path = MODELS / f"{name}.json"
    path.write_text(json.dumps(card, indent=1) + "\n")
    write_between(MODELS / f"{name}.md", "shipped", shipped_table(card))


def shipped_table(card):
    run = card["training"]
    lines = ["| what is shipped | |", "|---|---|"]
    lines += [f"| sha256 | `{card['sha256']}` |", f"| size | {card['bytes']} bytes, ONNX opset {card['opset']} |"]
    lines += [f"| {name.replace('_', ' ')} | {value} |" for name, value in run.items() if not isinstance(value, dict)]
    lines += [f"| {name} | {value} |" for name, value in {**run.get("validation", {}), **run["versions"]}.items()]
    return "\n".join(lines)


def our_scene(suite):
    """A suite's first scene of our own artwork with one kingdom, a 5x5."""
    alone = [labels[0] for labels in of_pictures(read_scenes("ours", suite)) if len(labels) == 1]
    return next(label for label in alone if (label.rows, label.cols) == (5, 5))


def previous_card(name):
    path = MODELS / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else {}


def export_squares():
    export_of_squares("squares", "")


def export_glance():
    export_of_squares("glance", GLANCE)


def export_of_squares(model, prefix):
    """Exports the shipped network of squares_train.py whose names have this prefix."""
    path, names = MODELS / f"{model}.onnx", SQUARES_OUTPUTS
    network = load_squares(f"{prefix}shipped")
    write_onnx(network, torch.zeros(1, 3, 64, 64), path, "crops", names, dynamic=True)
    board = read_boards()[0]
    check(network, path, blob_of(rectified_crops(board.read(), board).reshape(-1, 64, 64, 3)), names, "a board's crops")
    run = {"seed": SEED}
    for name in "base", "shipped":
        run |= json.loads((folder_of(prefix + name) / "run.json").read_text())
    run["squares_gathered"] = len(Squares.load().terrain)
    old = previous_card(model)
    temperatures = {name: old.get(name, 1.0) for name in TEMPERATURES}
    write_squares_card(model, run, TERRAINS[:TOWN], temperatures)
    write_parity(model, network, our_scene("scenes-for-squares"), SQUARES)


def export_queendomino():
    path = MODELS / "queendomino.onnx"
    first_part = load(QueendominoNetwork(), QUEENDOMINO_FOLDER / "network.pt")
    context = load(ContextNetwork(), QUEENDOMINO_FOLDER / "context.pt")
    network = InContext(first_part, context).eval()
    write_onnx(network, torch.zeros(2, 3, CROP_PX, CROP_PX), path, "crops", SQUARES_OUTPUTS, dynamic=True)
    fitted = {"seam": fit_temperature_of_rendered_seams(first_part), **fit_temperatures_in_context(first_part, context)}
    temperatures = {f"temperature_{output}": fitted[output] for output in ("terrain", "crowns", "seam")}
    temperatures["temperature_with_towns"] = fit_temperature_with_towns(network, fitted)
    run = {"seed": SEED}
    for name in "run.json", "context.json":
        run |= json.loads((QUEENDOMINO_FOLDER / name).read_text())
    write_squares_card("queendomino", run, TERRAINS, temperatures)
    write_parity("queendomino", network, scene_of_queendomino(), SQUARES)


def write_squares_card(name, run, classes, temperatures):
    write_card(name, run, {"input": f"crops (n, 3, {CROP_PX}, {CROP_PX})", "classes": classes, "sides": SIDES, **temperatures})


def write_parity(name, network, scene, cut):
    """Writes a network's answers to some crops of a scene, for the program's test."""
    side = cut.crop_px
    crops = rectified_crops(scene.read(), scene, cut).reshape(-1, side, side, 3)[:PARITY_CROPS]
    outputs = OUTPUTS_OF[name]
    answers = check(network, MODELS / f"{name}.onnx", blob_of(crops), outputs, "crops of our artwork")
    PARITY.mkdir(exist_ok=True)
    cv2.imwrite(str(PARITY / f"{name}.png"), np.hstack(crops))
    about = f"{name}.png: crops of rendered squares, {side}x{side} each, side by side; the logits that PyTorch gives for them."
    logits = {output: np.round(answer, 5).tolist() for output, answer in zip(outputs, answers) if output != "features"}
    fixture = {"about": about, "sha256": previous_card(name)["sha256"], "crops": len(crops), "tolerance": TOLERANCE, **logits}
    (PARITY / f"{name}.json").write_text(json.dumps(fixture) + "\n")


def scene_of_queendomino():
    return next(label for label in read_scenes("queendomino", "scenes-for-pieces") if label.rows * label.cols >= 25)


def export_pieces():
    network = load(PiecesNetwork(), PIECES_FOLDER / "network.pt")
    fitted = fit_temperatures_of_pieces(network)
    with torch.no_grad():
        # The excess is taken off after the temperature, hence the product. For all outputs but the buildings another temperature is fitted below,
        # with which as much less or more is taken off.
        for output, excess in log_excess_of_pieces().items():
            network.get_submodule(output).bias -= fitted[output] * torch.from_numpy(excess)
        network.towers.bias[1:] -= excess_of_towers(answers_in_kingdoms(network))
    fitted |= fit_temperatures_of_pieces_in_kingdoms(answers_in_kingdoms(network))
    example = torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px)
    write_onnx(network, example, MODELS / "pieces.onnx", "crops", OUTPUTS_OF["pieces"], dynamic=True)
    run = {"seed": SEED, **json.loads((PIECES_FOLDER / "run.json").read_text())}
    temperatures = {f"temperature_{output}": value for output, value in fitted.items()}
    shape = f"crops (n, 3, {PIECES.crop_px}, {PIECES.crop_px})"
    write_card("pieces", run, {"input": shape, "buildings": BUILDINGS, **temperatures})
    write_parity("pieces", network, scene_of_queendomino(), PIECES)


def export_pieces_further():
    """Exports what pieces_real.py made of the shipped network, whose temperatures stay."""
    path = MODELS / "pieces.onnx"
    network = load(PiecesNetwork(knows_a_set=True), REAL_FOLDER / "network-shipped.pt")
    run = previous_card("pieces")["training"]
    run.pop("versions")
    run |= json.loads((REAL_FOLDER / "run-shipped.json").read_text())
    temperatures = {f"temperature_{output}": previous_card("pieces")[f"temperature_{output}"] for output in PIECES_OUTPUTS}
    write_onnx(network, torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px), path, "crops", OUTPUTS_OF["pieces"], dynamic=True)
    shape = f"crops (n, 3, {PIECES.crop_px}, {PIECES.crop_px})"
    write_card("pieces", run, {"input": shape, "buildings": BUILDINGS, **temperatures})
    write_parity("pieces", network, scene_of_queendomino(), PIECES)


def whole_picture(label):
    picture = label.read()
    height, width = picture.shape[:2]
    scene = Scene(picture, [(label.lattice_to_px(), label.occupied())])
    return framed(scene, np.array([0, 0, width, height], np.float64))[0]


def export_locator():
    path, names = MODELS / "locator.onnx", ["heat", "frame"]
    network = load(LocatorNetwork(), LOCATOR_FOLDER / "network.pt")
    write_onnx(network, torch.zeros(1, 3, 256, 256), path, "picture", names, dynamic=False)
    check(network, path, blob_of(whole_picture(read_boards()[0])[None]), names, "a board")
    run = {"seed": LOCATOR_SEED, **json.loads((LOCATOR_FOLDER / "run.json").read_text())}
    run["rendered_scenes"] = sum(len(of_pictures(read_scenes(artwork))) for artwork in ("ours", "real", "sheets"))
    outputs = {"heat": "(1, 2, 128, 128)", "frame": "(1, 6, 64, 64)"}
    write_card("locator", run, {"input": "picture (1, 3, 256, 256)", "outputs": outputs})
    picture = whole_picture(our_scene("scenes"))
    heat, frame = check(network, path, blob_of(picture[None]), names, "a scene of our artwork")
    PARITY.mkdir(exist_ok=True)
    cv2.imwrite(str(PARITY / "locator.png"), picture)
    fixture = {
        "about": "locator.png: a rendered scene in its 256x256 letterbox; values of PyTorch's outputs at flat indices.",
        "sha256": previous_card("locator")["sha256"], "tolerance": TOLERANCE,
        "heat": values_at(heat), "frame": values_at(frame),
    }
    (PARITY / "locator.json").write_text(json.dumps(fixture) + "\n")


def values_at(output):
    """Values at random places, always the same ones, and the mean, of one output."""
    indices = np.sort(np.random.default_rng(1).choice(output.size, PARITY_VALUES, replace=False))
    values = np.round(output.ravel()[indices].astype(float), 5)
    return {"indices": indices.tolist(), "values": values.tolist(), "mean": round(float(output.mean()), 6)}


if __name__ == "__main__":
    exports = [export_squares, export_glance, export_queendomino, export_pieces, export_pieces_further, export_locator]
    {export.__name__.removeprefix("export_").replace("_", "-"): export for export in exports}[sys.argv[1]]()
