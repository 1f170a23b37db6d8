import { LOCK_KEY } from "../../state/app-store.ts";
import { safeStorage } from "../../state/safe-storage.ts";
import { loadInAnyCase } from "../code-loading/load-part.ts";

/** Without the lock, a locked app would open. */
const loadLock = (): Promise<void> =>
  loadInAnyCase(async () => (await import("./lock-store.ts")).followLock());

/** Starts this device's lock, if it has one. Nothing of the app may be shown before this resolves. */
export async function startLock(): Promise<void> {
  // Another tab may turn the lock on.
  window.addEventListener("storage", ({ key }) => {
    if (key === LOCK_KEY) void loadLock();
  });
  if (safeStorage.getItem(LOCK_KEY) !== null) await loadLock();
}
