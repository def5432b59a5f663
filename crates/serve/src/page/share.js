// The result for others: shared, copied, as a picture, on paper.

import { fileOf } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { attempt, showSheet, toast } from "./sheet.js";
import { game } from "./store.js";
import { t } from "./texts.js";

/** The ranking in lines of text. */
function inWords() {
  const ranked = game.players.filter(({ total }) => total !== null).toSorted((one, other) => one.rank - other.rank);
  const lines = ranked.map(({ rank, name, total, tie, needs_review: isOpen }) => {
    return `${rank}. ${name}: ${total}${isOpen ? "?" : ""}${tie ? ` (${tie})` : ""}`;
  });
  return [t("result_of", { game: game.game_name ?? "Kingdomino" }), ...lines].join("\n");
}

async function picture() {
  const response = await fetch(fileOf(game, "picture.png"));
  if (!response.ok) throw new Error(t("server_failed", { status: response.status }));
  return new File([await response.blob()], "kingdoms.png", { type: "image/png" });
}

export function shareButtons() {
  // Browsers share from pages on https and on the same machine only; elsewhere the text is copied, the picture downloaded.
  const canShare = typeof navigator.share === "function";
  return h("div", { class: "row" },
    canShare && h("button", { type: "button", "data-key": "share", onclick: () => attempt(share) }, icon("share"), t("share")),
    !canShare && h("button", { type: "button", "data-key": "copy", onclick: copy }, icon("share"), t("copy")),
    h("a", { class: "button", href: fileOf(game, "picture.png"), download: "kingdoms.png", "data-key": "picture" }, icon("pictures"), t("picture")),
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
    // The clipboard is for secure pages only: the text is selected, to be copied by hand.
    const field = h("textarea", { rows: text.split("\n").length + 1, readonly: true, "aria-label": t("copy") });
    field.value = text;
    showSheet(t("copy"), field);
    field.select();
  }
}
