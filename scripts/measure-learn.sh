#!/usr/bin/env bash
# Measures learning from corrections. Prints how many squares are read correctly on kingdoms of another
# edition (fixtures/suites/woodcut.json), before and after learning from one and from two photos of other
# kingdoms, in several draws; with all networks, and with only Kingdomino's, which misread more. Also checks
# that nothing changes on kingdoms of the edition that the networks know. Prints one line of JSON per
# measurement.
#
#   measure-learn.sh SCANNER VALIDATOR PAINTER FOLDER HELD_OUT PHOTOS
#
# FOLDER: for rendered pictures; HELD_OUT: already rendered; PHOTOS: labelled photographs, skipped if missing.
set -euo pipefail

program=$1 validator=$2 painter=$3 folder=$4 held_out=$5 photos=$6
draws=6
gallery=$folder/gallery.jsonl
networks=()

# measure SET PICTURES LABELS...: the set's sums, with the gallery of these labels, if any.
measure() {
  local set=$1 pictures=$2 names="" learnt=()
  shift 2
  rm -f "$gallery"
  if [ $# -gt 0 ]; then
    "$program" learn "${networks[@]}" --gallery "$gallery" "$@" >&2
    learnt=(--gallery "$gallery")
    names=$(printf '"%s", ' "${@##*/}")
  fi
  printf '{"set": "%s", "learnt": [%s], "read": %s}\n' "$set" "${names%, }" \
    "$("$validator" --by-class --json "${networks[@]}" "${learnt[@]}" "$pictures" | tr -d '\n')"
}

rm -rf "$folder"
mkdir -p "$folder/learnt" "$folder/others"
"$painter" --suite fixtures/suites/woodcut.json -o "$folder"
mv "$folder"/learnt_* "$folder/learnt"
mv "$folder"/others_* "$folder/others"

# measure_others SET: another edition's kingdoms, before and after learning.
measure_others() {
  measure "$1" "$folder/others"
  for draw in $(seq 0 $((draws - 1))); do
    local one two
    one=$folder/learnt/learnt_$(printf %05d $((2 * draw))).json
    two=$folder/learnt/learnt_$(printf %05d $((2 * draw + 1))).json
    measure "$1" "$folder/others" "$one"
    measure "$1" "$folder/others" "$one" "$two"
  done
}

measure_others others
mkdir "$folder/kingdomino"
cp models/{locator,squares,glance}.{onnx,json} "$folder/kingdomino"
networks=(--models "$folder/kingdomino")
measure_others "others, Kingdomino's networks alone"
networks=()
for known in "held-out $held_out" "boards $photos/boards" "pictures $photos/pictures"; do
  read -r set pictures <<<"$known"
  if [ -d "$pictures" ]; then
    measure "$set" "$pictures"
    measure "$set" "$pictures" "$folder"/learnt/*.json
  fi
done
