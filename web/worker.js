// The Worker that reads photos and keeps games. It answers requests one after the other; their texts and forms are those of a server.

// Held as long as this Worker lives: so the page learns that it has broken off, however that came.
navigator.locks.request(self.name, () => new Promise(() => {}));

import init, { start } from "./web.js";

/** Fetches a network beside the page, waiting for it: what reads a photo cannot go on without. */
self.fetchNow = (name) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(`models/${name}`, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw `${name}: ${request.status}`;
  return new Uint8Array(request.response);
};

let page = null;

/** Requests that came before everything was ready. */
let early = [];

function answer({ id, method, path, kind, languages, body }) {
  try {
    const { status, headers, body: bytes } = page.answer(method, path, kind, languages, new Uint8Array(body));
    self.postMessage({ id, status, headers, body: bytes.buffer }, [bytes.buffer]);
  } catch (error) {
    console.error(error);
    // After a trap the memory cannot be trusted: a new Worker opens the games as they were written last.
    if (error instanceof WebAssembly.RuntimeError) self.close();
    else self.postMessage({ id, status: 500, headers: [], body: new ArrayBuffer(0) });
  }
}

self.addEventListener("message", ({ data }) => {
  if (page === null) early.push(data);
  else answer(data);
});

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
const { page: ready, keeps } = await opened(navigator.language.slice(0, 2));
page = ready;
self.postMessage({ ready: true, keeps });
early.forEach(answer);
early = [];
