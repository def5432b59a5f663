// Serves the page's files from this browser's cache, and passes the page's requests to the tab that keeps the games. Nothing is sent anywhere else.
// scripts/web.sh puts BUILD in front of this script. It has the version, the page's policy, and for each file its hash, whether it is packed (gzip),
// and whether the page can do without it at first.

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
 * Fetches a file, and tells the page meanwhile how many bytes of it have come. A file with another hash than in BUILD is refused, for example if a new
 * version is just being uploaded.
 */
async function fetched(name) {
  const { integrity, isPacked } = BUILD.files[name];
  let bytes = 0;
  const tell = async () => (await clients.matchAll()).forEach((client) => client.postMessage({ coming: name, bytes }));
  await tell();
  const answer = await fetch(addressOf(isPacked ? `${name}.packed` : name), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      bytes += chunk.length;
      return tell();
    },
  });
  const content = await new Response(answer.body.pipeThrough(counted)).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  if (`sha256-${btoa(String.fromCharCode(...hash))}` !== integrity) throw new Error(`${name}: of another version`);
  return new Response(content, { headers: { "Content-Type": answer.headers.get("Content-Type") } });
}

/** The types of packed files. */
const KINDS = { js: "text/javascript", json: "application/json", wasm: "application/wasm", onnx: "application/octet-stream" };

/** Puts a file of this version into its cache; copies it from an earlier version's cache if the content is the same. */
async function bring(cache, name) {
  const key = keyOf(name);
  const earlier = await caches.match(key);
  if (earlier !== undefined) return cache.put(key, earlier);
  const file = await fetched(name);
  // The files are already packed on the web server, so they are small even if the server does not compress.
  const { isPacked } = BUILD.files[name];
  const kind = isPacked ? KINDS[name.split(".").at(-1)] : file.headers.get("Content-Type");
  // A Worker gets its policy from the response with its script, not from the page.
  const headers = { "Content-Type": kind, "Content-Security-Policy": BUILD.policy };
  return cache.put(key, new Response(isPacked ? await unpacked(name, file) : file.body, { headers }));
}

/** The files that are being brought, by their names: who asks for one meanwhile waits for the same. */
const coming = new Map();

/** A file from the cache of this version, once it is there. */
async function keep(cache, name) {
  const own = await cache.match(keyOf(name));
  if (own !== undefined) return own;
  if (!coming.has(name)) coming.set(name, bring(cache, name).finally(() => coming.delete(name)));
  await coming.get(name);
  return cache.match(keyOf(name));
}

// The page comes first, and asks for the rest by and by. A new version comes with all that the old one had, so that it can do the same at once.
self.addEventListener("install", (event) => {
  const install = async () => {
    const cache = await caches.open(CACHE);
    const isWanted = async (name) => !BUILD.files[name].isLater || (await caches.match(addressOf(name), { ignoreSearch: true })) !== undefined;
    await Promise.all(Object.keys(BUILD.files).map(async (name) => (await isWanted(name)) && keep(cache, name)));
  };
  event.waitUntil(install());
});

// The files of the old version are kept until no tab shows that version any more.
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const cache = await caches.open(CACHE);
    for (const name of Object.keys(BUILD.files)) if (await caches.match(keyOf(name))) await keep(cache, name);
    for (const name of await caches.keys()) if (name !== CACHE && name.startsWith(PREFIX)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
  // The page was loaded without this script, for example by reloading with Shift.
  if (data === "claim") clients.claim();
});

/** A file from the cache, or else from the web server. */
async function file(path) {
  const name = path === "" ? "index.html" : path;
  if (BUILD.files[name] === undefined) return fetch(addressOf(name));
  return keep(await caches.open(CACHE), name);
}

/** The facts and texts with which the page begins, which the program has written for each language. */
function about(languages) {
  const name = `page/files/about-${languages.get("lang")}.json`;
  return file(BUILD.files[name] === undefined ? "page/files/about-en.json" : name);
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

/** Resolves when all earlier requests have been passed on, so that photos keep the order in which they were sent. */
let passed = Promise.resolve();

/** Sends a request to the tab that keeps the games; resolves to its answer. */
async function asked(event, path) {
  const { request } = event;
  const ready = Promise.all([clients.get(event.clientId), request.arrayBuffer(), passed]);
  passed = ready.catch(() => {});
  const [own, body] = await ready;
  const client = own ?? (await clients.matchAll({ type: "window" }))[0];
  if (client === undefined) return Response.error();
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
  else if (path === "api/about") event.respondWith(about(url.searchParams));
  else if (path.startsWith("api/")) event.respondWith(asked(event, `/${path}${url.search}`));
  else if (path === "share" && event.request.method === "POST") event.respondWith(share(event.request));
  else event.respondWith(file(path));
});
