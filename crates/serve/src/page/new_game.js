// A new game: its players and rules.

import { ask } from "./api.js";
import { h } from "./dom.js";
import { Draft } from "./drafts.js";
import { namesField, rules } from "./form.js";
import { icon } from "./icons.js";
import { attempt, oneAtATime } from "./sheet.js";
import { about } from "./store.js";
import { t } from "./texts.js";

/** Room for a few games with all their photos. */
const ROOM_BYTES = 200e6;

/** Whether the browser gives this page room for pictures. */
async function hasRoom() {
  const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage > ROOM_BYTES;
}

export async function newGame({ go }) {
  const remembered = ask("GET", "players").then((players) => players.map(({ name }) => name));
  // In the tab, the program that remembers the players may still have to be loaded.
  if (!about.in_tab) await remembered;
  const draft = new Draft("new game");
  const begun = draft.read();
  const names = begun?.names ?? ["", ""];
  const facts = begun?.facts ?? { game: null, size: null, variants: [], keep_photos: about.in_tab && (await hasRoom()) };
  const keep = () => draft.keep({ names, facts });
  // Several quick taps create only one game.
  const make = oneAtATime(async () => {
    const given = names.map((name) => name.trim()).filter((name) => name !== "");
    const all = given.length > 0 ? given : names.map((_, index) => t("player_number", { number: index + 1 }));
    const game = await attempt(() => ask("POST", "games", { ...facts, players: all }));
    if (game !== undefined) draft.forget();
    // Going back from the game leads to the start page, because the form is done.
    if (game !== undefined) go(`#/game/${game.id}`, { isReplacing: true });
  });
  const submit = (event) => {
    event.preventDefault();
    make();
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
          namesField(names, remembered, [], keep),
          h("p", { class: "muted small" }, t("team_hint"))),
        h("details", { class: "card pad" },
          h("summary", {}, h("span", {}, t("what_is_played")), h("span", { class: "muted small" }, t("what_is_played_text"))),
          rules(facts, keep)),
        h("div", { class: "dock" }, h("button", { type: "submit", class: "main wide" }, t("go_on_to_photos"), icon("next")))),
    ],
  };
}
