"""Adds a head to a shipped network's file: that of seen_train.py to glance.onnx, or that of standing_train.py to queendomino.onnx. Checks that
onnxruntime and OpenCV's dnn answer as PyTorch does and that the network's other outputs stay the same, and writes the card's data and the fixture
for the program's own test.

    python head_export.py seen|standing
"""

import hashlib
import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from torch import nn

import seen_train
import standing_train
from cards import write_between
from export import shipped_table
from networks import FAST, WIDE, SeenHead, StandingHead
from places import MODELS
from training import to_network_input

PARITY = MODELS / "parity"
OPSET, TOLERANCE = 12, 1e-3
LAYERS = ["early", "middle", "late"]


@dataclass
class Head:
    """A head that is added to a network's file. `relus`: which of the network's ReLUs give its input, of which `channels` and `sides` are the
    shapes. `trunk`: from crops to that input. `about`: the card's words for its training."""

    model: str
    prefix: str
    outputs: list
    network: nn.Module
    folder: Path
    trunk: object
    relus: tuple
    channels: tuple
    sides: tuple
    card: dict
    about: str


def seen():
    return Head(
        "glance", "seen_", ["covered", "misread"], SeenHead(), seen_train.FOLDER, seen_train.Trunk(), SeenHead.LAYERS,
        tuple(FAST[layer][0] for layer in SeenHead.LAYERS), (16, 8, 4), {"cells": SeenHead.CELLS}, "head_for_what_is_seen",
    )


def standing():
    # Each residual has two ReLUs: EARLY's layers are a convolution and two residuals.
    return Head(
        "queendomino", "standing_", ["standing"], StandingHead(), standing_train.FOLDER, standing_train.trunk().early_layers, (1, 5, 9),
        tuple(WIDE[layer][0] for layer in (1, 3, 5)), (32, 16, 8), {}, "head_for_what_may_stand",
    )


class Probabilities(nn.Module):
    """A head as it is shipped: the probabilities of each output (n, values)."""

    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, early, middle, late):
        answers = self.head(early, middle, late)
        answers = answers if isinstance(answers, tuple) else (answers,)
        return tuple(torch.sigmoid(logits).flatten(1) for logits in answers)


def without_head(model, head):
    """The model without this head."""
    graph = model.graph
    for part in graph.node, graph.initializer:
        ours = [item for item in part if (item.name if hasattr(item, "data_type") else item.output[0]).startswith(head.prefix)]
        for item in ours:
            part.remove(item)
    for output in [output for output in graph.output if output.name in head.outputs]:
        graph.output.remove(output)
    for node in [node for node in graph.node if node.output[0] in head.outputs]:
        graph.node.remove(node)
    return model


def head_model(head):
    examples = tuple(torch.zeros(2, channels, side, side) for channels, side in zip(head.channels, head.sides))
    axes, file = {name: {0: "n"} for name in LAYERS + head.outputs}, io.BytesIO()
    torch.onnx.export(
        Probabilities(head.network).eval(), examples, file, opset_version=OPSET, input_names=LAYERS, output_names=head.outputs,
        dynamic_axes=axes, dynamo=False,
    )
    return onnx.load_model_from_string(file.getvalue())


def joined(model, added, head):
    """The model with the head's nodes connected to its layers' outputs, each as early as it can run: OpenCV keeps a layer's output in memory until
    the last node that takes it has run."""
    relus = [node.output[0] for node in model.graph.node if node.op_type == "Relu"]
    answers = dict(zip(LAYERS, (relus[number] for number in head.relus)))

    def renamed(name):
        return answers.get(name, name if name in head.outputs or not name else head.prefix + name)

    for node in added.graph.node:
        node.name = head.prefix + node.name
        node.input[:], node.output[:] = map(renamed, node.input), map(renamed, node.output)
        at = max([number + 1 for number, other in enumerate(model.graph.node) if set(other.output) & set(node.input)], default=0)
        model.graph.node.insert(at, node)
    for tensor in added.graph.initializer:
        tensor.name = renamed(tensor.name)
        model.graph.initializer.append(tensor)
    model.graph.output.extend(added.graph.output)
    onnx.checker.check_model(model)
    return model


def answers_of_onnxruntime(data, blob):
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    return dict(zip([output.name for output in session.get_outputs()], session.run(None, {"crops": blob})))


def answers_of_opencv(data, blob, names):
    network = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    network.setInput(blob)
    return dict(zip(names, network.forward(names)))


def main(head):
    path, card_path, fixture_path = MODELS / f"{head.model}.onnx", MODELS / f"{head.model}.json", PARITY / f"{head.model}.json"
    head.network.load_state_dict(torch.load(head.folder / "shipped" / "network.pt"))
    head.network.eval()
    old = without_head(onnx.load(path), head).SerializeToString()
    data = joined(onnx.load_model_from_string(old), head_model(head), head).SerializeToString()

    strip = cv2.imread(str(PARITY / f"{head.model}.png"))
    crops = np.stack(np.split(strip, strip.shape[1] // strip.shape[0], 1))
    blob = np.ascontiguousarray(to_network_input(crops).numpy())
    with torch.no_grad():
        answers = Probabilities(head.network)(*head.trunk(torch.from_numpy(blob)))
    expected = dict(zip(head.outputs, (part.numpy() for part in answers)))
    before, ort = answers_of_onnxruntime(old, blob), answers_of_onnxruntime(data, blob)
    opencv = answers_of_opencv(data, blob, [*before, *head.outputs])
    for output in before:
        if not np.array_equal(before[output], ort[output]):
            raise SystemExit(f"{output} is no longer the same")
    difference = {
        runtime: max(float(np.abs(expected[output] - found[output]).max()) for output in head.outputs)
        for runtime, found in (("onnxruntime", ort), ("opencv", opencv))
    }
    difference["opencv, the others"] = max(float(np.abs(before[output] - opencv[output]).max()) for output in before)
    print(json.dumps({"largest_difference": difference, "bytes": len(data)}))
    if max(difference.values()) > TOLERANCE:
        raise SystemExit("the runtimes differ")

    path.write_bytes(data)
    sha256 = hashlib.sha256(data).hexdigest()
    card = json.loads(card_path.read_text()) | {"sha256": sha256, "bytes": len(data), **head.card}
    run = json.loads((head.folder / "shipped" / "run.json").read_text())
    card["training"][head.about] = f"{run['steps']}, on {run['crops']} crops, torch {torch.__version__}"
    card["training"]["versions"] = card["training"].pop("versions")
    card_path.write_text(json.dumps(card, indent=1) + "\n")
    write_between(MODELS / f"{head.model}.md", "shipped", shipped_table(card))
    fixture = json.loads(fixture_path.read_text()) | {"sha256": sha256}
    fixture |= {output: np.round(expected[output], 5).tolist() for output in head.outputs}
    fixture_path.write_text(json.dumps(fixture) + "\n")


if __name__ == "__main__":
    main({"seen": seen, "standing": standing}[sys.argv[1]]())
