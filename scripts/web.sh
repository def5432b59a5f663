#!/usr/bin/env bash
# Builds the page that needs no server: target/web, files for any web server. docs/web.md says how to host them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build_for.sh

out=target/web
target=wasm32-unknown-unknown

fail() {
  echo "web: $*" >&2
  exit 1
}

# SQLite is compiled for the browser, too.
command -v clang llvm-ar >/dev/null || fail "no clang or llvm-ar, which compile SQLite: apt-get install clang llvm"
# Its attributes are of C23, which older compilers take when they are asked to.
export CC_wasm32_unknown_unknown=clang AR_wasm32_unknown_unknown=llvm-ar CFLAGS_wasm32_unknown_unknown=-std=gnu2x
linker=$(compgen -c | grep -E '^wasm-ld(-[0-9]+)?$' | sort -V | tail -n 1 || true)
[ -z "$linker" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
CARGO_TARGET_DIR=target build_for $target std,panic_abort --manifest-path web/Cargo.toml || fail "no standard library for $target: see scripts/build_for.sh"

# Of the version that the crate has: they speak to each other.
version=$(sed -n '/^name = "wasm-bindgen"$/ { n; s/^version = "\(.*\)"/\1/p }' web/Cargo.lock)
cargo install -q --root target/tools --version "$version" wasm-bindgen-cli

rm -rf $out
mkdir -p $out/page/files $out/models
target/tools/bin/wasm-bindgen --target web --no-typescript --out-dir $out --out-name web "$(built $target web.wasm)"
# At an address as deep as where `serve` has them.
cp crates/serve/src/page/* $out/page/files
cp web/boot.js web/worker.js web/web.css $out
for name in locator squares glance queendomino pieces; do cp models/$name.onnx $out/models; done

# No inline script, no other host: what a photo shows cannot leave the page.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
manifest-src 'self'; base-uri 'none'; form-action 'none'"
sed -e 's|{hash}|files|' -e "s|<meta charset=\"utf-8\">|&\n  <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" \
  -e 's|<script type="module" src="page/files/main.js"></script>|<link rel="stylesheet" href="web.css">\n  <script type="module" src="boot.js"></script>|' \
  -e 's|<noscript>|<footer id="foot"></footer>\n  &|' $out/page/files/index.html >$out/index.html
rm $out/page/files/index.html
grep -q boot.js $out/index.html && grep -q Content-Security-Policy $out/index.html || fail "index.html of the page has other lines than this script changes"

# What is needed to begin is cached at the first visit; the networks of Queendomino when they are first needed.
python3 - $out <<'EOF'
import hashlib, json, pathlib, sys
out = pathlib.Path(sys.argv[1])
later = ["models/queendomino.onnx", "models/pieces.onnx"]
files = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
version = hashlib.sha256()
for name in files:
    version.update(name.encode() + (out / name).read_bytes())
script = pathlib.Path("web/sw.js").read_text()
version.update(script.encode())
build = {"version": version.hexdigest()[:16], "files": [name for name in files if name not in later], "later": later}
(out / "sw.js").write_text(f"const BUILD = {json.dumps(build)};\n\n{script}")
EOF
du -sh $out >&2
