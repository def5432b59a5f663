// What no photo shows: coins, knights in supply, and whom the Queen visits.

import { chip, h, newId } from "./dom.js";
import { attempt } from "./sheet.js";
import { change, game } from "./store.js";
import { t } from "./texts.js";

/** For games with Queendomino's box; `null` for others. */
export function unseenFacts() {
  if (!game.kingdoms.some((kingdom) => kingdom.game !== "kingdomino")) return null;
  const players = game.players.filter((player) => player.is_named);
  const set = (name, what, value) => attempt(() => change("PATCH", "", { [what]: { [name]: value } }));
  const number = (player, index, what, label, most) => {
    const id = newId();
    return h("td", {}, h("label", { class: "unseen", for: id }, `${player.name}: ${label}`), h("input", {
      id, type: "number", inputmode: "numeric", min: 0, max: most, value: player.facts[what] ?? "", placeholder: "0", "data-key": `${what}-${index}`,
      onchange: (event) => set(player.name, what, event.target.value === "" ? null : Number(event.target.value)),
    }));
  };
  return h("section", { "aria-labelledby": "unseen-facts" },
    h("h2", { id: "unseen-facts" }, t("what_no_photo_shows")),
    h("div", { class: "card pad" },
      h("table", { class: "facts" },
        h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("coins")), h("th", { scope: "col" }, t("knights_in_supply")))),
        h("tbody", {}, players.map((player, index) => h("tr", {},
          h("th", { scope: "row" }, player.name),
          number(player, index, "coins", t("coins"), MOST_COINS),
          number(player, index, "knights_in_supply", t("knights_in_supply"), MOST_KNIGHTS))))),
      h("div", { class: "field" },
        h("span", { class: "label", id: "queen-visits" }, t("queen_visits")),
        h("div", { class: "row chips", role: "group", "aria-labelledby": "queen-visits" },
          [...players.map(({ name }) => [name, name]), ["nobody", t("nobody")]].map(([id, name]) => chip(name, game.settings.queen === id, () => {
            attempt(() => change("PATCH", "", { queen: game.settings.queen === id ? null : id }));
          }, { "data-key": `queen-${id}` }))))));
}

/** As the box holds: coins worth 174, and 22 knights. */
const MOST_COINS = 174;
const MOST_KNIGHTS = 22;
