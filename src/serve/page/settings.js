// A game's players and rules, to be changed while it goes on.

import { h } from "./dom.js";
import { namesField, rules } from "./form.js";
import { attempt, hideSheet, showSheet } from "./sheet.js";
import { change, game } from "./store.js";
import { t } from "./texts.js";

export function settingsSheet() {
  const names = game.players.map(({ name }) => name);
  // A name that is removed in the middle must not hand its kingdom to the next one.
  const known = new Map(game.players.map((player, index) => [player.name, { ...player, index }]));
  const facts = { game: game.asked_game ?? null, size: game.asked_size ?? null, variants: [...game.variants], keep_photos: game.keep_photos };
  const submit = async (event) => {
    event.preventDefault();
    const given = names.map((name) => name.trim()).filter((name) => name !== "");
    const players = given.map((name, index) => {
      const was = known.get(name)?.facts ?? (given.length === game.players.length ? game.players[index].facts : null);
      return { name, coins: was?.coins ?? null, knights_in_supply: was?.knights_in_supply ?? null };
    });
    const owners = Object.fromEntries(game.kingdoms.filter(({ owner }) => owner !== null).map(({ k, owner }) => {
      const now = given.indexOf(game.players[owner].name);
      return [k, now >= 0 ? now : given.length === game.players.length ? owner : null];
    }));
    hideSheet();
    await attempt(() => change("PATCH", "", { players, owners, ...facts }));
  };
  showSheet(t("settings"), h("form", { onsubmit: submit },
    h("h3", {}, t("who_plays")),
    namesField(names, []),
    rules(facts, () => {}),
    h("div", { class: "sheet-foot" }, h("button", { type: "submit", class: "main wide" }, t("save")))));
}
