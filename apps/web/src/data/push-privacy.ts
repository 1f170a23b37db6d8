/** The push worker reads this entry; it has no other storage that pages can write as easily. */
const CACHE = "candor-push-privacy";
const ENTRY = "/push/hidden-text";

/**
 * Sets the text that notifications show instead of their details while the app can lock; null shows details again. Also
 * closes notifications that show details now.
 */
export async function hidePushDetails(text: string | null): Promise<void> {
  if (!("caches" in window)) return;
  const cache = await caches.open(CACHE);
  if (text === null) return void (await cache.delete(ENTRY));
  await cache.put(ENTRY, new Response(text));
  const registration = await navigator.serviceWorker.getRegistration("/push/");
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
}
