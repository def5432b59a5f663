#!/usr/bin/env python3
"""Prints what the program is made of besides its own code, with the licences: the crates that are linked into it, each licence text
once, and then the given files (licences of libraries that are linked in, too).

    scripts/third_party.py target/static-opencv/licences/*.txt
    scripts/third_party.py --of web/Cargo.toml wasm32-unknown-unknown FILE...    # of another program and target
    scripts/third_party.py --of Cargo.toml TARGET --features A,B FILE...         # and with these features alone
"""

import json
import pathlib
import re
import subprocess
import sys

LICENCE_FILE = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)


def linked_crates(manifest, target, features):
    """The packages that the program's features link, the default ones if none are given, without those that only run while it is compiled."""
    command = ["cargo", "metadata", "--format-version=1", "--locked", "--manifest-path", manifest, "--filter-platform", target]
    command += ["--no-default-features", "--features", features] if features else []
    metadata = json.loads(subprocess.check_output(command))
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = metadata["resolve"]["root"]
    found, waiting = set(), [root]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            is_linked = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            kinds = {kind for target in packages[dependency["pkg"]]["targets"] for kind in target["kind"]}
            if is_linked and "proc-macro" not in kinds and dependency["pkg"] not in found:
                found.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    # Packages without a source are our own crates.
    return sorted((packages[name] for name in found if packages[name]["source"]), key=lambda package: package["name"])


def main():
    manifest, target, files = "Cargo.toml", re.search(r"host: (\S+)", subprocess.check_output(["rustc", "-vV"], text=True))[1], sys.argv[1:]
    if files[:1] == ["--of"]:
        manifest, target, files = files[1], files[2], files[3:]
    features = ""
    if files[:1] == ["--features"]:
        features, files = files[1], files[2:]
    texts = {}
    print("The program is linked with these crates:\n")
    for package in linked_crates(manifest, target, features):
        name = f"{package['name']} {package['version']}"
        print(f"  {name}: {package['license']}")
        for file in sorted(pathlib.Path(package["manifest_path"]).parent.iterdir()):
            if file.is_file() and LICENCE_FILE.match(file.name):
                texts.setdefault(file.read_text(errors="replace").strip(), []).append(name)
    for text, names in texts.items():
        print(f"\n{'=' * 80}\n{', '.join(names)}\n\n{text}")
    for file in map(pathlib.Path, files):
        print(f"\n{'=' * 80}\n{file.stem}\n\n{file.read_text(errors='replace').strip()}")


main()
