// The sheet that rises from below (on wide windows it stands in the middle), and the short message at the foot.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

const dialog = () => document.getElementById("sheet");

/** What is drawn anew. The message beside it is not: it would be gone with the content over which it was shown. */
const content = () => document.getElementById("sheet-content");

let onclosed = () => {};

/** Tells whoever opened the last sheet, once, that it is closed. */
function tellClosed() {
  const closed = onclosed;
  onclosed = () => {};
  closed();
}

/** The title of the sheet that is shown. */
let shownTitle = null;

/** Opens a sheet with this title and content, or replaces those of the open one. `isRoute`: it has an address of its own. */
export function showSheet(title, body, { closed = () => {}, kind = "", isRoute = false } = {}) {
  const element = dialog();
  // One that was closed a moment ago: the browser has not said so yet.
  if (!element.open) tellClosed();
  onclosed = closed;
  element.className = kind;
  const heading = h("h2", { id: "sheet-title", tabindex: "-1" }, title);
  replace(content(),
    h("div", { class: "sheet-head" }, heading,
      h("button", { type: "button", class: "quiet round", "data-key": "close-sheet", "aria-label": t("close"), onclick: hideSheet }, icon("close"))),
    h("div", { class: "sheet-body" }, body));
  const isAnother = !element.open || title !== shownTitle;
  shownTitle = title;
  if (!element.open) {
    element.setAttribute("aria-labelledby", "sheet-title");
    element.showModal();
    heading.focus();
    // A step back closes it, as on other pages of a phone. A sheet with an address of its own has that step already.
    if (!isRoute) history.pushState({ sheet: true }, "");
  } else if (!element.contains(document.activeElement) || document.activeElement === document.body) {
    heading.focus();
  }
  // Not where the last one was left.
  if (isAnother) element.scrollTop = 0;
}

export function hideSheet() {
  if (dialog().open) dialog().close();
}

export function isSheetOpen() {
  return dialog().open;
}

/** To be called once, at the start. */
export function prepareSheet() {
  dialog().addEventListener("close", () => {
    // Another sheet was opened before the browser said that the last one is closed.
    if (dialog().open) return;
    document.body.append(document.getElementById("toast"));
    content().replaceChildren();
    if (history.state?.sheet) history.back();
    tellClosed();
  });
  addEventListener("popstate", ({ state }) => {
    // The step of a sheet from which the person went on to another part of the page.
    if (state?.sheet && !isSheetOpen()) history.back();
    if (!state?.sheet) hideSheet();
  });
  // A tap beside the sheet closes it.
  dialog().addEventListener("click", (event) => {
    if (event.target === dialog()) hideSheet();
  });
}

let timer = null;

/** A short message, with buttons such as "Undo". It goes after a while, unless the pointer or focus is on it. */
export function toast(text, ...buttons) {
  const element = document.getElementById("toast");
  // The button may have shown another message by itself.
  for (const button of buttons) button.addEventListener("click", () => element.contains(button) && element.classList.remove("shown"));
  element.replaceChildren(h("span", {}, text), ...buttons);
  element.classList.add("shown");
  // An open dialog is in the top layer, and would cover the message.
  if (dialog().open) dialog().append(element);
  else document.body.append(element);
  clearTimeout(timer);
  timer = setTimeout(hideToast, buttons.length > 0 ? 9000 : 5000);
}

function hideToast() {
  const element = document.getElementById("toast");
  if (element.matches(":hover, :focus-within")) {
    timer = setTimeout(hideToast, 3000);
    return;
  }
  element.classList.remove("shown");
}

/** Does something that may fail; shows a failure as a message. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(error.message);
    if (error.code === undefined) console.error(error);
    return undefined;
  }
}

/** Makes an action that does not begin again before it has ended, however it ends; `onbusy` is what a tap meanwhile does. */
export function oneAtATime(action, onbusy = () => {}) {
  let isBusy = false;
  return async (...all) => {
    if (isBusy) return onbusy();
    isBusy = true;
    try {
      return await action(...all);
    } finally {
      isBusy = false;
    }
  };
}

/** Asks before something is done. `shown`: what it is about, below the text. `kind` is the look of the button that does it. */
export function confirmSheet(title, text, yes, kind = "danger", shown = null) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (value) => () => {
      answer = value;
      hideSheet();
    };
    showSheet(title, [
      h("p", {}, text),
      shown,
      h("div", { class: "row" },
        h("button", { type: "button", class: kind, onclick: choose(true) }, yes),
        h("button", { type: "button", onclick: choose(false) }, t("cancel"))),
    ], { closed: () => resolve(answer) });
  });
}
