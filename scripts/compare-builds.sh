#!/usr/bin/env bash
# Reads all pictures in folders with two programs, and fails if a square, a total or a mark differs, or a
# probability by more than 0.002.
#
#     scripts/compare-builds.sh target/release/kingdom-scanner target/portable/kingdom-scanner FOLDER...
set -euo pipefail

here=$1 there=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A photo without a kingdom gives code 1, which is not a failure here; nor is an unreadable photo, as long as
# neither program can read it.
read_all() {
  local program=$1
  shift
  "$program" scan --no-gallery --json "$@" 2>/dev/null || [ $? -le 2 ]
}

failed=0
for folder in "$@"; do
  mapfile -t photos < <(find "$folder" -maxdepth 1 -type f -regextype posix-extended -iregex '.*\.(jpe?g|png|webp|heic)' | sort)
  if [ ${#photos[@]} = 0 ]; then
    echo "compare-builds: no picture in $folder" >&2
    failed=1
    continue
  fi
  read_all "$here" "${photos[@]}" >"$work/here.ndjson"
  read_all "$there" "${photos[@]}" >"$work/there.ndjson"
  echo "$folder:"
  python3 "$(dirname "$0")/compare_scans.py" "$work/here.ndjson" "$work/there.ndjson" 0.002 || failed=1
done
exit $failed
