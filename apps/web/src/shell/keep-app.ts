import { noteNewBuild } from "./new-build.ts";

/** Keeps the app's files; the whole site is its scope, of which it leaves all else alone. */
const WORKER = "/worker.js";
/** A page that stays open looks for a new build when somebody comes back to it, this often at most. */
const LOOK_AFTER_MS = 3_600_000;

/** Registers the worker that keeps the app for when there is no connection, after all that people wait for. */
export async function keepApp(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete")
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  const { serviceWorker } = navigator;
  // The first one that takes over is of this page's own build.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst) noteNewBuild();
    isFirst = false;
  });
  try {
    await serviceWorker.register(WORKER, { updateViaCache: "none" });
  } catch {
    return; // the browser keeps nothing here, in a private window for instance
  }
  const registration = await serviceWorker.ready;
  registration.active?.postMessage({ type: "keep", paths: loadedPaths() });
  let lookedAtMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAtMs < LOOK_AFTER_MS) return;
    lookedAtMs = Date.now();
    // Without a connection there is nothing to find.
    registration.update().catch(() => undefined);
  });
}

function loadedPaths(): readonly string[] {
  const { origin } = window.location;
  return performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter((url) => url.origin === origin)
    .map(({ pathname }) => pathname);
}
