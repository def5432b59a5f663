// The winner, the ranking, and the open questions.

import { closeUp, placeOf, squareAt } from "./board.js";
import { chip, h, word } from "./dom.js";
import { crown, icon } from "./icons.js";
import { paintAt } from "./paint.js";
import { isLastOnItsWay, isOnItsWay, nextPlayer, photoButton, remove } from "./photos.js";
import { attempt } from "./sheet.js";
import { about, change, game, isComplete, isDecided, isForeign, kingdomOf, nameOf } from "./store.js";
import { capital, t } from "./texts.js";

/** The players, from the winner down; while kingdoms are missing, in the order in which they were entered. */
function ranked() {
  const players = game.players.map((player, index) => ({ ...player, index }));
  return isComplete() ? players.toSorted((one, other) => (one.rank ?? 99) - (other.rank ?? 99)) : players;
}

/** The winner in large type, once nothing is left to check. */
export function winner() {
  const first = game.players.filter(({ rank: place }) => place === 1);
  if (!isDecided() || first.length === 0) return null;
  const names = new Intl.ListFormat(about.language).format(first.map(({ name }) => name));
  return h("p", { class: "winner card", role: "status" }, crown(), h("b", { class: "name" }, t("wins_the_game", { n: first.length, players: names })),
    h("span", { class: "total" }, t("points", { n: first[0].total })), first[0].tie && h("small", { class: "muted" }, first[0].tie));
}

/** Asks who won a shared first place by agreement; `null` if one player has it alone. */
export function agreement() {
  const first = game.players.map((player, index) => ({ ...player, index })).filter(({ rank: place }) => place === 1);
  if (game.isTable || !isDecided() || first.length < 2) return null;
  const say = (agreed) => attempt(() => change("PATCH", "", { agreed, seen_players: game.players.map(({ name }) => name) }));
  return h("div", { class: "row chips centred", role: "group", "aria-labelledby": "agreement" },
    h("span", { class: "label", id: "agreement" }, t("won_by_agreement")),
    first.map(({ name, agreed, index }) => chip(name, agreed, () => say(agreed ? null : index), { "data-key": `agreed-${index}` })));
}

/** A note that the ranks may still change, which leads to the first open question. */
export function notFinal(go) {
  if (game.isTable || game.players.length < 2 || !isComplete() || isDecided()) return null;
  return h("button", { type: "button", class: "not-final", "data-key": "not-final", onclick: () => goOn(go) }, t("not_final"), icon("next"));
}

/** The address of the square or kingdom asked about on the way through all open questions. */
let asked = null;

/** Whether the shown square or kingdom is one on the way through all open questions. */
export function isOnTheWay() {
  return asked === location.hash;
}

/**
 * Leads to the first open question: to its square, its kingdom, or its place on the game's page. Returns
 * whether another square is shown.
 */
export function goOn(go, options = {}) {
  const [first] = questions();
  const href = first === undefined ? null : hrefOf(first);
  if (href === null) {
    if (location.hash === game.href) showPlace();
    else go(game.href, options);
    return false;
  }
  const isSquare = first.square !== null;
  const isAnother = href !== location.hash;
  asked = href;
  if (!isSquare) {
    lightUp(first.squares);
    if (!isAnother) showLit();
  }
  go(href, options);
  return isSquare && isAnother;
}

/** Ends the way at this square or kingdom, because it was closed. */
export function endWay(href) {
  if (asked === href) asked = null;
}

/** Leads to another square of the shown one's kingdom, and stays on the way. */
export function goBeside(go, href) {
  if (isOnTheWay()) asked = href;
  go(href, { isReplacing: true });
}

/** Shows where the game's page answers the first open question: an owner, a warning, or the Queen. */
function showPlace() {
  const place = document.querySelector("#to-check, .remarks .warning, .kingdom-card .owners, .facts + .field > .warning");
  if (place === null) return;
  place.scrollIntoView({ block: "center" });
  const button = place.querySelector("button");
  if (button === null) place.tabIndex = -1;
  (button ?? place).focus({ preventScroll: true });
}

/** The players by rank; those without a kingdom still need a photo. */
export function ranking() {
  const isNext = !game.isTable && isLastOnItsWay();
  return h("section", { "aria-labelledby": "ranking", class: `ranking ${isNext ? "next" : ""}` },
    h("h2", { id: "ranking", class: "unseen", tabindex: -1, "data-key": "ranking" }, t("ranking")),
    h("ol", { class: "card ranks" }, ranked().map((player) => (player.total === null ? waiting(player) : rank(player)))));
}

function rank(player) {
  const [href, label] = player.typed
    ? [paintAt("player", player.index), "change_total_of"]
    : [player.kingdom !== null && `${game.href}/kingdom/${player.kingdom}`, "show_kingdom_of"];
  return h("li", { class: isWinner(player) ? "first" : "" },
    h("a", { class: "cover", href, "aria-label": t(label, { player: player.name }), "data-key": `rank-${player.index}` }),
    h("span", { class: "place" }, isWinner(player) ? [crown(), h("span", { class: "unseen" }, "1")] : isComplete() && player.rank),
    h("span", { class: "who" }, h("b", { class: "name" }, player.name),
      isComplete() && player.tie && h("small", { class: "muted" }, player.tie),
      player.needs_review && h("span", { class: "badge" }, t("to_check")),
      player.typed && h("span", { class: "badge typed" }, t("total_typed")),
      isTyped(player) && h("span", { class: "badge typed" }, t("typed"))),
    h("b", { class: "total", "data-total": player.name }, player.total));
}

function isTyped({ kingdom: k }) {
  return k !== null && (kingdomOf(k)?.typed ?? false);
}

/** Nobody wins until every player has a kingdom and nothing is left to check. */
function isWinner({ rank: place }) {
  return place === 1 && (game.isTable ? isComplete() : isDecided() || game.players.length === 1);
}

function waiting(player) {
  const isNext = !game.isTable && nextPlayer()?.id === player.id;
  return h("li", { class: `waiting ${isNext ? "next" : ""}`, "aria-current": isNext && "step" },
    h("span", { class: "place" }, "–"),
    h("span", { class: "who" }, h("b", { class: "name" }, player.name), h("small", { class: "muted" }, waitsFor(player))),
    !game.isTable && h("a", { class: "button quiet round", href: paintAt("player", player.index), "aria-label": t("paint_or_total_of", { player: player.name }), "data-key": `paint-${player.index}` }, icon("brush"), word(t("paint_it"))),
    !game.isTable && photoButton(word(t("photograph")), { isCamera: true, whose: player.id, kind: `${isNext ? "main" : "quiet"} round`, name: t("photograph_kingdom_of", { player: player.name }) }));
}

function waitsFor(player) {
  const { typed_total: total, kingdom } = player;
  if (kingdom !== null) return t("not_ranked");
  if (!game.isTable && isOnItsWay(player)) return t("reading");
  if (typeof total === "number") return `${t("total_typed")}: ${total}`;
  return t(game.kingdoms.some(({ owner }) => owner === null) ? "no_kingdom_yet" : "no_photo_yet");
}

/** Open questions of all kingdoms or of `only` one, highest expected loss first. */
function questions(only = null) {
  // For a photo that looks like another game, one sentence is enough.
  const isAsked = (k) => (only === null ? k === null || !isForeign(kingdomOf(k)) : k === only);
  return once(game.to_check.filter(({ kingdom }) => isAsked(kingdom)));
}

/** The address where a question is answered; `null` if it concerns the whole game. */
function hrefOf({ kingdom: k, square }) {
  return k === null ? null : `${game.href}/kingdom/${k}${square === null ? "" : `/${square}`}`;
}

/** The list of open questions; see `questions`. */
export function toCheck(only = null) {
  const points = questions(only);
  if (points.length === 0) return null;
  return h("section", { "aria-labelledby": "to-check" },
    h("h2", { id: "to-check" }, t("things_to_check", { n: points.length })),
    h("ul", { class: "card checks" }, points.map(({ kingdom: k, square, squares = [], text, points_at_stake: stake, others = [] }) => {
      const kingdom = k === null ? null : kingdomOf(k);
      const href = hrefOf({ kingdom: k, square });
      const where = square === null ? "" : ` ${squareName(square)}`;
      // If there is no single square, a tap highlights the squares concerned on the board.
      const onclick = square === null && squares.length > 0 && ((event) => {
        lightUp(squares);
        if (location.hash !== href) return;
        event.preventDefault();
        showLit();
      });
      return h("li", {},
        href && h("a", { class: "cover", href, onclick, "aria-label": `${nameOf(kingdom)}${where}: ${text}`, "data-key": `check-${k}-${square ?? squares.join("-")}` }),
        square !== null && closeUp(game, kingdom, square),
        h("span", { class: "who" },
          kingdom !== null && only === null && h("b", { class: "name" }, [k, ...others].map((one) => nameOf(kingdomOf(one))).join(", "), " "),
          square === null ? h("span", {}, text) : inShort(squareAt(kingdom, square)),
          stake > 0 && h("span", { class: "stake" }, t("points_at_stake", { n: stake }))),
        href && icon("next"));
    })));
}

/** Merges identical statements about several kingdoms into one that lists them all. */
function once(points) {
  const found = [];
  for (const one of points) {
    const same = one.square === null && one.kingdom !== null && found.find(({ square, kingdom, text }) => square === null && kingdom !== null && text === one.text);
    if (same) same.others.push(one.kingdom);
    else found.push({ ...one, others: [] });
  }
  return found;
}

function squareName(square) {
  const { row, col } = placeOf(square);
  return t("square_name", { row: row + 1, col: col + 1 });
}

let lit = [];
let showLit = () => {};

/** Highlights these squares on the kingdom's board: the current one, or the next one that is opened. */
function lightUp(squares) {
  lit = squares;
}

/** The squares to highlight on the board being opened; `show` highlights other squares chosen later. */
export function litSquares(show) {
  const now = lit;
  lit = [];
  showLit = () => show(litSquares(show));
  return now;
}

/** A square's reading and its alternative. */
function inShort(square) {
  const [read, other] = likelyAnswers(square);
  return h("span", {}, capital(read.text), read.percent && ` (${read.percent})`, other && h("small", { class: "muted" }, ` ${t("or_else", { square: other.text })}`));
}

const MOST_ANSWERS = 5;

/**
 * A square's reading and its most likely alternatives, each with a percentage as text. They sum to 100: the
 * reading keeps its own probability, and the alternatives share the rest in proportion. Without percentages
 * once the user has given the square.
 */
export function likelyAnswers({ square, text, probability, state, alternatives }) {
  const others = alternatives.filter((other) => other.square !== square).slice(0, MOST_ANSWERS - 1);
  const answers = [{ square, text, probability }, ...others];
  const weight = others.reduce((sum, other) => sum + (other.probability ?? 0), 0);
  if (state === "corrected" || weight === 0) return answers.map((answer) => ({ ...answer, percent: null }));
  const own = Math.round(probability * 100);
  if (own === 100) return answers.map((answer, index) => ({ ...answer, percent: index === 0 ? "> 99 %" : "< 1 %" }));
  const parts = others.map((other) => ((100 - own) * (other.probability ?? 0)) / weight);
  const whole = parts.map(Math.floor);
  // The remainder goes to those that rounding reduced most.
  const rest = 100 - own - whole.reduce((sum, part) => sum + part, 0);
  const byLoss = parts.map((part, index) => [part - whole[index], index]).toSorted(([one], [two]) => two - one);
  for (const [, index] of byLoss.slice(0, rest)) whole[index] += 1;
  return answers.map((answer, index) => {
    const hundredths = index === 0 ? own : whole[index - 1];
    return { ...answer, percent: hundredths === 0 ? "< 1 %" : `${hundredths} %` };
  });
}

/** Warnings and notes without a square. Missing kingdoms and players are shown elsewhere. */
export function remarks(all, notes) {
  const warnings = all.filter(({ code }) => code !== "player-without-kingdom" && code !== "nobodys-kingdom");
  if (warnings.length + notes.length === 0) return null;
  return h("ul", { class: "remarks" },
    warnings.map(({ text, photo }) => h("li", { class: "warning" }, text, leaveOut(photo))),
    notes.map((text) => h("li", { class: "note" }, text)));
}

/** The remedy for a warning about a photo that contributes no kingdom. */
function leaveOut(p) {
  const photo = game.photos.find((other) => other.p === p);
  return photo && h("div", { class: "row" }, h("button", { type: "button", "data-key": `leave-out-${p}`, onclick: () => remove(photo) }, icon("bin"), t("leave_out")));
}

/** The score pad: a row per terrain, a column per player. */
export function scorePad() {
  // A typed total has no lines.
  const players = ranked().filter(({ lines, total, typed }) => total !== null && (typed || lines.length > 0));
  if (players.every(({ typed }) => typed)) return null;
  const lines = [];
  for (const player of players) {
    for (const { id, label } of player.lines) if (!lines.some((line) => line.id === id)) lines.push({ id, label });
  }
  const points = (player, id) => (player.typed ? "" : player.lines.find((line) => line.id === id)?.points ?? 0);
  return h("section", { "aria-labelledby": "pad" },
    h("h2", { id: "pad" }, t("score_pad")),
    h("div", { class: "card scroll", tabindex: 0, role: "group", "aria-labelledby": "pad" }, h("table", { class: "pad-table" },
      h("thead", {}, h("tr", {}, h("td", {}), players.map((player) => h("th", { scope: "col" }, player.name)))),
      h("tbody", {}, lines.map(({ id, label }) => h("tr", {},
        h("th", { scope: "row" }, h("span", { class: `dot terrain-${id}` }), capital(label)),
        players.map((player) => h("td", { class: points(player, id) === 0 ? "zero" : "" }, points(player, id)))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("total")), players.map((player) => h("td", {}, player.total)))))));
}
