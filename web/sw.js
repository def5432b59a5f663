// Serves the page's files from this browser's cache, and passes the page's requests to the tab that keeps the games. Nothing is sent anywhere else.
// scripts/web.sh puts BUILD in front of this script. It has the version, the page's policy, and for each file its hash, whether it is packed (gzip),
// and whether it is fetched only when it is needed.

const PREFIX = "kingdom-scanner ";
const CACHE = PREFIX + BUILD.version;

/** The cache for photos that the system's share menu has brought, until the page takes them. */
const SHARED = "shared photos";

const addressOf = (name) => new URL(name, registration.scope);

/** A file's key in a cache. It contains the file's hash, so other content has another key. */
const keyOf = (name) => addressOf(`${name}?${encodeURIComponent(BUILD.files[name].integrity)}`);

/** Restores 32-bit numbers from four planes, into which scripts/web_files.py has sorted their bytes. */
function fromPlanes(planes) {
  const count = Math.floor(planes.length / 4);
  // Bytes after the last whole number stay where they are.
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
 * Puts a file of this version into its cache; copies it from an earlier version's cache if the content is the same. A file with another hash than in
 * BUILD is refused, for example if a new version is just being uploaded.
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
  // The files are already packed on the web server, so they are small even if the server does not compress.
  const body = isPacked ? await unpacked(name, fetched) : fetched.body;
  const kind = name.endsWith(".wasm") ? "application/wasm" : (isPacked ? null : fetched.headers.get("Content-Type")) ?? "application/octet-stream";
  // A Worker gets its policy from the response with its script, not from the page.
  const file = new Response(body, { headers: { "Content-Type": kind, "Content-Security-Policy": BUILD.policy } });
  await cache.put(key, file);
  return cache.match(key);
}

/** Puts all files into the cache whose names satisfy `isWanted`. */
async function keepAll(isWanted) {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(BUILD.files).filter(isWanted).map((name) => keep(cache, name)));
}

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll((name) => !BUILD.files[name].isLater));
});

// The files of the old version are kept until no tab shows that version any more.
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
  // Reading a doubtful photo needs all networks, also offline.
  if (data === "fetch the rest") event.waitUntil(keepAll((name) => name.startsWith("models/")).then(() => event.source.postMessage({ hasRest: true })));
  // The page was loaded without this script, for example by reloading with Shift.
  if (data === "claim") clients.claim();
});

/** A file from the cache. A network is fetched when it is needed for the first time. */
async function file(path) {
  const name = path === "" ? "index.html" : path;
  if (BUILD.files[name] === undefined) return fetch(addressOf(name));
  return keep(await caches.open(CACHE), name);
}

/** Stores photos that the share menu brings, and redirects to the page, which takes them. */
async function share(request) {
  const photos = (await request.formData()).getAll("photos");
  const cache = await caches.open(SHARED);
  for (const [index, photo] of photos.entries()) {
    await cache.put(addressOf(`shared/${Date.now()}-${index}/${encodeURIComponent(photo.name)}`), new Response(photo));
  }
  return Response.redirect(registration.scope, 303);
}

/** Sends a request to the tab that keeps the games; resolves to its answer. */
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
  // Nobody else changes these games, so there is nothing to watch. Status 204 tells the browser to stop asking.
  if (/^api\/.*events$/.test(path)) event.respondWith(new Response(null, { status: 204 }));
  else if (path.startsWith("api/")) event.respondWith(asked(event, `/${path}${url.search}`));
  else if (path === "share" && event.request.method === "POST") event.respondWith(share(event.request));
  else event.respondWith(file(path));
});
