import { LOCK_KEY } from "../../state/lock-key.ts";
import { safeStorage } from "../../state/safe-storage.ts";
import { loadPart, pause } from "../code-loading/load-part.ts";

/** Retries until the lock is loaded: without it, a locked app would open. */
async function loadLock(): Promise<void> {
  for (;;) {
    try {
      const { followLock } = await loadPart(() => import("./lock-store.ts"), null);
      return followLock();
    } catch {
      await pause();
    }
  }
}

/** Starts this device's lock, if it has one. Nothing of the app may be shown before this resolves. */
export async function startLock(): Promise<void> {
  // Another tab may turn the lock on.
  window.addEventListener("storage", ({ key }) => {
    if (key === LOCK_KEY) void loadLock();
  });
  if (safeStorage.getItem(LOCK_KEY) !== null) await loadLock();
}
