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
  const facts = { game: null, size: null, variants: [], keep_photos: true };
  const submit = async (event) => {
    event.preventDefault();
    const given = names.map((name) => name.trim()).filter((name) => name !== "");
    const all = given.length > 0 ? given : names.map((_, index) => t("player-number", { number: index + 1 }));
    const game = await attempt(() => ask("POST", "games", { ...facts, players: all }));
    if (game !== undefined) go(`#/game/${game.id}`);
  };
  return {
    title: t("new-game"),
    content: [
      h("header", { class: "bar" },
        h("a", { class: "button quiet round", href: "#/", "aria-label": t("home") }, icon("back")),
        h("h1", {}, t("new-game"))),
      h("form", { class: "narrow", onsubmit: submit },
        h("section", { class: "card pad" },
          h("h2", {}, t("who-plays")),
          namesField(names, players.map(({ name }) => name)),
          h("p", { class: "muted small" }, t("team-hint"))),
        h("details", { class: "card pad" },
          h("summary", {}, h("span", {}, t("what-is-played")), h("span", { class: "muted small" }, t("what-is-played-text"))),
          rules(facts, () => {})),
        h("div", { class: "dock" }, h("button", { type: "submit", class: "main wide" }, t("go-on-to-photos"), icon("next")))),
    ],
  };
}
