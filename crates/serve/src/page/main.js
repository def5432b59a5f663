// The page. The address says which part of it is shown, so that reloading and going back work.

import { ApiError } from "./api.js";
import { cornersPage } from "./corners.js";
import { drawSteadily, h, replace } from "./dom.js";
import { gamePage } from "./game.js";
import { home } from "./home.js";
import { icon, mark } from "./icons.js";
import { kingdomPage } from "./kingdom.js";
import { livePage } from "./live.js";
import { newGame } from "./new_game.js";
import { paintPage } from "./paint.js";
import { goOnSending, prepareBringing, whenSending } from "./photos.js";
import { hideSheet, prepareSheet, toast } from "./sheet.js";
import { close, loadAbout, reload, whenChanged, whenGone } from "./store.js";
import { tablePage } from "./table.js";
import { t } from "./texts.js";
import { tournamentPage } from "./tournament.js";

const START = /^#?\/?$/;

const ROUTES = [
  [START, home],
  [/^#\/new$/, newGame],
  [/^#\/game\/([\w-]+)$/, gamePage],
  [/^#\/game\/([\w-]+)\/live$/, livePage],
  [/^#\/tournament$/, tournamentPage],
  [/^#\/table\/(\w+)$/, tablePage],
  [/^#\/game\/([\w-]+)\/paint\/(player|photo|kingdom)\/(\w+)$/, paintPage],
  [/^#\/(game|table)\/([\w-]+)\/kingdom\/(\w+)(?:\/(r\d+c\d+))?$/, kingdomPage],
  [/^#\/(game|table)\/([\w-]+)\/photo\/(\w+)\/corners(?:\/(\w+))?$/, cornersPage],
];

const main = document.getElementById("main");
let shown = null;
let turn = 0;

/** The entry before the shown one in the browser's history, if this page has put the shown one there. */
let below = null;

const page = {
  /** Goes to another part of the page. `isReplacing`: without a new entry in the history. */
  go(hash, { isReplacing = false } = {}) {
    if (location.hash === hash) return;
    if (!isReplacing) {
      below = location.hash;
      location.hash = hash;
      return;
    }
    history.replaceState(null, "", hash);
    navigate();
  },
  /** Goes up to this part; if it is the entry before, by a step back, so that each step back leads somewhere else. */
  leave(hash) {
    if (below === hash) {
      below = null;
      history.back();
    } else page.go(hash, { isReplacing: true });
  },
  /** Draws the shown part with what is known now. */
  redraw() {
    if (shown === null) return;
    drawSteadily(main, () => replace(main, typeof shown.content === "function" ? shown.content() : shown.content));
    shown.after?.();
  },
  /** Loads the shown part again. */
  async goAgain({ isLanguageNew = false } = {}) {
    if (isLanguageNew) {
      await loadAbout();
      await reload();
    }
    await navigate();
  },
};

let isPressed = false;
let isStale = false;

/** Draws the shown part again once nothing is pressed: the browser gives no tap to an element that was replaced between press and release. */
function redrawUnpressed() {
  if (isPressed) isStale = true;
  else page.redraw();
}

/** To be called once, at the start. */
function followPresses() {
  addEventListener("pointerdown", () => {
    isPressed = true;
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      isPressed = false;
      // After the tap, which the browser tells of next.
      setTimeout(() => {
        if (!isStale || isPressed) return;
        isStale = false;
        page.redraw();
      });
    }, true);
  }
}

/** The address without a square: a square's sheet lies over its kingdom. */
function viewOf(hash) {
  return hash.replace(/\/r\d+c\d+$/, "");
}

let lastView = null;

/** Where the start page was left, for the way back from a game. */
let leftStartAt = 0;

async function navigate() {
  turn += 1;
  const mine = turn;
  const view = viewOf(location.hash);
  const isAnother = view !== lastView;
  if (isAnother) {
    if (lastView !== null && START.test(lastView)) leftStartAt = scrollY;
    hideSheet();
    below = null;
    shown?.left?.();
  }
  if (!/^#\/(game|table)\//.test(view)) close();
  for (const [pattern, build] of ROUTES) {
    const found = location.hash.match(pattern);
    if (found === null) continue;
    try {
      const next = await build(page, ...found.slice(1));
      // Another part was chosen while this was loading.
      if (mine !== turn) {
        next.left?.();
        return;
      }
      shown = next;
    } catch (error) {
      if (mine !== turn) return;
      hideSheet();
      shown = failed(error);
    }
    document.title = `${shown.title} – kingdom-scanner`;
    page.redraw();
    if (isAnother) {
      lastView = view;
      scrollTo(0, START.test(view) ? leftStartAt : 0);
      main.focus({ preventScroll: true });
    }
    return;
  }
  location.replace("#/");
}

function failed(error) {
  if (!(error instanceof ApiError)) console.error(error);
  const isLocked = error.code === "token";
  return {
    title: "kingdom-scanner",
    content: [
      h("header", { class: "hero" }, mark(), h("h1", {}, isLocked ? t("locked") : t("went_wrong"))),
      h("p", { class: "narrow centred", role: "alert" }, isLocked ? t("locked_text") : error.message),
      !isLocked && h("p", { class: "row centred" },
        h("button", { type: "button", class: "main", onclick: () => page.goAgain() }, t("try_again")),
        h("a", { class: "button quiet", href: "#/" }, icon("back"), t("home"))),
    ],
  };
}

prepareSheet();
followPresses();
prepareBringing();
whenChanged(redrawUnpressed);
whenGone(() => {
  toast(t("game_gone"));
  page.go("#/");
});
whenSending(redrawUnpressed);
addEventListener("hashchange", navigate);
addEventListener("pagehide", close);
// A page that the browser restores has to ask again.
addEventListener("pageshow", (event) => event.persisted && navigate());
await loadAbout();
await navigate();
await goOnSending();
