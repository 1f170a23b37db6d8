import { type LockRecord, readLock } from "../../state/lock-record.ts";
import { attemptsLeft, withAttempt } from "./lock-rules.ts";
import { setLock } from "./lock-store.ts";
import { PIN_ITERATIONS, pinHash, randomText } from "./pin-hash.ts";

/** "spent": the fifth wrong PIN; the session on this device has to end. */
export type PinTry =
  | { readonly is: "right" }
  | { readonly is: "wrong"; readonly left: number }
  | { readonly is: "waiting"; readonly untilMs: number }
  | { readonly is: "spent" };

/** Counts an attempt, then checks the PIN. A right one clears the count. */
export async function tryPin(pin: string): Promise<PinTry> {
  const before = readLock();
  if (before === null) return { is: "right" };
  const nowMs = Date.now();
  if (before.waitUntilMs > nowMs) return { is: "waiting", untilMs: before.waitUntilMs };
  if (attemptsLeft(before) === 0) return { is: "spent" };
  const counted = withAttempt(before, nowMs);
  setLock(counted);
  if ((await pinHash(pin, before.salt, before.iterations)) === before.hash) {
    // Hashing takes time, in which the lock may have lost its passkey.
    const latest = readLock();
    if (latest !== null) setLock({ ...latest, failures: 0, waitUntilMs: 0 });
    return { is: "right" };
  }
  const left = attemptsLeft(counted);
  return left === 0 ? { is: "spent" } : { is: "wrong", left };
}

/** Returns the lock of a new PIN, with a new salt. */
export async function newLock(userId: string, pin: string, minutes: number): Promise<LockRecord> {
  const salt = randomText();
  return {
    userId,
    salt,
    hash: await pinHash(pin, salt, PIN_ITERATIONS),
    iterations: PIN_ITERATIONS,
    minutes,
    passkey: null,
    failures: 0,
    waitUntilMs: 0,
    isLocked: false,
    lastUsedAtMs: Date.now(),
  };
}
