// Facts that photos do not show: coins, knights in supply, and whom the Queen visits.

import { chip, h, newId } from "./dom.js";
import { attempt } from "./sheet.js";
import { boxes, change, game } from "./store.js";
import { t } from "./texts.js";

/** Fields for games with Queendomino's box; `null` for others. */
export function unseenFacts() {
  if (!game.kingdoms.some((kingdom) => boxes(kingdom).has_queendomino)) return null;
  const set = (index, what, value) => attempt(async () => {
    await change("PATCH", "", {
      players: game.players.map(({ name }, other) => ({ name, ...(other === index ? { [what]: value } : {}) })),
      seen_players: game.players.map(({ name }) => name),
    });
    return true;
  });
  const number = (player, index, what, label, most) => {
    const id = newId();
    return h("td", {}, h("label", { class: "unseen", for: id }, `${player.name}: ${label}`), h("input", {
      id, type: "number", inputmode: "numeric", min: 0, max: most, value: player.facts[what] ?? "", placeholder: "0", "data-key": `${what}-${index}`, "data-known": player.facts[what] ?? "", "data-of": player.name,
      onchange: async ({ target }) => {
        // Sends -1 for invalid input, so that the answer explains which numbers are allowed.
        const given = target.value === "" ? null : Number(target.value);
        const isSet = await set(index, what, target.validity.badInput ? -1 : given);
        if (!isSet && target.isConnected) target.value = game.players[index]?.facts[what] ?? "";
      },
    }));
  };
  return h("section", { "aria-labelledby": "unseen-facts" },
    h("h2", { id: "unseen-facts" }, t("what_no_photo_shows")),
    h("div", { class: "card pad" },
      h("table", { class: "facts" },
        h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, t("coins")), h("th", { scope: "col" }, t("knights_in_supply")))),
        h("tbody", {}, game.players.map((player, index) => h("tr", {},
          h("th", { scope: "row" }, player.name),
          number(player, index, "coins", t("coins"), MOST_COINS),
          number(player, index, "knights_in_supply", t("knights_in_supply"), MOST_KNIGHTS))))),
      h("div", { class: "field" },
        h("span", { class: "label", id: "queen-visits" }, t("queen_visits")),
        game.asks_queen && h("p", { class: "warning" }, t("queen_is_asked")),
        h("div", { class: "row chips", role: "group", "aria-labelledby": "queen-visits" },
          game.players.map((player, index) => chip(player.name, player.facts.queen, () => {
            attempt(() => change("PATCH", "", { queen: player.facts.queen ? null : index, seen_players: game.players.map(({ name }) => name) }));
          }, { "data-key": `queen-${index}` }))))));
}

/** The box contains coins worth 174, and 22 knights. */
const MOST_COINS = 174;
const MOST_KNIGHTS = 22;
