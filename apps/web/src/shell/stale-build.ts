const KEY = "candor-reloaded-at";
/** A second failure within this time is no stale build but a server that does not answer. */
const ONCE_WITHIN_MS = 30_000;

/**
 * After an update of the server a page that is still open asks for files that no longer exist. It then loads itself
 * anew, once; where it was is in its address.
 */
export function reloadOnStaleBuild(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - before < ONCE_WITHIN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
