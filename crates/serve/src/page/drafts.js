// Input that was begun but neither saved nor sent. It survives closing the page.

/** Typed or painted input, stored under a name. Lost with the page if the browser stores nothing. */
export class Draft {
  constructor(name) {
    this.name = `draft ${name}`;
  }

  /** The stored input; `null` if there is none. Forgets input that is not as it should be. */
  read(isValid = () => true) {
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "null");
      if (kept === null || isValid(kept)) return kept;
    } catch (error) {
      console.info(error);
    }
    this.forget();
    return null;
  }

  keep(value) {
    try {
      localStorage.setItem(this.name, JSON.stringify(value));
    } catch (error) {
      console.info(error);
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.name);
    } catch (error) {
      console.info(error);
    }
  }
}

const PHOTOS = "photos";

/** Resolves to the result of an IndexedDB request. */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** A single connection keeps requests in order. */
let database = null;

async function photos(mode) {
  if (database === null) {
    const request = indexedDB.open("unsent photos", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(PHOTOS, { keyPath: "upload" }));
    database = answered(request);
  }
  return (await database).transaction(PHOTOS, mode).objectStore(PHOTOS);
}

/** Stores a photo until it is sent. Returns whether the browser stored it. */
export async function keepUnsent(photo) {
  try {
    await answered((await photos("readwrite")).put(photo));
    return true;
  } catch (error) {
    console.info(error);
    return false;
  }
}

export async function forgetUnsent(upload) {
  try {
    await answered((await photos("readwrite")).delete(upload));
  } catch (error) {
    console.info(error);
  }
}

/** The photos that were not sent when the page was closed, in no particular order. */
export async function unsent() {
  try {
    return await answered((await photos("readonly")).getAll());
  } catch (error) {
    console.info(error);
    return [];
  }
}
