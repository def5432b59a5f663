// The open game or tournament table, as last received from the server.

import { ask, eventsOf } from "./api.js";
import { closeUp, placeOf, useCourt } from "./board.js";
import { announce, h } from "./dom.js";
import { confirmSheet } from "./sheet.js";
import { capital, t, useTexts } from "./texts.js";

/** The answer of `/api/about`. */
export let about = null;

/**
 * The open game or table; a table has the fields that the shared views show. `base` is its path below
 * `/api/`, `href` its address on the page.
 */
export let game = null;

let events = null;
let onchange = () => {};
let ongone = () => {};

/** Sets the function to call when the game has changed. */
export function whenChanged(redraw) {
  onchange = redraw;
}

/** Sets the function to call when another phone has deleted the game. */
export function whenGone(leave) {
  ongone = leave;
}

export async function loadAbout() {
  about = await ask("GET", "about");
  useCourt(about.court.map(({ id }) => id));
  useTexts(about);
}

/** The boxes of a game or of one of its kingdoms. */
export function boxes({ game: box }) {
  return about.games.find(({ id }) => id === box) ?? about.games[0];
}

/** The lands in these boxes, each with the most crowns that a square of it can have. */
export function landsOf({ has_queendomino: isQueendomino, has_giants: hasGiants }) {
  const lands = about.terrains.filter(({ kingdomino }) => isQueendomino || kingdomino);
  return lands.map((land) => ({ ...land, most: hasGiants ? land.most_crowns : land.max_crowns }));
}

/** Whether every player has a kingdom. */
export function isComplete(view = game) {
  return view.players.every(({ total }) => total !== null);
}

/** Whether every total is certain. */
export function isFinal(view = game) {
  return isComplete(view) && !view.needs_review;
}

/** Whether the winner is certain. */
export function isDecided(view = game) {
  return view.players.length > 1 && isFinal(view);
}

const AT_ONCE = "ranking at once";

/** Whether this phone shows the ranking of a final game at once, without counting it up. */
export function isAtOnce() {
  try {
    return localStorage.getItem(AT_ONCE) !== null;
  } catch (error) {
    console.info(error);
    return false;
  }
}

export function keepAtOnce(isOn) {
  try {
    if (isOn) localStorage.setItem(AT_ONCE, "yes");
    else localStorage.removeItem(AT_ONCE);
  } catch (error) {
    console.info(error);
  }
}

/** Accepts the server's state of the open game, unless a newer one is known or another game is open. */
export function take(view) {
  if (game?.id !== view.id || game.revision > view.revision) return;
  const before = game;
  game = placed(view, game);
  announceTotals(before, view);
  onchange();
}

/**
 * Changes the open game on the server. If another phone was faster, its change is shown and the caller
 * reports the error.
 */
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

/** Description of an action in progress that takes longer than a tap; `null` if there is none. */
export let working = null;

/** Runs an action while the page shows that it is in progress. */
export async function whileWorking(text, action) {
  working = text;
  onchange();
  try {
    return await action();
  } finally {
    working = null;
    onchange();
  }
}

/**
 * Like `change`, but asks the user first if corrections would be lost. Returns whether the change was made.
 */
export async function changeAfterAsking(method, path, body) {
  const { base } = game;
  try {
    await change(method, path, body);
  } catch (error) {
    if (error.code !== "would-drop") throw error;
    // Does not ask about this game if the user has opened another one meanwhile.
    const isAgreed = async () => confirmSheet(t("would_drop"), t("would_drop_text"), t("would_drop_yes"), "danger", lostList(error.lost));
    if (game?.base !== base || !(await isAgreed()) || game?.base !== base) return false;
    await change(method, `${path}?drop=yes`, body);
  }
  return true;
}

/** The corrections that would be lost: each square with its picture, row and column. */
function lostList(lost) {
  return squareList(lost.map(({ text, kingdom: k, square }) => ({ text, kingdom: k === null ? null : kingdomOf(k), square })));
}

/** Squares as small pictures with a text; items without a square as text only. */
export function squareList(squares) {
  return h("ul", { class: "card checks named" }, squares.map(({ text, kingdom, square }) => {
    const isShown = kingdom !== null && square !== null && hasSquare(kingdom, square);
    const { row, col } = square === null ? {} : placeOf(square);
    return h("li", {},
      isShown && closeUp(game, kingdom, square),
      h("span", { class: "who" }, h("span", {}, capital(text)), square !== null && h("small", { class: "muted" }, ` ${t("square_name", { row: row + 1, col: col + 1 })}`)));
  }));
}

function hasSquare({ rows, cols }, name) {
  const { row, col } = placeOf(name);
  return row < rows && col < cols;
}

/** The server's state of a game or table, with its addresses. */
function placed(view, { base, href, isTable }) {
  return { ...view, base, href, isTable };
}

/** How often the phone renews its claim; the server drops the claim after three times this period. */
const STILL_THERE_MS = 30_000;

let stillThere = null;

/** Claims the open table, or takes it over. */
export async function claim(takesOver = false) {
  await change("PUT", "claim", { takes_over: takesOver });
}

/** Renews the claim, unless another phone has the table. */
async function sayStillThere() {
  if (document.hidden || game?.claim === "taken") return;
  try {
    await claim();
  } catch (error) {
    // Another phone was faster: the next view shows it.
    console.info(error.message);
  }
}

/** Increases whenever something is opened or closed, so that late answers are recognised. */
let turn = 0;

/** Opens a game or a tournament's table, and follows changes by other phones. */
export async function open(kind, id) {
  const isTable = kind === "table";
  const base = `games/${id}`;
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
  events = new EventSource(eventsOf(`${base}/events`));
  events.addEventListener("look", ({ data }) => dispatchEvent(new CustomEvent("look", { detail: JSON.parse(data) })));
  events.addEventListener("message", async (event) => {
    const { revision } = JSON.parse(event.data);
    if (!isOpen() || revision <= game.revision) return;
    try {
      const view = await ask("GET", base);
      // This phone's own change may have been answered meanwhile; redrawing the page would lose the focus.
      if (view.revision > (game?.revision ?? -1)) take(view);
    } catch (error) {
      // If the server has ended, the next tap reports it.
      if (error.code === "not-found" && isOpen()) ongone();
      else console.info(error.message);
    }
  });
}

/** Reloads the open game in the current language. */
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
  // The answer does not matter: the server drops the claim after a while anyway.
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

/** The kingdom's player, or `null`. */
function ownerOf(kingdom) {
  return kingdom.owner === null ? null : game.players[kingdom.owner];
}

export function kingdomOf(k) {
  return game.kingdoms.find((kingdom) => String(kingdom.k) === String(k)) ?? null;
}

/** Whether the kingdom is in a photo that looks like another game and has no corrections of squares. */
export function isForeign({ k }) {
  return game.photos.some(({ unlike, kingdoms }) => unlike && kingdoms.includes(k));
}

/** The kingdom's number in the game, from 1. */
export function numberOf(kingdom) {
  return game.kingdoms.indexOf(kingdom) + 1;
}

/** The kingdom's name: its player's, or its number. */
export function nameOf(kingdom) {
  return ownerOf(kingdom)?.name ?? t("kingdom_number", { number: numberOf(kingdom) });
}
