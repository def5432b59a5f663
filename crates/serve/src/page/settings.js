// Changes a game's players and rules while it is open.

import { h } from "./dom.js";
import { Draft } from "./drafts.js";
import { namesField, rules } from "./form.js";
import { hideSheet, oneAtATime, showSheet, toast } from "./sheet.js";
import { changeAfterAsking, game, whileWorking } from "./store.js";
import { t } from "./texts.js";

export function settingsSheet() {
  const seen = game.players.map(({ name }) => name);
  const draft = new Draft(`settings ${game.created_ms}`);
  // Input from before the page was closed, unless it concerned other players.
  const kept = draft.read();
  const begun = JSON.stringify(kept?.seen) === JSON.stringify(seen) ? kept : null;
  const names = begun?.names ?? [...seen];
  const before = begun?.before ?? [...seen];
  // Sends only what was changed here: another phone may change the rest while the sheet is open.
  const changed = begun?.changed ?? {};
  const facts = { game: game.asked_game ?? null, size: game.asked_size ?? null, variants: [...game.variants], keep_photos: game.keep_photos, ...changed };
  const keep = () => draft.keep({ seen, names, before, changed });
  const save = oneAtATime(async () => {
    const given = names.map((name, index) => ({ name: name.trim(), was: before[index] ?? null })).filter(({ name }) => name !== "");
    const isSame = given.length === seen.length && given.every(({ name }, index) => name === seen[index]);
    const players = isSame ? {} : { players: given, seen_players: seen };
    const send = () => changeAfterAsking("PATCH", "", { ...players, ...changed });
    // Reading the photos again takes seconds; the sheet can be closed meanwhile.
    const readsAgain = ("game" in changed || "size" in changed) && game.photos.length > 0;
    button.textContent = t(readsAgain ? "reading_again" : "save");
    button.disabled = readsAgain;
    try {
      const isToSend = !isSame || Object.keys(changed).length > 0;
      const isDone = readsAgain ? await whileWorking(t("reading_again"), send) : !isToSend || (await send());
      if (isDone) draft.forget();
    } catch (error) {
      toast(error.message);
      // The input can be corrected, unless the players have changed meanwhile.
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
    namesField(names, [], before, keep),
    rules(facts, (said) => {
      Object.assign(changed, said);
      keep();
    }),
    h("div", { class: "sheet-foot" }, button));
  // Closing the sheet discards the input; closing the page does not.
  showSheet(t("settings"), form, { closed: () => draft.forget() });
}
