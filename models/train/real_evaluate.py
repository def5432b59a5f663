"""Reads real faces and pieces of Queendomino that a network was not trained on: each fold with the other fold's network.

    python real_evaluate.py before      the shipped networks, the one of the pieces without its second branch: nothing real was shown to them
    python real_evaluate.py folds       after pieces_real.py a and b
    python real_evaluate.py card BEFORE FOLDS       the table of models/pieces.md, of the files into which both were printed
"""

import csv
import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import torch

from cards import write_between
from networks import BUILDINGS, CASTLE, TERRAINS, PiecesNetwork
from pieces_data import PIECES, squares_of_scene
from pieces_real import FOLDER, boards, shipped
from pieces_train import OUTPUTS
from places import MODELS, WORK, parse_pieces, read_scenes
from real_data import FOLDS, REAL, RealSampler, fold_of, read_faces
from squares_data import SQUARES, as_found, canvas_of_square, rectified_crops
from squares_evaluate import ASK_AGAIN_BELOW, TEMPERATURES, log_softmax
from training import to_network_input

PIECES_DRAWN = 600
# Where `kingdom-painter --suite fixtures/suites/queendomino.json` put its scenes, in styles that no training saw.
NEVER_TRAINED_ON = "scenes-never-trained-on"
TOWN = TERRAINS.index("town")


def asked(network, temperatures, crops):
    """The log-probabilities of each output, asked as the program does: doubtful squares once more, in the other quarter turns."""
    def ask(pictures):
        return [log_softmax(logits / value) for logits, value in zip(network(pictures), temperatures)]

    first = ask(crops)
    doubtful = np.flatnonzero(np.min([np.exp(output.max(1)) for output in first], 0) < ASK_AGAIN_BELOW)
    if len(doubtful):
        turns = [ask(np.rot90(crops[doubtful], turn, (1, 2))) for turn in (1, 2, 3)]
        for index, output in enumerate(first):
            output[doubtful] = log_softmax(np.mean([output[doubtful], *(turn[index] for turn in turns)], 0))
    return first


def squares_network():
    """Queendomino's shipped squares network, and its temperatures."""
    card, session = json.loads((MODELS / "queendomino.json").read_text()), onnxruntime.InferenceSession(str(MODELS / "queendomino.onnx"))

    def network(crops):
        return session.run(None, {"crops": to_network_input(crops).numpy()})[:2]  # all squares of a kingdom at once

    return network, [card["temperature_terrain"], card["temperature_crowns"]]


def pieces_network(what):
    """A fold's pieces network, or the shipped one without its second branch; and the shipped temperatures."""
    if what == "before":
        trained = shipped(torch.zeros(1, 3, PIECES.crop_px, PIECES.crop_px))
    else:
        trained = PiecesNetwork(knows_a_set=True)
        trained.load_state_dict(torch.load(FOLDER / f"network-{what}.pt", weights_only=True))
        trained.eval()

    @torch.no_grad()
    def network(crops):
        answers = [trained(part) for part in to_network_input(crops).split(64)]
        return [np.concatenate([part.numpy() for part in parts]) for parts in zip(*answers)]

    card = json.loads((MODELS / "pieces.json").read_text())
    return network, [card[f"temperature_{output}"] for output in OUTPUTS]


def crops_of_faces(faces, cut):
    """Crops of the faces as their photos show them, with their surroundings."""
    crops = []
    with open(REAL / "faces.csv", newline="") as table:
        corners = {row["file"]: np.float32(json.loads(row["corners_px"])) for row in csv.DictReader(table)}
    for face in faces:
        picture = cv2.imread(str(REAL / "photos" / face.photo))
        to_px = cv2.getPerspectiveTransform(np.float32([[0, 0], [1, 0], [1, 1], [0, 1]]), corners[face.name])
        canvas, _ = canvas_of_square(picture, to_px, 0, 0, cut)
        # A canvas shows more around the square than a crop does, and the square in 64 px instead of 56.
        side = cut.canvas_px * 56 / 64
        canvas = cv2.resize(canvas, (round(side), round(side)), interpolation=cv2.INTER_AREA)
        first = (canvas.shape[0] - cut.crop_px) // 2
        crops.append(canvas[first : first + cut.crop_px, first : first + cut.crop_px])
    return np.stack(crops)


def read_buildings(network, temperatures, faces):
    crops = crops_of_faces(faces, PIECES)
    building, knight, towers, _ = asked(network, temperatures, crops)
    lines = []
    for face, said, knights, tower in zip(faces, building, knight, towers):
        order = [number for number in np.argsort(-said) if number > 0]
        rank = min(order.index(kind) for kind in face.kinds)
        lines.append({
            "face": face.name, "named": bool(said.argmax() in face.kinds), "rank": rank + 1, "sure": round(float(np.exp(said[list(face.kinds)]).sum()), 2),
            "said": BUILDINGS[said.argmax()], "invented": bool(knights.argmax() or tower.argmax()),
        })
    return lines


def bases():
    """Bare squares and buildings that were never trained on: from photographs of Kingdomino, and of both held-out styles."""
    bare, built, kinds = [], [], []
    for number, label in enumerate(read_scenes(".", NEVER_TRAINED_ON)):
        picture, to_px = label.read(), label.lattice_to_px()
        for row, col in squares_of_scene(label, np.random.default_rng([6, number])):
            what = parse_pieces(label.squares[row][col])
            if what.knight or what.towers or what.queen or (what.is_town and not what.building):
                continue
            canvas = canvas_of_square(picture, to_px, row, col, PIECES)[0]
            if what.building:
                built.append(canvas)
                kinds.append(BUILDINGS.index(what.building))
            else:
                bare.append(canvas)
    return np.concatenate([boards(kept=True), bare]), (np.stack(built), kinds)


def read_pieces_of(network, temperatures, fold, others, rendered_built, count=PIECES_DRAWN):
    sampler = RealSampler(fold, others, rendered_built, any_grey_share=0, photographed_share=0.25)
    drawn = [sampler.draw(np.random.default_rng([77, number])) for number in range(count)]
    _, knight, towers, _ = asked(network, temperatures, np.stack([one.crop for one in drawn]))
    knights, tower = np.array([one.knight for one in drawn]), np.array([one.towers for one in drawn])
    built = np.array([one.building[1:].sum() > 0 for one in drawn])
    seen_knights, seen_towers = knight.argmax(1), towers.argmax(1)
    return Counter({
        "knights": int(knights.sum()), "knights found": int(seen_knights[knights == 1].sum()),
        "squares without a knight": int((knights == 0).sum()), "knights invented": int(seen_knights[knights == 0].sum()),
        "squares with towers": int((tower > 0).sum()), "towers found": int((seen_towers[tower > 0] > 0).sum()),
        "their number right": int((seen_towers == tower)[tower > 0].sum()),
        "built squares with towers": int(((tower > 0) & built).sum()),
        "towers found on built": int((seen_towers[(tower > 0) & built] > 0).sum()),
        "squares without a tower": int((tower == 0).sum()), "towers invented": int((seen_towers[tower == 0] > 0).sum()),
        "built squares without a tower": int(((tower == 0) & built).sum()),
        "towers invented on built": int((seen_towers[(tower == 0) & built] > 0).sum()),
    })


def read_rendered(network, temperatures):
    """Reads whole kingdoms in styles that no training saw, with grids as inaccurate as the program finds them."""
    counts = Counter()
    for number, label in enumerate(read_scenes(".", NEVER_TRAINED_ON)):
        found = rectified_crops(label.read(), as_found(label, np.random.default_rng([5, number])), PIECES)
        open_places = label.open_places()
        answers = asked(network, temperatures, np.stack([found[place] for place in open_places]))
        for place, building, knight, towers, queen in zip(open_places, *(logits.argmax(1) for logits in answers)):
            truth = parse_pieces(label.squares[place[0]][place[1]])
            if truth.building:
                counts += Counter({
                    "buildings": 1, "buildings right": int(BUILDINGS[building] == truth.building), "built with towers": int(truth.towers > 0),
                    "their towers right": int(towers == truth.towers > 0), "built without": int(truth.towers == 0),
                    "towers invented": int(towers > truth.towers == 0),
                })
            counts += Counter({
                "knights": int(truth.knight), "knights found": int(truth.knight and knight), "knights invented": int(knight > truth.knight),
                "queens": int(truth.queen), "queens found": int(truth.queen and queen), "queens invented": int(queen > truth.queen),
            })
    return counts


def temperature_of_buildings(network, fold, others, rendered_built, count=PIECES_DRAWN):
    """The temperature with the smallest negative log-likelihood on the fold's buildings, laid out anew; kinds of which the network has seen no
    face are among them. Also their logits, and which kinds are right: of the coin buildings, which the photos do not tell apart, either."""
    sampler = RealSampler(fold, others, (rendered_built[0][:0], []), any_grey_share=0, photographed_share=0.25)
    drawn = [sampler.draw(np.random.default_rng([78, number])) for number in range(count)]
    drawn = [one for one in drawn if one.building[1:].any()]
    logits = network(np.stack([one.crop for one in drawn]))[0]
    right = np.stack([one.building > 0 for one in drawn])

    def loss(temperature):
        return -np.log((np.exp(log_softmax(logits / temperature)) * right).sum(1)).mean()

    return min(TEMPERATURES, key=loss), logits, right


def read_land():
    network, temperatures = squares_network()
    wrong, right, terrains, count = [], 0, 0, 0
    for photo in sorted({face.photo for face in read_faces()}):
        faces = [face for face in read_faces() if face.photo == photo and not face.kinds]
        if not faces:
            continue
        terrain, crowns = asked(network, temperatures, crops_of_faces(faces, SQUARES))
        for face, land, number in zip(faces, terrain.argmax(1), crowns.argmax(1)):
            count += 1
            terrains += land == face.terrain
            ok = land == face.terrain and (land >= CASTLE or number == face.crowns)
            right += ok
            if not ok:
                wrong.append([face.name, TERRAINS[land], int(number)])
    greys = [face for face in read_faces() if face.kinds]
    terrain = asked(network, temperatures, crops_of_faces(greys, SQUARES))[0].argmax(1)
    towns = [TERRAINS[land] for land, face in zip(terrain, greys) if not face.grey]
    grey_as = [TERRAINS[land] for land, face in zip(terrain, greys) if face.grey]
    print(json.dumps({"land": count, "terrain right": int(terrains), "terrain and crowns right": int(right), "wrong": wrong,
                      "red buildings' land": Counter(towns), "grey sides' land": Counter(grey_as)}), flush=True)


def printed(path):
    """What is told of all faces, of both folds' pieces together, and of each network's rendered squares and laid-out buildings."""
    lines = [json.loads(line) for line in Path(path).read_text().splitlines()]
    figures = {line["buildings"]: line for line in lines if "buildings" in line}
    figures["pieces"] = next(line for line in lines if "squares with towers" in line)
    figures["rendered"] = [line["rendered"] for line in lines if "rendered" in line]
    # Of each fold the first line is with the shipped temperature, the second with one fitted to it.
    figures["laid out"] = [line for line in lines if "read" in line][::2]
    return figures


def table(before, folds):
    def row(title, value):
        return f"| {title} | " + " | ".join(str(value(figures)) for figures in (before, folds)) + " |"

    def of(part, whole):
        return lambda figures: f"{figures['pieces'][part]} of {figures['pieces'][whole]}"

    def worst(part, whole):
        return lambda figures: f"{min(read[part] for read in figures['rendered'])} of {figures['rendered'][0][whole]}"

    def laid_out(part):
        return lambda figures: f"{sum(line[part] for line in figures['laid out'])} of {sum(line['buildings laid out'] for line in figures['laid out'])}"

    lines = ["| not trained on | before | with the second branch |", "|---|---|---|"]
    for title, name in ("kinds that stand in two photos", "kinds in two photos"), ("all kinds", "all kinds"):
        for what, part in ("named", "named"), ("among the first three", "among the first three"):
            lines.append(row(f"printed buildings, {title}: {what}", lambda figures: f"{figures[name][part]} of {figures[name]['faces']}"))
    lines += [
        row("printed buildings, laid out anew, with pieces on them: wrong", laid_out("wrong")),
        row("of these said with more than nine tenths", laid_out("wrong and more than nine tenths sure")),
        row("real knights: found", of("knights found", "knights")),
        row("invented, on squares without", of("knights invented", "squares without a knight")),
        row("squares with real towers: seen", of("towers found", "squares with towers")),
        row("their number right", of("their number right", "squares with towers")),
        row("invented, on squares without", of("towers invented", "squares without a tower")),
        row("buildings in the styles kept for measuring: right", worst("buildings right", "buildings")),
        row("towers on them: right", worst("their towers right", "built with towers")),
    ]
    return "\n".join(lines)


def main(what, *files):
    if what == "card":
        write_between(MODELS / "pieces.md", "real", table(*map(printed, files)))
        return
    if what == "before":
        read_land()
        print(json.dumps({"rendered": read_rendered(*pieces_network(what))}), flush=True)
    lines, pieces = [], Counter()
    others, rendered_built = bases()
    for fold, other in ("a", "b"), ("b", "a"):
        network, temperatures = pieces_network(other if what == "folds" else what)
        faces = [face for face in read_faces() if face.kinds and fold_of(face) == fold]
        lines += read_buildings(network, temperatures, faces)
        pieces += read_pieces_of(network, temperatures, fold, others, rendered_built)
        temperature, logits, right = temperature_of_buildings(network, fold, others, rendered_built)
        for temperature in temperatures[0], float(temperature):
            said = np.exp(log_softmax(logits / temperature))
            wrong = ~right[np.arange(len(right)), said.argmax(1)]
            print(json.dumps({
                "read": fold, "temperature of buildings": round(temperature, 4), "buildings laid out": len(right), "wrong": int(wrong.sum()),
                "wrong and more than nine tenths sure": int((wrong & (said.max(1) > 0.9)).sum()),
            }), flush=True)
        if what == "folds":
            print(json.dumps({"rendered": read_rendered(network, temperatures)}), flush=True)
    for line in lines:
        print(json.dumps(line))
    folds_of_kind = {}
    for face in read_faces():
        if face.kinds:
            folds_of_kind.setdefault(face.kinds, set()).add(fold_of(face))
    both = {face.name for face in read_faces() if face.kinds and len(folds_of_kind[face.kinds]) == len(FOLDS)}
    for title, chosen in ("kinds in two photos", [line for line in lines if line["face"] in both]), ("all kinds", lines):
        print(json.dumps({
            "buildings": title, "faces": len(chosen), "named": sum(line["named"] for line in chosen),
            "among the first three": sum(line["rank"] <= 3 for line in chosen), "invented on them": sum(line["invented"] for line in chosen),
        }))
    print(json.dumps(pieces))


if __name__ == "__main__":
    main(*sys.argv[1:])
