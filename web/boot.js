// Starts the page without a server, in this order: the service worker, which serves the files offline; the page itself; the Worker that keeps the
// games; and Workers that read photos.

import { fetchEngine } from "./engine.js";
import { BROKE_OFF, NOT_LOADED, Readers } from "./readers.js";

const WORDS = {
  en: {
    old: "This browser is too old: it lacks WebAssembly with SIMD, which arrived between 2021 and 2023. A newer browser can read photos.",
    insecure: "Browsers let this page read photos only over https: open its address with https:// in front.",
    other: "This page is already open in another tab. Only one tab at a time can keep the games; close the other one to continue here.",
    loading: "Getting ready",
    coming: "Loading the program:",
    rest: "Photos can be read. For use without internet:",
    stopped: "Loading stopped, perhaps because there is no connection or no space. It goes on by itself:",
    amount: (some, all) => `${megabytes(some)} of ${megabytes(all)} MB`,
    ready: "Ready without internet.",
    waits: "Waiting for the program",
    half: "The page could not be loaded completely, perhaps because there is no connection or no space. Load it again when there is a connection and enough space.",
    fails: "The page could not start: ",
    unopened: (why) => `The games that this browser keeps cannot be opened (${why}). Load the page again. If that does not help, clear the data of this address in the browser's settings: this also deletes the games.`,
    forgets: "This browser saves nothing, as in a private window: games last until the page is closed.",
    refused: "This browser does not let this page store anything, not even itself. Allow cookies and other data for this address, and load the page again.",
    broke: "Reading stopped, perhaps because memory ran out. The games are unchanged; try again.",
    incomplete: "This photo needs the rest of the program, some 8 MB, which could not be loaded. It will be read once there is a connection.",
    newer: "A new version is available",
    take: "Use it",
  },
  de: {
    old: "Dieser Browser ist zu alt: Ihm fehlt WebAssembly mit SIMD, das 2021 bis 2023 kam. Ein neuerer liest Fotos.",
    insecure: "Browser lassen diese Seite nur über https Fotos lesen: Öffne ihre Adresse mit https:// davor.",
    other: "Diese Seite ist schon in einem anderen Tab offen. Nur einer kann die Spiele halten; wird der andere geschlossen, geht es hier weiter.",
    loading: "Wird vorbereitet",
    coming: "Das Programm wird geladen:",
    rest: "Fotos können gelesen werden. Für die Nutzung ohne Internet:",
    stopped: "Das Laden ist unterbrochen, vielleicht fehlt die Verbindung oder der Platz. Es geht von selbst weiter:",
    amount: (some, all) => `${megabytes(some)} von ${megabytes(all)} MB`,
    ready: "Bereit ohne Internet.",
    waits: "Wartet auf das Programm",
    half: "Die Seite ließ sich nicht ganz laden, vielleicht fehlt die Verbindung oder der Platz. Lade sie neu, sobald beides da ist.",
    fails: "Die Seite konnte nicht starten: ",
    unopened: (why) => `Die Spiele, die dieser Browser behalten hat, lassen sich nicht öffnen (${why}). Lade die Seite neu. Hilft das nicht, lösche die Daten dieser Adresse in den Einstellungen des Browsers: Die Spiele gehen damit verloren.`,
    forgets: "Dieser Browser behält nichts, wie in einem privaten Fenster: Spiele bleiben, bis die Seite geschlossen wird.",
    refused: "Dieser Browser lässt diese Seite nichts behalten, nicht einmal sich selbst. Erlaube Cookies und andere Daten dieser Adresse, und lade sie neu.",
    broke: "Das Lesen brach ab, vielleicht fehlte Speicher. Die Spiele sind, wie sie waren; versuche es noch einmal.",
    incomplete: "Dieses Foto braucht den Rest des Programms, etwa 8 MB, der sich nicht laden ließ. Es wird gelesen, sobald eine Verbindung da ist.",
    newer: "Eine neue Version ist da",
    take: "Nutzen",
  },
  ro: {
    old: "Acest browser este prea vechi: îi lipsește WebAssembly cu SIMD, apărut între 2021 și 2023. Unul mai nou citește fotografii.",
    insecure: "Browserele lasă această pagină să citească fotografii doar prin https: deschide adresa ei cu https:// în față.",
    other: "Pagina este deja deschisă în altă filă. Numai una poate ține jocurile; când cealaltă se închide, aceasta continuă.",
    loading: "Se pregătește",
    coming: "Se încarcă programul:",
    rest: "Fotografiile pot fi citite. Pentru folosirea fără internet:",
    stopped: "Încărcarea s-a întrerupt, poate lipsește conexiunea sau locul. Continuă de la sine:",
    amount: (some, all) => `${megabytes(some)} din ${megabytes(all)} MB`,
    ready: "Gata de folosit fără internet.",
    waits: "Așteaptă programul",
    half: "Pagina nu s-a putut încărca în întregime, poate lipsește conexiunea sau locul. Încarc-o din nou când există conexiune și loc.",
    fails: "Pagina nu a putut porni: ",
    unopened: (why) => `Jocurile pe care le păstrează acest browser nu pot fi deschise (${why}). Reîncarcă pagina. Dacă nu ajută, șterge datele acestei adrese din setările browserului: jocurile se pierd odată cu ele.`,
    forgets: "Acest browser nu păstrează nimic, ca într-o fereastră privată: jocurile rămân până la închiderea paginii.",
    refused: "Acest browser nu lasă pagina să păstreze nimic, nici pe ea însăși. Permite cookie-uri și alte date pentru această adresă și încarc-o din nou.",
    broke: "Citirea s-a întrerupt, poate a lipsit memoria. Jocurile sunt cum erau; încearcă din nou.",
    incomplete: "Această fotografie are nevoie de restul programului, vreo 8 MB, care nu s-a putut încărca. Va fi citită când există o conexiune.",
    newer: "O versiune nouă este aici",
    take: "Folosește-o",
  },
};

/** An error whose message is a sentence for the user. */
class Told extends Error {}

/** The language that the user chose on the page, or else the browser's. Some browsers refuse access to the storage that has the choice. */
function language() {
  try {
    return localStorage.getItem("language") ?? navigator.language;
  } catch {
    return navigator.language;
  }
}

const words = WORDS[language().slice(0, 2)] ?? WORDS.en;

function megabytes(number) {
  return number.toLocaleString(language().slice(0, 2), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A WebAssembly module with one SIMD instruction, to test whether the browser supports SIMD. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

/** How long a step of the start may take before a message tells the user what the page is waiting for. */
const PATIENCE_MS = 500;

/** The Worker that keeps the games. */
let worker;
let workers = 0;

/** Resolves when that Worker is ready for requests. */
let started;

/** Resolves when clear photos can be read. */
let canRead;

const readers = new Readers((detail) => dispatchEvent(new CustomEvent("look", { detail })));

/** Whether the games are kept when this page is closed. */
let hasKept = false;

/** For each message that this Worker has not answered yet, by the message's id: the function that gets the answer. */
const unanswered = new Map();
let last = 0;

const BRINGS_PHOTO = /^POST \/api\/games\/\d+\/photos(\?|$)/;

/** Other requests for which photos are read: marking a grid, and reading photos again that were read only in part. */
const READS_PHOTOS = /^(POST \/api\/games\/\d+\/read-again|PUT \/api\/games\/\d+\/photos\/\d+\/corners)(\?|$)/;

/** Requests that the Worker reads itself, which would keep it from answering others while it waits for a network. */
const READS_AT_ONCE = /^POST \/api\/(look|scan)(\?|$)/;

const CHANGES_GAME = /^PATCH \/api\/games\/\d+(\?|$)/;

/**
 * Whether a change of a game names rules with which photos are read. All other changes go to the Worker at once, because the page may be closed the
 * next moment.
 */
function namesRules({ body }) {
  try {
    const fields = JSON.parse(new TextDecoder().decode(body));
    return "game" in fields || "size" in fields;
  } catch {
    // The body is not valid; the Worker's answer will say why.
    return false;
  }
}

/** Gets a request answered. If photos must be read for it, readers read them first. */
async function ask({ port, ...request }) {
  const what = `${request.method} ${request.path}`;
  if (BRINGS_PHOTO.test(what)) askWithPhoto(port, request);
  else if (READS_PHOTOS.test(what) || (CHANGES_GAME.test(what) && namesRules(request))) askWithReadings(port, request);
  else {
    if (READS_AT_ONCE.test(what)) await canRead;
    hand((answer) => port.postMessage(answer, [answer.body]), request, [request.body]);
  }
  // From the first photo or kingdom on, there is something worth keeping. Some browsers ask the user for permission here.
  if (hasKept && request.method === "POST" && /^\/api\/games\/./.test(request.path)) navigator.storage.persist?.();
}

/** Hands a message to the Worker that keeps the games; `tell` gets its answer. */
function hand(tell, message, moved = []) {
  last += 1;
  unanswered.set(last, tell);
  worker.postMessage({ id: last, ...message }, moved);
}

/** Sends a message to that Worker; resolves to its answer. */
const told = (message) => new Promise((resolve) => { hand(resolve, message); });

/** Photos are added in the order in which they were sent, however long reading each of them takes. */
let added = Promise.resolve();

function askWithPhoto(port, request) {
  // `askWithReadings` never rejects, so a photo that fails does not block later ones.
  added = askWithReadings(port, request, added);
}

/** Gets the photos of a request read, and then the request answered, but not until `before` has ended. */
async function askWithReadings(port, request, before = null) {
  const { method, path, body } = request;
  const tell = (answer) => port.postMessage(answer, [answer.body]);
  try {
    const isPhoto = before !== null;
    const { toRead = [] } = await told({ isToRead: true, method, path, body: isPhoto ? new ArrayBuffer(0) : body });
    const fileOf = async ({ game, photo }) => (photo === null ? body : (await told({ file: { game, photo } })).file);
    if (toRead.length > 0) await canRead;
    const readings = await Promise.all(toRead.map((one) => readers.read(JSON.stringify(one.read), () => fileOf(one))));
    await before;
    if (readings.includes(BROKE_OFF)) tell(brokenOff());
    else if (readings.includes(NOT_LOADED)) tell(refusal(503, "not-loaded", words.incomplete));
    // The Worker that keeps the games says why a photo cannot be added. It reads photos itself that no reader has read.
    else hand(tell, { ...request, readings: readings.filter((reading) => reading !== null) }, [body]);
  } catch (error) {
    console.error(error);
    tell(brokenOff());
  }
}

/** Starts the Worker that keeps the games. Resolves when it is ready, to whether the games are kept when the page is closed. */
function startWorker() {
  return new Promise((resolve, reject) => {
    workers += 1;
    const name = `kingdom-scanner worker ${workers}`;
    worker = new Worker("worker.js", { type: "module", name });
    worker.addEventListener("error", ({ message }) => reject(new Error(message ?? "worker.js")));
    worker.addEventListener("message", ({ data: { ready, fails, keeps, gallery, id, ...answer } }) => {
      if (fails !== undefined) reject(new Told(words.unopened(fails)));
      if (gallery !== undefined) readers.learn(gallery);
      if (ready) {
        resolve(keeps);
        navigator.locks.request(name, brokeOff);
      }
      unanswered.get(id)?.(answer);
      unanswered.delete(id);
    });
  });
}

function refusal(status, code, text) {
  const body = new TextEncoder().encode(JSON.stringify({ error: { code, text } })).buffer;
  return { status, headers: ["content-type", "application/json"], body };
}

/** The answer to a request during which a Worker broke off. */
function brokenOff() {
  return refusal(500, "broke-off", words.broke);
}

/** Called when the Worker that keeps the games broke off: answers all waiting requests with an error, and starts a new Worker. */
async function brokeOff() {
  for (const tell of unanswered.values()) tell(brokenOff());
  unanswered.clear();
  // The new Worker opens the same games. If it cannot, the page is reloaded and reports that; otherwise it would go on without the games.
  const keeps = await startWorker().catch(() => null);
  if (keeps !== hasKept) location.reload();
}

/** Chosen, not measured: over a slow connection, the files of a first visit, which are loaded in parallel, take minutes. */
const STUCK_MS = 300_000;

/** How many files of this page the browser has cached. */
async function kept() {
  const counts = (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length);
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * Resolves when an installation has cached no further file for `STUCK_MS`. Chromium sometimes never ends an installation that begins while data are
 * being cleared.
 */
async function stuck() {
  for (let before = -1, now = await kept(); now !== before; now = await kept()) {
    before = now;
    await new Promise((resolve) => setTimeout(resolve, STUCK_MS));
  }
}

/** The registration of the service worker that serves this page. */
async function registered() {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  if (serviceWorker.controller !== null) return registration;
  let isOver = false;
  const serving = new Promise((resolve, reject) => {
    serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    registration.active?.postMessage("claim");
    // A service worker that could not load its files, or whose data were just cleared, will never serve the page.
    const all = [registration.installing, registration.waiting, registration.active].filter((one) => one !== null);
    const check = () => all.every(({ state }) => state === "redundant") && reject(new Told(words.half));
    all.forEach((one) => one.addEventListener("statechange", check));
    check();
    if (registration.installing !== null) {
      stuck().then(async () => {
        if (isOver) return;
        await registration.unregister();
        reject(new Told(words.half));
      }).catch(reject);
    }
  });
  await serving.finally(() => { isOver = true; });
  return registration;
}

/** Has the service worker serve the page's files from now on, also offline. */
async function startServing() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.path === undefined) return;
    // The bar tells what a new game waits for.
    if (data.method !== "GET" && worker === undefined) scrollTo(0, 0);
    started.then(() => ask(data));
  });
  // After the user has cleared the data, the browser may return the old registration once more.
  const registration = await registered().catch(() => registered());
  const offer = () => {
    if (registration.waiting !== null && serviceWorker.controller !== null) offerNewer(registration);
  };
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", offer));
  offer();
  // An app on the home screen is seldom reloaded, so it looks for a new version whenever it is shown.
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
  // A new version that takes over is shown at once.
  serviceWorker.addEventListener("controllerchange", () => location.reload());
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.textContent = text;
  made.append(...children);
  return made;
}

/** The beginning of the last message in place of the page. */
let shown = null;

/** Shows a message in place of the page. */
function tell(text) {
  shown = element("h1", document.title);
  document.getElementById("main").replaceChildren(shown, element("p", text));
}

/** Shows a message in a line above the page. */
function say(text, ...buttons) {
  document.getElementById("news").replaceChildren(element("p", text), ...buttons);
}

function offerNewer(registration) {
  const button = element("button", words.take);
  button.className = "main";
  button.addEventListener("click", () => registration.waiting?.postMessage("take over"));
  say(words.newer, button);
}

/** Takes photos that the share menu brought before the page was loaded. */
async function takeShared({ bring }) {
  const cache = await caches.open("shared photos");
  const photos = [];
  for (const request of await cache.keys()) {
    const photo = await (await cache.match(request)).blob();
    photos.push(new File([photo], decodeURIComponent(request.url.split("/").at(-1)), { type: photo.type }));
    await cache.delete(request);
  }
  bring(photos);
}

/** Why this browser cannot show the page; `null` if it can. */
function lacking() {
  if (!window.isSecureContext) return words.insecure;
  const has = "serviceWorker" in navigator && "locks" in navigator && "DecompressionStream" in window;
  return has && WebAssembly.validate(new Uint8Array(SIMD)) ? null : words.old;
}

async function loadPage() {
  const photos = await import("./page/files/photos.js");
  photos.waitFor(words.waits);
  canRead.then(() => photos.waitFor(null));
  await takeShared(photos);
  await import("./page/files/main.js");
}

async function startReading() {
  hasKept = await started;
  if (!hasKept) say(words.forgets);
  // The first reader gets ready while its networks come.
  readers.warmUp();
}

async function showPage() {
  const came = await fetchEngine(words);
  started = came.games.then(startWorker);
  canRead = came.clear;
  await Promise.all([loadPage(), startReading(), came.rest]);
  // Photos that were read only in part can be read again. With the browser's data saver, the networks that they need are fetched now.
  const tellRest = () => {
    if (!navigator.connection?.saveData || navigator.onLine) dispatchEvent(new Event("rest"));
  };
  tellRest();
  addEventListener("online", tellRest);
}

/** Shows a message if `done` takes longer than `PATIENCE_MS`, unless the page is shown by then. */
async function saying(text, done) {
  const timer = setTimeout(() => document.getElementById("main").firstElementChild === shown && tell(text), PATIENCE_MS);
  try {
    return await done;
  } finally {
    clearTimeout(timer);
  }
}

function failed(error) {
  // The page, which may be shown, redraws its own element from now on.
  const main = document.getElementById("main");
  main.replaceWith(main.cloneNode());
  if (error instanceof Told) tell(error.message);
  else tell(error.name === "SecurityError" ? words.refused : words.fails + error.message);
  console.error(error);
}

/** Only one tab keeps the games. It holds this lock until it is closed. */
function begin() {
  const isOurs = new Promise((resolve, reject) => {
    navigator.locks.request("kingdom-scanner games", () => {
      resolve();
      return new Promise(() => {});
    }).catch(reject);
  });
  return saying(words.other, isOurs).then(() => saying(words.loading, startServing())).then(() => saying(words.loading, showPage()));
}

const lacks = lacking();
if (lacks === null) begin().catch(failed);
else tell(lacks);
