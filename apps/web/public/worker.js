// Keeps the app's own files, so that it opens without a connection. What the server says about anybody or anything never
// comes by here: calls, sockets, pictures and exports go past it, and nothing of them is kept.
//
// The page itself is fetched each time and kept only for when there is no answer: whoever can reach the server never sees
// one of before a release. Files that are named after their contents never change; they are kept as they come, and those
// of an older build go when this one takes over. The build writes its name and its first files in here.
const BUILD = "development";
const FIRST = ["/"];

const PREFIX = "candor-app-";
const CACHE = PREFIX + BUILD;
const HASHED = /^\/assets\/(?:[^/]+-[\w-]{7,}\.\w+|words-[0-9a-f]{8}\/[^/]+)$/;
const PLAIN = /^\/(?:icons\/.+|flags\/.+|forced-colors\.css|manifest\.webmanifest)$/;
const [NO_PROXY_ANSWER, LAST_PROXY_ANSWER] = [502, 504];

self.addEventListener("install", (event) => {
  const requests = FIRST.map(
    (path) => new Request(path, { cache: HASHED.test(path) ? "default" : "no-cache" }),
  );
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  // The page is asked for while the worker starts, not after it.
  await self.registration.navigationPreload?.enable();
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// A page that was open before there was a worker names what it has loaded already.
self.addEventListener("message", (event) => {
  const { type, paths } = event.data ?? {};
  if (type !== "keep" || !Array.isArray(paths)) return;
  const own = paths.filter((path) => typeof path === "string" && (HASHED.test(path) || PLAIN.test(path)));
  event.waitUntil(Promise.all(own.map((path) => keepOnce(path))));
});

async function keepOnce(path) {
  const cache = await caches.open(CACHE);
  if ((await cache.match(path)) === undefined) await keep(path, await fetch(path));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === "/") event.respondWith(page(event));
  else if (HASHED.test(pathname)) event.respondWith(hashed(event, pathname));
  else if (PLAIN.test(pathname)) event.respondWith(plain(event, pathname));
});

const kept = async (path) => (await caches.open(CACHE)).match(path);

/** The page as the server has it; the kept one only when there is no server, or none behind the proxy. */
async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    const isAway = answer.status >= NO_PROXY_ANSWER && answer.status <= LAST_PROXY_ANSWER;
    return (isAway ? await kept("/") : undefined) ?? answer;
  } catch (error) {
    const before = await kept("/");
    if (before === undefined) throw error;
    return before;
  }
}

async function hashed(event, path) {
  const before = await kept(path);
  if (before !== undefined) return before;
  const answer = await fetch(event.request);
  event.waitUntil(keep(path, answer.clone()));
  return answer;
}

/** Asked for each time, like the page. */
async function plain(event, path) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(path, answer.clone()));
    return answer;
  } catch (error) {
    const before = await kept(path);
    if (before === undefined) throw error;
    return before;
  }
}

/** Only what is whole and from here: a proxy may answer in the server's place. */
async function keep(path, answer) {
  if (answer.status !== 200 || answer.type !== "basic" || answer.redirected) return;
  try {
    await (await caches.open(CACHE)).put(path, answer);
  } catch {
    // The device has no room: the app goes on as it does without a worker.
  }
}
