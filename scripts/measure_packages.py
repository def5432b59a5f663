#!/usr/bin/env python3
"""Prints how large and how quick the program is, as the packages hold it (OpenCV inside) and as `make build` compiles it (the system's
OpenCV), as lines of JSON. Both run in turn, so that they meet the same machine; each figure is a median of whole processes. Where only
one of them was made, it is measured alone.

    scripts/measure_packages.py [PHOTO ...]
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

os.chdir(pathlib.Path(__file__).parent.parent)
RUNS = 21
BUILDS = {"in the packages": "target/static/release/kingdom-scanner", "from source": "target/release/kingdom-scanner"}
PROGRAMS = {name: program for name, program in BUILDS.items() if os.path.exists(program)}
# No gallery is used, because what this machine's user has taught the program must not change the figures.
ENVIRONMENT = {**os.environ, "KINGDOM_SCANNER_GALLERY": "/nonexistent"}


def record(what, figure, unit):
    print(json.dumps({"figure": round(figure, 2), "unit": unit, "what": what}, separators=(",", ":")))


def milliseconds(arguments):
    begun = time.perf_counter()
    subprocess.run(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - begun) * 1000


def medians(arguments):
    runs = [[milliseconds([program, *arguments]) for program in PROGRAMS.values()] for _ in range(RUNS + 1)]
    # The first run is not counted, because it reads the files from the disk.
    return [statistics.median(times) for times in zip(*runs[1:])]


def main():
    for name, program in PROGRAMS.items():
        record(f"program, {name}", os.stat(program).st_size / 1e6, "MB")
    for package in sorted(pathlib.Path("target/package").iterdir()):
        if package.suffix in (".deb", ".xz", ".whl"):
            record(f"`{package.suffix}` file", package.stat().st_size / 1e6, "MB")
    commands = {"`--version`": ["--version"], **{f"scan of {photo}": ["scan", photo] for photo in ["fixtures/photos/five.jpg", *sys.argv[1:]]}}
    for what, arguments in commands.items():
        for name, median_ms in zip(PROGRAMS, medians(arguments)):
            record(f"{what}, {name}", median_ms, "ms")


main()
