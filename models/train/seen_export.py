"""Adds the head of seen_train.py to the shipped glance network's file. Checks that onnxruntime and OpenCV's dnn answer as PyTorch does and that
the network's other outputs stay the same, and writes the card's data and the fixture for the program's own test.

    python seen_export.py [name]     the head TRAIN_DIR/seen/name, by default `shipped`
"""

import hashlib
import io
import json
import sys

import cv2
import numpy as np
import onnx
import onnxruntime
import torch
from onnx import compose, helper, numpy_helper
from torch import nn

from cards import write_between
from export import shipped_table
from networks import FAST, SeenHead
from places import MODELS
from seen_train import FOLDER, Trunk
from training import to_network_input

PATH, CARD, PARITY = MODELS / "glance.onnx", MODELS / "glance.json", MODELS / "parity"
OPSET, TOLERANCE = 12, 1e-3
OURS = ["covered", "misread"]
PREFIX = "seen_"


class Probabilities(nn.Module):
    """The head as it is shipped: the probability of each cell (n, 64), and that of a misread square (n, 1)."""

    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, early, middle, late):
        covered, misread = self.head(early, middle, late)
        return torch.sigmoid(covered).flatten(1), torch.sigmoid(misread)


def without_head(model):
    """The model without any added head."""
    graph = model.graph
    for part in graph.node, graph.initializer:
        ours = [item for item in part if (item.name if hasattr(item, "data_type") else item.output[0]).startswith(PREFIX)]
        for item in ours:
            part.remove(item)
    for output in [output for output in graph.output if output.name.startswith(PREFIX) or output.name in OURS]:
        graph.output.remove(output)
    for node in [node for node in graph.node if node.output[0] in OURS]:
        graph.node.remove(node)
    return model


def head_model(head):
    examples = [torch.zeros(2, FAST[layer][0], side, side) for layer, side in zip(SeenHead.LAYERS, (16, 8, 4))]
    names, file = ["early", "middle", "late"], io.BytesIO()
    axes = {name: {0: "n"} for name in names + OURS}
    torch.onnx.export(Probabilities(head).eval(), tuple(examples), file, opset_version=OPSET, input_names=names, output_names=OURS, dynamic_axes=axes)
    return onnx.load_model_from_string(file.getvalue())


def joined(model, head):
    """The model with the head's nodes connected to its layers' outputs."""
    relus = [node.output[0] for node in model.graph.node if node.op_type == "Relu"]
    answers = dict(zip(["early", "middle", "late"], (relus[layer] for layer in SeenHead.LAYERS)))
    rename = lambda name: answers.get(name, name if name in OURS or not name else PREFIX + name)
    for node in head.graph.node:
        node.name = PREFIX + node.name
        node.input[:], node.output[:] = map(rename, node.input), map(rename, node.output)
        model.graph.node.append(node)
    for tensor in head.graph.initializer:
        tensor.name = rename(tensor.name)
        model.graph.initializer.append(tensor)
    model.graph.output.extend(head.graph.output)
    onnx.checker.check_model(model)
    return model


def answers_of_onnxruntime(data, blob):
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    return dict(zip([output.name for output in session.get_outputs()], session.run(None, {"crops": blob})))


def answers_of_opencv(data, blob, names):
    network = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    network.setInput(blob)
    return dict(zip(names, network.forward(names)))


def main(name):
    head = SeenHead()
    head.load_state_dict(torch.load(FOLDER / name / "network.pt"))
    old = without_head(onnx.load(PATH)).SerializeToString()
    data = joined(onnx.load_model_from_string(old), head_model(head.eval())).SerializeToString()

    strip = cv2.imread(str(PARITY / "glance.png"))
    crops = np.stack(np.split(strip, strip.shape[1] // strip.shape[0], 1))
    blob = np.ascontiguousarray(to_network_input(crops).numpy())
    with torch.no_grad():
        expected = dict(zip(OURS, (part.numpy() for part in Probabilities(head)(*Trunk()(torch.from_numpy(blob))))))
    before, ort = answers_of_onnxruntime(old, blob), answers_of_onnxruntime(data, blob)
    opencv = answers_of_opencv(data, blob, [*before, *OURS])
    for output in before:
        if not np.array_equal(before[output], ort[output]):
            raise SystemExit(f"{output} is no longer the same")
    difference = {runtime: max(float(np.abs(expected[o] - found[o]).max()) for o in OURS) for runtime, found in (("onnxruntime", ort), ("opencv", opencv))}
    difference["opencv, the others"] = max(float(np.abs(before[o] - opencv[o]).max()) for o in before)
    print(json.dumps({"largest_difference": difference, "bytes": len(data)}))
    if max(difference.values()) > TOLERANCE:
        raise SystemExit("the runtimes differ")

    PATH.write_bytes(data)
    sha256 = hashlib.sha256(data).hexdigest()
    card = json.loads(CARD.read_text()) | {"sha256": sha256, "bytes": len(data), "cells": SeenHead.CELLS}
    run = json.loads((FOLDER / name / "run.json").read_text())
    card["training"]["head_for_what_is_seen"] = f"{run['steps']}, on {run['crops']} crops, torch {torch.__version__}"
    card["training"]["versions"] = card["training"].pop("versions")
    CARD.write_text(json.dumps(card, indent=1) + "\n")
    write_between(MODELS / "glance.md", "shipped", shipped_table(card))
    fixture = json.loads((PARITY / "glance.json").read_text()) | {"sha256": sha256}
    fixture |= {output: np.round(expected[output], 5).tolist() for output in OURS}
    (PARITY / "glance.json").write_text(json.dumps(fixture) + "\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "shipped")
