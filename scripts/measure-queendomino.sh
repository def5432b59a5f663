#!/usr/bin/env bash
# Measures the reading of Queendomino on rendered kingdoms in two styles that are never used in training
# (fixtures/suites/queendomino.json): single kingdoms, the kingdoms of one game read together, and kingdoms of
# one box after learning from a photo of its building tiles and one of its towns. For single kingdoms, also
# measures the effect of asking about doubtful squares. Prints one line of JSON per measurement.
#
#   measure-queendomino.sh SCANNER VALIDATOR PAINTER FOLDER
#
# FOLDER: for rendered pictures.
set -euo pipefail

program=$1 validator=$2 painter=$3 folder=$4
scenes=$folder/scenes
gallery=$folder/gallery.jsonl

# measure NAME PICTURES [OPTION...]
measure() {
  local name=$1 pictures=$2
  shift 2
  printf '{"set": "%s", "read": %s}\n' "$name" "$("$validator" --by-class --json "$@" "$pictures" | tr -d '\n')"
}

rm -rf "$folder"
mkdir -p "$folder"
"$painter" --suite fixtures/suites/queendomino.json -o "$scenes" >&2

measure "as they come" "$scenes" --ask
mkdir "$folder/games"
cp "$scenes"/game_* "$folder/games"
measure "a game in a photo, read together" "$folder/games" --by-game
for style in woodcut diorama; do
  box=$folder/$style
  mkdir "$box"
  cp "$scenes/$style"-box_* "$box"
  "$painter" --building-sheet --style "$style" --box-seed 7 --seed 1 -o "$folder/$style-buildings.jpg" >&2
  "$painter" --town-sheet --style "$style" --box-seed 7 --seed 2 -o "$folder/$style-towns.jpg" >&2
  rm -f "$gallery"
  "$program" learn --gallery "$gallery" --buildings "$folder/$style-buildings.jpg" --towns "$folder/$style-towns.jpg" >&2
  measure "one box, $style, tiles and towns learnt" "$box" --gallery "$gallery" --ask
done
