#!/usr/bin/env bash
# Builds the page without a server: target/web, files for any web server. docs/phone.md explains hosting.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build_for.sh

out=target/web
target=wasm32-unknown-unknown

fail() {
  echo "web: $*" >&2
  exit 1
}

# SQLite, which is C, is compiled for the browser, too.
command -v clang llvm-ar >/dev/null || fail "no clang or llvm-ar, which compile SQLite: apt-get install clang llvm"
# SQLite uses attributes of C23; older compilers accept them with this option.
export CC_wasm32_unknown_unknown=clang AR_wasm32_unknown_unknown=llvm-ar CFLAGS_wasm32_unknown_unknown=-std=gnu2x
command -v node >/dev/null || fail "no node, which writes the page's texts: apt-get install nodejs"
linker=$(compgen -c | grep -E '^wasm-ld(-[0-9]+)?$' | sort -V | tail -n 1 || true)
[ -z "$linker" ] || export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
CARGO_TARGET_DIR=target build_for $target std,panic_abort --manifest-path web/Cargo.toml || fail "no standard library for $target: see scripts/build_for.sh"

# The tool's version must match that of the crate, because they exchange data.
version=$(sed -n '/^name = "wasm-bindgen"$/ { n; s/^version = "\(.*\)"/\1/p }' web/Cargo.lock)
cargo install -q --root target/tools --version "$version" wasm-bindgen-cli

rm -rf $out
mkdir -p $out/page/files $out/models
target/tools/bin/wasm-bindgen --target web --no-typescript --out-dir $out --out-name web "$(built $target web.wasm)"
# The files are at the same depth as in `serve`.
cp crates/serve/src/page/* $out/page/files
cp web/boot.js web/engine.js web/readers.js web/worker.js web/web.css $out
for name in locator squares glance queendomino pieces; do cp models/$name.onnx $out/models; done

# No inline scripts and no other hosts are allowed, so a photo's content cannot leave the page.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
manifest-src 'self'; base-uri 'none'; form-action 'none'"
sed -e 's|{hash}|files|' -e "s|<meta charset=\"utf-8\">|&\n  <meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" \
  -e 's|<script type="module" src="page/files/main.js"></script>|<link rel="stylesheet" href="web.css">\n  <script type="module" src="boot.js"></script>|' \
  -e 's|<main |<div id="news" role="status"></div>\n  <section id="coming" hidden><p><span role="status"></span> <small></small></p><progress></progress></section>\n  &|' $out/page/files/index.html >$out/index.html
rm $out/page/files/index.html
for part in boot.js web.css Content-Security-Policy 'id="news"' 'id="coming"'; do
  grep -q "$part" $out/index.html || fail "index.html of the page has other lines than this script changes: no $part"
done

node scripts/web_texts.mjs $out
cp LICENSE-MIT LICENSE-APACHE $out
python3 scripts/third_party.py --of web/Cargo.toml $target crates/report/src/card/fonts/OFL.txt >$out/THIRD-PARTY.txt
python3 scripts/web_files.py $out
