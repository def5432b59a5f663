// The address for further phones.

import { ask, exportOf } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { attempt, showSheet } from "./sheet.js";
import { about } from "./store.js";
import { t } from "./texts.js";

/** A button that shows the address and its QR code; nothing where the server listens on its own machine only. */
export function inviteButton() {
  if (!about.invites) return null;
  return h("button", { type: "button", class: "quiet", "data-key": "invite", onclick: () => attempt(invite) }, icon("share"), t("invite"));
}

async function invite() {
  const { url } = await ask("GET", "invitation");
  showSheet(t("invite"), h("div", { class: "invitation" },
    h("img", { class: "qr", src: exportOf("invitation.svg"), alt: url, width: 240, height: 240 }),
    h("p", {}, t("invite_text")),
    h("p", {}, h("a", { href: url }, url))));
}
