// The Workers: one keeps the games and answers requests one after the other, whose texts and forms are those of a server; the others, whose names begin
// with "reader", read photos for it.

// Held as long as this Worker lives: so the page learns that it has broken off, however that came.
navigator.locks.request(self.name, () => new Promise(() => {}));

import init, { Read, Reader, start } from "./web.js";

/** A network that could not be fetched while a photo was read; `null` if all were there. */
let missing = null;

/** Fetches a network beside the page, waiting for it: what reads a photo cannot go on without. */
self.fetchNow = (name) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`models/${name}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  try {
    request.send();
    if (request.status !== 200) throw `${name}: ${request.status}`;
  } catch (error) {
    missing = name;
    throw error;
  }
  return new Uint8Array(request.response);
};

self.tellLook = (look) => self.postMessage({ look });

/** What this Worker answers to a message; `null` until it is ready. */
let answer = null;

/** Messages that came before that. */
let early = [];

function take(message) {
  try {
    answer(message);
  } catch (error) {
    console.error(error);
    // After a trap the memory cannot be trusted: a new Worker opens the games as they were written last.
    if (error instanceof WebAssembly.RuntimeError) self.close();
    else self.postMessage({ id: message.id, status: 500, headers: [], body: new ArrayBuffer(0) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (answer === null) early.push(data);
  else take(data);
});

function begin(answers) {
  answer = answers;
  early.forEach(take);
  early = [];
}

/** Answers of the Worker that keeps the games. */
const ofGames = (page) => ({ id, isToRead, file, method, path, kind, languages, body, readings = [] }) => {
  if (isToRead) {
    self.postMessage({ id, toRead: JSON.parse(page.to_read(method, path, new Uint8Array(body))) });
    return;
  }
  if (file !== undefined) {
    const bytes = page.file(file.game, file.photo);
    self.postMessage({ id, file: bytes?.buffer }, bytes ? [bytes.buffer] : []);
    return;
  }
  const brought = readings.map(({ json, upright }) => new Read(json, upright));
  const { status, headers, body: bytes } = page.answer(method, path, kind, languages, new Uint8Array(body), brought);
  if (path.startsWith("/api/learn")) self.postMessage({ gallery: page.gallery() });
  self.postMessage({ id, status, headers, body: bytes.buffer }, [bytes.buffer]);
};

/** Answers of a reader. */
const ofReader = (reader) => ({ id, gallery, photo, body }) => {
  if (gallery !== undefined) {
    reader.take_up_gallery(gallery);
    return;
  }
  missing = null;
  const file = new Uint8Array(body);
  let read = reader.read(photo, file);
  if (missing !== null) {
    missing = null;
    read = reader.read_in_part(photo, file);
  }
  const { json, upright } = read;
  if (missing === null) self.postMessage({ id, read: { json, upright } }, upright ? [upright.buffer] : []);
  else self.postMessage({ id, missing });
};

/** Without private files, as in some private windows, games last as long as this Worker. */
async function opened(language) {
  try {
    return { page: await start(true, language), keeps: true };
  } catch (error) {
    console.warn(error);
    return { page: await start(false, language), keeps: false };
  }
}

await init();
if (self.name.startsWith("reader")) {
  begin(ofReader(new Reader()));
  self.postMessage({ ready: true });
} else {
  const { page, keeps } = await opened(navigator.language.slice(0, 2));
  self.postMessage({ ready: true, keeps, gallery: page.gallery() });
  begin(ofGames(page));
}
