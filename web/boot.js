// Starts the page without a server: the service worker, which serves the files offline, then the Worker that reads photos and keeps games, then the
// page itself.

const WORDS = {
  en: {
    old: "This browser is too old: it lacks WebAssembly with SIMD, which came in 2021 to 2023. A newer one reads photos.",
    other: "This page is open in another tab already. One at a time keeps the games; close the other one, and this one goes on.",
    fails: "The page could not start: ",
    forgets: "This browser keeps nothing, as in a private window: games last until the page is closed.",
    private: "Photos and games stay on this device: nothing is sent anywhere.",
    newer: "A new version is here",
  },
  de: {
    old: "Dieser Browser ist zu alt: ihm fehlt WebAssembly mit SIMD, das 2021 bis 2023 kam. Ein neuerer liest Fotos.",
    other: "Diese Seite ist schon in einem anderen Tab offen. Nur einer kann die Spiele halten; wird der andere geschlossen, geht es hier weiter.",
    fails: "Die Seite konnte nicht starten: ",
    forgets: "Dieser Browser behält nichts, wie in einem privaten Fenster: Spiele bleiben, bis die Seite geschlossen wird.",
    private: "Fotos und Spiele bleiben auf diesem Gerät: nichts wird irgendwohin gesendet.",
    newer: "Eine neue Version ist da",
  },
  ro: {
    old: "Acest browser este prea vechi: îi lipsește WebAssembly cu SIMD, apărut între 2021 și 2023. Unul mai nou citește fotografii.",
    other: "Pagina este deja deschisă în altă filă. Numai una poate ține jocurile; când cealaltă se închide, aceasta continuă.",
    fails: "Pagina nu a putut porni: ",
    forgets: "Acest browser nu păstrează nimic, ca într-o fereastră privată: jocurile rămân până la închiderea paginii.",
    private: "Fotografiile și jocurile rămân pe acest dispozitiv: nimic nu se trimite nicăieri.",
    newer: "O versiune nouă este aici",
  },
};

const words = WORDS[navigator.language.slice(0, 2)] ?? WORDS.en;
const main = document.getElementById("main");
const foot = document.getElementById("foot");

/** A function with one instruction of SIMD. */
const SIMD = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

let worker;

/** Whether the games outlast this page. */
let hasKept = false;

/** Starts the Worker; resolves when it answers. */
function startWorker() {
  return new Promise((resolve, reject) => {
    worker = new Worker("worker.js", { type: "module" });
    worker.addEventListener("error", ({ message }) => reject(new Error(message)));
    worker.addEventListener("message", ({ data }) => {
      if (data.ready) resolve(data.keeps);
      if (!data.broken) return;
      console.error(data.broken);
      worker.terminate();
      // The new one opens the same games. Where it cannot, the page begins anew and says so, lest it goes on with none.
      startWorker().then((keeps) => keeps === hasKept || location.reload(), () => location.reload());
    });
  });
}

/** Serves the files from now on, also offline. */
async function startServing() {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => worker.postMessage(data, [data.port, data.body]));
  const registration = await serviceWorker.register("sw.js", { updateViaCache: "none" });
  const offer = () => {
    if (registration.waiting !== null && serviceWorker.controller !== null) say(words.newer, () => registration.waiting.postMessage("take over"));
  };
  registration.addEventListener("updatefound", () => registration.installing.addEventListener("statechange", offer));
  offer();
  if (serviceWorker.controller === null) await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  // A version that takes over is shown at once.
  serviceWorker.addEventListener("controllerchange", () => location.reload());
}

/** A line at the foot of the page; with `ontap` a button. */
function say(text, ontap) {
  const line = document.createElement(ontap === undefined ? "p" : "button");
  line.textContent = text;
  line.addEventListener("click", () => ontap?.());
  foot.append(line);
}

async function boot() {
  if (!("serviceWorker" in navigator) || !WebAssembly.validate(new Uint8Array(SIMD))) {
    main.textContent = words.old;
    return;
  }
  await startServing();
  const keeps = await startWorker();
  say(words.private);
  hasKept = keeps;
  if (!keeps) say(words.forgets);
  else navigator.storage.persist?.();
  await import("./page/files/main.js");
}

/** One tab keeps the games; the lock is held until it is closed. */
const waits = setTimeout(() => (main.textContent = words.other), 500);
navigator.locks.request("kingdom-scanner games", async () => {
  clearTimeout(waits);
  main.textContent = "";
  try {
    await boot();
  } catch (error) {
    main.textContent = words.fails + error.message;
    throw error;
  }
  await new Promise(() => {});
});
