// Workers that read photos, in addition to the one that keeps the games. So taps are answered meanwhile, and several photos can be read at the same
// time.

/** The result instead of a reading if the reader broke off. */
export const BROKE_OFF = "broke off";

/** The result instead of a reading if a network that the photo needs could not be fetched. */
export const NOT_LOADED = "not loaded";

/**
 * The most readers. Each needs memory for a photo and for the networks. Browsers that do not report the memory are assumed to have enough for two
 * readers.
 */
const MOST = (navigator.deviceMemory ?? 4) >= 4 && (navigator.hardwareConcurrency ?? 1) >= 4 ? 2 : 1;

let started = 0;

class Reader {
  #worker;
  #done = () => {};

  constructor(gallery, onlook) {
    started += 1;
    const name = `reader ${started}`;
    this.#worker = new Worker("worker.js", { type: "module", name });
    this.isReady = new Promise((resolve) => {
      this.#worker.addEventListener("error", () => resolve(false));
      this.#worker.addEventListener("message", ({ data: { ready, look, missing, read } }) => {
        if (ready) {
          resolve(true);
          navigator.locks.request(name, () => this.#done(BROKE_OFF));
        } else if (look !== undefined) onlook(JSON.parse(look));
        else if (missing !== undefined) this.#done(NOT_LOADED);
        // A message without a reading: the photo could not be read at all.
        else this.#done(read ?? BROKE_OFF);
      });
    });
    this.learn(gallery);
  }

  learn(gallery) {
    this.#worker.postMessage({ gallery });
  }

  read(photo, body) {
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#worker.postMessage({ photo, body });
    });
  }

  end() {
    this.#worker.terminate();
  }
}

export class Readers {
  #all = [];
  #idle = [];
  /** The callers that wait for a reader. */
  #waiting = [];
  #gallery = "";
  #onlook;

  /** `onlook` gets the result of the first look at a photo. */
  constructor(onlook) {
    this.#onlook = onlook;
  }

  /** Sets the lessons learnt from corrections, which are used from the next photo on. */
  learn(gallery) {
    this.#gallery = gallery;
    for (const reader of this.#all) reader.learn(gallery);
  }

  /** Starts a reader in advance, for the first photo. */
  async warmUp() {
    const reader = await this.#free();
    if (reader !== null) this.#release(reader);
  }

  /**
   * Resolves to the reading of a photo; to `BROKE_OFF` or `NOT_LOADED`; or to `null` if no reader can be started or the file is gone. `photo` is
   * what the Worker that keeps the games says about the photo. `fetchFile` is called when a reader is free; it resolves to the file, or to
   * `undefined` if it is gone.
   */
  async read(photo, fetchFile) {
    const reader = await this.#free();
    if (reader === null) return null;
    const file = await fetchFile();
    const read = file === undefined ? null : await reader.read(photo, file);
    if (read === BROKE_OFF) this.#remove(reader);
    else this.#release(reader);
    return read;
  }

  async #free() {
    if (this.#idle.length > 0) return this.#idle.pop();
    if (this.#all.length < MOST) {
      const reader = new Reader(this.#gallery, this.#onlook);
      this.#all.push(reader);
      if (await reader.isReady) return reader;
      this.#remove(reader);
      if (this.#all.length === 0) return null;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #release(reader) {
    const next = this.#waiting.shift();
    if (next !== undefined) next(reader);
    // One idle reader waits for the next photo. Further ones are ended, which frees their memory.
    else if (this.#idle.length === 0) this.#idle.push(reader);
    else this.#remove(reader);
  }

  #remove(reader) {
    reader.end();
    this.#all = this.#all.filter((other) => other !== reader);
    if (this.#all.length === 0) for (const next of this.#waiting.splice(0)) this.#free().then(next);
  }
}
