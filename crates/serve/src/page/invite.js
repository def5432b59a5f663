// The address for further phones.

import { ask, exportOf } from "./api.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { attempt, showSheet } from "./sheet.js";
import { about } from "./store.js";
import { t } from "./texts.js";

/** A button that shows the address and its QR code; `null` if the server listens only on its own machine. */
export function inviteButton() {
  if (!about.invites) return null;
  return h("button", { type: "button", class: "quiet", "data-key": "invite", onclick: () => attempt(invite) }, icon("share"), t("invite"));
}

async function invite() {
  const { addresses } = await ask("GET", "invitation");
  const sheet = h("div", { class: "invitation" });
  const show = ({ address, url }) => sheet.replaceChildren(
    h("img", { class: "qr", src: `${exportOf("invitation.svg")}?address=${address}`, alt: url, width: 240, height: 240 }),
    h("p", {}, t("invite_text")),
    h("p", {}, h("a", { href: url }, url)),
    ...(addresses.length > 1 ? [h("p", { class: "muted small" }, t("invite_others")), others(addresses, address, show)] : []));
  show(addresses[0]);
  showSheet(t("invite"), sheet);
}

/** Buttons for the other addresses. */
function others(addresses, shown, show) {
  const further = addresses.filter(({ address }) => address !== shown);
  return h("p", { class: "row" }, ...further.map((one) => h("button", { type: "button", class: "quiet", onclick: () => show(one) }, one.address)));
}
