// A tournament's table: its open questions and the decisions about its photos. Squares are corrected in the
// views of games.

import { fileOf } from "./api.js";
import { gameBar, undoButtons } from "./bar.js";
import { board } from "./board.js";
import { chip, h } from "./dom.js";
import { icon } from "./icons.js";
import { ranking, remarks, toCheck } from "./result.js";
import { attempt, confirmSheet, toast } from "./sheet.js";
import { change, claim, game, kingdomOf, nameOf, open } from "./store.js";
import { t } from "./texts.js";
import { addPhotoSheet, goToNext, seatSheet } from "./tournament.js";

export async function tablePage({ go }, key) {
  await open("table", key);
  return {
    title: game.title,
    content: () => [
      gameBar(t("to_the_tournament"), "#/tournament", game.title),
      claimBanner(),
      h("div", { class: "columns" },
        h("div", { class: "column" },
          game.players.length > 0 && ranking(),
          toCheck(),
          remarks(game.problem === null ? [] : [{ code: "problem", text: game.problem }], game.notes)),
        h("div", { class: "column" },
          h("section", { "aria-labelledby": "photos" },
            h("h2", { id: "photos" }, t("photos")),
            h("ul", { class: "table-photos" }, game.photos.map(photoCard))),
          game.takes_photos && game.table !== "" && h("p", {}, h("button", {
            type: "button", class: "quiet", "data-key": "add-photo", onclick: () => addPhotoSheet({ go, round: game.round, table: game.table, players: [...new Set(game.photos.map(({ player }) => player).filter((player) => player !== null))] }),
          }, icon("camera"), t("add_photo"))),
          game.takes_seats && h("p", {}, h("button", { type: "button", class: "quiet", "data-key": "whose", onclick: () => seatSheet({
            photos: game.photos.map(({ p, name, players }) => ({ key: game.id, p, photo: name, players })),
            round: game.round || "1", table: game.table || "1", players: [...new Set(game.photos.flatMap(({ players }) => players))], done: () => go("#/tournament"),
          }) }, t("whose_are_these"))))),
      dock(go),
    ],
  };
}

/** A banner if another phone is at the table, to prevent accidental corrections. */
export function claimBanner() {
  if (game.claim !== "taken") return null;
  return h("div", { class: "card pad taken", role: "alert" },
    h("p", {}, t("taken_text")),
    h("div", { class: "row" },
      h("button", { type: "button", "data-key": "take-over", onclick: () => attempt(() => claim(true)) }, t("take_over")),
      h("a", { class: "button quiet", href: "#/tournament" }, t("to_the_tournament"))));
}

function photoCard(photo) {
  const kingdoms = game.kingdoms.filter(({ k }) => photo.kingdoms.includes(k));
  return h("li", { class: `card pad table-photo ${photo.status}`, "data-photo": photo.p },
    h("p", { class: "line-up" }, h("b", { class: "name" }, photo.player ?? photo.name), photo.needs_review && h("span", { class: "badge" }, t("to_check")), saidOf(photo)),
    kingdoms.length > 0
      ? h("ul", { class: "kingdoms" }, kingdoms.map((kingdom) => h("li", { class: "card kingdom-card" },
        h("a", { class: "board-link", href: `${game.href}/kingdom/${kingdom.k}`, "data-key": `kingdom-${kingdom.k}`, "aria-label": t("show_kingdom_of", { player: nameOf(kingdom) }) },
          board(game, kingdom, { label: nameOf(kingdom), isSmall: true })),
        h("p", { class: "line" }, kingdoms.length > 1 && h("span", { class: "name" }, t("kingdom_number", { number: kingdom.number })), h("b", { class: "total" }, kingdom.total)))))
      : photo.picture && h("img", { class: "table-picture", src: fileOf(game, `photos/${photo.p}.jpg`), alt: photo.name }),
    doubts(photo),
    photo.must_choose && h("p", { class: "hint" }, t("which_is_players")),
    deeds(photo),
    h("p", { class: "muted small name" }, photo.name));
}

/** Why the photo needs a check. */
function doubts(photo) {
  if (photo.doubts.length === 0) return null;
  return h("ul", { class: "remarks" }, photo.doubts.map((text) => h("li", { class: "warning" }, text)));
}

/** The decision about the photo. */
function saidOf({ said }) {
  const words = { right: t("said_right"), squares: t("said_squares"), left_out: t("said_left_out"), between_corners: t("said_between_corners") };
  return said !== null && h("span", { class: "small said-badge" }, icon("check"), words[said]);
}

/** Buttons for decisions about a whole photo. */
function deeds(photo) {
  const notations = photo.kingdoms.map((k) => kingdomOf(k).notation);
  const say = (what) => attempt(() => change("PUT", `photos/${photo.p}/verdict`, { what, notations }));
  const { said } = photo;
  // A photo of a whole table shows several players' kingdoms and is confirmed square by square.
  const hasKingdom = !photo.shows_table && (photo.kingdoms.length === 1 || photo.chosen !== null);
  if (!photo.can_be_noted) return null;
  return h("div", { class: "row" },
    photo.must_choose && photo.kingdoms.map((k, index) => chip(t("kingdom_number", { number: index + 1 }), photo.chosen === index + 1, () => say({ kingdom: index + 1 }), { "data-key": `choose-${k}` })),
    hasKingdom && said !== "right" && (photo.needs_review || said !== null) && h("button", { type: "button", "data-key": `right-${photo.p}`, onclick: () => confirm(kingdomOf(photo.kingdoms[(photo.chosen ?? 1) - 1])) }, icon("check"), t("all_right")),
    photo.can_be_read_anew && !photo.shows_table && photo.kingdoms.length === 0 && said !== "left_out" && h("a", { class: "button", href: `${game.href}/photo/${photo.p}/corners`, "data-key": `corners-${photo.p}` }, icon("corners"), t("corners_by_hand")),
    said !== null && h("button", { type: "button", class: "quiet", "data-key": `nothing-${photo.p}`, onclick: () => say("nothing") }, icon("undo"), t("take_back")),
    said !== "left_out" && photo.status !== "duplicate" && h("button", { type: "button", class: "quiet", "data-key": `left-out-${photo.p}`, onclick: async () => {
      if (await confirmSheet(t("leave_out"), t("leave_out_text", { photo: photo.name }), t("leave_out"))) say("left_out");
    } }, icon("bin"), t("leave_out")));
}

/** Confirms a player's kingdom as shown; asks again if there are objections. */
async function confirm({ k, notation }, isSure = false) {
  try {
    await change("POST", "as-read", { kingdom: k, notation, is_sure: isSure });
  } catch (error) {
    if (error.code !== "not-sure") {
      toast(error.message);
      return;
    }
    if (await confirmSheet(t("all_right"), error.message, t("all_right_yes"), "main")) await confirm({ k, notation }, true);
  }
}

/** Buttons for decisions about the photo of a kingdom. */
export function decisions(photo) {
  if (photo === undefined) return null;
  return h("section", { class: "decisions", "aria-labelledby": "decisions" },
    h("h2", { id: "decisions" }, t("this_photo")),
    h("p", { class: "line-up" }, saidOf(photo)),
    doubts(photo),
    deeds(photo));
}

/** A button to the next table with open questions and no other phone. */
export function nextTable(go) {
  return h("button", { type: "button", class: "main grow", "data-key": "next-table", onclick: () => goToNext(go, game.id) }, t("check_next"), icon("next"));
}

function dock(go) {
  const undo = undoButtons();
  const squares = game.claim === "taken" ? [] : game.to_check.filter(({ square }) => square !== null);
  if (undo === null && game.tables_to_check === 0) return null;
  return h("nav", { class: "dock", "aria-label": t("things_to_check", { n: game.to_check.length }) },
    undo,
    squares.length > 0 && h("button", {
      type: "button", class: "main grow", "data-key": "next", onclick: () => go(`${game.href}/kingdom/${squares[0].kingdom}/${squares[0].square}`),
    }, t("next_doubtful", { n: squares.length }), icon("next")),
    squares.length === 0 && game.tables_to_check > 0 && nextTable(go));
}
