#!/usr/bin/env bash
# How well rendered kingdoms of Queendomino are read whose styles no training saw (fixtures/suites/queendomino.json): as they
# are, and those of two boxes after their building tiles were learnt from one photo. One line of JSON for each measurement, to
# standard output.
#
#   measure-queendomino.sh PROGRAM FOLDER
#
# FOLDER: for what is rendered.
set -euo pipefail

program=$1 folder=$2
gallery=$folder/gallery.jsonl
# The suite's boxes have this number.
box=7

# measure LEARNT SCENES [OPTIONS...]: the sums by class of the scenes in a folder.
measure() {
  local learnt=$1 scenes=$2
  shift 2
  printf '{"learnt": "%s", "read": %s}\n' "$learnt" \
    "$("$program" validate --by-class --json "$@" "$scenes" | tr -d '\n')"
}

rm -rf "$folder"
mkdir -p "$folder/suite"
"$program" render --suite fixtures/suites/queendomino.json -o "$folder/suite" >&2
measure nothing "$folder/suite"
for style in woodcut diorama; do
  mkdir "$folder/$style"
  ln -s ../suite/"$style"-box_* "$folder/$style"
  "$program" render --building-sheet --style "$style" --box-seed "$box" -o "$folder/$style-sheet.jpg" >&2
  rm -f "$gallery"
  "$program" learn --gallery "$gallery" --buildings "$folder/$style-sheet.jpg" >&2
  measure "$style" "$folder/$style" --gallery "$gallery"
done
