// What a person has begun and not saved or sent: it outlasts a page that is closed.

/** Something typed or painted, under a name of its own. A browser that keeps nothing forgets it with the page. */
export class Draft {
  constructor(name) {
    this.name = `draft ${name}`;
  }

  /** What was begun; `null` if nothing was. */
  read() {
    try {
      return JSON.parse(localStorage.getItem(this.name) ?? "null");
    } catch {
      return null;
    }
  }

  keep(value) {
    try {
      localStorage.setItem(this.name, JSON.stringify(value));
    } catch (error) {
      console.info(error);
    }
  }

  forget() {
    localStorage.removeItem(this.name);
  }
}

const PHOTOS = "photos";

/** Resolves to what a request of the browser's database gives. */
function answered(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

/** One connection: its requests are done in their order. */
let database = null;

async function photos(mode) {
  if (database === null) {
    const request = indexedDB.open("unsent photos", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(PHOTOS, { keyPath: "upload" }));
    database = answered(request);
  }
  return (await database).transaction(PHOTOS, mode).objectStore(PHOTOS);
}

/** Keeps a photo until it is sent; whether the browser does. */
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

/** The photos that were not sent when the page was closed, in no order. */
export async function unsent() {
  try {
    return await answered((await photos("readonly")).getAll());
  } catch (error) {
    console.info(error);
    return [];
  }
}
