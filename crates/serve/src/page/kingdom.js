// One kingdom: its board to tap, its score sheet, and its open questions.

import { fileOf } from "./api.js";
import { gameBar, undoButtons } from "./bar.js";
import { board, light, nameAt, placeOf, squareAt } from "./board.js";
import { h, word } from "./dom.js";
import { icon } from "./icons.js";
import { paintAt } from "./paint.js";
import { ownerChips } from "./photos.js";
import { endWay, goOn, isOnTheWay, litSquares, remarks, toCheck } from "./result.js";
import { saveLink } from "./share.js";
import { attempt, confirmSheet, showSheet } from "./sheet.js";
import { hideSquareSheet, squareSheet } from "./square.js";
import { change, game, isDecided, kingdomOf, nameOf, open, squareList } from "./store.js";
import { claimBanner, decisions, nextTable } from "./table.js";
import { capital, t } from "./texts.js";

let isMarked = true;
let lit = [];

export async function kingdomPage({ go, leave, redraw }, kind, id, k, square) {
  await open(kind, id);
  const here = `${game.href}/kingdom/${k}`;
  const missing = { title: t("kingdoms"), content: [gameBar(t("back"), game.href, t("kingdoms")), h("p", {}, t("no_such_kingdom"))] };
  if (kingdomOf(k) === null) return missing;
  lit = litSquares((squares) => {
    lit = squares;
    redraw();
    document.getElementById("board").scrollIntoView({ block: "nearest" });
  });
  return {
    title: nameOf(kingdomOf(k)),
    content: () => {
      const kingdom = kingdomOf(k);
      if (kingdom === null) return missing.content;
      const photo = game.photos.find(({ p }) => p === kingdom.photo);
      return [
        gameBar(t("back"), game.href, nameOf(kingdom)),
        game.isTable && claimBanner(),
        h("div", { class: "columns kingdom" },
          h("div", { class: "column" },
            h("div", { class: "card board-card" }, h("div", { id: "board" }, board(game, kingdom, {
              label: t("board_of", { player: nameOf(kingdom), n: kingdom.total }), lit, isMarked, chosen: square ?? null,
              onpick: (name) => go(`${here}/${name}`),
            })),
              h("div", { class: "line" },
                h("b", { class: "total big", "data-total": nameOf(kingdom) }, t("points", { n: kingdom.total })),
                kingdom.needs_review && h("span", { class: "badge" }, t("to_check")),
                kingdom.typed && h("span", { class: "badge typed" }, t("typed")),
                h("span", { class: "row tight push" },
                  h("button", { type: "button", class: "quiet round", "aria-label": t("marks"), "aria-pressed": String(isMarked), "data-key": "marks", onclick: () => {
                    isMarked = !isMarked;
                    redraw();
                  } }, icon("eye"), word(t("marks")))))),
            h("p", { class: "hint" }, t("tap_a_square")),
            toCheck(kingdom.k),
            asRead(kingdom, go),
            remarks([], kingdom.notes)),
          h("div", { class: "column" },
            game.isTable ? decisions(photo) : h("section", { "aria-labelledby": "whose" }, h("h2", { id: "whose" }, t("whose")), ownerChips(kingdom)),
            sheet(kingdom, (squares) => {
              lit = squares;
              light(document.querySelector("#board svg"), squares);
            }),
            photo?.picture && (!game.isTable || photo.can_be_read_anew) && h("p", {}, h("a", { class: "button quiet", href: `${game.href}/photo/${photo.p}/corners/${kingdom.k}` }, icon("corners"), t("grid_is_wrong"))),
            !game.isTable && h("p", {}, h("a", { class: "button quiet", href: paintAt("kingdom", kingdom.k), "data-key": "paint" }, icon("brush"), t("paint"))),
            !game.isTable && photo?.picture && h("p", {}, h("button", { type: "button", class: "quiet", "data-key": "report", onclick: () => reportSheet(photo) }, icon("file"), t("read_wrongly"))),
            photo?.typed && h("p", {}, h("button", { type: "button", class: "quiet", "data-key": "remove-typed", onclick: () => removeTyped(photo, kingdom, go) }, icon("bin"), t("remove_typed"))))),
        dock(kingdom, (name) => go(`${here}/${name}`), go),
      ];
    },
    after: () => {
      const kingdom = kingdomOf(k);
      if (square === undefined || kingdom === null || !isWithin(kingdom, square)) hideSquareSheet();
      else squareSheet(kingdom, square, { go, leave, here });
    },
    left: () => endWay(here),
  };
}

/** Removes a painted kingdom without a photo, after asking. */
async function removeTyped(photo, kingdom, go) {
  // Corrections of its squares are removed with it.
  const said = kingdom.squares.flatMap((line, row) => line.flatMap((square, col) => (square.state === "corrected" ? [{ text: square.text, kingdom, square: nameAt(row, col) }] : [])));
  if (!(await confirmSheet(t("remove_typed"), t("remove_typed_text", { player: nameOf(kingdom) }), t("remove"), "danger", said.length > 0 && squareList(said)))) return;
  await attempt(async () => {
    await change("DELETE", `photos/${photo.p}?drop=yes`);
    go(game.href, { isReplacing: true });
  });
}

/** A report file that the user saves and hands in; the page does not send it. */
function reportSheet(photo) {
  showSheet(t("read_wrongly"), [
    h("p", {}, t("read_wrongly_text")),
    saveLink(fileOf(game, `photos/${photo.p}/report.zip`), "read-wrongly.zip", { class: "button main wide", "data-key": "save-report" }, icon("file"), t("save_report")),
  ]);
}

/**
 * Confirms several doubtful squares at once. It also confirms the grid, tiles that form no box, and the
 * absence of giants, which photos do not show.
 */
function asRead(kingdom, go) {
  if (game.isTable) return null;
  const names = kingdom.doubtful;
  const doubtful = names.length;
  const say = () => attempt(async () => {
    const wasDecided = isDecided();
    await change("POST", "as-read", { kingdom: kingdom.k, notation: kingdom.notation });
    if (!wasDecided && isDecided()) go(game.href, { isReplacing: true });
    else if (isOnTheWay()) goOn(go, { isReplacing: true });
  });
  const ask = async () => {
    const shown = squareList(names.map((square) => ({ text: squareAt(kingdom, square).text, kingdom, square })));
    if (await confirmSheet(t("all_right"), t("all_right_text", { n: doubtful }), t("all_right"), "main", shown)) await say();
  };
  const button = (key, onclick, text) => h("p", {}, h("button", { type: "button", "data-key": key, onclick }, icon("check"), text));
  const allRight = kingdom.against_the_box ? t("as_it_looks", { n: kingdom.total }) : t("all_right");
  const areGiantsAsked = kingdom.warnings.some(({ code }) => code === "expansion-not-looked-for");
  // With giants, the answer also confirms their absence, which is a separate question.
  if (areGiantsAsked) return doubtful === 0 ? button("as-read", say, t("all_as_read")) : null;
  if (doubtful >= 2) return button("all-right", ask, allRight);
  return doubtful === 0 && kingdom.needs_review && !kingdom.all_said ? button("all-right", say, allRight) : null;
}

/** Buttons within the thumb's reach: undo, redo, and the next square to check. */
function dock(kingdom, show, go) {
  const [next] = kingdom.doubtful;
  const undo = undoButtons();
  const isDone = next === undefined && game.isTable && game.tables_to_check > 0;
  if (next === undefined && undo === null && !isDone) return null;
  return h("nav", { class: "dock", "aria-label": t("things_to_check", { n: kingdom.doubtful.length }) },
    undo,
    isDone && nextTable(go),
    next && h("button", { type: "button", class: "main grow", "data-key": "next", onclick: () => show(next) }, t("next_doubtful", { n: kingdom.doubtful.length }), icon("next")));
}

function isWithin(kingdom, name) {
  const { row, col } = placeOf(name);
  return row < kingdom.rows && col < kingdom.cols;
}

/** The score sheet. Hovering over or focusing a line highlights its squares. */
function sheet(kingdom, show) {
  if (kingdom.lines.length === 0) return null;
  const squaresOf = ({ parts }) => parts.flatMap(({ squares }) => squares ?? []);
  return h("section", { "aria-labelledby": "score-sheet" },
    h("h2", { id: "score-sheet" }, t("score_sheet")),
    h("ul", { class: "card lines" }, kingdom.lines.map((line) => h("li", {}, h("button", {
      type: "button", class: "plain-line", "data-key": `line-${line.id}`,
      onmouseenter: () => show(squaresOf(line)), onmouseleave: () => show([]), onfocus: () => show(squaresOf(line)), onblur: () => show([]),
    },
      h("span", { class: "who" }, h("span", {}, h("span", { class: `dot terrain-${line.id}` }), capital(line.label)), line.parts.map(({ text }) => h("small", { class: "muted" }, text))),
      h("b", { class: line.points === 0 ? "zero" : "" }, line.points))))));
}
