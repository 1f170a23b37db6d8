import { clearToasts } from "@candor/ui/toast-store";
import { create } from "zustand";
import { appState, LOCK_KEY, useAppStore } from "../../state/app-store.ts";
import { isTabOpened, type LockRecord, markTabOpened, readLock, writeLock } from "../../state/lock-record.ts";
import { useLockShown } from "../../state/lock-shown.ts";
import { idleLeftMs, isLockedNow } from "./lock-rules.ts";

interface LockState {
  readonly record: LockRecord | null;
  readonly isLocked: boolean;
}

const userId = (): string => (appState().token === "" ? "" : (appState().user?.id ?? ""));

function stateOf(record: LockRecord | null): LockState {
  const user = userId();
  return {
    record,
    isLocked: user !== "" && isLockedNow(record, { userId: user, isOpened: isTabOpened(user) }, Date.now()),
  };
}

/** This device's lock as this tab sees it. */
export const useLock = create<LockState>(() => stateOf(readLock()));

/** Stores the record for all tabs and applies it here. */
export function setLock(record: LockRecord | null): void {
  writeLock(record);
  useLock.setState(stateOf(record));
}

/** Reads the stored record again: another tab may have changed it. */
const reread = (): void => useLock.setState(stateOf(readLock()));

/** Locks all tabs of this device. */
export function lockNow(): void {
  const record = readLock();
  if (record !== null) setLock({ ...record, isLocked: true });
}

/** Opens this tab, and those that were open when the device was locked. */
export function unlock(): void {
  const record = readLock();
  if (record === null) return;
  markTabOpened(record.userId);
  setLock({ ...record, isLocked: false, failures: 0, waitUntilMs: 0, lastUsedAtMs: Date.now() });
}

/** How often the time of the last use is stored while the app is used. */
const USE_STEP_MS = 5_000;

function noteUse(): void {
  const { record, isLocked } = useLock.getState();
  const nowMs = Date.now();
  if (record === null || isLocked || Math.abs(nowMs - record.lastUsedAtMs) < USE_STEP_MS) return;
  // Another tab may have stored a later use, or locked.
  const stored = readLock();
  if (stored === null || stored.isLocked || idleLeftMs(stored, nowMs) <= 0) return reread();
  setLock({ ...stored, lastUsedAtMs: nowMs });
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Locks when the time without use in any tab is over. */
function lockWhenIdle(): void {
  clearTimeout(timer);
  const { record, isLocked } = useLock.getState();
  if (record === null || isLocked || record.userId !== userId()) return;
  timer = setTimeout(
    () => {
      const stored = readLock();
      if (stored !== null && idleLeftMs(stored, Date.now()) <= 0) lockNow();
      else reread();
    },
    Math.max(0, idleLeftMs(record, Date.now())),
  );
}

let isFollowing = false;

/** Follows use, sleep, other tabs and logins, and shows the lock. Further calls change nothing. */
export function followLock(): void {
  if (isFollowing) return;
  isFollowing = true;
  for (const kind of ["pointerdown", "keydown", "wheel", "touchstart"])
    window.addEventListener(kind, noteUse, { passive: true, capture: true });
  window.addEventListener("storage", ({ key }) => {
    if (key === LOCK_KEY || key === null) reread();
  });
  // Timers do not run during sleep.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") reread();
  });
  window.addEventListener("pageshow", reread);
  const show = () => {
    const { isLocked } = useLock.getState();
    // The lock's own sheets would show them.
    if (isLocked && !useLockShown.getState()) clearToasts();
    useLockShown.setState(isLocked);
    lockWhenIdle();
  };
  useLock.subscribe(show);
  reread();
  useAppStore.subscribe((state, previous) => {
    if (state.token === previous.token) return;
    // A user who has just logged in need not prove it again.
    if (state.token !== "" && previous.token === "" && readLock()?.userId === state.user?.id) unlock();
    else reread();
  });
}
