// The sheet that slides up from below (centred in wide windows), and the short message at the bottom.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

const dialog = () => document.getElementById("sheet");

/** The part that is redrawn. The message is outside it, so that it survives when the content is replaced. */
const content = () => document.getElementById("sheet-content");

let onclosed = () => {};

/** Notifies the opener of the last sheet, once, that it was closed. */
function tellClosed() {
  const closed = onclosed;
  onclosed = () => {};
  closed();
}

/** The title of the open sheet. */
let shownTitle = null;

/**
 * Opens a sheet with this title and content, or replaces those of the open one. `isRoute`: it has its own
 * address.
 */
export function showSheet(title, body, { closed = () => {}, kind = "", isRoute = false } = {}) {
  const element = dialog();
  // A sheet closed a moment ago, whose close event is still pending.
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
    // Going back closes it, as is usual on phones. A sheet with its own address already has a history entry.
    if (!isRoute) history.pushState({ sheet: true }, "");
  } else if (!element.contains(document.activeElement) || document.activeElement === document.body) {
    heading.focus();
  }
  // Scrolls to the top instead of the last sheet's position.
  if (isAnother) element.scrollTop = 0;
}

export function hideSheet() {
  if (dialog().open) dialog().close();
}

export function isSheetOpen() {
  return dialog().open;
}

/** Handles everything that closes the sheet. Call once, at startup. */
export function prepareSheet() {
  dialog().addEventListener("close", () => {
    // Another sheet was opened before the close event arrived.
    if (dialog().open) return;
    document.body.append(document.getElementById("toast"));
    content().replaceChildren();
    if (history.state?.sheet) history.back();
    tellClosed();
  });
  addEventListener("popstate", ({ state }) => {
    // The history entry of a sheet from which the user navigated to another part of the page.
    if (state?.sheet && !isSheetOpen()) history.back();
    if (!state?.sheet) hideSheet();
  });
  // A tap outside the sheet closes it.
  dialog().addEventListener("click", (event) => {
    if (event.target === dialog()) hideSheet();
  });
}

let timer = null;

/** A short message, with buttons such as "Undo". It disappears after a while, unless hovered or focused. */
export function toast(text, ...optional) {
  const element = document.getElementById("toast");
  const buttons = optional.filter(Boolean);
  // The button may have shown another message.
  for (const button of buttons) button.addEventListener("click", () => element.contains(button) && element.classList.remove("shown"));
  element.replaceChildren(h("span", {}, text), ...buttons);
  element.classList.add("shown");
  // An open dialog is in the top layer and would cover the message.
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

/** Runs an action that may fail; shows a failure as a message. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    toast(error.message);
    if (error.code === undefined) console.error(error);
    return undefined;
  }
}

/**
 * Wraps an action so that it cannot start again before it has ended, successfully or not; a tap meanwhile
 * calls `onbusy`.
 */
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

/**
 * Asks for confirmation. `shown` is the content below the text. `kind` is the style of the confirming button.
 */
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
