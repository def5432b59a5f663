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

# Files that are fetched later: Queendomino's networks, and texts that the page does not read. All others are
# needed from the beginning.
LATER = ["models/queendomino.onnx", "models/pieces.onnx", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt"]

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


def main():
    out = pathlib.Path(sys.argv[1])
    manifest = out / "page/files/manifest.webmanifest"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | MANIFEST, indent=2) + "\n")
    files = {}
    for path in sorted(path for path in out.rglob("*") if path.is_file()):
        name, content = str(path.relative_to(out)), path.read_bytes()
        is_packed = path.suffix in (".wasm", ".onnx")
        if is_packed:
            content = in_planes(content) if path.suffix == ".onnx" else content
            # The same content gives the same bytes, so browsers do not fetch unchanged files again.
            content = gzip.compress(content, 9, mtime=0)
            path.with_name(path.name + ".packed").write_bytes(content)
            path.unlink()
        files[name] = {
            "integrity": "sha256-" + base64.b64encode(hashlib.sha256(content).digest()).decode(),
            "isPacked": is_packed, "isLater": name in LATER, "bytes": len(content),
        }
    script = pathlib.Path(__file__).parent.parent.joinpath("web/sw.js").read_text()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', (out / "index.html").read_text())[1]
    version = hashlib.sha256((json.dumps(files) + script + policy).encode()).hexdigest()[:16]
    (out / "sw.js").write_text(f"const BUILD = {json.dumps({'version': version, 'policy': policy, 'files': files})};\n\n{script}")
    first = sum(file["bytes"] for file in files.values() if not file["isLater"])
    later = sum(file["bytes"] for file in files.values() if file["isLater"])
    print(f"{out}: {first / 1e6:.2f} MB at the first visit, {later / 1e6:.2f} MB more when it is needed (Queendomino)", file=sys.stderr)


if __name__ == "__main__":
    main()
