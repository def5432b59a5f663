#!/usr/bin/env bash
# Reads photos as `scan` does, but with the page without a server instead of the program. Paths are absolute
# or relative to this repository:
#
#     scripts/scan-in-tab.sh scan --no-gallery --json PHOTO...
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${*:1:3}" = "scan --no-gallery --json" ] || { echo "scan-in-tab: as in scripts/compare-builds.sh: scan --no-gallery --json PHOTO..." >&2; exit 2; }
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' "$@" >"$work/photos"
WEB_PHOTOS=$work/photos WEB_LINES=$work/lines cargo test --release --locked --workspace --test page -- --ignored --exact web_figures::photos_are_read_as_by_scan >&2
cat "$work/lines"
