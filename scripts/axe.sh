#!/usr/bin/env bash
# Downloads axe-core into target/axe, unless it is already there. The page's tests use it to check every view.
# It is under the MPL-2.0 and not part of the program. Without npm or a registry, the tests report that axe
# checks nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.10.3
sha256=880970c081707360e64f34cea25ff91892f5bc95675b0776925b9709dd8a68bb
script=target/axe/axe.min.js

is_there() { echo "$sha256  $script" | sha256sum --check --status 2>/dev/null; }

if is_there; then exit 0; fi
if ! command -v npm >/dev/null; then
  echo "axe: no npm here, so axe looks at none of the page's views" >&2
  exit 0
fi
mkdir -p target/axe
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if ! (cd "$folder" && npm pack --silent "axe-core@$version" >/dev/null 2>&1); then
  echo "axe: axe-core $version cannot be fetched, so axe looks at none of the page's views" >&2
  exit 0
fi
tar -xzf "$folder/axe-core-$version.tgz" -C "$folder" package/axe.min.js
mv "$folder/package/axe.min.js" "$script"
is_there || { echo "axe: $script is not that of axe-core $version; remove it" >&2; exit 1; }
