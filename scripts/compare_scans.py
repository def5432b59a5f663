#!/usr/bin/env python3
"""Compares what two programs read of the same photos: two files of `scan --json`, line by line. Fails where anything differs, but for the last
digits of probabilities and places; says how far these lie apart.

    scripts/compare_scans.py here.ndjson there.ndjson [PROBABILITY]
"""

import base64
import json
import math
import re
import struct
import sys


# The largest allowed difference of probabilities, unless an argument gives another. Processors round the
# networks' sums differently: on arm64, those of the fixtures differed by up to 0.0005.
PROBABILITY = 0.005

# The largest allowed difference of `seen`, the visible part of a square. It is printed with two digits, so a
# tiny difference may be printed as one step.
SEEN_STEP = 0.0101

# The values that omitted fields stand for: a square without `seen` is completely visible.
LEFT_OUT = {"seen": 1.0}

# The largest allowed difference of corners, in pixels.
PLACE_PX = 0.1


def differences(here, there, where):
    """What differs, with its place in the JSON; not how long anything took."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in sorted((here.keys() | there.keys()) - {"timings_ms"}):
            left_out = LEFT_OUT.get(key, "missing")
            yield from differences(here.get(key, left_out), there.get(key, left_out), f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, pair in enumerate(zip(here, there)):
            yield from differences(*pair, f"{where}[{index}]")
    elif here != there and all(isinstance(value, str) for value in (here, there)) and re.search(r"\.guesses\[\d+\]\..*square", where):
        yield from differences(probabilities(here, where), probabilities(there, where), where)
    elif here != there:
        yield where, here, there


def probabilities(packed, where):
    """Of guesses, which are packed as floats; `logs` are natural logarithms of probabilities."""
    floats = [value for (value,) in struct.iter_unpack("<f", base64.b64decode(packed))]
    return [math.exp(value) for value in floats] if where.endswith(".logs") else floats


def main():
    probability = float(sys.argv[3]) if len(sys.argv) > 3 else PROBABILITY
    photos = [[json.loads(line) for line in open(path)] for path in sys.argv[1:3]]
    found = list(differences(*photos, "photos"))
    most = {"probabilities": 0.0, "pixels": 0.0}
    others, equal = [], len(photos[0]) - len({where.split("]")[0] for where, _, _ in found if "[" in where})
    for where, here, there in found:
        kind, limit = ("pixels", PLACE_PX) if "_px" in where else ("probabilities", probability)
        if where.endswith("].seen"):
            limit = SEEN_STEP
        if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (here, there)) and abs(here - there) <= limit:
            most[kind] = max(most[kind], abs(here - there))
        else:
            others.append((where, here, there))
    for where, here, there in others:
        # The index of the photo that the difference is in.
        index = where.split("[")[1].split("]")[0] if "[" in where else ""
        name = photos[0][int(index)]["photo"] if index.isdigit() else "all"
        print(f"{name}: {where}: {here} here, {there} there")
    print(
        f"{len(photos[0])} photos here, {len(photos[1])} there; {equal} equal in every digit; probabilities up to {most['probabilities']:.4f} apart, corners up to "
        f"{most['pixels']:.2f} px; {len(others)} other differences"
    )
    if others or not photos[0]:
        sys.exit(1)


main()
