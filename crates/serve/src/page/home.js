// The start page: a new game, stored games, and the players' wins.

import { ask, exportOf } from "./api.js";
import { h, replace } from "./dom.js";
import { crown, icon, mark } from "./icons.js";
import { inviteButton } from "./invite.js";
import { waitingPhotos } from "./photos.js";
import { saveLink } from "./share.js";
import { attempt, confirmSheet } from "./sheet.js";
import { about } from "./store.js";
import { locale, t, wantLanguage, wantedLanguage } from "./texts.js";

/** In the tab: whether the program, which knows the games, may still have to be loaded. */
let isComing = true;

export async function home({ go, goAgain }) {
  const lists = h("div", {});
  const filled = Promise.all([ask("GET", "games"), ask("GET", "players")]).finally(() => { isComing = false; }).then(([games, players]) => {
    replace(lists, players.some(({ games }) => games > 0) && playersTable(players), games.length > 0 && gamesSection(games, goAgain));
  });
  if (about.in_tab && isComing) filled.catch(goAgain);
  else await filled;
  return {
    title: t("title"),
    content: () => [
      h("header", { class: "hero" }, mark(), h("h1", {}, t("title")), h("p", { class: "muted" }, t("what_it_does"))),
      waitingPhotos(),
      about.tournament && h("a", { class: "button main wide", href: "#/tournament", "data-key": "tournament" }, icon("people"), t("tournament")),
      h("a", { class: `button wide ${about.tournament ? "second" : "main"}`, href: "#/new" }, icon("plus"), t("new_game")),
      lists,
      h("footer", { class: "foot" },
        h("p", { class: "row" }, inviteButton(), importButton(go)),
        h("p", { class: "row" }, about.languages.map(({ id, name }) => h("button", {
          type: "button", class: "chip", lang: id, "data-key": `language-${id}`, "aria-pressed": String(id === (wantedLanguage() ?? about.language)),
          onclick: () => {
            wantLanguage(id);
            goAgain({ isLanguageNew: true });
          },
        }, name))),
        h("p", { class: "muted" }, t(about.in_tab ? "stays_on_device" : "stays_here"), " ", `kingdom-scanner ${about.version}`)),
    ],
  };
}

/** Imports a file written by this page or `game --save` as a new game. */
function importButton(go) {
  const open = async ({ target }) => {
    const [file] = target.files;
    target.value = "";
    const game = file && (await attempt(() => ask("POST", "games/import", file)));
    if (game !== undefined) go(`#/game/${game.id}`);
  };
  const input = h("input", { type: "file", accept: ".json,application/json", class: "unseen", "aria-label": t("import_game"), "data-key": "import", onchange: open });
  return h("label", { class: "button quiet file" }, icon("file"), h("span", { "aria-hidden": "true" }, t("import_game")), input);
}

/** The number of games above which a search field helps. */
const MANY_GAMES = 10;

/** The name in lower case without accents, so that `stefan` finds Ștefan. */
function folded(name) {
  return name.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

/** The games by month, latest first, with a field to search for a player's games. */
function gamesSection(games, goAgain) {
  const list = h("div", {});
  // Created once: one per game would take longer than everything else with 500 games.
  const monthOf = new Intl.DateTimeFormat(locale(), { month: "long", year: "numeric" });
  const whenOf = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  const show = (wanted) => {
    const name = folded(wanted.trim());
    const found = games.filter(({ players }) => name === "" || players.some((player) => folded(player.name).includes(name)));
    const months = new Map();
    for (const game of found) {
      const month = monthOf.format(game.created_ms);
      if (!months.has(month)) months.set(month, []);
      months.get(month).push(game);
    }
    const ofMonth = ([month, those]) => [games.length > MANY_GAMES && h("h3", {}, month), h("ul", { class: "cards" }, those.map((game) => gameCard(game, whenOf.format(game.created_ms), goAgain)))];
    replace(list, found.length > 0 ? [...months].map(ofMonth) : h("p", { class: "muted" }, t("no_such_game")));
  };
  show("");
  return h("section", { "aria-labelledby": "games" },
    h("h2", { id: "games" }, t("games")),
    games.length > MANY_GAMES && h("p", {}, h("input", { type: "search", "aria-label": t("find_game"), placeholder: t("find_game"), "data-key": "find-game", oninput: ({ target }) => show(target.value) })),
    h("p", { class: "row" },
      saveLink(exportOf("export.csv"), "kingdoms.csv", { class: "button quiet", "data-key": "csv" }, icon("file"), t("for_spreadsheet")),
      saveLink(exportOf("export.json"), "kingdoms.json", { class: "button quiet" }, icon("file"), t("for_programs"))),
    list);
}

function gameCard(game, when, goAgain) {
  const ranked = game.players.toSorted((one, other) => (one.rank ?? 99) - (other.rank ?? 99));
  const names = ranked.map((player) => player.name).join(", ");
  return h("li", { class: "card game-card" },
    h("a", { href: `#/game/${game.id}`, class: "cover", "aria-label": t("open_game", { players: names, when }) }),
    h("p", { class: "muted small" }, when, game.needs_review && h("span", { class: "badge" }, t("to_check"))),
    h("ol", { class: "mini-ranks" }, ranked.map((player) => h("li", {},
      h("span", { class: "mini-crown" }, player.rank === 1 && crown()),
      h("span", { class: "name" }, player.name, player.typed && h("small", { class: "muted" }, ` ${t("total_typed")}`)),
      h("b", {}, player.total ?? "–")))),
    h("button", {
      type: "button", class: "quiet round above", "aria-label": t("delete_game_of", { players: names }),
      onclick: async () => {
        if (!(await confirmSheet(t("delete_game"), t("delete_game_text", { players: names }), t("delete")))) return;
        await attempt(() => ask("DELETE", `games/${game.id}`));
        goAgain();
      },
    }, icon("bin")));
}

function playersTable(players) {
  const played = players.filter(({ games }) => games > 0).toSorted((one, other) => other.wins - one.wins || other.games - one.games);
  return h("section", { "aria-labelledby": "players" },
    h("h2", { id: "players" }, t("players")),
    h("table", { class: "card plain" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player")), h("th", { scope: "col", class: "number" }, t("games")), h("th", { scope: "col", class: "number" }, t("wins")), h("th", { scope: "col", class: "number" }, t("best")), h("th", { scope: "col", class: "number" }, t("average")))),
      h("tbody", {}, played.map(({ name, games, wins, streak, best, average }) => h("tr", {},
        h("th", { scope: "row" }, name, streak > 1 && h("small", { class: "muted" }, ` ${t("streak", { n: streak })}`)),
        h("td", { class: "number" }, games), h("td", { class: "number" }, wins), h("td", { class: "number" }, best),
        h("td", { class: "number" }, average?.toLocaleString(locale())))))));
}
