// A game: photos, ranking, open questions, and the kingdoms.

import { ask, fileOf } from "./api.js";
import { maySleep, stayAwake } from "./awake.js";
import { gameBar, undoButtons } from "./bar.js";
import { board } from "./board.js";
import { ceremony, whatNext } from "./ceremony.js";
import { h, word } from "./dom.js";
import { icon, mark } from "./icons.js";
import { inviteButton } from "./invite.js";
import { liveLink } from "./live.js";
import { hasFailed, isSending, ownerChips, photoButton, photoList, readPartsAgain, sendBrought } from "./photos.js";
import { agreement, notFinal, ranking, remarks, scorePad, toCheck, winner } from "./result.js";
import { saveLink, shareButtons } from "./share.js";
import { attempt, confirmSheet, toast } from "./sheet.js";
import { about, game, isComplete, isFinal, isForeign, nameOf, open, take, working } from "./store.js";
import { t } from "./texts.js";
import { unseenFacts } from "./unseen.js";

export async function gamePage({ go, redraw }, id) {
  await open("game", id);
  sendBrought();
  readPartsAgain();
  return {
    title: game.players.map(({ name }) => name).join(", "),
    after: () => (isFinal() ? maySleep() : stayAwake()),
    left: maySleep,
    content: () => [
      gameBar(t("home"), "#/", game.players.map(({ name }) => name).join(", "), "brief"),
      ceremony(redraw) ?? parts(go, redraw),
    ],
  };
}

function parts(go, redraw) {
  return [
    game.kingdoms.length === 0 && game.photos.length === 0 && !isSending() && game.players.every(({ total }) => total === null) ? welcome() : null,
    h("div", { class: "columns" },
      h("div", { class: "column" }, workingOn(), winner(), agreement(), whatNext(go, redraw), notFinal(go), failsFirst() && photoList(), needsOwner() && kingdoms(), ranking(), !failsFirst() && photoList(), toCheck(), remarks([...foreign(), ...game.warnings], isComplete() ? game.notes : [])),
      h("div", { class: "column" }, !needsOwner() && kingdoms(), unseenFacts(), scorePad(), game.players.some(({ total }) => total !== null) || game.kingdoms.length > 0 ? after(go) : null)),
    dock(),
  ];
}

/** Progress of an action that takes longer than a tap. */
function workingOn() {
  return working !== null && h("p", { class: "card pad progress", role: "status", "data-key": "working" }, working, h("progress", { "aria-label": working }));
}

/** Whether a kingdom still needs its player; the kingdoms then come first. */
function needsOwner() {
  return !isComplete() && shownKingdoms().some(({ owner }) => owner === null);
}

/** Whether a photo has failed that a player may still need; the photos then come first, with the reason. */
function failsFirst() {
  return !isComplete() && hasFailed();
}

/** The kingdoms, except those without an owner in a photo that looks like another game. */
function shownKingdoms() {
  return game.kingdoms.filter((kingdom) => kingdom.owner !== null || !isForeign(kingdom));
}

/** Photos that look like another game, each as a warning with a remedy. */
function foreign() {
  return game.photos.filter(({ unlike }) => unlike).map(({ p, name }) => ({ code: "another-game", text: t("another_game", { photo: name }), photo: p }));
}

function welcome() {
  return h("div", { class: "hero small-hero" }, mark(), h("p", {}, t("take_photos")), h("p", { class: "muted small" }, t("how_to_photograph")), inviteButton());
}

/** Buttons within the thumb's reach. */
function dock() {
  return h("nav", { class: "dock", "aria-label": t("photos") },
    undoButtons(),
    photoButton(h("span", { "aria-hidden": "true" }, t("photograph")), { isCamera: true, kind: "main grow", name: t("photograph") }),
    liveLink(),
    photoButton(word(t("choose_pictures")), { isCamera: false, kind: "round", name: t("choose_pictures") }));
}

function kingdoms() {
  if (shownKingdoms().length === 0) return null;
  return h("section", { "aria-labelledby": "kingdoms" },
    h("h2", { id: "kingdoms" }, t("kingdoms")),
    needsOwner() && h("p", { class: "hint" }, t("tap_whose")),
    h("ul", { class: "kingdoms" }, shownKingdoms().map((kingdom) => h("li", { class: "card kingdom-card" },
      h("a", { class: "board-link", href: `${game.href}/kingdom/${kingdom.k}`, "data-key": `kingdom-${kingdom.k}`, "aria-label": t("show_kingdom_of", { player: nameOf(kingdom) }) },
        board(game, kingdom, { label: nameOf(kingdom), isSmall: true })),
      h("p", { class: "line" }, h("b", { class: "name" }, nameOf(kingdom)), kingdom.needs_review && h("span", { class: "badge" }, t("to_check")), h("b", { class: "total" }, kingdom.total)),
      kingdom.owner === null && ownerChips(kingdom)))));
}

function after(go) {
  // A painted kingdom has no picture to learn from.
  const hasCorrections = game.kingdoms.some(({ typed, squares }) => !typed && squares.flat().some(({ state }) => state === "corrected"));
  return h("section", { class: "after", "aria-labelledby": "after" },
    h("h2", { id: "after" }, t("show_it")),
    shareButtons(),
    h("div", { class: "row" },
      saveLink(fileOf(game, "game.json"), "game.json", { class: "button quiet", "data-key": "save-game" }, icon("file"), t("save_game")),
      about.can_learn && hasCorrections && !game.learnt && h("button", { type: "button", class: "quiet", "data-key": "learn", onclick: learn }, icon("check"), t("learn")),
      game.learnt && h("button", { type: "button", class: "quiet", "data-key": "unlearn", onclick: () => attempt(async () => told(await ask("DELETE", "learn", { game: game.id }))) }, icon("undo"), t("unlearn")),
      h("button", { type: "button", class: "quiet", onclick: async () => {
        const players = game.players.map(({ name }) => name).join(", ");
        if (!(await confirmSheet(t("delete_game"), t("delete_game_text", { players }), t("delete")))) return;
        await attempt(async () => {
          await ask("DELETE", `games/${game.id}`);
          go("#/");
        });
      } }, icon("bin"), t("delete_game"))));
}

async function learn() {
  if (!(await confirmSheet(t("learn"), t("learn_text"), t("learn_yes"), "main"))) return;
  await attempt(async () => told(await ask("POST", "learn", { game: game.id })));
}

function told({ text, game: view }) {
  if (view !== undefined) take(view);
  toast(text);
}
