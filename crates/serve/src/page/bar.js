// The header of a game's pages, and the buttons for undo and redo.

import { h, word } from "./dom.js";
import { icon } from "./icons.js";
import { settingsSheet } from "./settings.js";
import { attempt } from "./sheet.js";
import { change, game } from "./store.js";
import { t } from "./texts.js";

/** The header of all pages of a game, and of a tournament's table. */
export function gameBar(label, href, title, kind = null) {
  return h("header", { class: "bar" },
    h("a", { class: "button quiet round", href, "aria-label": label, "data-key": "back" }, icon("back"), word(label)),
    h("h1", { class: kind }, title),
    !game.isTable && h("button", { type: "button", class: "quiet round", "aria-label": t("settings"), "data-key": "settings", onclick: settingsSheet }, icon("sliders"), word(t("settings"))));
}

/** Undo and redo buttons, if either is possible. */
export function undoButtons() {
  const one = (what, can) => h("button", {
    type: "button", class: "quiet round", "aria-label": t(what), "data-key": what, disabled: !can,
    onclick: () => attempt(() => change("POST", what)),
  }, icon(what), word(t(what)));
  return game.can_undo || game.can_redo ? h("span", { class: "row tight" }, one("undo", game.can_undo), one("redo", game.can_redo)) : null;
}
