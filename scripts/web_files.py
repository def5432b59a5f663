#!/usr/bin/env python3
"""Packs the large files of the page without a server, and writes its manifest and its service worker, which names each file with its hash.

    scripts/web_files.py target/web
"""

import base64
import gzip
import hashlib
import json
import pathlib
import re
import sys

# What keeps the games and reads photos, in the order in which it is fetched while the page is already in use.
ENGINE = {
    "games": ["web_bg.wasm"],
    "clear": ["models/locator.onnx", "models/glance.onnx"],
    "kingdomino": ["models/squares.onnx"],
    "rest": ["models/queendomino.onnx", "models/pieces.onnx"],
}

# Texts that the page does not read.
TEXTS = ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt"]

# Files that only the service worker fetches, which unpacks them.
PACKED = re.compile(r"web(_bg\.wasm|\.js)|models/.*|page/files/.*\.js(on)?|engine\.json")

# What the manifest adds for an app on the home screen: each folder is an app of its own, has an address for
# shared photos, and uses one window.
MANIFEST = {
    "id": "../../",
    "scope": "../../",
    "share_target": {
        "action": "../../share", "method": "POST", "enctype": "multipart/form-data",
        "params": {"files": [{"name": "photos", "accept": ["image/*", ".heic", ".heif"]}]},
    },
    "launch_handler": {"client_mode": "navigate-existing"},
}


def in_planes(content):
    """The first bytes of all 32-bit numbers, then their second bytes, and so on, and what is left over: the weights have 16 bits, so that zeros and
    exponents stand together and pack to four fifths. web/sw.js undoes it."""
    whole = len(content) // 4 * 4
    return b"".join(content[plane:whole:4] for plane in range(4)) + content[whole:]


def described(out, path):
    """Packs a file if it is to be packed; describes it for the service worker."""
    name, content = str(path.relative_to(out)), path.read_bytes()
    is_packed = PACKED.fullmatch(name) is not None
    if is_packed:
        content = in_planes(content) if path.suffix == ".onnx" else content
        # The same content gives the same bytes, so browsers do not fetch unchanged files again.
        content = gzip.compress(content, 9, mtime=0)
        path.with_name(path.name + ".packed").write_bytes(content)
        path.unlink()
    return name, {
        "integrity": "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode(),
        "isPacked": is_packed, "isLater": name in sum(ENGINE.values(), TEXTS), "bytes": len(content),
    }


def main():
    out = pathlib.Path(sys.argv[1])
    manifest = out / "page/files/manifest.webmanifest"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | MANIFEST, indent=2) + "\n")
    files = dict(described(out, path) for path in sorted(path for path in out.rglob("*") if path.is_file()))
    engine = out / "engine.json"
    engine.write_text(json.dumps({
        stage: [{"name": name, "bytes": files[name]["bytes"]} for name in names] for stage, names in ENGINE.items()
    }))
    files |= [described(out, engine)]
    script = pathlib.Path(__file__).parent.parent.joinpath("web/sw.js").read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', (out / "index.html").read_text())[1]
    version = hashlib.sha256((json.dumps(files) + script + policy).encode()).hexdigest()[:16]
    (out / "sw.js").write_text(f"const BUILD = {json.dumps({'version': version, 'policy': policy, 'files': files})};\n\n{script}")
    page = sum(file["bytes"] for file in files.values() if not file["isLater"])
    engine = {stage: sum(files[name]["bytes"] for name in names) for stage, names in ENGINE.items()}
    sizes = ", ".join(f"{stage} {size / 1e6:.2f} MB" for stage, size in {"page": page, **engine}.items())
    print(f"{out}: {sizes}", file=sys.stderr)


if __name__ == "__main__":
    main()
