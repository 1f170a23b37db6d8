import type { LockRecord } from "../../state/lock-record.ts";

/** Wrong PINs after which the session on this device ends. */
export const MAX_WRONG_PINS = 5;
/** Wait after the first, second, third and fourth wrong PIN. */
const WAITS_MS = [0, 5_000, 30_000, 120_000] as const;
/** Choices of minutes without use. */
export const LOCK_MINUTES = [1, 5, 15, 60] as const;
export type LockMinutes = (typeof LOCK_MINUTES)[number];

const MINUTE_MS = 60_000;

/** The record after one more PIN was begun: a reload in the middle must not give the attempt back. */
export function withAttempt(record: LockRecord, nowMs: number): LockRecord {
  const failures = record.failures + 1;
  return { ...record, failures, waitUntilMs: nowMs + (WAITS_MS[failures - 1] ?? 0) };
}

export const attemptsLeft = ({ failures }: LockRecord): number => Math.max(0, MAX_WRONG_PINS - failures);

/** Milliseconds until the record's time without use is over; 0 or less if it is. A clock set back counts as use. */
export function idleLeftMs({ minutes, lastUsedAtMs }: LockRecord, nowMs: number): number {
  return Math.min(lastUsedAtMs, nowMs) + minutes * MINUTE_MS - nowMs;
}

/** Whether a tab shows the lock instead of the app. */
export function isLockedNow(
  record: LockRecord | null,
  tab: { readonly userId: string; readonly isOpened: boolean },
  nowMs: number,
): boolean {
  if (record === null || record.userId !== tab.userId) return false;
  return record.isLocked || !tab.isOpened || idleLeftMs(record, nowMs) <= 0;
}

/** The record for an account that has only these passkeys: a removed one unlocks nothing. @param credentialIds base64url */
export function withPasskeysLeft(record: LockRecord, credentialIds: readonly string[]): LockRecord {
  const { passkey } = record;
  return passkey === null || credentialIds.includes(passkey.id) ? record : { ...record, passkey: null };
}
