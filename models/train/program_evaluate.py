"""Measures the whole program on the boards with every game held out: each game's photos are scanned with the squares and glance
networks of the fold that has not seen it.

    python program_evaluate.py     after squares_evaluate.py, glance_evaluate.py and a release build

The locator is the shipped one (it has seen the boards), so that this measures reading, reconstruction and doubt, not finding.
Writes the `program` table of models/squares.md.
"""

import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import torch

from cards import write_between
from export import SQUARES_OUTPUTS, load_squares, write_onnx
from places import MODELS, PHOTOS, PROGRAM
from squares_train import GLANCE, read_folds

# The ways to read kingdoms, and the options of `validate` for each.
WAYS = {
    "each square as it looks": ["--no-audit"], "each kingdom from the box": [], "all photos of a game from one box": ["--by-game"],
}
SUMMED = [
    "kingdoms", "squares", "squares_right", "occluded", "occluded_wrong", "rightly_read", "totals_right", "silent_errors",
    "needs_review", "rightly_read_but_doubted",
]


def write_models(fold, folder):
    """The shipped locator, and the fold's squares and glance networks with the shipped temperatures, as `--models` takes them."""
    for name in ("locator.onnx", "locator.json"):
        shutil.copy(MODELS / name, folder)
    for model, name in ("squares", f"fold{fold}"), ("glance", f"{GLANCE}fold{fold}"):
        onnx = folder / f"{model}.onnx"
        write_onnx(load_squares(name), torch.zeros(1, 3, 64, 64), onnx, "crops", SQUARES_OUTPUTS, dynamic=True)
        card = json.loads((MODELS / f"{model}.json").read_text())
        card["sha256"] = hashlib.sha256(onnx.read_bytes()).hexdigest()
        (folder / f"{model}.json").write_text(json.dumps(card))


def boards_of(games):
    """Labels of the games' boards."""
    labels = sorted((PHOTOS / "boards").glob("*.json"))
    return [label for label in labels if json.loads(label.read_text())["game_id"] in games]


def sums_of(fold, games):
    """The sums for each way of reading."""
    with tempfile.TemporaryDirectory() as name:
        models, photos = Path(name) / "models", Path(name) / "photos"
        models.mkdir()
        photos.mkdir()
        write_models(fold, models)
        for label in boards_of(games):
            for file in (label, label.with_suffix(".jpg")):
                (photos / file.name).symlink_to(file.resolve())
        command = [PROGRAM, "validate", photos, "--models", models, "--json"]
        return {way: sums_printed([*command, *options]) for way, options in WAYS.items()}


def sums_printed(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["sums"]


def table(folds):
    """`folds`: for each fold its number and the sums of each way."""
    lines = ["| read | fold | " + " | ".join(name.replace("_", " ") for name in SUMMED) + " |", "|---" * (len(SUMMED) + 2) + "|"]
    for way in WAYS:
        rows = [(fold, sums[way]) for fold, sums in folds]
        lines += [f"| {way} | {fold} | " + " | ".join(str(sums[name]) for name in SUMMED) + " |" for fold, sums in rows]
        lines.append(f"| **{way}** | **all** | " + " | ".join(f"**{sum(sums[name] for _, sums in rows)}**" for name in SUMMED) + " |")
    return "\n".join(lines)


def main():
    rows = [(number, sums_of(number, fold["games"])) for number, fold in enumerate(read_folds(), 1)]
    text = table(rows)
    write_between(MODELS / "squares.md", "program", text)
    print(text)


if __name__ == "__main__":
    main()
