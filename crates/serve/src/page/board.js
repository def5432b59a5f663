// A kingdom over its rectified photo. Marks are at the squares' edges, so that the photo remains visible.

import { fileOf } from "./api.js";
import { s } from "./dom.js";
import { CROWN } from "./icons.js";
import { t } from "./texts.js";

/** A square's side, in units of the drawing. */
export const SIDE = 100;

const COURT = new Set();

/** Sets the ids of The Court's pieces. */
export function useCourt(ids) {
  ids.forEach((id) => COURT.add(id));
}

/** Parses a square's word: `town+church+tower*2` has a building and two towers. */
export function parse(word) {
  const [land, ...pieces] = word.split("+");
  const [terrain, crowns] = land.split(":");
  const square = { terrain, crowns: Number(crowns ?? 0), building: null, towers: 0, knight: false, queen: false, giants: 0, court: null };
  for (const piece of pieces) {
    const [what, count] = piece.split("*");
    if (what === "tower") square.towers = Number(count ?? 1);
    else if (what === "giant") square.giants = Number(count ?? 1);
    else if (COURT.has(what)) square.court = what;
    else if (what === "knight") square.knight = true;
    else if (what === "queen") square.queen = true;
    else square.building = what;
  }
  return square;
}

/** Formats a square as its word, as in JSON. */
export function write({ terrain, crowns, building, towers, knight, queen, giants, court }) {
  const land = crowns > 0 ? `${terrain}:${crowns}` : terrain;
  const several = (word, count) => count > 0 && (count > 1 ? `${word}*${count}` : word);
  return [land, building, knight && "knight", several("tower", towers), queen && "queen", several("giant", giants), court].filter(Boolean).join("+");
}

/** The name of the square at this row and column, from 0: `r2c4`. */
export function nameAt(row, col) {
  return `r${row + 1}c${col + 1}`;
}

/** Row and column, from 0, of the square with this name. */
export function placeOf(name) {
  const [, row, col] = name.match(/^r(\d+)c(\d+)$/);
  return { row: row - 1, col: col - 1 };
}

/** The square with this name. */
export function squareAt(kingdom, name) {
  const { row, col } = placeOf(name);
  return kingdom.squares[row][col];
}

/** The photo under the squares; `null` if it was not kept. */
export function picture(game, kingdom) {
  if (!kingdom.picture) return null;
  const href = fileOf(game, `kingdoms/${kingdom.k}.jpg`);
  return s("image", {
    href: `${href}${href.includes("?") ? "&" : "?"}v=${encodeURIComponent(kingdom.picture_key ?? "")}`,
    width: kingdom.cols * SIDE, height: kingdom.rows * SIDE, preserveAspectRatio: "none",
  });
}

/**
 * The board. With `onpick`, every square is a button and arrow keys move between them; otherwise the board is
 * a picture. `lit` has the names of squares to highlight, see `light`. On a small board the marks show only
 * how certain each square is.
 */
export function board(game, kingdom, { label, onpick = null, chosen = null, lit = [], isMarked = true, isSmall = false }) {
  const { rows, cols, squares } = kingdom;
  const flat = squares.flatMap((line, row) => line.map((square, col) => ({ ...square, row, col, name: nameAt(row, col) })));
  const first = chosen ?? flat.find(({ state }) => state === "doubtful")?.name ?? "r1c1";
  const svg = s("svg", {
    class: "board", viewBox: `0 0 ${cols * SIDE} ${rows * SIDE}`, role: onpick === null ? "img" : "group", "aria-label": label,
  });
  const image = picture(game, kingdom);
  if (image !== null) svg.append(image);
  for (const square of flat) svg.append(drawn(square, { onpick, isFirst: square.name === first, isDrawn: image === null, isMarked, isSmall }));
  light(svg, lit);
  if (isMarked) svg.append(borders(squares));
  if (chosen !== null) {
    const { row, col } = placeOf(chosen);
    svg.append(s("rect", { class: "chosen", x: col * SIDE + 3, y: row * SIDE + 3, width: SIDE - 6, height: SIDE - 6 }));
  }
  if (onpick !== null) svg.addEventListener("keydown", (event) => step(event, svg));
  return svg;
}

/**
 * Highlights only these squares of a board. Keeps the board's elements: a tap is lost if its element is
 * replaced while it is pressed, and the press itself removes the highlight from a line of the score sheet.
 */
export function light(svg, names) {
  svg.classList.toggle("dimmed", names.length > 0);
  for (const square of svg.querySelectorAll(".square")) square.classList.toggle("lit", names.includes(square.dataset.square));
}

/** One square of a board. */
export function drawn(square, { onpick, isFirst, isDrawn, isMarked, isSmall }) {
  const { name, row, col, state } = square;
  const parts = [
    isDrawn && ground(square.square),
    onpick !== null && s("rect", { class: "target", width: SIDE, height: SIDE }),
    isMarked && marks(square, { isDrawn, isSmall }),
  ];
  const transform = `translate(${col * SIDE} ${row * SIDE})`;
  if (onpick === null) return s("g", { transform }, parts);
  const words = [t("square_name", { row: row + 1, col: col + 1 }), square.text, state === "doubtful" && t("doubtful"), state === "corrected" && t("corrected")];
  return s("g", {
    transform, class: "square", role: "button", tabindex: isFirst ? 0 : -1, "data-key": `square-${name}`, "data-square": name,
    "aria-label": words.filter(Boolean).join(", "),
    onclick: (event) => onpick(name, event),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onpick(name, event);
    },
  }, parts);
}

/** The square's reading, in its lower left; the frame shows how certain it is. */
function marks({ square, state }, { isDrawn, isSmall }) {
  const { terrain, crowns: inAll, building, towers, knight, queen, giants, court } = parse(square);
  // A drawn square shows its land and crowns itself.
  const crowns = isDrawn ? 0 : inAll;
  const pieces = [building && "B", towers > 0 && `T${towers}`, knight && "K", queen && "Q", giants > 0 && `G${giants}`, court && "C"].filter(Boolean).join(" ");
  const width = 20 + crowns * 19 + (pieces === "" ? 0 : 8 + pieces.length * 10);
  const isLand = terrain !== "empty" && terrain !== "castle";
  return [
    terrain === "empty" && s("path", { class: "nothing", d: "M38 50h24" }),
    isLand && !isSmall && !(isDrawn && pieces === "") && s("g", { class: "reading", transform: "translate(6 74)" },
      s("rect", { class: "plate", width, height: 20, rx: 10 }),
      s("circle", { class: `terrain-${terrain}`, cx: 10, cy: 10, r: 6.5 }),
      Array.from({ length: crowns }, (_, index) => s("path", {
        class: "crown-shape", transform: `translate(${20 + index * 19} 4) scale(.8)`, d: CROWN,
      })),
      pieces !== "" && s("text", { x: 21 + crowns * 19, y: 15 }, pieces)),
    state === "doubtful" && s("g", { class: "doubt" },
      s("rect", { class: "halo", x: 5, y: 5, width: 90, height: 90, rx: 8 }),
      s("rect", { class: "frame", x: 5, y: 5, width: 90, height: 90, rx: 8 }),
      s("circle", { cx: 86, cy: 84, r: 12 }),
      s("text", { x: 86, y: 90.5 }, "?")),
    state === "corrected" && s("g", { class: "said" },
      s("rect", { class: "halo", x: 5, y: 5, width: 90, height: 90, rx: 8 }),
      s("rect", { class: "frame", x: 5, y: 5, width: 90, height: 90, rx: 8 }),
      s("circle", { cx: 86, cy: 84, r: 12 }),
      s("path", { d: "M80 84l4.5 4.5L92 79" })),
  ];
}

/** The centres of the crowns on a drawn square, by their number. */
const CROWNS_AT = [[], [[50, 50]], [[27, 50], [73, 50]], [[50, 30], [27, 68], [73, 68]]];

/** A drawn square, for a kingdom without a photo. */
function ground(word) {
  const { terrain, crowns } = parse(word);
  return [
    s("rect", { class: `terrain-${terrain}`, x: 1, y: 1, width: SIDE - 2, height: SIDE - 2, rx: 6 }),
    terrain === "castle" && s("path", { class: "castle-shape", d: "M28 74V30h10v9h8v-9h8v9h8v-9h10v44H57V62q-7-9-14 0v12z" }),
    CROWNS_AT[crowns].map(([x, y]) => s("path", { class: "crown-shape", transform: `translate(${x - 21} ${y - 16}) scale(2.1)`, d: CROWN })),
  ];
}

/** Lines between squares of different terrain. */
function borders(squares) {
  const terrainAt = (row, col) => parse(squares[row]?.[col]?.square ?? "empty").terrain;
  let lines = "";
  squares.forEach((line, row) => line.forEach((_, col) => {
    const here = terrainAt(row, col);
    const [x, y] = [col * SIDE, row * SIDE];
    if (col + 1 < line.length && terrainAt(row, col + 1) !== here) lines += `M${x + SIDE} ${y}v${SIDE}`;
    if (row + 1 < squares.length && terrainAt(row + 1, col) !== here) lines += `M${x} ${y + SIDE}h${SIDE}`;
  }));
  return s("g", { class: "borders" }, s("path", { class: "halo", d: lines }), s("path", { d: lines }));
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Moves between the squares with the arrow keys. */
export function step(event, svg) {
  const by = STEPS[event.key];
  const from = event.target.dataset?.square;
  if (by === undefined || from === undefined) return;
  event.preventDefault();
  const { row, col } = placeOf(from);
  const to = svg.querySelector(`[data-square="${nameAt(row + by[0], col + by[1])}"]`);
  if (to === null) return;
  event.target.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
  to.focus();
}

/** One square with a margin from its neighbours. */
export function closeUp(game, kingdom, name) {
  const { row, col } = placeOf(name);
  const edge = 12;
  const box = [col * SIDE - edge, row * SIDE - edge, SIDE + 2 * edge, SIDE + 2 * edge];
  const image = picture(game, kingdom);
  const square = squareAt(kingdom, name);
  return s("svg", { class: "close-up", viewBox: box.join(" "), role: "img", "aria-label": t("picture_of_square", { row: row + 1, col: col + 1 }) },
    image ?? s("g", { transform: `translate(${col * SIDE} ${row * SIDE})` }, ground(square.square)),
    s("rect", { class: "cut", x: col * SIDE, y: row * SIDE, width: SIDE, height: SIDE }));
}
