// The game that is open, as the server last showed it, and what it says about itself.

import { ask } from "./api.js";
import { announce } from "./dom.js";
import { t, useTexts } from "./texts.js";

/** What `/api/about` answered. */
export let about = null;

/** The game that is open. */
export let game = null;

let events = null;
let onchange = () => {};

/** Calls `redraw` whenever the game has changed. */
export function whenChanged(redraw) {
  onchange = redraw;
}

export async function loadAbout() {
  about = await ask("GET", "about");
  useTexts(about);
}

/** Takes a game as the server shows it, unless a newer one is known. */
export function take(view) {
  if (game?.id === view.id && game.revision > view.revision) return;
  const before = game?.id === view.id ? game : null;
  game = view;
  if (before !== null) announceTotals(before, view);
  onchange();
}

/** Changes the open game by asking the server. */
export async function change(method, path, body) {
  take(await ask(method, `games/${game.id}${path === "" ? "" : `/${path}`}`, body));
}

/** Opens a game and follows what other phones do to it. */
export async function open(id) {
  const isOpen = () => String(game?.id) === id;
  if (isOpen() && events !== null) return;
  close();
  const view = await ask("GET", `games/${id}`);
  game = view;
  events?.close();
  events = new EventSource(`/api/games/${id}/events`);
  events.addEventListener("message", async (event) => {
    const { revision } = JSON.parse(event.data);
    if (!isOpen() || revision <= game.revision) return;
    try {
      take(await ask("GET", `games/${id}`));
    } catch (error) {
      // A game that another phone deleted, or a server that ended: the next tap says so.
      console.info(error.message);
    }
  });
}

/** Reads the open game again, in the language of now. */
export async function reload() {
  if (game !== null) game = await ask("GET", `games/${game.id}`);
}

export function close() {
  events?.close();
  events = null;
  game = null;
}

function announceTotals(before, now) {
  const changed = now.players.filter((player, index) => {
    return player.total !== null && player.total !== before.players[index]?.total;
  });
  if (changed.length > 0) {
    announce(changed.map((player) => t("player_total", { player: player.name, n: player.total })).join(", "));
  }
}

/** The player whose kingdom it is, or `null`. */
export function ownerOf(kingdom) {
  return kingdom.owner === null ? null : game.players[kingdom.owner];
}

export function kingdomOf(k) {
  return game.kingdoms.find((kingdom) => String(kingdom.k) === String(k)) ?? null;
}

/** What a kingdom is called: by its player, or by its photo. */
export function nameOf(kingdom) {
  return ownerOf(kingdom)?.name ?? t("kingdom_number", { number: game.kingdoms.indexOf(kingdom) + 1 });
}
