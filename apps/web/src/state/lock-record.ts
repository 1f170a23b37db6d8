import { LOCK_KEY } from "./app-store.ts";
import { safeStorage } from "./safe-storage.ts";

/** Per tab: present once the tab has been unlocked. */
const OPENED_KEY = "candor-unlocked";

/** The lock of one user on this device. The PIN itself is stored nowhere. */
export interface LockRecord {
  readonly userId: string;
  /** Base64url. */
  readonly salt: string;
  readonly hash: string;
  readonly iterations: number;
  /** Minutes without use after which the app locks. */
  readonly minutes: number;
  /** A passkey of the account that unlocks too; null if only the PIN does. */
  readonly passkey: { readonly id: string; readonly rpId: string | undefined } | null;
  /** Wrong PINs in a row, each counted before it is checked. */
  readonly failures: number;
  readonly waitUntilMs: number;
  readonly isLocked: boolean;
  readonly lastUsedAtMs: number;
}

export function readLock(): LockRecord | null {
  return JSON.parse((safeStorage.getItem(LOCK_KEY) as string | null) ?? "null") as LockRecord | null;
}

export function writeLock(record: LockRecord | null): void {
  if (record === null) safeStorage.removeItem(LOCK_KEY);
  else safeStorage.setItem(LOCK_KEY, JSON.stringify(record));
}

/** Whether this tab was unlocked before; a reload keeps that, a new tab does not have it. */
export function isTabOpened(userId: string): boolean {
  try {
    return sessionStorage.getItem(OPENED_KEY) === userId;
  } catch {
    return false; // without storage every load asks
  }
}

export function markTabOpened(userId: string): void {
  try {
    sessionStorage.setItem(OPENED_KEY, userId);
  } catch {
    // Without storage the next load asks again.
  }
}
