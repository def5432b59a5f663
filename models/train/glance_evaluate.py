"""Measures the glance network's folds: what each says of the boards and crops that neither it nor the squares network that taught it
has seen, and what is read where squares that it is not sure of are left to that one, as the program does.

    python glance_evaluate.py     after the folds of squares_train.py

Writes the temperatures of models/glance.json and the table of models/glance.md.
"""

import json

import numpy as np

from cards import write_between
from places import MODELS
from squares_evaluate import Answers, fit_temperatures, fold_numbers, share, write_temperatures
from squares_train import GLANCE

# As in src/square_guesses/classify.rs.
SURE_AT_A_GLANCE = 0.99


def temperatures_of_squares():
    card = json.loads((MODELS / "squares.json").read_text())
    return {output: card[f"temperature_{output}"] for output in ("terrain", "crowns")}


def row(title, glance, squares, chosen):
    is_sure = (glance.readings()[2] >= SURE_AT_A_GLANCE)[chosen]
    alone, slowly = glance.right()[chosen], squares.right()[chosen]
    together = np.where(is_sure, alone, slowly)
    wrong = (is_sure & ~alone).sum()
    return f"| {title} | {share(alone)} | {share(slowly)} | {share(together)} | {100 * (1 - is_sure.mean()):.1f} % | {wrong} |"


def main():
    glances = {source: Answers(source, GLANCE) for source in ("boards", "crops")}
    squares = {source: Answers(source) for source in glances}
    temperatures = fit_temperatures(list(glances.values()))
    write_temperatures("glance", temperatures)
    lines = ["| source | fold | glance alone | squares network alone | glance first | left to it | wrong at a sure glance |", "|---" * 7 + "|"]
    for source, glance in glances.items():
        glance.temperatures = temperatures
        squares[source].ask_again(temperatures_of_squares())
        of_folds = [(number, glance.fold == number) for number in fold_numbers()]
        for number, of_fold in [*of_folds, ("**all**", glance.fold > 0)]:
            lines.append(row(f"{source} | {number}", glance, squares[source], glance.counted & of_fold))
    fitted = ", ".join(f"{output} {temperature}" for output, temperature in temperatures.items())
    text = "\n".join(lines) + f"\n\nTemperatures fitted on the held-out squares: {fitted}."
    write_between(MODELS / "glance.md", "folds", text)
    print(text)


if __name__ == "__main__":
    main()
