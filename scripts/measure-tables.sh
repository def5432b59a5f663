#!/usr/bin/env bash
# Measures the reading of kingdoms on realistic tables (fixtures/suites/table.json) and with objects on their
# tiles (fixtures/suites/things-on-tiles.json), in scenes of a seed that was never used for tuning; with our
# artwork and, if the photographs are present, with real faces and tables. Prints one line of JSON per set of
# scenes.
#
#   measure-tables.sh VALIDATOR PAINTER FOLDER PHOTOS
#
# FOLDER: for rendered pictures. PHOTOS: the shared photographs, which may be absent.
set -euo pipefail

validator=$1 painter=$2 folder=$3 photos=$4
seed=91000

# measure FACES SUITE [OPTION...]
measure() {
  local faces=$1 suite=$2 scenes
  shift 2
  scenes=$folder/$suite-${faces// /-}
  "$painter" --suite "fixtures/suites/$suite.json" --seed "$seed" "$@" -o "$scenes" >&2
  printf '{"faces": "%s", "suite": "%s", "read": %s}\n' "$faces" "$suite" \
    "$("$validator" --by-class --json "$scenes" | tr -d '\n')"
}

rm -rf "$folder"
mkdir -p "$folder"
for suite in table things-on-tiles; do
  measure "our artwork" "$suite"
  if [ -d "$photos/dominoes" ]; then
    measure "real faces" "$suite" --faces "$photos/dominoes" --textures "$photos/textures"
  else
    echo "measure-tables: real faces skipped, no photographs at $photos (set KINGDOM_PHOTOS)" >&2
  fi
done
