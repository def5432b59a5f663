// Sharing the result: as text, as a picture, or on paper.

import { failure, fileOf } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { attempt, showSheet, toast } from "./sheet.js";
import { about, game } from "./store.js";
import { t } from "./texts.js";

/** The ranking as lines of text. */
function inWords() {
  const ranked = game.players.filter(({ total }) => total !== null).toSorted((one, other) => one.rank - other.rank);
  const lines = ranked.map(({ rank, name, total, tie, needs_review: isOpen }) => {
    return `${rank}. ${name}: ${total}${isOpen ? "?" : ""}${tie ? ` (${tie})` : ""}`;
  });
  return [t("result_of", { game: game.game_name ?? "Kingdomino" }), ...lines].join("\n");
}

async function fetched(href) {
  const response = await fetch(href);
  if (!response.ok) throw new Error(failure(response.status));
  return response.blob();
}

async function picture() {
  return new File([await fetched(fileOf(game, "picture.png"))], "kingdoms.png", { type: "image/png" });
}

/** How long a fetched file remains available for saving. */
const SAVED_WITHIN_MS = 60_000;

/**
 * A link that saves a file under a name. Without a server it is fetched first, because browsers download only
 * from the network.
 */
export function saveLink(href, name, attributes, ...children) {
  const save = async () => {
    const address = URL.createObjectURL(await fetched(href));
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), SAVED_WITHIN_MS);
  };
  const onclick = about.in_tab && ((event) => {
    event.preventDefault();
    attempt(save);
  });
  return h("a", { href, download: name, ...attributes, onclick }, ...children);
}

export function shareButtons() {
  // Browsers allow sharing only over https and on the same machine; elsewhere the text is copied and the
  // picture downloaded.
  const canShare = typeof navigator.share === "function";
  return h("div", { class: "row" },
    canShare && h("button", { type: "button", "data-key": "share", onclick: () => attempt(share) }, icon("share"), t("share")),
    !canShare && h("button", { type: "button", "data-key": "copy", onclick: copy }, icon("share"), t("copy")),
    saveLink(fileOf(game, "picture.png"), "kingdoms.png", { class: "button", "data-key": "picture" }, icon("pictures"), t("picture")),
    h("button", { type: "button", class: "quiet", "data-key": "print", onclick: () => print() }, icon("print"), t("print")));
}

async function share() {
  const file = await picture();
  const files = navigator.canShare?.({ files: [file] }) ? [file] : [];
  try {
    await navigator.share({ text: inWords(), ...(files.length > 0 ? { files } : {}) });
  } catch (error) {
    if (error.name !== "AbortError") await copy();
  }
}

async function copy() {
  const text = inWords();
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    // The clipboard needs a secure page; otherwise the text is selected for copying by hand.
    const field = h("textarea", { rows: text.split("\n").length + 1, readonly: true, "aria-label": t("copy") });
    field.value = text;
    showSheet(t("copy"), field);
    field.select();
  }
}
