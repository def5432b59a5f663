// Our own small drawings, 24 units wide and high. They only repeat a text, so screen readers skip them.

import { s } from "./dom.js";

const LINES = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  camera: "M4 8h3l2-3h6l2 3h3v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7z",
  pictures: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.5 8.5v.01",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-2",
  redo: "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h2",
  more: "M5 12v.01M12 12v.01M19 12v.01",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4.5 4.5L19 7",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  share: "M12 15V4M8 7.5L12 4l4 3.5M6 11H5v9h14v-9h-1",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  corners: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  bin: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  eye: "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z",
  film: "M3 7h11v10H3zM14 11l6-3.5v9L14 13",
  file: "M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6",
  brush: "M20 4L10 14M9 14c-3 0-4 2-4 4 0 1.500-1 2-2 2 2 1.500 8 2 8-3 0-1.700-1-3-2-3z",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 1 0 0 7zM2.5 20c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5M15.5 4.5a3.5 3.5 0 0 1 0 6.3M18 14.2c2.2 1 3.5 3 3.5 5.8",
  sliders: "M4 7h9M19 7h1M16 4.5v5M4 17h1M11 17h9M8 14.5v5",
};

/** A crown, 20 wide and 15 high, starting at its upper left corner. */
export const CROWN = "M0 3l5 4 5-7 5 7 5-4-2.4 12H2.4z";

/** A line drawing in the colour of the text. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: LINES[name] }));
}

/** A golden crown. */
export function crown() {
  return s("svg", { class: "crown", viewBox: "-2 -2 24 19", "aria-hidden": "true", focusable: "false" },
    s("path", { d: CROWN }));
}

/** The program's mark: a kingdom of nine squares, its crown in the middle. */
export function mark() {
  const squares = ["wheat", "forest", "forest", "wheat", null, "lake", "grassland", "grassland", "lake"];
  return s("svg", { class: "mark", viewBox: "0 0 92 92", "aria-hidden": "true", focusable: "false" },
    squares.map((terrain, index) => terrain && s("rect", {
      class: `terrain-${terrain}`, x: (index % 3) * 32, y: Math.floor(index / 3) * 32, width: 28, height: 28, rx: 5,
    })),
    s("path", { class: "crown-shape", transform: "translate(34 38) scale(1.2 1.1)", d: CROWN }));
}
