// A game's photos: taking and sending them, their readings, and the owners of their kingdoms.

import { ask, fileOf, sendPhoto } from "./api.js";
import { chip, h, s, word } from "./dom.js";
import { forgetUnsent, keepUnsent, unsent } from "./drafts.js";
import { checkbox } from "./form.js";
import { icon } from "./icons.js";
import { paintAt } from "./paint.js";
import { attempt, confirmSheet, hideSheet, oneAtATime, showSheet, toast } from "./sheet.js";
import { about, change, changeAfterAsking, game, isComplete, nameOf, numberOf, take, whileWorking } from "./store.js";
import { t } from "./texts.js";

/** Photos being uploaded. */
let sending = [];

/**
 * The queues of uploads. With a server there is one: two uploads at a time are no faster over a phone's
 * radio, and the first photo is read meanwhile. In the tab nothing is uploaded, so two photos are read at a
 * time.
 */
let lanes = null;

function inTurn(work) {
  lanes ??= Array.from({ length: about.in_tab ? 2 : 1 }, () => Promise.resolve());
  // A failed photo does not block later ones.
  const lane = lanes.shift().then(work).catch((error) => console.error(error));
  lanes.push(lane);
}

// The result of the first look at a photo; the reading follows later.
addEventListener("look", ({ detail: { upload, totals } }) => {
  const one = sending.find((other) => other.upload === upload);
  if (one === undefined) return;
  one.totals = totals;
  show(one);
});

/** In the tab: what photos wait for before they can be read, as text. */
let awaited = null;

/** In the tab: sets what photos wait for; `null` if nothing. */
export function waitFor(text) {
  awaited = text;
  sending.forEach(show);
}

/** The field whose dialog was opened last. A browser may forget a field that is no longer on the page. */
let asking = null;

/**
 * A button that takes or chooses photos. `name` is for screen readers and on hover. `whose` is the id of the
 * owner of their kingdoms, or `null`. After a player's photo it is the next player's turn.
 */
export function photoButton(label, { isCamera, whose = null, key = whose !== null && keyOf(whose), kind, name }) {
  const input = h("input", {
    type: "file", accept: "image/jpeg,image/png,image/webp,image/heic,image/heif", capture: isCamera && "environment", multiple: !isCamera && whose === null,
    class: "unseen", "aria-label": name, title: name, "data-key": key,
    onclick: () => {
      asking = input;
    },
    onchange: () => {
      const files = [...input.files];
      input.value = "";
      send(files, whose);
      if (whose !== null && files.length > 0) showNext();
    },
  });
  return h("label", { class: `button file ${kind}` }, icon(isCamera ? "camera" : "pictures"), label, input);
}

/** The key of a player's camera button. */
function keyOf(whose) {
  return `photograph-${whose}`;
}

/** The player whose photo was taken last: the game's id and the player's. */
let last = { id: null, whose: null };

/**
 * The player whose turn it is to be photographed: the last one again if that photo shows no kingdom, otherwise
 * the next one around the table without a kingdom or a photo on its way. `null` before the first photo, and
 * while a kingdom still needs its player.
 */
export function nextPlayer() {
  const { players } = game;
  const isBegun = last.id === game.id || uploads().length > 0 || game.kingdoms.length > 0;
  const isToSort = uploads().some(({ whose }) => whose === null) || game.kingdoms.some(({ owner }) => owner === null);
  if (!isBegun || isToSort) return null;
  const from = last.id === game.id ? Math.max(players.findIndex(({ id }) => id === last.whose), 0) : 0;
  const inTurn = [...players.slice(from), ...players.slice(0, from)];
  return inTurn.find((player) => player.kingdom === null && player.total === null && uploadOf(player) === undefined) ?? null;
}

/** The player's photo that is on its way, or could not be sent. */
function uploadOf({ id: player }) {
  return uploads().find(({ whose }) => whose === player);
}

/** Whether a photo of the player is being sent or read. */
export function isOnItsWay(player) {
  return uploadOf(player)?.error === null;
}

/** Whether every player without a total has a photo that is being sent or read. */
export function isLastOnItsWay() {
  const waiting = game.players.filter(({ total }) => total === null);
  return waiting.length > 0 && waiting.every(isOnItsWay);
}

/** Leads to the camera button of the next player, or to the ranking after the last one. */
function showNext() {
  const next = nextPlayer();
  const place = document.querySelector(`[data-key="${next === null ? "ranking" : keyOf(next.id)}"]`);
  place?.focus({ preventScroll: true });
  if (next === null) scrollTo(0, 0);
  else place?.closest("li").scrollIntoView({ block: "nearest" });
}

/** Sends photos to the open game, for the player with this id or without an owner. */
export function send(files, whose) {
  const id = game.id;
  if (whose !== null) last = { id, whose };
  // Photos of other games, and failed ones, do not count towards this game's limit.
  const waiting = sending.filter((one) => one.id === id && one.error === null).length;
  const room = about.limits.photos - game.photos.length - waiting;
  if (files.length > room) toast(t("too_many_photos", { n: about.limits.photos }));
  for (const file of files.slice(0, Math.max(room, 0))) {
    const upload = crypto.randomUUID?.() ?? String(Math.random());
    const photo = { id, created_ms: game.created_ms, name: file.name, upload, file, whose, begun_ms: Date.now() };
    const one = begin(photo);
    keepUnsent(photo).then((isKept) => { one.isKept = isKept; });
  }
  redraw();
}

function begin(photo) {
  const one = { ...photo, preview: URL.createObjectURL(photo.file), part: 0, error: null, totals: null, isKept: false };
  sending.push(one);
  inTurn(() => sendOne(one));
  return one;
}

function forget(one) {
  sending = sending.filter((other) => other !== one);
  URL.revokeObjectURL(one.preview);
  forgetUnsent(one.upload);
}

/** How long other tabs have to report which photos they are sending. */
const OTHER_TABS_MS = 300;

const tabs = new BroadcastChannel("unsent photos");
tabs.addEventListener("message", ({ data }) => {
  if (data === "which") tabs.postMessage(sending.map(({ upload }) => upload));
});

/** Sends the photos that were not sent when the page was closed. Call once, at startup. */
export async function goOnSending() {
  const photos = (await unsent()).toSorted((one, other) => one.begun_ms - other.begun_ms);
  if (photos.length === 0) return;
  const elsewhere = [];
  tabs.addEventListener("message", ({ data }) => Array.isArray(data) && elsewhere.push(...data));
  tabs.postMessage("which");
  await new Promise((resolve) => setTimeout(resolve, OTHER_TABS_MS));
  for (const photo of photos.filter(({ upload }) => !elsewhere.includes(upload))) {
    try {
      const { created_ms: created } = await ask("GET", `games/${photo.id}`);
      // The number of a deleted game may have been reused.
      if (created !== photo.created_ms) forgetUnsent(photo.upload);
      else begin(photo).isKept = true;
    } catch (error) {
      if (error.code === "not-found") forgetUnsent(photo.upload);
      console.info(error.message);
    }
  }
  redraw();
}

/** Photos that arrived while no game was open. */
let brought = [];

/** Takes dropped, pasted or shared photos: sends them to the open game, or keeps them until one is opened. */
export function bring(files) {
  brought.push(...files.filter(({ type, name }) => type.startsWith("image/") || /\.hei[cf]$/i.test(name)));
  sendBrought();
  redraw();
}

/** Sends the waiting photos to the open game, if there is one. */
export function sendBrought() {
  if (brought.length === 0 || game === null || game.isTable) return;
  send(brought, null);
  brought = [];
}

/** A message that photos wait for a game. */
export function waitingPhotos() {
  return brought.length > 0 && h("p", { class: "card pad", role: "status", "data-key": "brought" }, t("brought", { n: brought.length }));
}

/** Lets the user drop and paste photos anywhere on the page. Call once, at startup. */
export function prepareBringing() {
  const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
  const mark = (isOver) => document.body.classList.toggle("dropping", isOver);
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener("dragleave", (event) => event.relatedTarget === null && mark(false));
  addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    mark(false);
    bring([...event.dataTransfer.files]);
  });
  addEventListener("paste", ({ clipboardData }) => bring([...(clipboardData?.files ?? [])]));
}

// Photos that are not stored would be lost with the page, so the browser asks.
addEventListener("beforeunload", (event) => {
  if (brought.length > 0 || sending.some(({ isKept }) => !isKept)) event.preventDefault();
});

let redraw = () => {};

/** Sets the function that redraws the list of photos when their upload changes. */
export function whenSending(draw) {
  redraw = draw;
}

async function sendOne(one) {
  if (!sending.includes(one)) return;
  one.error = null;
  one.totals = null;
  try {
    const parameters = { name: one.file.name || "photo.jpg", whose: one.whose, upload: one.upload };
    const view = await sendPhoto(`games/${one.id}/photos`, one.file, parameters, (part) => {
      one.part = part;
      show(one);
    });
    forget(one);
    if (game?.id === one.id) {
      take(view);
      if (view.same_photo !== undefined) toast(t("photo_is_there", { photo: view.same_photo }));
    }
  } catch (error) {
    one.error = error.message;
    one.code = error.code;
  }
  redraw();
}

/** Errors that a restored connection fixes. */
const FOR_WANT_OF_A_CONNECTION = ["offline", "not-loaded"];

addEventListener("online", () => {
  sending.filter(({ error, code }) => error !== null && FOR_WANT_OF_A_CONNECTION.includes(code)).forEach(sendAgain);
  redraw();
});

/**
 * In the tab: whether the whole program is loaded, so that photos read without some of it can be read again.
 */
let hasRest = false;

addEventListener("rest", () => {
  hasRest = true;
  readPartsAgain();
});

const isInPart = ({ in_part: inPart, picture }) => inPart && picture;

/** What was missing when a photo was read, from the warnings of its kingdoms. */
function whyInPart(photo, kingdoms) {
  const warning = isInPart(photo) && kingdoms.flatMap(({ warnings }) => warnings).find(({ code }) => code === "second-look-failed");
  return warning && [" ", h("span", { role: "alert" }, warning.text)];
}

const readAgain = oneAtATime((send) => whileWorking(t("reading_parts_again"), send));
let isReadingAgain = false;
/** Whether the rest was loaded, or another game was opened, while photos were being read again. */
let isAskedMeanwhile = false;

/**
 * Reads photos of the open game again that were read without part of the program. Loses no corrections unless
 * the user agrees.
 */
export async function readPartsAgain() {
  if (!hasRest || game === null || !game.photos.some(isInPart)) return;
  isAskedMeanwhile = isReadingAgain;
  if (isReadingAgain) return;
  isReadingAgain = true;
  try {
    await readAgain(() => change("POST", "read-again"));
  } catch (error) {
    // The button at the photo remains; it asks the user before corrections are lost.
    console.info(error.message);
  } finally {
    isReadingAgain = false;
  }
  if (isAskedMeanwhile) await readPartsAgain();
}

function sendAgain(one) {
  one.error = null;
  inTurn(() => sendOne(one));
}

function show(one) {
  if (one.bar === undefined) return;
  const isSent = one.part >= 1;
  if (isSent) one.bar.removeAttribute("value");
  else one.bar.value = one.part;
  if (one.totals !== null) one.label.textContent = t("first_look", { points: one.totals.join(" · ") });
  else one.label.textContent = isSent ? awaited ?? t("reading") : t("sending", { percent: Math.round(one.part * 100) });
}

/** Whether photos of the open game are being uploaded. */
export function isSending() {
  return uploads().length > 0;
}

/** The uploads of the open game. */
function uploads() {
  return sending.filter(({ id }) => id === game.id);
}

/** Whether an upload or a reading has failed and needs the user's attention. */
export function hasFailed() {
  return uploads().some(({ error }) => error !== null) || game.photos.some(isUnread);
}

function isUnread({ status }) {
  return status === "no_kingdom" || status === "error";
}

/** The photos, including those being uploaded; failed ones first. */
export function photoList() {
  const mine = uploads();
  // A painted kingdom without a photo is listed with the kingdoms.
  const photos = game.photos.filter(({ typed }) => !typed);
  if (mine.length + photos.length === 0) return null;
  // Only photos on their way have no buttons, without which a keyboard could not scroll the list.
  const hasButtons = photos.length > 0 || mine.some(({ error }) => error !== null);
  return h("section", { "aria-labelledby": "photos" },
    h("h2", { id: "photos" }, t("photos")),
    h("ul", { class: "photos", tabindex: !hasButtons && 0, "aria-labelledby": "photos" },
      mine.filter(({ error }) => error !== null).map(failedCard),
      photos.filter(isUnread).map(photoCard),
      mine.filter(({ error }) => error === null).map(sendingCard),
      photos.filter((photo) => !isUnread(photo)).map(photoCard)),
    // Photos that are not kept are lost when the tab is reloaded, which happens more often than a server
    // restarts.
    about.in_tab && checkbox(t("keep_photos"), game.keep_photos, keepPhotos, t("keep_photos_on_device"), "keep-photos"));
}

async function keepPhotos(isOn = true) {
  await attempt(async () => {
    await change("PATCH", "", { keep_photos: isOn });
    if (isOn) toast(t("photos_kept_from_now"));
  });
  // If the change failed, the check box shows the wrong state.
  redraw();
}

/** The reason why an upload failed, above the picture, because the dock would hide it below. */
function failedCard(one) {
  return h("li", { class: "card photo-card failed" },
    h("p", { role: "alert" }, one.error),
    h("div", { class: "thumb" }, h("img", { src: one.preview, alt: one.name })),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => {
        sendAgain(one);
        redraw();
      } }, t("try_again")),
      h("button", { type: "button", class: "quiet", onclick: () => {
        forget(one);
        redraw();
      } }, t("remove"))));
}

function sendingCard(one) {
  one.bar = h("progress", { max: 1, value: 0, "aria-label": one.name });
  one.label = h("span", { class: "small" });
  show(one);
  // The progress is above the picture, because the dock would hide it below.
  return h("li", { class: "card photo-card" },
    h("div", { class: "progress" }, one.label, one.bar),
    h("div", { class: "thumb" }, h("img", { src: one.preview, alt: one.name })));
}

function photoCard(photo) {
  const kingdoms = game.kingdoms.filter(({ k }) => photo.kingdoms.includes(k));
  const picture = photo.picture ? photoPicture(photo, kingdoms) : notKept(photo);
  const player = photo.owner === null ? undefined : game.players[photo.owner];
  const words = h("p", { class: "photo-name small" }, h("b", {}, player === undefined ? photo.name : `${player.name}: ${photo.name}`), " ",
    photo.status === "scored" ? t("kingdoms_found", { n: photo.kingdoms.length }) : h("span", { role: "alert" }, photo.text),
    photo.status === "scored" && whyInPart(photo, kingdoms));
  return h("li", { class: `card photo-card ${photo.status}` },
    // The reason of a failure is above the picture, because the dock would hide it below.
    isUnread(photo) ? [words, picture] : [picture, words],
    h("div", { class: "row" },
      isInPart(photo) && h("button", { type: "button", class: "quiet", "data-key": `read-again-${photo.p}`, onclick: () => attempt(() => readAgain(() => changeAfterAsking("POST", "read-again"))) }, t("read_again")),
      player !== undefined && isUnread(photo) && photoButton(word(t("photograph")), {
        isCamera: true, whose: player.id, key: `photograph-again-${photo.p}`, kind: "quiet round", name: t("photograph_kingdom_of", { player: player.name }),
      }),
      photo.status !== "scored" && h("a", { class: "button quiet round", href: paintAt("photo", photo.p), "aria-label": `${photo.name}: ${t("paint")}`, "data-key": `paint-photo-${photo.p}` }, icon("brush")),
      photo.picture && photo.status !== "error" && h("a", {
        class: `button ${photo.status === "no_kingdom" ? "main" : "quiet round"}`, href: `${game.href}/photo/${photo.p}/corners`,
        "aria-label": `${photo.name}: ${t(kingdoms.length > 0 ? "mark_another" : "corners_by_hand")}`, "data-key": `corners-${photo.p}`,
      }, icon("corners"), photo.status === "no_kingdom" && t("corners_by_hand")),
      h("button", { type: "button", class: "quiet round", "aria-label": t("remove_photo", { photo: photo.name }), onclick: () => remove(photo) }, icon("bin"))));
}

/** Replaces a missing picture, and explains how to keep the next ones. */
function notKept(photo) {
  return h("div", { class: "muted thumb none" }, h("p", {}, t("photo_not_kept")),
    !game.keep_photos && h("button", { type: "button", class: "quiet", "data-key": `keep-photos-${photo.p}`, onclick: () => keepPhotos() }, t("keep_photos")));
}

/** Removes a photo from the game, after asking. */
export async function remove(photo) {
  if (!(await confirmSheet(t("remove"), t("remove_photo_text", { photo: photo.name }), t("remove")))) return;
  await attempt(() => changeAfterAsking("DELETE", `photos/${photo.p}`));
}

/**
 * A player's name on a photo, such as `Bartholom…`, about as wide as its kingdom. Keeps the ends of names
 * that begin alike.
 */
function shortName(name, kingdomWidth, unit) {
  const most = Math.max(8, Math.floor(((1.2 * kingdomWidth) / unit - 6) / 3.6));
  const letters = [...name];
  if (letters.length <= most) return name;
  const beginning = (other) => [...other].slice(0, most - 1).join("");
  const isAlone = game.players.every((player) => player.name === name || beginning(player.name) !== beginning(name));
  const atEnd = isAlone ? 0 : Math.floor(most / 2);
  return `${letters.slice(0, most - 1 - atEnd).join("")}…${letters.slice(letters.length - atEnd).join("")}`;
}

/** Places names within the photo and without overlaps, as long as there is room. */
function placing({ width_px: photoWidth, height_px: photoHeight }, unit) {
  const placed = [];
  return ([middle, y], width) => {
    const half = width / 2;
    const x = Math.min(Math.max(middle, half + unit), photoWidth - half - unit);
    const isFree = (at) => placed.every((other) => Math.abs(other.y - at) > 9.5 * unit || Math.abs(other.x - x) > half + other.half + unit);
    const isWithin = (at) => at > 5 * unit && at < photoHeight - 5 * unit;
    const at = [0, 10, -10, 20, -20].map((by) => y + by * unit).find((other) => isWithin(other) && isFree(other)) ?? y;
    placed.push({ x, y: at, half });
    return [x, at];
  };
}

/** The photo with outlined kingdoms. Tapping a kingdom asks for its owner. */
function photoPicture(photo, kingdoms) {
  const unit = photo.width_px / 100;
  const place = placing(photo, unit);
  return h("div", { class: "thumb" }, s("svg", { viewBox: `0 0 ${photo.width_px} ${photo.height_px}`, role: "group", "aria-label": photo.name },
    s("image", { href: fileOf(game, `photos/${photo.p}.jpg`), width: photo.width_px, height: photo.height_px }),
    kingdoms.filter(({ photo: p, corners_px }) => p === photo.p && corners_px).map((kingdom) => {
      const points = kingdom.corners_px.map(([x, y]) => `${x},${y}`).join(" ");
      const middle = [0, 1].map((axis) => kingdom.corners_px.reduce((sum, corner) => sum + corner[axis], 0) / 4);
      const label = nameOf(kingdom);
      const across = kingdom.corners_px.map(([x]) => x);
      // A kingdom without an owner is marked by its number alone: "Königreich 1", cut short, would lose the
      // number.
      const short = kingdom.owner === null ? String(numberOf(kingdom)) : shortName(label, Math.max(...across) - Math.min(...across), unit);
      const width = (short.length * 3.6 + 6) * unit;
      return s("g", {
        class: `outline ${kingdom.owner === null ? "unowned" : ""}`, role: "button", tabindex: 0, "data-key": `outline-${kingdom.k}`,
        "aria-label": kingdom.owner === null ? t("whose_is", { kingdom: label }) : label,
        onclick: () => ownerSheet(kingdom),
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          ownerSheet(kingdom);
        },
      },
        s("polygon", { points, "stroke-width": unit }),
        s("g", { transform: `translate(${place(middle, width).join(" ")})` },
          s("rect", { x: -width / 2, y: -4.5 * unit, width, height: 9 * unit, rx: 4.5 * unit }),
          s("text", { y: 2.2 * unit, "font-size": 6 * unit }, short)));
    })));
}

/** Asks for the kingdom's owner. */
export function ownerSheet(kingdom) {
  const choose = async (index) => {
    hideSheet();
    await own(kingdom, index);
  };
  showSheet(t("whose_is", { kingdom: nameOf(kingdom) }), h("div", { class: "choices" },
    game.players.map((player, index) => h("button", { type: "button", class: index === kingdom.owner ? "main" : "", onclick: () => choose(index) },
      player.name,
      player.kingdom !== null && index !== kingdom.owner && h("small", { class: "muted" }, t("has_a_kingdom")))),
    kingdom.owner !== null && h("button", { type: "button", class: "quiet", onclick: () => choose(null) }, t("nobodys"))));
}

/**
 * Assigns the kingdom to a player. Since a player has one kingdom, the previous one loses its owner. After
 * the last kingdom the page shows the ranking.
 */
function own(kingdom, index) {
  const before = index === null ? [] : game.kingdoms.filter(({ owner }) => owner === index);
  const owners = { ...Object.fromEntries(before.map(({ k }) => [k, null])), [kingdom.k]: index };
  const wasComplete = isComplete();
  return attempt(async () => {
    const all = index === null ? owners : withLast(owners);
    await change("PATCH", "", { owners: all, seen_players: game.players.map(({ name }) => name) });
    const freed = before.find(({ k }) => k !== kingdom.k && all[k] === null);
    if (freed !== undefined) toast(t("kingdom_moved", { player: game.players[index].name }), removalOf(freed));
    if (!wasComplete && isComplete()) scrollTo(0, 0);
  });
}

/** A button that removes the photo of this kingdom alone, which a new photo may have replaced. */
function removalOf({ k }) {
  const photo = game.photos.find(({ kingdoms }) => kingdoms.length === 1 && kingdoms[0] === k);
  return photo && h("button", { type: "button", "data-key": "remove-replaced", onclick: () => remove(photo) }, t("remove_photo", { photo: photo.name }));
}

/** Also assigns the last kingdom to the last player, if there are as many kingdoms as players. */
function withLast(owners) {
  const ownerOf = ({ k, owner }) => (owners[k] === undefined ? owner : owners[k]);
  const open = game.kingdoms.filter((kingdom) => ownerOf(kingdom) === null);
  const waiting = game.players.map((_, index) => index).filter((index) => game.kingdoms.every((kingdom) => ownerOf(kingdom) !== index));
  const isLast = open.length === 1 && waiting.length === 1 && game.kingdoms.length === game.players.length;
  return isLast ? { ...owners, [open[0].k]: waiting[0] } : owners;
}

/**
 * The choice of an owner as chips. Each reserves room for its note, so that chips do not move under the
 * finger when a note appears; a name without a note is in the middle of this room.
 */
export function ownerChips(kingdom) {
  return h("div", { class: "chips owners", role: "group", "aria-label": t("whose_is", { kingdom: nameOf(kingdom) }) },
    game.players.map((player, index) => {
      const hasAnother = player.kingdom !== null && index !== kingdom.owner;
      const note = () => h("small", { class: "muted" }, t("has_a_kingdom"));
      const label = [h("span", {}, player.name, hasAnother && note()), h("span", { class: "room", "aria-hidden": "true" }, player.name, note())];
      return chip(label, index === kingdom.owner, () => {
        own(kingdom, index === kingdom.owner ? null : index);
      }, { "data-key": `owner-${kingdom.k}-${index}` });
    }));
}
