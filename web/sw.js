// Serves the page's files from this browser's cache, and hands requests of the page to the tab that keeps the games. Nothing goes to another place.
// scripts/web.sh puts BUILD before this: a version, and the files that the page needs to begin.

const CACHE = `kingdom-scanner ${BUILD.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(BUILD.files)));
});

// The files of the old version are kept until no tab shows it any more.
self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== CACHE && name.startsWith("kingdom-scanner ")) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});

/** From the cache; what is not there is fetched once, such as the networks of Queendomino. */
async function file(path) {
  const address = new URL(path === "" ? "index.html" : path, registration.scope);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(address);
  if (kept !== undefined) return kept;
  const fetched = await fetch(address);
  if (fetched.ok && BUILD.later.includes(path)) await cache.put(address, fetched.clone());
  return fetched;
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
  else event.respondWith(file(path));
});
