// Keeps the screen awake while photos are taken. Browsers that cannot, or refuse, let it sleep as usual.

/** Resolves to the browser's lock, or to `undefined` if it gives none; `null` while the screen may sleep. */
let lock = null;

export function stayAwake() {
  lock ??= asked();
}

export function maySleep() {
  lock?.then((held) => held?.release());
  lock = null;
}

async function asked() {
  try {
    return await navigator.wakeLock?.request("screen");
  } catch (error) {
    console.info(error.message);
    return undefined;
  }
}

// The browser releases the lock of a hidden page.
document.addEventListener("visibilitychange", () => {
  if (lock !== null && !document.hidden) lock = asked();
});
