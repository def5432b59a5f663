"""Writes the cards' tables, between markers, so that no figure is typed by hand."""

import re


def write_between(path, name, text):
    """Replaces what stands between `<!-- NAME begin -->` and `<!-- NAME end -->`."""
    begin, end = f"<!-- {name} begin -->", f"<!-- {name} end -->"
    card = path.read_text()
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    if not pattern.search(card):
        raise SystemExit(f"{path}: no markers {begin} ... {end}")
    path.write_text(pattern.sub(lambda _: f"{begin}\n{text}\n{end}", card))
