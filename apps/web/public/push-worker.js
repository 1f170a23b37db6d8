// Shows what the server pushes. It answers no request: its scope holds no page of the app, and what the app loads never
// comes by here.
const ICON = "/icons/candor-192.png";

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, text, page, tag } = event.data?.json() ?? {};
  if (typeof title !== "string" || typeof text !== "string") return;
  event.waitUntil(show({ title, text, page, tag }));
});

/** Where the app can lock, notifications say only that there is one. */
async function show({ title, text, page, tag }) {
  const hidden = await hiddenText();
  const [shownTitle, body] = hidden === undefined ? [title, text] : ["Candor", hidden];
  await self.registration.showNotification(shownTitle, {
    body,
    tag,
    icon: ICON,
    badge: ICON,
    data: { page },
  });
}

async function hiddenText() {
  const entry = await self.caches?.match("/push/hidden-text", { cacheName: "candor-push-privacy" });
  return await entry?.text();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { page } = event.notification.data ?? {};
  event.waitUntil(
    showPush(typeof page === "string" && page.startsWith("/pages/") ? page : "/pages/home/index"),
  );
});

/** In a window of the app that is open already, else in a new one. */
async function showPush(page) {
  const [open] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open === undefined) return self.clients.openWindow(`/#${page}`);
  open.postMessage({ type: "open", page });
  return open.focus();
}
