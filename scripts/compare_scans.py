#!/usr/bin/env python3
"""Compares what two programs read of the same photos: two files of `scan --json`, line by line. Says how far probabilities and places lie
apart, and fails where anything else differs.

    scripts/compare_scans.py here.ndjson there.ndjson
"""

import json
import sys


def differences(here, there, where):
    """What differs, with its place in the JSON; not how long anything took."""
    if isinstance(here, dict) and isinstance(there, dict):
        for key in sorted((here.keys() | there.keys()) - {"timings_ms"}):
            yield from differences(here.get(key), there.get(key), f"{where}.{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, pair in enumerate(zip(here, there)):
            yield from differences(*pair, f"{where}[{index}]")
    elif here != there:
        yield where, here, there


def main():
    photos = [[json.loads(line) for line in open(path)] for path in sys.argv[1:3]]
    found = list(differences(*photos, "photos"))
    # Only numbers that are no whole ones come out of the networks' sums.
    numbers = [abs(here - there) for _, here, there in found if isinstance(here, float) and isinstance(there, float)]
    others = [difference for difference in found if not all(isinstance(value, float) for value in difference[1:])]
    for where, here, there in others:
        print(f"{where}: {here} here, {there} there")
    print(f"{len(photos[0])} photos; {len(numbers)} numbers differ, by {max(numbers, default=0):.4f} at most; {len(others)} other differences")
    if others or not photos[0]:
        sys.exit(1)


main()
