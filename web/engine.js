// Fetches the files that keep the games and read photos, one after the other, while the page is already in use. A bar above the page shows how much
// has come.

/** When to try again after a failure, unless the browser finds a connection before. Chosen, not measured. */
const AGAIN_MS = 10_000;

/** How long the last message is shown. Chosen, not measured. */
const READ_MS = 8_000;

class Bar {
  #place = document.getElementById("coming");
  #status = this.#place.querySelector("[role=status]");
  #amount = this.#place.querySelector("small");
  #progress = this.#place.querySelector("progress");
  #words;
  /** What is being fetched, as text and as a list of files. */
  #text;
  #files;
  /** How many bytes of each file have come. */
  #came = new Map();

  constructor(words) {
    this.#words = words;
    for (const one of [this.#place, this.#progress]) one.setAttribute("aria-label", words.loading);
  }

  aim(text, files) {
    this.#text = text;
    this.#files = files;
    this.#draw(text);
  }

  /** So many bytes of a file have come. */
  take(name, bytes) {
    this.#came.set(name, bytes);
    this.#draw(this.#text);
  }

  show() {
    this.#place.hidden = false;
  }

  stop() {
    this.show();
    this.#draw(this.#words.stopped);
  }

  /** Screen readers announce the text, but not each number of megabytes. */
  #draw(text) {
    if (this.#place.hidden) return;
    if (this.#status.textContent !== text) this.#status.textContent = text;
    const all = this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
    const come = this.#files.reduce((sum, { name }) => sum + (this.#came.get(name) ?? 0), 0);
    this.#amount.textContent = this.#words.amount(come / 1e6, all / 1e6);
    this.#progress.max = all;
    this.#progress.value = come;
  }

  /** Ends with a last message, if anything had to be fetched. */
  end(text) {
    this.#status.textContent = text;
    this.#amount.hidden = this.#progress.hidden = true;
    const hide = () => { this.#place.hidden = true; };
    this.#place.addEventListener("click", hide);
    setTimeout(hide, text === "" ? 0 : READ_MS);
  }
}

/** Has the service worker fetch a file, if it is not there yet. */
async function isThere(name) {
  try {
    const { ok, body } = await fetch(name);
    body?.cancel();
    return ok;
  } catch (error) {
    console.info(error);
    return false;
  }
}

/** Resolves when it is worth trying once more. */
function again() {
  return new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}

/**
 * Begins to fetch everything; with the browser's data saver, only what every game of Kingdomino needs. Resolves to a promise for each stage:
 * `games` can be kept, `clear` photos be read, all of `kingdomino`, and the `rest`.
 */
export async function fetchEngine(words) {
  const stages = await (await fetch("engine.json")).json();
  if (navigator.connection?.saveData) stages.rest = [];
  const files = Object.values(stages).flat();
  const bar = new Bar(words);
  bar.aim(words.coming, [...stages.games, ...stages.clear]);
  // The service worker tells this only of files that it has to fetch.
  navigator.serviceWorker.addEventListener("message", ({ data: { coming, bytes } }) => {
    if (!files.some(({ name }) => name === coming)) return;
    bar.show();
    bar.take(coming, bytes);
  });
  const fetched = async (stage) => {
    for (const { name, bytes } of stages[stage]) {
      while (!(await isThere(name))) {
        bar.stop();
        await again();
      }
      bar.take(name, bytes);
    }
    if (stage === "clear") bar.aim(words.rest, files);
    if (stage === "rest") bar.end(stages.rest.length > 0 ? words.ready : "");
  };
  let last = Promise.resolve();
  return Object.fromEntries(Object.keys(stages).map((stage) => {
    last = last.then(() => fetched(stage));
    return [stage, last];
  }));
}
