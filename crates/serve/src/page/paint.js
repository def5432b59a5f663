// A kingdom painted by hand: choose a land, then draw over its squares; a further tap gives a square crowns.
// Starts with the reading, if there is one.

import { gameBar } from "./bar.js";
import { SIDE, drawn, nameAt, parse, placeOf, step, write } from "./board.js";
import { h, newId, replace, s, word } from "./dom.js";
import { Draft } from "./drafts.js";
import { choice } from "./form.js";
import { icon } from "./icons.js";
import { attempt, confirmSheet, oneAtATime, toast } from "./sheet.js";
import { about, boxes, change, game, kingdomOf, landsOf, open } from "./store.js";
import { capital, t } from "./texts.js";

/**
 * The address of the page for painting. `kind` and `key` name a player without a photo, a photo in which
 * nothing was read, or a kingdom to be replaced.
 */
export function paintAt(kind, key) {
  return `${game.href}/paint/${kind}/${key}`;
}

export async function paintPage({ go }, id, kind, key) {
  await open("game", id);
  const here = location.hash;
  const replaced = kind === "kingdom" ? kingdomOf(key) : null;
  const player = kind === "player" ? game.players[Number(key)] : replaced !== null && replaced.owner !== null ? game.players[replaced.owner] : null;
  const title = player === null || player === undefined ? t("paint") : t("paint_of", { player: player.name });
  const painting = new Painting(here, replaced);
  // Several quick taps create only one kingdom.
  const save = oneAtATime(async () => {
    const squares = painting.trimmed();
    if (squares === null) {
      toast(t("paint_nothing"));
      return;
    }
    const place = kind === "kingdom" ? { kingdom: key, notation: painting.notation } : { ...(kind === "photo" ? { photo: Number(key) } : {}), ...(player ? { player: player.name } : {}) };
    await attempt(async () => {
      await change("POST", "kingdoms", { ...place, squares });
      painting.forget();
      // The painting is done, so going back leads to where it began.
      go(replaced === null ? game.href : `${game.href}/kingdom/${key}`, { isReplacing: true });
    });
  });
  const total = kind === "player" && player ? totalForm(Number(key), go) : null;
  // A user who typed a total and taps the large button does not mean only the painting.
  const saveWhatWasSaid = async () => {
    if (!(total?.isTyped() ?? false)) return save();
    if (painting.trimmed() === null) return total.put();
    return (await confirmSheet(t("total_or_painting"), t("total_or_painting_text"), t("save_total"), "main")) && total.put();
  };
  return {
    title,
    content: () => {
      painting.fit(((kind === "kingdom" ? kingdomOf(key) : null) ?? game).size);
      return [
        gameBar(t("back"), replaced === null ? game.href : `${game.href}/kingdom/${key}`, title, "short"),
        painting.element(),
        total?.element,
        h("nav", { class: "dock", "aria-label": title },
          painting.undoButton,
          h("button", { type: "button", class: "main grow", "data-key": "save-painting", onclick: saveWhatWasSaid }, icon("check"), t("save"))),
      ];
    },
    left: () => painting.left.abort(),
  };
}

/**
 * A number in place of the painting, if only the total is known. Reports whether a total is typed but not
 * saved, and saves it.
 */
function totalForm(index, go) {
  const { id: player, name, typed_total: before } = game.players[index];
  const draft = new Draft(`total ${game.created_ms} ${player}`);
  const [id, hint] = [newId(), newId()];
  const put = (total) => attempt(async () => {
    await change("POST", "totals", { player: name, total });
    draft.forget();
    go(game.href, { isReplacing: true });
  });
  const input = h("input", { id, type: "number", inputmode: "numeric", min: 0, max: about.limits.total, value: draft.read() ?? before ?? "", "aria-describedby": hint, "data-key": "total", oninput: () => draft.keep(input.value) });
  // Sends -1 for invalid input, so that the answer explains which numbers are allowed.
  const putTyped = () => put(input.value === "" ? -1 : Number(input.value));
  const submit = (event) => {
    event.preventDefault();
    putTyped();
  };
  const isTyped = () => input.value !== "" && Number(input.value) !== before;
  const element = h("form", { class: "card pad", onsubmit: submit, novalidate: true },
    h("div", { class: "field" },
      h("label", { class: "label", for: id }, t("only_total")),
      h("div", { class: "row" },
        input,
        h("button", { type: "submit", "data-key": "save-total" }, icon("check"), t("save_total")),
        before !== null && h("button", { type: "button", class: "quiet", "data-key": "remove-total", onclick: () => put(null) }, icon("bin"), t("remove_total"))),
      h("p", { id: hint, class: "muted small" }, t("only_total_text"))));
  return { element, isTyped, put: putTyped };
}

const EMPTY = "empty";

class Painting {
  /** Restores a painting that was not saved, even after the page was closed. */
  constructor(address, kingdom) {
    this.draft = new Draft(`painting ${game.created_ms} ${address}`);
    const kept = this.draft.read(isPainting);
    this.notation = kept?.notation ?? kingdom?.notation;
    this.lattice = kept?.lattice ?? (kingdom === null ? lattice(game.size ?? 5) : centred(kingdom));
    this.before = kept?.before ?? [];
    this.lands = landsOf(boxes(kingdom ?? game));
    this.brush = this.lands[0].id;
    this.palette = h("div", { class: "palette", role: "group", "aria-label": t("paint_with") });
    this.board = h("div", { class: "card board-card" });
    this.undoButton = h("button", { type: "button", class: "quiet round", "aria-label": t("undo"), "data-key": "undo-painting", onclick: () => this.undo() }, icon("undo"), word(t("undo")));
    this.stroke = null;
    // A second finger does nothing.
    const ofPrimary = (handle) => (event) => event.isPrimary && handle(event);
    this.board.addEventListener("pointerdown", ofPrimary((event) => this.begin(event)));
    this.board.addEventListener("pointermove", ofPrimary((event) => this.move(event)));
    // A quick stroke may end outside the board.
    this.left = new AbortController();
    addEventListener("pointerup", ofPrimary(() => this.end()), { signal: this.left.signal });
    addEventListener("pointercancel", ofPrimary(() => { this.stroke = null; }), { signal: this.left.signal });
    this.draw();
  }

  element() {
    return h("div", { class: "columns kingdom" },
      h("div", { class: "column" }, this.board),
      h("div", { class: "column" },
        this.palette,
        h("p", { class: "hint" }, t("paint_text")),
        game.size === null && choice(t("which_grid"), [[5, "5 × 5"], [7, "7 × 7"]], this.lattice.length, (size) => this.resize(size))));
  }

  drawPalette() {
    const brush = (id, name) => h("button", {
      type: "button", class: `cell terrain-${id}`, "aria-pressed": String(this.brush === id), "data-key": `tool-${id}`,
      onclick: () => {
        this.brush = id;
        this.draw();
      },
    }, h("span", { class: "cell-name" }, name));
    replace(this.palette, this.lands.map(({ id, name }) => brush(id, capital(name))), brush("castle", t("castle")), brush(EMPTY, t("no_tile")));
  }

  draw() {
    const size = this.lattice.length;
    const focused = document.activeElement?.dataset?.square;
    const squares = this.lattice.flatMap((words, row) => words.map((word, col) => drawn(
      { name: nameAt(row, col), row, col, square: word, text: this.label(word), state: "seen" },
      { onpick: (name, event) => this.pick(name, event), isFirst: row + col === 0, isDrawn: true, isMarked: true, isSmall: false })));
    const svg = s("svg", { class: "board painting", viewBox: `0 0 ${size * SIDE} ${size * SIDE}`, role: "group", "aria-label": t("paint") }, squares);
    svg.addEventListener("keydown", (event) => step(event, svg));
    this.board.replaceChildren(svg);
    if (focused !== undefined) svg.querySelector(`[data-square="${focused}"]`)?.focus({ preventScroll: true });
    this.undoButton.disabled = this.before.length === 0;
    this.drawPalette();
  }

  /** The square, and what a tap makes of it. */
  label(word) {
    const next = this.tapped(word);
    return [inWords(word), next !== word && t("change_to", { square: inWords(next) })].filter(Boolean).join(", ");
  }

  begin(event) {
    const name = squareUnder(event);
    if (name === null || event.button !== 0) return;
    // A finger's moves must reach the square under it.
    event.target.releasePointerCapture?.(event.pointerId);
    this.stroke = { name, before: this.lattice, isTap: true };
    this.cover(name);
  }

  move(event) {
    if (this.stroke === null) return;
    const name = squareUnder(event);
    if (name !== this.stroke.name) this.stroke.isTap = false;
    if (name !== null) this.cover(name);
  }

  /** A tap where the brush's land already is covers nothing and gives the square another crown. */
  end() {
    const { stroke } = this;
    this.stroke = null;
    if (stroke !== null && stroke.isTap && stroke.before === this.lattice) this.tap(stroke.name);
  }

  /**
   * Picks one square by keyboard or screen reader. Clicks by a pointer, which have a click count, painted it
   * already.
   */
  pick(name, { detail }) {
    if (detail === 0) this.tap(name);
  }

  tap(name) {
    this.put(name, this.tapped(this.wordAt(name)), this.lattice);
  }

  /** Covers a square of another land. A stroke leaves the brush's own land as it is, with its crowns. */
  cover(name) {
    if (parse(this.wordAt(name)).terrain !== this.brush) this.put(name, this.brush, this.stroke.before);
  }

  wordAt(name) {
    const { row, col } = placeOf(name);
    return this.lattice[row][col];
  }

  /**
   * The word after a tap: the brush's land. If that is there already, it gets another crown; after the most,
   * none.
   */
  tapped(word) {
    const now = parse(word);
    if (now.terrain !== this.brush) return this.brush;
    const most = this.lands.find(({ id }) => id === this.brush)?.most ?? 0;
    if (most === 0) return word;
    const crowns = now.crowns < most ? now.crowns + 1 : 0;
    return write({ ...now, crowns, giants: Math.min(now.giants, crowns) });
  }

  /** Puts a word on a square. Undoing it leads back to `before`. */
  put(name, word, before) {
    if (word === this.wordAt(name)) return;
    const { row, col } = placeOf(name);
    // A kingdom has only one castle.
    const rest = word === "castle" ? this.lattice.map((words) => words.map((other) => (other === "castle" ? EMPTY : other))) : this.lattice;
    this.become(rest.map((words, at) => (at === row ? words.with(col, word) : words)), before);
  }

  /** Shows and stores another lattice. A stroke is undone as a whole, so only its start is remembered. */
  become(lattice, before) {
    if (this.before.at(-1) !== before) this.before = [...this.before, before].slice(-MOST_STEPS);
    this.lattice = lattice;
    this.keep();
    this.draw();
  }

  resize(size) {
    const now = resized(this.lattice, size);
    if (now !== this.lattice) this.become(now, this.lattice);
  }

  /** Takes the size of the game's grid, if it is known, and forgets steps of other sizes. */
  fit(size) {
    if (size === null) return;
    this.lattice = resized(this.lattice, size);
    this.before = this.before.filter(({ length }) => length === this.lattice.length);
    this.draw();
  }

  undo() {
    const last = this.before.at(-1);
    if (last === undefined) return;
    this.before = this.before.slice(0, -1);
    this.lattice = last;
    this.keep();
    this.draw();
  }

  keep() {
    this.draft.keep({ lattice: this.lattice, before: this.before, notation: this.notation });
  }

  forget() {
    this.draft.forget();
  }

  /** The rows and columns from the first tile to the last; `null` if there are no tiles. */
  trimmed() {
    const has = (words) => words.some((word) => word !== EMPTY);
    const rows = this.lattice.filter((words, row) => this.lattice.slice(0, row + 1).some(has) && this.lattice.slice(row).some(has));
    if (rows.length === 0) return null;
    const column = (col) => rows.map((words) => words[col]);
    const cols = rows[0].map((_, col) => col).filter((col) => rows[0].some((_, to) => to <= col && has(column(to))) && rows[0].some((_, to) => to >= col && has(column(to))));
    return rows.map((words) => cols.map((col) => words[col]));
  }
}

/** The most steps that can be undone: more than a 7 x 7 grid has squares. */
const MOST_STEPS = 60;

function lattice(size) {
  return Array.from({ length: size }, () => Array.from({ length: size }, () => EMPTY));
}

/** Whether this is what `keep` stores. */
function isPainting(kept) {
  return Array.isArray(kept.before) && [kept.lattice, ...kept.before].every(isLattice);
}

function isLattice(lines) {
  return Array.isArray(lines) && lines.length > 0 && lines.every((words) => Array.isArray(words) && words.length === lines.length && words.every(isWord));
}

/** Whether this word can be drawn and named. */
function isWord(word) {
  if (typeof word !== "string") return false;
  const { terrain, crowns } = parse(word);
  const isLand = about.terrains.some(({ id }) => id === terrain);
  return (isLand || terrain === "castle" || terrain === EMPTY) && [0, 1, 2, 3].includes(crowns);
}

/** What was painted, in a grid of another size; in the same grid if it does not fit. */
function resized(before, size) {
  if (before.length === size) return before;
  const rest = before.flatMap((words, row) => words.map((word, col) => [word, row, col])).filter(([word]) => word !== EMPTY);
  const now = lattice(size);
  const [top, left] = [1, 2].map((axis) => Math.min(...rest.map((one) => one[axis])));
  if (rest.some(([, row, col]) => row - top >= size || col - left >= size)) return before;
  rest.forEach(([word, row, col]) => { now[row - top][col - left] = word; });
  return now;
}

/** The kingdom in the middle of its game's grid. */
function centred({ rows, cols, squares, size }) {
  const all = lattice(Math.max(size, rows, cols));
  const [top, left] = [rows, cols].map((lines) => Math.floor((all.length - lines) / 2));
  squares.forEach((line, row) => line.forEach(({ square }, col) => { all[top + row][left + col] = square; }));
  return all;
}

function inWords(word) {
  const { terrain, crowns } = parse(word);
  if (terrain === EMPTY) return t("no_tile");
  if (terrain === "castle") return t("castle");
  const { name } = about.terrains.find(({ id }) => id === terrain);
  return crowns === 0 ? name : t("terrain_crowns", { terrain: name, n: crowns });
}

function squareUnder({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest(".painting [data-square]")?.dataset.square ?? null;
}
