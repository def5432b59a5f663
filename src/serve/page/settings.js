// A game's players and rules, to be changed while it goes on.

import { h } from "./dom.js";
import { namesField, rules } from "./form.js";
import { attempt, hideSheet, showSheet } from "./sheet.js";
import { change, game } from "./store.js";
import { t } from "./texts.js";

export function settingsSheet() {
  const { players, game: asked, size, variants, keep_photos } = game.settings;
  const names = [...players];
  const facts = { game: asked, size, variants: [...variants], keep_photos };
  const submit = async (event) => {
    event.preventDefault();
    const given = names.map((name) => name.trim()).filter((name) => name !== "");
    // A name that was only spelled otherwise keeps its kingdom.
    const renamed = given.length === players.length ? players.filter((name, index) => name !== given[index] && !given.includes(name)) : [];
    const owners = Object.fromEntries(game.kingdoms.filter(({ owner }) => owner !== null && !given.includes(owner)).map(({ k, owner }) => {
      return [k, renamed.includes(owner) ? given[players.indexOf(owner)] : null];
    }));
    hideSheet();
    const changed = Object.fromEntries(Object.entries(facts).filter(([key, value]) => String(value) !== String(game.settings[key])));
    await attempt(() => change("PATCH", "", { players: given, owners, ...changed }));
  };
  showSheet(t("settings"), h("form", { onsubmit: submit },
    h("h3", {}, t("who_plays")),
    namesField(names, []),
    rules(facts, () => {}),
    h("div", { class: "sheet-foot" }, h("button", { type: "submit", class: "main wide" }, t("save")))));
}
