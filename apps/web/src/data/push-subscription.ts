/** A separate worker whose scope contains no pages, so it never intercepts the app's requests. */
const WORKER = "/push-worker.js";
const SCOPE = "/push/";

export interface PushKeys {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export function isPushOffered(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Returns the browser's push subscription; null if there is none. */
export async function currentPush(): Promise<PushSubscription | null> {
  if (!isPushOffered()) return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission, then subscribes this browser with the server's key. Returns "denied" if the user refuses now or
 * refused earlier. Rejects if the browser's push service is unreachable.
 */
export async function subscribePush(serverKey: string): Promise<PushKeys | "denied"> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await activeWorker(registration);
  const before = await registration.pushManager.getSubscription();
  // A subscription made with another key belongs to a different server.
  if (before !== null && keyOf(before) !== serverKey) await before.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: serverKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

/** Calls `open` with the target page of a clicked notification. */
export function onNotificationPressed(open: (page: string) => void): void {
  if (!isPushOffered()) return;
  navigator.serviceWorker.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const { type, page } = (data ?? {}) as { readonly type?: unknown; readonly page?: unknown };
    if (type === "open" && typeof page === "string" && page.startsWith("/pages/")) open(page);
  });
  navigator.serviceWorker.startMessages();
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Only an active worker receives pushes. */
async function activeWorker({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active !== null || worker === null) return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener("statechange", () => {
      if (worker.state === "activated") resolve();
      else if (worker.state === "redundant") reject(new Error("the push worker was not installed"));
    });
  });
}
