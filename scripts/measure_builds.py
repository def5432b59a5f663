#!/usr/bin/env python3
"""How long two programs take for the same photos, as whole processes run in turn, and how much memory: one line of JSON a figure, on stdout.

    scripts/measure_builds.py target/release/kingdom-scanner target/portable/kingdom-scanner PHOTO... > models/measured/builds.jsonl
"""

import json
import os
import statistics
import subprocess
import sys
import time

RUNS = 15


def run(program, arguments, cores):
    """Milliseconds and MiB of one process."""
    begun = time.perf_counter()
    process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) > 1:
        sys.exit(f"{program} {arguments}: code {os.waitstatus_to_exitcode(status)}")
    return (time.perf_counter() - begun) * 1e3, usage.ru_maxrss / 1024


def figure(what, value, unit):
    print(json.dumps({"what": what, "figure": round(value, 2), "unit": unit}), flush=True)


def pairs(what, programs, arguments, cores):
    """Medians of runs in turn. The first ones read the files from the disk."""
    runs = [[run(program, arguments, cores) for program in programs] for _ in range(RUNS + 1)][1:]
    times = [statistics.median(pair[at][0] for pair in runs) for at in (0, 1)]
    print(f"{what}: {times[0]:.1f} and {times[1]:.1f} ms", file=sys.stderr)
    figure(what, statistics.median(pair[1][0] / pair[0][0] for pair in runs), "times the time with OpenCV")
    return [statistics.median(pair[at][1] for pair in runs) for at in (0, 1)]


def main():
    programs, photos = sys.argv[1:3], sys.argv[3:]
    for program, name in zip(programs, ["with OpenCV", "portable"]):
        figure(f"program, {name}", os.path.getsize(program) / 1e6, "MB")
    all_cores = sorted(os.sched_getaffinity(0))
    for cores in [all_cores[:1], all_cores[:2]]:
        on = "one core" if len(cores) == 1 else f"{len(cores)} cores"
        pairs(f"start (`--version`), {on}", programs, ["--version"], cores)
        for photo in photos:
            name = os.path.basename(photo)
            memory = pairs(f"{name}, {on}", programs, ["scan", "--no-gallery", photo], cores)
            for program, mib in zip(["with OpenCV", "portable"], memory):
                figure(f"{name}, {on}, peak memory, {program}", mib, "MiB")
        # Also measures what each further photo costs in the same process.
        many = [photos[0]] * 9
        once, often = ([run(program, ["scan", "--no-gallery", *names], cores)[0] for program in programs] for names in (many[:1], many))
        warm = [(often[at] - once[at]) / (len(many) - 1) for at in (0, 1)]
        figure(f"a further {os.path.basename(photos[0])} in the same process, {on}", warm[1] / warm[0], "times the time with OpenCV")


main()
