import { markNewBuild } from "./new-build.ts";

/** Caches the app's files. Its scope is the whole site, but it ignores everything else. */
const WORKER = "/worker.js";
/** Minimum interval between checks for a new build when the user returns to an open page. */
const CHECK_AFTER_MS = 3_600_000;

/** Registers the worker that caches the app for offline use, after everything the user waits for. */
export async function registerAppWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState !== "complete")
    await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
  const { serviceWorker } = navigator;
  // The first worker that takes over is from this page's own build.
  let isFirst = serviceWorker.controller === null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst) markNewBuild();
    isFirst = false;
  });
  try {
    await serviceWorker.register(WORKER, { updateViaCache: "none" });
  } catch {
    return; // storage is unavailable, for example in a private window
  }
  const registration = await serviceWorker.ready;
  registration.active?.postMessage({ type: "keep", paths: loadedPaths() });
  let lookedAtMs = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || Date.now() - lookedAtMs < CHECK_AFTER_MS) return;
    lookedAtMs = Date.now();
    // Nothing can be found without a connection.
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
