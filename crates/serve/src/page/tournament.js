// A tournament: the leaders, all tables, open questions, and adding photos.

import { ask, eventsOf, exportOf, fileOf, sendPhoto } from "./api.js";
import { chip, h, newId, replace, word } from "./dom.js";
import { crown, icon } from "./icons.js";
import { saveLink } from "./share.js";
import { attempt, hideSheet, isSheetOpen, showSheet, toast } from "./sheet.js";
import { t } from "./texts.js";

let tournament = null;
let events = null;

/** Follows changes by other phones while the page is open. */
function follow(redraw) {
  events?.close();
  // The user left the page while it was loading.
  if (location.hash !== "#/tournament") return;
  events = new EventSource(eventsOf("tournament/events"));
  // Closed on leaving, because browsers limit the connections to a server.
  addEventListener("hashchange", () => events?.close(), { once: true });
  events.addEventListener("message", async (event) => {
    const { revision } = JSON.parse(event.data);
    if (revision <= tournament.revision) return;
    try {
      const view = await ask("GET", "tournament");
      if (view.revision < tournament.revision) return;
      tournament = view;
      if (!isSheetOpen()) redraw();
    } catch (error) {
      console.info(error.message);
    }
  });
}

export async function tournamentPage({ go, redraw }) {
  tournament = await ask("GET", "tournament");
  follow(redraw);
  return {
    title: `${t("tournament")} ${tournament.name}`,
    content: () => [
      h("header", { class: "bar" },
        h("a", { class: "button quiet round", href: "#/", "aria-label": t("home"), "data-key": "back" }, icon("back"), word(t("home"))),
        h("h1", {}, t("tournament"))),
      h("div", { class: "columns" },
        h("div", { class: "column" }, tournament.takes_seats && loose(redraw), checks(), standings(), questions()),
        h("div", { class: "column" }, rounds(), !tournament.takes_seats && loose(redraw))),
      dock(go),
    ],
  };
}

function checks() {
  const tables = tournament.to_check;
  return h("section", { "aria-labelledby": "to-check" },
    h("h2", { id: "to-check" }, tables.length === 0 ? t("nothing_to_check") : t("tables_to_check", { n: tables.length })),
    tables.length > 0 && h("ul", { class: "card checks" }, tables.map(({ key, title, photos, is_taken: isTaken }) => h("li", {},
      h("a", { class: "cover", href: `#/table/${key}`, "aria-label": title, "data-key": `check-${key}` }),
      h("span", { class: "who" },
        h("b", { class: "name" }, title),
        photos.map(({ player, squares, doubts }) => h("small", { class: "muted" }, player !== null && `${player}: `, squares > 0 ? t("doubtful_squares", { n: squares }) : doubts[0])),
        isTaken && h("span", { class: "badge" }, t("someone_else"))),
      icon("next")))));
}

function dock(go) {
  const canCheck = tournament.to_check.length > 0;
  if (!canCheck && !tournament.takes_photos) return null;
  return h("nav", { class: "dock", "aria-label": t("tables_to_check", { n: tournament.to_check.length }) },
    canCheck && h("button", { type: "button", class: "main grow", "data-key": "next-table", onclick: () => goToNext(go) }, t("check_next"), icon("next")),
    tournament.takes_photos && h("button", {
      type: "button", class: canCheck ? "round" : "main grow", "aria-label": t("add_photo"), "data-key": "add-photo", onclick: () => addPhotoSheet({ go, round: tournament.rounds.at(-1)?.name ?? "1", table: "", players: tournament.players }),
    }, icon("camera"), canCheck ? word(t("add_photo")) : t("add_photo")));
}

function ranks(places) {
  return places.map(({ rank, may_change: mayChange, player, score, details, remarks, needs_review: isOpen }) => h("tr", {},
    h("td", { class: "number" }, rank === 1 && !mayChange ? [crown(), h("span", { class: "unseen" }, "1")] : rank === null ? "–" : `${rank}${mayChange ? "?" : ""}`),
    h("th", { scope: "row" }, h("span", { class: "name" }, player), details !== "" && h("small", { class: "muted block" }, details), remarks !== "" && h("small", { class: isOpen ? "stake block" : "muted block" }, remarks)),
    h("td", { class: "number" }, h("b", {}, score ?? "–"))));
}

function standings() {
  if (tournament.overall.length === 0) return null;
  return h("section", { "aria-labelledby": "standings" },
    h("h2", { id: "standings" }, t("standings")),
    tournament.event !== null && h("p", { class: "hint" }, tournament.event),
    tournament.rules.length > 0 && h("ul", { class: "rules hint" }, tournament.rules.map((rule) => h("li", {}, rule))),
    h("table", { class: "card plain" }, h("tbody", {}, ranks(tournament.overall))),
    h("p", { class: "row" }, saveLink(exportOf("tournament/standings.csv"), "standings.csv", { class: "button quiet" }, icon("file"), t("for_spreadsheet"))));
}

function questions() {
  if (tournament.questions.length === 0) return null;
  return h("section", { "aria-labelledby": "questions" },
    h("h2", { id: "questions" }, t("questions")),
    h("ul", { class: "remarks" }, tournament.questions.map((text) => h("li", { class: "warning" }, text))));
}

function rounds() {
  const several = tournament.rounds.length > 1;
  const dynasties = tournament.dynasties.map(({ title, ranking, problem }) => h("div", { class: "card table-card" },
    h("h3", {}, title), problem !== null && h("p", { class: "warning" }, problem), h("table", { class: "plain" }, h("tbody", {}, ranks(ranking)))));
  return [
    tournament.rounds.map(({ name, title, tables }) => h("section", { "aria-label": title },
      h("h2", {}, several ? title : t("tables")),
      h("ul", { class: "cards" }, tables.map((table) => h("li", { class: "card table-card" },
        h("a", { class: "cover", href: `#/table/${table.key}`, "aria-label": `${title} ${table.title}`, "data-key": `table-${name}-${table.name}` }),
        h("p", { class: "line-up" }, h("b", {}, table.title), table.to_check > 0 && h("span", { class: "badge" }, t("to_check")), table.is_taken && h("span", { class: "badge" }, t("someone_else"))),
        table.problem !== null && h("p", { class: "warning small" }, table.problem),
        h("table", { class: "plain" }, h("tbody", {}, ranks(table.ranking.map((place) => ({ ...place, remarks: "" })))))))))),
    dynasties.length > 0 && h("section", { "aria-label": t("dynasties") }, h("h2", {}, t("dynasties")), dynasties),
  ];
}

function loose(redraw) {
  if (tournament.loose.length === 0) return null;
  const photo = ({ key, photo: name, taken, to_check: count }) => h("li", {},
    h("a", { class: "cover", href: `#/table/${key}`, "aria-label": name, "data-key": `loose-${key}` }),
    h("span", { class: "who" }, h("span", { class: "name" }, name), taken !== null && h("small", { class: "muted" }, taken)),
    count > 0 && h("span", { class: "badge" }, t("to_check")),
    icon("next"));
  const groups = [];
  for (const one of tournament.loose) (groups[one.group ?? 0] ??= []).push(one);
  return h("section", { "aria-labelledby": "loose" },
    h("h2", { id: "loose" }, t("photos_of_no_table")),
    groups.map((photos, index) => h("div", { class: "loose" },
      h("ul", { class: "card checks" }, photos.map(photo)),
      tournament.takes_seats && h("button", { type: "button", class: index === 0 ? "main" : "", "data-key": `whose-${index}`, onclick: () => seatSheet({
        photos: photos.map((one) => ({ ...one, players: [] })), ...freeTable(), players: tournament.players, done: (view) => {
          tournament = view;
          redraw();
        },
      }) }, t("whose_are_these")))));
}

/** The last round, and its first unused table number. */
function freeTable() {
  const round = tournament.rounds.at(-1);
  const names = new Set(round?.tables.map(({ name }) => name));
  let number = 1;
  while (names.has(String(number))) number += 1;
  return { round: round?.name ?? "1", table: String(number) };
}

/**
 * A sheet that asks for the owners of a table's photos. Each photo has its own key and that of its current
 * table.
 */
export function seatSheet({ photos, round, table, players, done }) {
  const said = photos.map((photo) => photo.players.join(", "));
  const fields = { round, table };
  const text = (label, key) => {
    const id = newId();
    return h("div", { class: "field" }, h("label", { class: "label", for: id }, label), h("input", {
      id, type: "text", value: fields[key], maxlength: 60, autocomplete: "off", "data-key": `seat-${key}`, oninput: (event) => {
        fields[key] = event.target.value;
      },
    }));
  };
  const asked = photos.map(({ key, p, photo, taken = null }, index) => {
    const id = newId();
    const input = h("input", { id, type: "text", value: said[index], maxlength: 200, autocomplete: "off", "data-key": `seat-player-${index}`, oninput: (event) => {
      said[index] = event.target.value;
      drawNames();
    } });
    const names = h("div", { class: "row chips", role: "group", "aria-label": t("whose_players") });
    const label = [photo, taken].filter((part) => part !== null).join(", ");
    const element = h("li", { class: "field" },
      h("img", { class: "table-picture", src: fileOf({ base: `games/${key}` }, `photos/${p}.jpg`), alt: photo, loading: "lazy" }),
      h("label", { class: "label", for: id }, `${label}: ${t("whose_players")}`), input, names);
    return { element, input, names };
  });
  const drawNames = () => asked.forEach(({ input, names }, index) => {
    const free = players.filter((name) => said[index] === name || !said.includes(name));
    names.hidden = free.length === 0;
    replace(names, free.map((name) => chip(name, said[index] === name, () => {
      said[index] = said[index] === name ? "" : name;
      input.value = said[index];
      drawNames();
    }, { "data-key": `seat-${index}-${name}` })));
  });
  const save = h("button", { type: "button", class: "main wide", "data-key": "save-seats", onclick: async () => {
    save.disabled = true;
    save.textContent = t("reading");
    const body = { ...fields, photos: photos.map(({ p }, index) => ({ p, players: said[index].split(",").map((name) => name.trim()).filter((name) => name !== "") })) };
    let view;
    try {
      view = await attempt(() => ask("PUT", "tournament/seats", body));
    } finally {
      save.disabled = false;
      save.textContent = t("save");
    }
    if (view === undefined) return;
    hideSheet();
    done(view);
  } }, t("save"));
  drawNames();
  showSheet(t("whose_are_these"), [
    h("p", { class: "hint" }, t("whose_are_these_text")),
    h("div", { class: "two" }, text(t("round"), "round"), text(t("table"), "table")),
    h("ul", { class: "seats" }, asked.map(({ element }) => element)), save,
  ]);
}

/** Goes to the next table with open questions and no other phone. */
export async function goToNext(go, after = null) {
  const found = await attempt(() => ask("POST", "tournament/next", { after }));
  if (found === undefined) return;
  if (found.table !== null) go(`#/table/${found.table}`);
  else toast(t("no_free_table"));
}

/** A sheet for adding a photo of a player's kingdom: its owner and table. */
export function addPhotoSheet({ go, round, table, players }) {
  const facts = { round, table, player: "" };
  const files = h("div", { class: "row" });
  const progress = h("div", { class: "progress", role: "status" });
  const isWhole = () => Object.values(facts).every((text) => text.trim() !== "");
  const text = (label, key, value, oninput = () => {}) => {
    const id = newId();
    return h("div", { class: "field" }, h("label", { class: "label", for: id }, label),
      h("input", { id, type: "text", value, maxlength: 60, autocomplete: "off", "data-key": `photo-${key}`, oninput: (event) => {
        facts[key] = event.target.value;
        drawFiles();
        oninput();
      } }));
  };
  const names = h("div", { class: "row chips", role: "group", "aria-label": t("whose") });
  const player = text(t("whose"), "player", "", () => drawNames());
  const drawNames = () => {
    names.hidden = players.length === 0;
    replace(names, players.map((name) => chip(name, facts.player === name, () => {
      facts.player = name;
      player.querySelector("input").value = name;
      drawNames();
      drawFiles();
    })));
  };
  const input = (label, isCamera) => h("label", { class: `button file ${isCamera ? "main" : ""}` }, icon(isCamera ? "camera" : "pictures"), h("span", { "aria-hidden": "true" }, label),
    h("input", { type: "file", accept: "image/*", capture: isCamera && "environment", class: "unseen", "aria-label": label, disabled: !isWhole(), onchange: (event) => send(event.target.files[0]) }));
  const drawFiles = () => replace(files, isWhole()
    ? [input(t("photograph"), true), input(t("choose_pictures"), false)]
    : h("p", { class: "hint" }, t("add_photo_text")));
  const send = async (file) => {
    if (file === undefined) return;
    const from = location.hash;
    const bar = h("progress", { max: 1, value: 0, "aria-label": file.name });
    const label = h("span", { class: "small" }, t("sending", { percent: 0 }));
    replace(progress, label, bar);
    files.hidden = true;
    const view = await attempt(() => sendPhoto("tournament/photos", file, facts, (part) => {
      if (part >= 1) bar.removeAttribute("value");
      else bar.value = part;
      label.textContent = part >= 1 ? t("reading") : t("sending", { percent: Math.round(part * 100) });
    }));
    files.hidden = false;
    replace(progress);
    if (view === undefined) {
      drawFiles();
      return;
    }
    toast(t("photo_added", { player: facts.player }));
    // A user who has moved on is not called back.
    if (location.hash !== from || !files.isConnected) return;
    hideSheet();
    go(`#/table/${view.id}`);
  };
  drawNames();
  drawFiles();
  showSheet(t("add_photo"), [
    h("div", { class: "two" }, text(t("round"), "round", round), text(t("table"), "table", table)),
    player, names, h("div", { class: "field" }, files, progress),
  ]);
}
