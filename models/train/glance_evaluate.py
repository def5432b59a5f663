"""Measures the glance network's folds on boards and crops that neither it nor the squares network that taught it has seen: alone, and when
squares that it is not sure of are left to the squares network, as the program does. (The program also leaves out readings that no square of a
box has.)

    python glance_evaluate.py     after the folds of squares_train.py

Writes the temperatures of models/glance.json and the table of models/glance.md.
"""

import json

import numpy as np

from cards import write_between
from places import MODELS
from squares_evaluate import Answers, fit_temperatures, fold_numbers, share, write_temperatures
from squares_train import GLANCE

# The program's value, as in crates/vision/src/classify/mod.rs, and those that it was chosen among.
SURE_AT_A_GLANCE = 0.99
SURENESSES = (0.95, 0.97, 0.99)


def temperatures_of_squares():
    card = json.loads((MODELS / "squares.json").read_text())
    return {output: card[f"temperature_{output}"] for output in ("terrain", "crowns")}


def row(title, glance, squares, chosen):
    is_sure = (glance.readings()[2] >= SURE_AT_A_GLANCE)[chosen]
    alone, slowly = glance.right()[chosen], squares.right()[chosen]
    together = np.where(is_sure, alone, slowly)
    wrong = (is_sure & ~alone).sum()
    return f"| {title} | {share(alone)} | {share(slowly)} | {share(together)} | {100 * (1 - is_sure.mean()):.1f} % | {wrong} |"


def sure_table(glance, squares):
    """For each network, asked once: how many crops get at least so much probability, and how many of these are wrong."""
    lines = ["| probability given | glance: crops | wrong | squares network: crops | wrong |", "|---" * 5 + "|"]
    for sureness in SURENESSES:
        cells = []
        for source in glance, squares:
            is_sure = source.readings()[2] >= sureness
            cells += [is_sure.sum(), (is_sure & ~source.right()).sum()]
        lines.append(f"| {sureness} and more | " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def main():
    glances = {source: Answers(source, GLANCE) for source in ("boards", "crops")}
    squares = {source: Answers(source) for source in glances}
    temperatures = fit_temperatures(list(glances.values()))
    write_temperatures("glance", temperatures)
    lines = ["| source | fold | fast network alone | squares network alone | fast network first | left to it | wrong where it was sure |", "|---" * 7 + "|"]
    for source, glance in glances.items():
        assert (glance.columns["photo"] == squares[source].columns["photo"]).all()
        glance.temperatures, squares[source].temperatures = temperatures, temperatures_of_squares()
    sure = sure_table(glances["crops"], squares["crops"])
    for source, glance in glances.items():
        squares[source].ask_again(squares[source].temperatures)
        of_folds = [(number, glance.fold == number) for number in fold_numbers()]
        for number, of_fold in [*of_folds, ("**all**", glance.fold > 0)]:
            lines.append(row(f"{source} | {number}", glance, squares[source], glance.counted & of_fold))
    fitted = ", ".join(f"{output} {temperature}" for output, temperature in temperatures.items())
    text = "\n".join(lines) + f"\n\n{sure}\n\nTemperatures fitted on the held-out squares: {fitted}."
    write_between(MODELS / "glance.md", "folds", text)
    print(text)


if __name__ == "__main__":
    main()
