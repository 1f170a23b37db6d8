import { expect, test } from "vitest";
import type { LockRecord } from "../../state/lock-record.ts";
import {
  attemptsLeft,
  idleLeftMs,
  isLockedNow,
  MAX_WRONG_PINS,
  withAttempt,
  withPasskeysLeft,
} from "./lock-rules.ts";
import { pinHash, randomText } from "./pin-hash.ts";

const RECORD: LockRecord = {
  userId: "7",
  salt: "",
  hash: "",
  iterations: 1,
  minutes: 5,
  passkey: null,
  failures: 0,
  waitUntilMs: 0,
  isLocked: false,
  lastUsedAtMs: 1_000_000,
};
const OWN = { userId: "7", isOpened: true };
const MINUTE_MS = 60_000;

test("LOCK-02 each wrong PIN makes the next one wait longer, and the fifth is the last", () => {
  const waits: number[] = [];
  let record = RECORD;
  for (let i = 0; i < MAX_WRONG_PINS; i++) {
    record = withAttempt(record, 0);
    waits.push(record.waitUntilMs);
  }
  expect(waits).toEqual([0, 5_000, 30_000, 120_000, 0]);
  expect(attemptsLeft(record)).toBe(0);
});

test("LOCK-01 a tab is locked when another one locked, when it is new, and after the minutes without use", () => {
  const atMs = RECORD.lastUsedAtMs + 1;
  expect(isLockedNow(null, OWN, atMs)).toBe(false);
  expect(isLockedNow(RECORD, OWN, atMs)).toBe(false);
  expect(isLockedNow({ ...RECORD, isLocked: true }, OWN, atMs)).toBe(true);
  expect(isLockedNow(RECORD, { ...OWN, isOpened: false }, atMs)).toBe(true);
  const endsMs = RECORD.lastUsedAtMs + 5 * MINUTE_MS;
  expect([endsMs - 1, endsMs].map((nowMs) => isLockedNow(RECORD, OWN, nowMs))).toEqual([false, true]);
  // The lock belongs to one user: another one's session is not locked by it.
  expect(isLockedNow({ ...RECORD, isLocked: true }, { ...OWN, userId: "8" }, atMs)).toBe(false);
});

test("LOCK-01 a clock that was set back does not keep the app open", () => {
  expect(idleLeftMs(RECORD, 0)).toBe(5 * MINUTE_MS);
});

test("LOCK-03 the hash depends on PIN, salt and iterations, as RFC 8018 computes it", async () => {
  // PBKDF2-HMAC-SHA-256 of "passwd" and "salt", one iteration (RFC 7914, section 11).
  const salt = Buffer.from("salt").toString("base64url");
  const expected = "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc";
  expect(Buffer.from(await pinHash("passwd", salt, 1), "base64url").toString("hex")).toBe(expected);
  const [one, two] = [randomText(), randomText()];
  expect(one).not.toBe(two);
  expect(await pinHash("246810", one, 2)).not.toBe(await pinHash("246810", two, 2));
});

test("LOCK-06 the lock forgets a passkey that the account no longer has, and keeps everything else", () => {
  const locked = { ...RECORD, passkey: { id: "own", rpId: "localhost" }, isLocked: true, failures: 3 };
  expect(withPasskeysLeft(locked, ["other", "own"])).toBe(locked);
  expect(withPasskeysLeft(locked, ["other"])).toEqual({ ...locked, passkey: null });
  expect(withPasskeysLeft(locked, [])).toEqual({ ...locked, passkey: null });
  expect(withPasskeysLeft(RECORD, [])).toBe(RECORD);
});
