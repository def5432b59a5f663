#!/usr/bin/env python3
"""Adds to a CycloneDX list of crates the libraries that the packages' program holds and cargo knows nothing of, and takes out
the name of the folder that the list was made in.

    scripts/add_static_parts.py crates.json > all.json
"""

import json
import os
import pathlib
import subprocess
import sys


def parts():
    """Name, version and licence of each."""
    folder = pathlib.Path(os.environ.get("STATIC_OPENCV", "target/static-opencv"))
    yield from (line.split() for line in (folder / "parts").read_text().splitlines())
    output = lambda *command: subprocess.check_output(command, text=True).strip()
    yield "libjpeg-turbo", output("pkg-config", "--modversion", "libturbojpeg"), "IJG AND BSD-3-Clause AND Zlib"
    yield "libstdc++", output("c++", "-dumpfullversion"), "GPL-3.0-or-later WITH GCC-exception-3.1"


def main():
    bom = json.loads(pathlib.Path(sys.argv[1]).read_text().replace(f"path+{pathlib.Path.cwd().as_uri()}#", ""))
    program = bom["metadata"]["component"]["bom-ref"]
    needs = next(entry["dependsOn"] for entry in bom["dependencies"] if entry["ref"] == program)
    for name, version, licence in parts():
        component = {"type": "library", "bom-ref": f"{name}@{version}", "name": name, "version": version, "scope": "required"}
        bom["components"].append({**component, "licenses": [{"expression": licence}]})
        bom["dependencies"].append({"ref": component["bom-ref"]})
        needs.append(component["bom-ref"])
    json.dump(bom, sys.stdout, indent=2)


main()
