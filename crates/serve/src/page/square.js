// A square: its picture, the likely answers, then all others.

import { closeUp, parse, placeOf, squareAt, write } from "./board.js";
import { chip, h } from "./dom.js";
import { crown, icon } from "./icons.js";
import { endWay, goBeside, goOn, isOnTheWay, likelyAnswers } from "./result.js";
import { attempt, hideSheet, oneAtATime, showSheet, toast } from "./sheet.js";
import { about, boxes, change, game, isDecided, kingdomOf, landsOf, nameOf } from "./store.js";
import { capital, t } from "./texts.js";

/** A second tap before the first is answered is ignored, because the kingdom may have changed by then. */
const answering = oneAtATime(attempt, () => toast(t("still_noting")));

/** Hides the sheet if it belongs to a square. */
export function hideSquareSheet() {
  if (document.querySelector("dialog.square-sheet") !== null) hideSheet();
}

/** Shows or redraws the sheet of a square. */
export function squareSheet(kingdom, name, { go, leave, here }) {
  const { row, col } = placeOf(name);
  const square = squareAt(kingdom, name);
  const box = boxes(kingdom);
  const { has_queendomino: isQueendomino, has_giants: hasGiants } = box;
  const hasPieces = isQueendomino || hasGiants;
  const finish = () => {
    if (!isOnTheWay() || !goOn(go, { isReplacing: true })) hideSheet();
  };
  const say = (word, { staysOpen = false } = {}) => answering(async () => {
    const { base } = game;
    const wasDecided = isDecided();
    const totals = new Map(game.players.map((player) => [player.name, player.total]));
    await change("POST", "corrections", { kingdom: kingdom.k, row, col, square: word, notation: kingdom.notation });
    // A user who has moved on is not called back.
    const now = game?.base === base && [here, `${here}/${name}`].includes(location.hash) ? kingdomOf(kingdom.k) : null;
    if (now === null || staysOpen) return;
    const goesOn = isOnTheWay();
    // After the last doubt, users want to see the winner.
    if (!goesOn && !wasDecided && isDecided() && !game.isTable) go(game.href, { isReplacing: true });
    finish();
    said(now, name, { before: kingdom.total, totals, go, here, goesOn });
  });
  showSheet(t("square_name", { row: row + 1, col: col + 1 }), [
    h("div", { class: "square-head" },
      closeUp(game, kingdom, name),
      h("div", { class: "square-now" },
        h("p", { class: "muted small" }, nameOf(kingdom)),
        h("p", { class: "reading-now" }, h("b", {}, capital(square.text))),
        state(square),
        h("p", { class: "small" }, t("points", { n: kingdom.total })),
        neighbours(kingdom, name, { go, here }))),
    likely(kingdom, square, say),
    everything(square, box, say),
    hasPieces && h("div", { class: "sheet-foot" }, square.state === "doubtful"
      ? h("button", { type: "button", class: "main wide", "data-key": "right", onclick: () => say(square.square) }, t("all_right"))
      : h("button", { type: "button", class: "main wide", "data-key": "done", onclick: finish }, t("done"))),
  ], {
    isRoute: true,
    closed: () => {
      endWay(`${here}/${name}`);
      // The board was redrawn meanwhile, so the browser cannot restore the focus.
      document.querySelector(`#board [data-square="${name}"]`)?.focus({ preventScroll: true });
      if (location.hash === `${here}/${name}`) leave(here);
    },
    kind: "square-sheet",
  });
}

function state(square) {
  if (square.state === "corrected") return h("p", { class: "small said-badge" }, icon("check"), t("corrected"));
  if (square.state !== "doubtful") return null;
  const stake = square.points_at_stake;
  return h("p", { class: "small" }, h("span", { class: "badge" }, t("doubtful")), stake > 0 && h("span", { class: "stake" }, t("points_at_stake", { n: stake })));
}

/** A button to the doubtful square with the next largest loss; after the last one, to the first. */
function neighbours(kingdom, name, { go, here }) {
  const doubtful = kingdom.doubtful;
  const others = doubtful.filter((other) => other !== name);
  if (others.length === 0) return null;
  const next = doubtful[doubtful.indexOf(name) + 1] ?? others[0];
  return h("button", { type: "button", class: "quiet", "data-key": "next-doubtful", onclick: () => goBeside(go, `${here}/${next}`) },
    t("next_doubtful", { n: others.length }), icon("next"));
}

/** The likely answers, each with its probability and the resulting total. */
function likely(kingdom, square, say) {
  const isCorrected = square.state === "corrected";
  const [read, ...others] = likelyAnswers(square);
  const answers = [{ ...read, total: kingdom.total }, ...others];
  return h("section", { "aria-label": t("likely") },
    h("h3", {}, t("likely")),
    h("ul", { class: "answers" }, answers.map((answer, index) => h("li", {}, h("button", {
      type: "button", class: index === 0 ? "answer now" : "answer", "data-key": `answer-${answer.square}`, "data-answer": answer.square,
      onclick: () => say(answer.square),
    },
      swatch(answer.square),
      h("span", { class: "who" }, h("b", {}, capital(answer.text)), h("small", { class: "muted" }, index === 0 ? t(isCorrected ? "corrected" : "this_is_right") : null, answer.percent && ` ${answer.percent}`)),
      totalWith(answer.total, kingdom.total))))));
}

function percent(probability) {
  const hundredths = Math.round(probability * 100);
  return hundredths < 1 ? "< 1 %" : hundredths > 99 ? "> 99 %" : `${hundredths} %`;
}

function totalWith(total, now) {
  if (total === null || total === undefined) return null;
  const by = total - now;
  return h("span", { class: "with-total" }, h("b", {}, total), by !== 0 && h("small", { class: by > 0 ? "more" : "less" }, by > 0 ? `+${by}` : `−${-by}`));
}

/** A small square with terrain and crowns. */
function swatch(word) {
  const { terrain, crowns } = parse(word);
  return h("span", { class: `swatch terrain-${terrain}`, "aria-hidden": "true" }, Array.from({ length: crowns }, crown));
}

/** All terrains with all numbers of crowns, and the pieces of Queendomino and the expansions. */
function everything(square, box, say) {
  const { has_queendomino: isQueendomino, has_giants: hasGiants } = box;
  const now = parse(square.square);
  const land = (terrain, crowns) => write({ ...now, terrain, crowns, building: terrain === "town" ? now.building : null, towers: terrain === "town" ? now.towers : 0, giants: Math.min(now.giants, crowns) });
  const cell = (terrain, crowns, label) => h("button", {
    type: "button", class: `cell terrain-${terrain}`, "data-key": `all-${terrain}-${crowns}`, "data-answer": `${terrain}${crowns > 0 ? `:${crowns}` : ""}`,
    "aria-pressed": String(now.terrain === terrain && now.crowns === crowns), "aria-label": label,
    onclick: () => say(terrain === "castle" || terrain === "empty" ? terrain : land(terrain, crowns), { staysOpen: isQueendomino && terrain === "town" }),
  }, crowns > 0 ? Array.from({ length: crowns }, crown) : h("span", { class: "cell-name", "aria-hidden": "true" }, crowns === 0 ? "–" : ""));
  return h("section", { "aria-label": t("all_answers") },
    h("h3", {}, t("all_answers")),
    h("div", { class: "all" }, landsOf(box).map(({ id, name, most }) => h("div", { class: "all-line", role: "group", "aria-label": name },
      h("span", { class: "all-name", "aria-hidden": "true" }, capital(name)),
      Array.from({ length: most + 1 }, (_, crowns) => cell(id, crowns, crowns === 0 ? t("terrain_no_crown", { terrain: name }) : t("terrain_crowns", { terrain: name, n: crowns })))))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "chip", "data-answer": "castle", "aria-pressed": String(now.terrain === "castle"), onclick: () => say("castle") }, t("castle")),
      h("button", { type: "button", class: "chip", "data-answer": "empty", "aria-pressed": String(now.terrain === "empty"), onclick: () => say("empty") }, t("no_tile"))),
    now.terrain !== "castle" && now.terrain !== "empty" && [
      isQueendomino && pieces(now, square.standing, say),
      hasGiants && giants(now, say),
      court(now, say),
    ]);
}

/** Building, towers, knight and Queen. Each tap takes effect at once; the sheet stays open for the next. */
function pieces(now, standing, say) {
  const put = (piece) => say(write({ ...now, ...piece }), { staysOpen: true });
  const likelihood = new Map((standing?.buildings ?? []).map(({ what, probability }) => [what, probability]));
  const buildings = about.buildings.toSorted((one, other) => (likelihood.get(other.id) ?? 0) - (likelihood.get(one.id) ?? 0));
  return [
    now.terrain === "town" && h("div", { class: "field" }, h("h3", {}, t("building")),
      h("div", { class: "row chips" },
        chip(t("no_building"), now.building === null, () => put({ building: null, towers: 0 }), { "data-key": "building-none", "data-answer": "no-building" }),
        buildings.map(({ id, name }) => chip([capital(name), likelihood.has(id) && h("small", { class: "muted" }, ` ${percent(likelihood.get(id))}`)], now.building === id,
          () => put({ building: id }), { "data-key": `building-${id}`, "data-answer": id })))),
    h("div", { class: "field" }, h("h3", {}, t("pieces")),
      h("div", { class: "row chips" },
        now.terrain === "town" && stepper(t("towers", { n: now.towers }), now.towers, (towers) => put({ towers }), { label: t("towers_label"), most: about.most_towers, key: "tower" }),
        chip(t("knight"), now.knight, () => put({ knight: !now.knight }), { "data-key": "knight" }),
        chip(t("queen"), now.queen, () => put({ queen: !now.queen }), { "data-key": "queen" }))),
  ];
}

/** The giants on the square. Each covers a crown, which then does not count. */
function giants(now, say) {
  const most = now.crowns + (about.buildings.find(({ id }) => id === now.building)?.crowns ?? 0);
  const put = (count) => say(write({ ...now, giants: count }), { staysOpen: true });
  return h("div", { class: "field" }, h("h3", {}, t("giants_label")),
    most === 0 ? h("p", { class: "hint" }, t("giants_need_crowns"))
      : h("div", { class: "row chips" }, stepper(t("giants", { n: now.giants }), now.giants, put, { label: t("giants_label"), most, key: "giant" })));
}

/** The Court's pieces, folded away because the expansion is rarely played. */
function court(now, say) {
  const put = (piece) => say(write({ ...now, court: piece }), { staysOpen: true });
  return h("details", { class: "field", open: now.court !== null },
    h("summary", {}, t("the_court")),
    h("div", { class: "row chips" },
      chip(t("nothing_of_it"), now.court === null, () => put(null), { "data-key": "court-none" }),
      about.court.map(({ id, name }) => chip(capital(name), now.court === id, () => put(id), { "data-key": `court-${id}`, "data-answer": id }))));
}

function stepper(text, value, set, { label, most, key }) {
  return h("span", { class: "stepper", role: "group", "aria-label": label },
    h("button", { type: "button", class: "round", "aria-label": t("one_less"), "data-key": `${key}-less`, disabled: value === 0, onclick: () => set(value - 1) }, icon("minus")),
    h("output", {}, text),
    h("button", { type: "button", class: "round", "aria-label": t("one_more"), "data-key": `${key}-more`, disabled: value >= most, onclick: () => set(value + 1) }, icon("plus")));
}

/** A text that changes with every answer and differs between games. */
function lastSaid() {
  if (game === null) return null;
  const ofKingdoms = game.kingdoms.map(({ notation, owner, squares }) => [notation, owner, squares.flat().map(({ state }) => state)]);
  return JSON.stringify([game.base, game.answers, ofKingdoms, game.players.map(({ typed_total: total }) => total), game.photos.map(({ said }) => said)]);
}

/**
 * A message after an answer: the new total, other players' changed totals, undo, and the next doubtful
 * square, unless it is shown anyway.
 */
function said(kingdom, name, { before, totals, go, here, goesOn }) {
  const { row, col } = placeOf(name);
  const by = kingdom.total - before;
  const text = t("said", { square: capital(kingdom.squares[row]?.[col]?.text ?? t("square_name", { row: row + 1, col: col + 1 })), player: nameOf(kingdom), n: kingdom.total });
  const left = kingdom.doubtful;
  const answered = lastSaid();
  // The message stays while the user goes on and other phones answer; it must not undo later answers.
  const undo = () => (lastSaid() === answered ? attempt(() => change("POST", "undo")) : toast(t("undo_is_late")));
  const buttons = [
    game.can_undo && h("button", { type: "button", onclick: undo }, t("undo")),
    !goesOn && left.length > 0 && h("button", { type: "button", onclick: () => go(`${here}/${left[0]}`) }, t("next_doubtful", { n: left.length })),
  ].filter(Boolean);
  const others = game.players.filter((player) => player.name !== nameOf(kingdom) && player.total !== totals.get(player.name) && player.total !== null);
  const own = by === 0 ? text : `${text} (${by > 0 ? "+" : "−"}${Math.abs(by)})`;
  toast([own, ...others.map((player) => t("player_total", { player: player.name, n: player.total }))].join("; "), ...buttons);
}
