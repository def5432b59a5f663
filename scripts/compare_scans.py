#!/usr/bin/env python3
"""Compares what two programs read of the same photos: two files of `scan --json`, line by line. Fails where anything differs, but for the last
digits of probabilities and places; says how far these lie apart.

    scripts/compare_scans.py here.ndjson there.ndjson
"""

import json
import sys


# Processors round the networks' sums differently: on arm64 probabilities of the fixtures were up to 0.0005 apart, and places less.
TOLERANCE = 0.005


def differences(here, there, where):
    """What differs, with its place in the JSON; not how long anything took."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in sorted((here.keys() | there.keys()) - {"timings_ms"}):
            yield from differences(here.get(key, "missing"), there.get(key, "missing"), f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, pair in enumerate(zip(here, there)):
            yield from differences(*pair, f"{where}[{index}]")
    elif here != there:
        yield where, here, there


def main():
    photos = [[json.loads(line) for line in open(path)] for path in sys.argv[1:3]]
    found = list(differences(*photos, "photos"))
    close = [pair for pair in found if all(isinstance(value, float) for value in pair[1:]) and abs(pair[1] - pair[2]) <= TOLERANCE]
    others = [pair for pair in found if pair not in close]
    for where, here, there in others:
        print(f"{where}: {here} here, {there} there")
    most = max((abs(here - there) for _, here, there in close), default=0)
    print(f"{len(photos[0])} photos here, {len(photos[1])} there; {len(close)} numbers differ by up to {most:.4f}; {len(others)} other differences")
    if others or not photos[0]:
        sys.exit(1)


main()
