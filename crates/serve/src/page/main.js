// The page. The address selects the part that is shown, so that reloading and going back work.

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

/** Games have numbers, and the tournament's tables have keys that begin with a letter. */
const ROUTES = [
  [START, home],
  [/^#\/new$/, newGame],
  [/^#\/game\/(\d+)$/, gamePage],
  [/^#\/game\/(\d+)\/live$/, livePage],
  [/^#\/tournament$/, tournamentPage],
  [/^#\/table\/(t\w+)$/, tablePage],
  [/^#\/game\/(\d+)\/paint\/(player|photo|kingdom)\/(\w+)$/, paintPage],
  [/^#\/(game(?=\/\d)|table(?=\/t))\/(\w+)\/kingdom\/(\w+)(?:\/(r\d+c\d+))?$/, kingdomPage],
  [/^#\/(game(?=\/\d)|table(?=\/t))\/(\w+)\/photo\/(\w+)\/corners(?:\/(\w+))?$/, cornersPage],
];

const main = document.getElementById("main");
let shown = null;
let turn = 0;

/** The previous entry of the browser's history, if this page pushed the current one. */
let below = null;

const page = {
  /** Navigates to another part of the page. `isReplacing`: without a new history entry. */
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
  /**
   * Navigates up to this part; goes back if it is the previous entry, so that each step back leads to a
   * different part.
   */
  leave(hash) {
    if (below === hash) {
      below = null;
      history.back();
    } else page.go(hash, { isReplacing: true });
  },
  /** Redraws the current part from the data already loaded. */
  redraw() {
    if (shown === null) return;
    drawSteadily(main, () => replace(main, typeof shown.content === "function" ? shown.content() : shown.content));
    shown.after?.();
  },
  /** Reloads the current part. */
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

/**
 * Redraws the current part once nothing is pressed: the browser drops a tap if its element is replaced
 * between press and release.
 */
function redrawUnpressed() {
  if (isPressed) isStale = true;
  else page.redraw();
}

/** Keeps track of whether something is pressed. Call once, at startup. */
function followPresses() {
  addEventListener("pointerdown", () => {
    isPressed = true;
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      isPressed = false;
      // Redraws after the tap, which the browser dispatches next.
      setTimeout(() => {
        if (!isStale || isPressed) return;
        isStale = false;
        page.redraw();
      });
    }, true);
  }
}

/** The address without a square: a square's sheet covers its kingdom. */
function viewOf(hash) {
  return hash.replace(/\/r\d+c\d+$/, "");
}

let lastView = null;

/** Scroll position of the start page, for the way back from a game. */
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
      // Another part was chosen during loading.
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
// A page restored by the browser must load again.
addEventListener("pageshow", (event) => event.persisted && navigate());
await loadAbout();
await navigate();
await goOnSending();
