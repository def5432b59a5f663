// The game or the table of a tournament that is open, as the server last showed it, and what it says about itself.

import { ask, eventsOf } from "./api.js";
import { useCourt } from "./board.js";
import { announce } from "./dom.js";
import { confirmSheet } from "./sheet.js";
import { t, useTexts } from "./texts.js";

/** What `/api/about` answered. */
export let about = null;

/**
 * The game that is open, or the table, which has the same fields as far as the same views show them. `base`: where it lies below `/api/`;
 * `href`: where it is on the page.
 */
export let game = null;

let events = null;
let onchange = () => {};
let ongone = () => {};

/** Calls `redraw` whenever the game has changed. */
export function whenChanged(redraw) {
  onchange = redraw;
}

/** Calls `leave` when another phone has deleted the game. */
export function whenGone(leave) {
  ongone = leave;
}

export async function loadAbout() {
  about = await ask("GET", "about");
  useCourt(about.court.map(({ id }) => id));
  useTexts(about);
}

/** Whether every player has a kingdom. */
export function isComplete(view = game) {
  return view.players.every(({ total }) => total !== null);
}

/** Whether it is certain who won. */
export function isDecided(view = game) {
  return view.players.length > 1 && isComplete(view) && !view.needs_review;
}

/** Takes the open game as the server shows it, unless a newer state of it is known, or another one is open by now. */
export function take(view) {
  if (game?.id !== view.id || game.revision > view.revision) return;
  const before = game;
  game = placed(view, game);
  announceTotals(before, view);
  onchange();
}

/** Changes the open game by asking the server. Where another phone was faster, what it did is shown, and the caller says so. */
export async function change(method, path, body) {
  try {
    take(await ask(method, `${game.base}${path === "" || path.startsWith("?") ? path : `/${path}`}`, body));
  } catch (error) {
    if (error.code === "changed") {
      await reload();
      onchange();
    }
    throw error;
  }
}

/** The same; where it would lose something that was said, the person is asked first. The answer is whether it was done. */
export async function changeAfterAsking(method, path, body) {
  const { base } = game;
  try {
    await change(method, path, body);
  } catch (error) {
    if (error.code !== "would-drop") throw error;
    // Who has gone on to another game meanwhile is asked nothing about this one.
    if (game?.base !== base || !(await confirmSheet(t("would_drop"), error.message, t("would_drop_yes"))) || game?.base !== base) return false;
    await change(method, `${path}?drop=yes`, body);
  }
  return true;
}

/** With where it lies. */
function placed(view, { base, href, isTable }) {
  return { ...view, base, href, isTable };
}

/** How often the phone says that it is still at the table; the server forgets it after three times as long. */
const STILL_THERE_MS = 30_000;

let stillThere = null;

/** The phone is at the table that is open, or takes it over. The answer is the table. */
export async function claim(takesOver = false) {
  await change("PUT", "claim", { takes_over: takesOver });
}

/** Says that the phone is there, as long as nobody else is. */
async function sayStillThere() {
  if (document.hidden || game?.claim === "taken") return;
  try {
    await claim();
  } catch (error) {
    // Another phone was faster: the next view says so.
    console.info(error.message);
  }
}

/** Grows whenever something else is opened, or closed: who waits for an answer sees that it comes too late. */
let turn = 0;

/** Opens a game, or a tournament's table, and follows what other phones do to it. */
export async function open(kind, id) {
  const isTable = kind === "table";
  const [base, watched] = isTable ? [`tournament/tables/${id}`, "tournament/events"] : [`games/${id}`, `games/${id}/events`];
  const isOpen = () => String(game?.id) === id;
  if (isOpen() && events !== null) return;
  close();
  const mine = turn;
  const view = await ask("GET", base);
  if (mine !== turn) return;
  game = placed(view, { base, href: `#/${kind}/${id}`, isTable });
  if (isTable) {
    await sayStillThere();
    if (mine !== turn) return;
    stillThere = setInterval(sayStillThere, STILL_THERE_MS);
  }
  events = new EventSource(eventsOf(watched));
  events.addEventListener("message", async (event) => {
    const { revision } = JSON.parse(event.data);
    if (!isOpen() || revision <= game.revision) return;
    try {
      take(await ask("GET", base));
    } catch (error) {
      // Of a server that ended the next tap hears.
      if (error.code === "not-found" && isOpen()) ongone();
      else console.info(error.message);
    }
  });
}

/** Reads the open game again, in the language of now. */
export async function reload() {
  if (game === null) return;
  const view = await ask("GET", game.base);
  if (game?.id === view.id && game.revision <= view.revision) game = placed(view, game);
}

export function close() {
  turn += 1;
  events?.close();
  events = null;
  clearInterval(stillThere);
  // Whether the server hears it or not: it forgets the phone after a while.
  if (game?.isTable && game.claim === "mine") ask("DELETE", `${game.base}/claim`, undefined, { keepalive: true }).catch(() => {});
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
function ownerOf(kingdom) {
  return kingdom.owner === null ? null : game.players[kingdom.owner];
}

export function kingdomOf(k) {
  return game.kingdoms.find((kingdom) => String(kingdom.k) === String(k)) ?? null;
}

/** What a kingdom is called: by its player, or by its photo. */
export function nameOf(kingdom) {
  return ownerOf(kingdom)?.name ?? t("kingdom_number", { number: game.kingdoms.indexOf(kingdom) + 1 });
}
