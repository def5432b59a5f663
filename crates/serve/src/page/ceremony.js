// The end of a game: its result, counted up place by place from the last to the first, and the next game.

import { ask } from "./api.js";
import { undoButtons } from "./bar.js";
import { board } from "./board.js";
import { announce, h } from "./dom.js";
import { checkbox } from "./form.js";
import { crown, icon } from "./icons.js";
import { attempt, oneAtATime } from "./sheet.js";
import { game, isAtOnce, isDecided, isFinal, keepAtOnce, kingdomOf } from "./store.js";
import { t } from "./texts.js";

/**
 * By the time of their creation: games seen before they were final, as `false`, and as `true` once their
 * result was counted up. A game is counted up by itself once, and only if its end is news.
 */
const isCountedUp = new Map();

/** The game whose result is being counted up, by its time of creation, and the number of places shown. */
let counting = { of: null, shown: 0 };

/** The result as far as it is counted up, in place of the rest of the game's page; `null` at other times. */
export function ceremony(redraw) {
  if (isDecided()) beginWithNews();
  else expect();
  return counting.of === game.created_ms ? stage(redraw) : null;
}

function expect() {
  if (!isCountedUp.has(game.created_ms)) isCountedUp.set(game.created_ms, false);
  if (counting.of === game.created_ms) end();
}

function beginWithNews() {
  if (isCountedUp.get(game.created_ms) !== false) return;
  isCountedUp.set(game.created_ms, true);
  // What would move by itself is shown at once to people who prefer less motion.
  if (isAtOnce() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  begin();
}

function begin() {
  counting = { of: game.created_ms, shown: 0 };
  announce(t("result_is_final"));
}

function end() {
  counting = { of: null, shown: 0 };
}

/** The players by place, from the first; those who share a place are together. */
function places() {
  const ranks = [...new Set(game.players.map(({ rank }) => rank))].toSorted((one, other) => one - other);
  return ranks.map((rank) => game.players.filter((player) => player.rank === rank));
}

function stage(redraw) {
  const all = places();
  const shown = counting.shown === 0 ? [] : all.slice(-counting.shown);
  const next = all.at(-1 - counting.shown);
  const show = () => {
    counting.shown += 1;
    announce(next.map(({ rank, name, total }) => `${rank}. ${t("player_total", { player: name, n: total })}`).join(", "));
    redraw();
    scrollTo(0, 0);
  };
  const close = () => {
    end();
    redraw();
    scrollTo(0, 0);
    document.getElementById("ranking")?.focus({ preventScroll: true });
  };
  return [
    h("section", { class: "narrow", "aria-labelledby": "ceremony" },
      h("h2", { id: "ceremony" }, t("result_is_final")),
      shown.length > 0 && h("ol", { class: "places" }, shown.flatMap((players, index) => players.map((player) => placeCard(player, index === 0)))),
      checkbox(t("ranking_at_once"), isAtOnce(), (isOn) => {
        keepAtOnce(isOn);
        if (isOn) close();
      }, t("ranking_at_once_text"), "ranking-at-once")),
    h("nav", { class: "dock", "aria-label": t("ranking") },
      undoButtons(),
      h("button", { type: "button", class: "main wide", "data-key": "next-place", onclick: next === undefined ? close : show }, next === undefined ? t("show_ranking") : t("show_place", { place: next[0].rank }), icon("next"))),
  ];
}

function placeCard({ name, total, rank, tie, kingdom: k }, isNow) {
  const kingdom = k === null ? null : kingdomOf(k);
  return h("li", { class: `card ${isNow ? "now" : ""}` },
    h("p", { class: "line" },
      h("span", { class: "place" }, rank === 1 && crown(), h("span", { class: rank === 1 && "unseen" }, rank)),
      h("span", { class: "who" }, h("b", { class: "name" }, name), tie && h("small", { class: "muted" }, tie)),
      h("b", { class: "total" }, total)),
    kingdom !== null && board(game, kingdom, { label: name, isSmall: true, isMarked: !kingdom.picture }));
}

/** What may follow a final result; `null` before. */
export function whatNext(go, redraw) {
  if (!isFinal()) return null;
  return h("p", { class: "row centred" },
    h("button", { type: "button", "data-key": "rematch", onclick: () => rematch(go) }, icon("redo"), t("rematch")),
    isDecided() && h("button", { type: "button", class: "quiet", "data-key": "count-up", onclick: () => {
      begin();
      redraw();
      scrollTo(0, 0);
      document.querySelector("[data-key=next-place]").focus({ preventScroll: true });
    } }, crown(), t("place_by_place")));
}

/** A new game of the same players in the same order, by the same rules. Several quick taps create only one. */
const rematch = oneAtATime(async (go) => {
  const { teams, asked_game: box, asked_size: size, variants, keep_photos: keepsPhotos } = game;
  const players = game.players.map(({ name }) => name);
  const next = await attempt(() => ask("POST", "games", { players, teams, game: box, size, variants, keep_photos: keepsPhotos }));
  if (next !== undefined) go(`#/game/${next.id}`);
});
