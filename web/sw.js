// Serves the page's files from this browser's cache, and hands requests of the page to the tab that keeps the games. Nothing goes to another place.
// scripts/web.sh puts BUILD before this: the version, the page's policy, and the files: their hashes, whether they are packed (gzip), and whether they are fetched only
// when they are needed.

const PREFIX = "kingdom-scanner ";
const CACHE = PREFIX + BUILD.version;

/** Photos that the system's share menu has brought, until the page takes them. */
const SHARED = "shared photos";

const addressOf = (name) => new URL(name, registration.scope);

/** A file's key in a cache: another one for another content. */
const keyOf = (name) => addressOf(`${name}?${encodeURIComponent(BUILD.files[name].integrity)}`);

/** Puts the bytes of 32-bit numbers together again, which scripts/web_files.py has taken apart. */
function fromPlanes(planes) {
  const count = Math.floor(planes.length / 4);
  // What is left over stays where it is.
  const bytes = planes.slice();
  for (let plane = 0; plane < 4; plane += 1) for (let at = 0; at < count; at += 1) bytes[4 * at + plane] = planes[plane * count + at];
  return bytes;
}

/** The content of a file that scripts/web_files.py has packed. */
async function unpacked(name, packed) {
  const stream = packed.body.pipeThrough(new DecompressionStream("gzip"));
  return name.endsWith(".onnx") ? fromPlanes(new Uint8Array(await new Response(stream).arrayBuffer())) : stream;
}

/**
 * Puts a file of this version into its cache, from an earlier version's where it is the same. A file that is not what this version says, such as one of
 * a version that is just being uploaded, is refused.
 */
async function keep(cache, name) {
  const { integrity, isPacked } = BUILD.files[name];
  const key = keyOf(name);
  const own = await cache.match(key);
  if (own !== undefined) return own;
  const earlier = await caches.match(key);
  if (earlier !== undefined) {
    await cache.put(key, earlier.clone());
    return earlier;
  }
  const fetched = await fetch(addressOf(isPacked ? `${name}.packed` : name), { integrity, cache: "no-cache" });
  if (!fetched.ok) throw new Error(`${name}: ${fetched.status}`);
  // Packed here, they are small from every web server, and not only from one that compresses.
  const body = isPacked ? await unpacked(name, fetched) : fetched.body;
  const kind = name.endsWith(".wasm") ? "application/wasm" : (isPacked ? null : fetched.headers.get("Content-Type")) ?? "application/octet-stream";
  // A Worker has the policy of its own script's answer, and not the page's.
  const file = new Response(body, { headers: { "Content-Type": kind, "Content-Security-Policy": BUILD.policy } });
  await cache.put(key, file);
  return cache.match(key);
}

/** Keeps the files of these names. */
async function keepAll(isWanted) {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(BUILD.files).filter(isWanted).map((name) => keep(cache, name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll((name) => !BUILD.files[name].isLater));
});

// The files of the old version are kept until no tab shows it any more.
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const cache = await caches.open(CACHE);
    for (const [name, { isLater }] of Object.entries(BUILD.files)) if (isLater && (await caches.match(keyOf(name)))) await keep(cache, name);
    for (const name of await caches.keys()) if (name !== CACHE && name.startsWith(PREFIX)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", (event) => {
  const { data } = event;
  if (data === "take over") self.skipWaiting();
  // A doubtful photo asks all networks, also offline.
  if (data === "fetch the rest") event.waitUntil(keepAll((name) => name.startsWith("models/")).then(() => event.source.postMessage({ hasRest: true })));
  // A page that was loaded past this script, as with Shift.
  if (data === "claim") clients.claim();
});

/** From the cache; a network that is needed for the first time is fetched. */
async function file(path) {
  const name = path === "" ? "index.html" : path;
  if (BUILD.files[name] === undefined) return fetch(addressOf(name));
  return keep(await caches.open(CACHE), name);
}

/** Keeps what the share menu brings, and leads to the page, which takes it. */
async function share(request) {
  const photos = (await request.formData()).getAll("photos");
  const cache = await caches.open(SHARED);
  for (const [index, photo] of photos.entries()) {
    await cache.put(addressOf(`shared/${Date.now()}-${index}/${encodeURIComponent(photo.name)}`), new Response(photo));
  }
  return Response.redirect(registration.scope, 303);
}

/** Asks the page's Worker. */
async function asked(event, path) {
  const { request } = event;
  const client = (await clients.get(event.clientId)) ?? (await clients.matchAll({ type: "window" }))[0];
  if (client === undefined) return Response.error();
  const body = await request.arrayBuffer();
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  const { method, headers } = request;
  const [kind, languages] = ["content-type", "accept-language"].map((name) => headers.get(name) ?? "");
  client.postMessage({ method, path, kind, languages, body, port: port2 }, [port2, body]);
  const { status, headers: pairs, body: content } = await answer;
  const kept = new Headers();
  for (let at = 0; at < pairs.length; at += 2) kept.append(pairs[at], pairs[at + 1]);
  const isEmpty = [204, 304].includes(status);
  return new Response(isEmpty ? null : content, { status, headers: kept });
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (!url.href.startsWith(registration.scope)) return;
  const path = url.pathname.slice(new URL(registration.scope).pathname.length);
  // Nobody else changes the games: there is nothing to watch, and 204 ends it.
  if (/^api\/.*events$/.test(path)) event.respondWith(new Response(null, { status: 204 }));
  else if (path.startsWith("api/")) event.respondWith(asked(event, `/${path}${url.search}`));
  else if (path === "share" && event.request.method === "POST") event.respondWith(share(event.request));
  else event.respondWith(file(path));
});
