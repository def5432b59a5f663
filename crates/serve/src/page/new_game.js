// A new game: who plays, and what is played.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { namesField, rules } from "./form.js";
import { icon } from "./icons.js";
import { attempt } from "./sheet.js";
import { t } from "./texts.js";

export async function newGame({ go }) {
  const players = await ask("GET", "players");
  const names = ["", ""];
  const facts = { game: null, size: null, variants: [], keep_photos: false };
  // Several quick taps make one game.
  let isMaking = false;
  const submit = async (event) => {
    event.preventDefault();
    if (isMaking) return;
    isMaking = true;
    const given = names.map((name) => name.trim()).filter((name) => name !== "");
    const all = given.length > 0 ? given : names.map((_, index) => t("player_number", { number: index + 1 }));
    const game = await attempt(() => ask("POST", "games", { ...facts, players: all }));
    isMaking = false;
    // Back from the game leads to the start: the form has done its work.
    if (game !== undefined) go(`#/game/${game.id}`, { isReplacing: true });
  };
  return {
    title: t("new_game"),
    content: [
      h("header", { class: "bar" },
        h("a", { class: "button quiet round", href: "#/", "aria-label": t("home") }, icon("back")),
        h("h1", {}, t("new_game"))),
      h("form", { class: "narrow", onsubmit: submit },
        h("section", { class: "card pad" },
          h("h2", {}, t("who_plays")),
          namesField(names, players.map(({ name }) => name)),
          h("p", { class: "muted small" }, t("team_hint"))),
        h("details", { class: "card pad" },
          h("summary", {}, h("span", {}, t("what_is_played")), h("span", { class: "muted small" }, t("what_is_played_text"))),
          rules(facts, () => {})),
        h("div", { class: "dock" }, h("button", { type: "submit", class: "main wide" }, t("go_on_to_photos"), icon("next")))),
    ],
  };
}
