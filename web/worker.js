// The code of all Workers. One keeps the games and answers requests one after the other, in the same form as a server. The others, whose names begin
// with "reader", read photos for it.

// The lock is held as long as this Worker lives. So the page notices when the Worker breaks off, for whatever reason.
navigator.locks.request(self.name, () => new Promise(() => {}));

import init, { Read, Reader, start } from "./web.js";

/** The network that could not be fetched while a photo was read; `null` if none was missing. */
let missing = null;

/** Fetches a network that is next to the page. Blocks until it is there, because reading a photo cannot go on without it. */
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

/** The function that answers a message; `null` until this Worker is ready. */
let answer = null;

/** Messages that came before this Worker was ready. */
let early = [];

function take(message) {
  try {
    answer(message);
  } catch (error) {
    console.error(error);
    // After a WebAssembly trap, the memory cannot be trusted. A new Worker opens the games as they were last written.
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

/** Answers a message as the Worker that keeps the games. */
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

/** Answers a message as a reader. */
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

/** Chosen, not measured: short compared with the start of the page. */
const RETRY_MS = 50;

/**
 * Opens and closes a private file. The Worker of a page that was closed a moment ago may still hold the file; then waits until that Worker has
 * released it.
 */
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

/** Resolves to the number of private files below a directory, once no other Worker holds one of them. */
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

/**
 * Opens the games. Without private files, as in some private windows, they last only as long as this Worker. Throws if there are stored games that
 * cannot be opened.
 */
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
