// Changes a game's players and rules while it goes on.

import { h } from "./dom.js";
import { namesField, rules } from "./form.js";
import { hideSheet, oneAtATime, showSheet, toast } from "./sheet.js";
import { changeAfterAsking, game, whileWorking } from "./store.js";
import { t } from "./texts.js";

export function settingsSheet() {
  const names = game.players.map(({ name }) => name);
  const seen = [...names];
  const before = [...names];
  // Only what is changed here is sent: another phone may change the rest while the sheet is open.
  const changed = {};
  const facts = { game: game.asked_game ?? null, size: game.asked_size ?? null, variants: [...game.variants], keep_photos: game.keep_photos };
  const save = oneAtATime(async () => {
    const given = names.map((name, index) => ({ name: name.trim(), was: before[index] ?? null })).filter(({ name }) => name !== "");
    const isSame = given.length === seen.length && given.every(({ name }, index) => name === seen[index]);
    const players = isSame ? {} : { players: given, seen_players: seen };
    const send = () => changeAfterAsking("PATCH", "", { ...players, ...changed });
    // The photos are read again, which takes seconds; the sheet can be closed meanwhile.
    const readsAgain = ("game" in changed || "size" in changed) && game.photos.length > 0;
    button.textContent = t(readsAgain ? "reading_again" : "save");
    button.disabled = readsAgain;
    try {
      if (readsAgain) await whileWorking(t("reading_again"), send);
      else if (!isSame || Object.keys(changed).length > 0) await send();
    } catch (error) {
      toast(error.message);
      // What was typed can be corrected, unless the players have changed meanwhile.
      if (error.code !== "changed") return;
    } finally {
      button.textContent = t("save");
      button.disabled = false;
    }
    if (form.isConnected) hideSheet();
  });
  const submit = (event) => {
    event.preventDefault();
    save();
  };
  const button = h("button", { type: "submit", class: "main wide" }, t("save"));
  const form = h("form", { onsubmit: submit },
    h("h3", {}, t("who_plays")),
    namesField(names, [], before),
    rules(facts, (said) => Object.assign(changed, said)),
    h("div", { class: "sheet-foot" }, button));
  showSheet(t("settings"), form);
}
