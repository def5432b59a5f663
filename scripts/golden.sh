#!/usr/bin/env bash
# Stores the output of `scan --json` for all pictures in folders, without the times, in one file per folder:
# the reference for changes that must not affect any reading.
#
#     scripts/golden.sh target/release/kingdom-scanner target/golden/before FOLDER...
#     diff -r target/golden/before target/golden/after
set -euo pipefail

program=$1 out=$2
shift 2
rm -rf "$out"
mkdir -p "$out"

for folder in "$@"; do
  mapfile -t photos < <(find "$folder" -maxdepth 1 -type f -regextype posix-extended -iregex '.*\.(jpe?g|png|webp|heic)' | sort)
  [ ${#photos[@]} != 0 ] || { echo "golden: no picture in $folder" >&2; exit 1; }
  # A photo without a kingdom gives code 1, an unreadable one code 2.
  { "$program" scan --no-gallery --json "${photos[@]}" 2>"$out/errors.txt" || [ $? -le 2 ]; } |
    sed -E 's/"timings_ms":\{[^}]*\}/"timings_ms":{}/' >"$out/${folder//\//-}.ndjson"
done
