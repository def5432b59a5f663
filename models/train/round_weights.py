"""Rounds the weights of shipped networks to those of 16-bit floats, which take half as much where they are packed: a page fetches them. The files
stay what they are, networks of 32-bit floats.

    python round_weights.py locator glance

The card of the squares network then names the network as it was: what people's galleries have learnt with that holds, for the features are the
same but for the rounding.
"""

import hashlib
import json
import pathlib
import sys

import cv2
import numpy as np
import onnx
import onnxruntime

MODELS = pathlib.Path(__file__).resolve().parent.parent
PARITY = MODELS / "parity"


def rounded(network):
    for weights in network.graph.initializer:
        if weights.data_type == onnx.TensorProto.FLOAT:
            values = onnx.numpy_helper.to_array(weights).astype(np.float16)
            if not np.isfinite(values).all():
                raise SystemExit(f"{weights.name}: beyond what 16 bits hold")
            weights.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float32), weights.name))
    return network


def blob_of(name, fixture):
    picture = cv2.imread(str(PARITY / f"{name}.png")).astype(np.float32)
    crops = np.split(picture, fixture.get("crops", 1), axis=1)
    return np.ascontiguousarray((np.stack(crops) - 127.5).transpose(0, 3, 1, 2) / 127.5)


def write_parity(name, path, sha256):
    """What the rounded network answers, by onnxruntime, in place of what PyTorch answered before."""
    fixture = json.loads((PARITY / f"{name}.json").read_text())
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [output.name for output in session.get_outputs()]
    answers = dict(zip(names, session.run(None, {session.get_inputs()[0].name: blob_of(name, fixture)})))
    for output in set(fixture) & set(names):
        answer = answers[output]
        if isinstance(fixture[output], dict):
            values = np.round(answer.ravel()[fixture[output]["indices"]].astype(float), 5).tolist()
            fixture[output] |= {"values": values, "mean": round(float(answer.mean()), 6)}
        else:
            fixture[output] = np.round(answer, 5).tolist()
    fixture["sha256"] = sha256
    fixture["about"] = fixture["about"].replace("PyTorch's outputs", "onnxruntime's outputs").replace("PyTorch gives", "onnxruntime gives")
    (PARITY / f"{name}.json").write_text(json.dumps(fixture) + "\n")


def main():
    for name in sys.argv[1:]:
        path = MODELS / f"{name}.onnx"
        onnx.save(rounded(onnx.load(path)), path)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        before = json.loads(path.with_suffix(".json").read_text())["sha256"]
        for card in (path.with_suffix(".json"), path.with_suffix(".md")):
            card.write_text(card.read_text().replace(before, sha256))
        write_parity(name, path, sha256)


if __name__ == "__main__":
    main()
