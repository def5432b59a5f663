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

/** A choice: short beside the start of the page. */
const RETRY_MS = 50;

/** Opens a private file and closes it. A Worker of a page that was closed a moment ago may still hold it: it waits until that one has let go. */
async function released(file) {
  while (true) {
    try {
      (await file.createSyncAccessHandle()).close();
      return;
    } catch (error) {
      if (error.name !== "NoModificationAllowedError") throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** How many private files there are below a directory; when it resolves, nobody holds one. */
async function privateFiles(directory) {
  let count = 0;
  for await (const entry of directory.values()) {
    if (entry.kind === "directory") {
      count += await privateFiles(entry);
    } else {
      await released(entry);
      count += 1;
    }
  }
  return count;
}

/** Without private files, as in some private windows, games last as long as this Worker. Where games are kept that cannot be opened, it throws. */
async function opened(language) {
  let kept = 0;
  try {
    kept = await privateFiles(await navigator.storage.getDirectory());
    return { page: await start(true, language), keeps: true };
  } catch (error) {
    if (kept > 0) throw error;
    console.warn(error);
    return { page: await start(false, language), keeps: false };
  }
}

await init();
if (self.name.startsWith("reader")) {
  begin(ofReader(new Reader()));
  self.postMessage({ ready: true });
} else {
  try {
    const { page, keeps } = await opened(navigator.language.slice(0, 2));
    self.postMessage({ ready: true, keeps, gallery: page.gallery() });
    begin(ofGames(page));
  } catch (error) {
    self.postMessage({ fails: error.message });
  }
}
