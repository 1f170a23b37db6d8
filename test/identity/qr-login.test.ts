import { hash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Caller } from "@candor/server/people/identity/identity-context";
import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
/** The browser that waits, in another network than the phone. */
const DESKTOP: Caller = { address: "198.51.100.20", language: "en" };
const DEVICE = "Firefox, Linux";

let people: IdentityUnderTest;
let phone: OpenedSession;
beforeEach(async () => {
  people = new IdentityUnderTest();
  phone = await people.register(EMAIL);
});
afterEach(() => people.remove());

const qr = () => people.identity.qrLogins;
const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => hash("sha256", secret, "base64url");

async function begun(caller = DESKTOP) {
  const secret = newSecret();
  const { code, expiresAtMs } = given(await qr().begin(caller, hashOf(secret), DEVICE));
  return { code, secret, expiresAtMs };
}

/** Begun and looked at by the phone; returns the number that the browser shows. */
async function scanned(session = phone) {
  const browser = await begun();
  given(await qr().look(session, browser.code));
  const { number } = given(qr().state(browser));
  return { browser, code: browser.code, number: number ?? 0 };
}

async function approved() {
  const { browser, code, number } = await scanned();
  expect(await qr().approve(CALLER, phone, { code, number, password: PASSWORD })).toBeUndefined();
  return browser;
}

test("QR-01 a phone with a session logs a browser in: the number appears after the scan, and the history names it", async () => {
  const browser = await begun();
  expect(given(qr().state(browser))).toEqual({
    step: "waiting",
    number: null,
    expiresAtMs: browser.expiresAtMs,
  });
  expect(given(await qr().look(phone, browser.code))).toEqual({
    deviceName: DEVICE,
    addressMasked: "198.51.*.*",
    begunAtMs: people.time.ms,
    expiresAtMs: people.time.ms + IDENTITY_LIMITS.qrLoginMs,
  });
  const { step, number } = given(qr().state(browser));
  expect(step).toBe("scanned");
  const approval = { code: browser.code, number: number ?? 0 };
  // Without a password there is no attempt yet, as at a login.
  expect(errorOf(await qr().approve(CALLER, phone, approval))).toBe("user.passwordError");
  expect(errorOf(await qr().finish(DESKTOP, browser))).toBe("request.expired");
  expect(await qr().approve(CALLER, phone, { ...approval, password: PASSWORD })).toBeUndefined();
  expect(given(qr().state(browser))).toMatchObject({ step: "approved", number: null });
  const session = given(await qr().finish(DESKTOP, browser));
  expect(people.identity.session(session.token)?.userId).toBe(phone.userId);
  expect(people.identity.logins(phone.userId, 1)).toMatchObject([
    { method: "qr", result: "success", deviceName: DEVICE, addressMasked: "198.51.*.*" },
  ]);
  expect(people.identity.sessions(phone.userId).map(({ deviceName }) => deviceName)).toContain(DEVICE);
});

test("QR-02 a code is used once, even by two requests at the same time", async () => {
  const browser = await approved();
  const both = await Promise.all([qr().finish(DESKTOP, browser), qr().finish(DESKTOP, browser)]);
  expect(both.map(errorOf).sort()).toEqual(["accepted", "request.expired"]);
  expect(errorOf(qr().state(browser))).toBe("request.expired");
  expect(errorOf(await qr().look(phone, browser.code))).toBe("request.expired");
});

test("QR-02 a code ends after two minutes, before and after its approval", async () => {
  const waiting = await begun();
  const ready = await approved();
  people.time.ms += IDENTITY_LIMITS.qrLoginMs;
  expect(errorOf(await qr().look(phone, waiting.code))).toBe("request.expired");
  expect(errorOf(qr().state(waiting))).toBe("request.expired");
  expect(errorOf(await qr().finish(DESKTOP, ready))).toBe("request.expired");
});

test("QR-03 only the browser that began can use the code: whoever photographs the picture cannot", async () => {
  const browser = await approved();
  const thief = { code: browser.code, secret: newSecret() };
  expect(errorOf(qr().state(thief))).toBe("request.expired");
  expect(errorOf(await qr().finish(DESKTOP, thief))).toBe("request.expired");
  await qr().cancel(thief);
  expect(errorOf(await qr().finish(DESKTOP, { ...browser, secret: hashOf(browser.secret) }))).toBe(
    "request.expired",
  );
  given(await qr().finish(DESKTOP, browser));
});

test("QR-04 a wrong number ends the login, and the device that looked first is the only one that decides", async () => {
  const { browser, code, number } = await scanned();
  const other = await people.register("bob@example.org");
  expect(errorOf(await qr().look(other, code))).toBe("request.expired");
  const theirs = { code, number, password: PASSWORD };
  expect(errorOf(await qr().approve(CALLER, other, theirs))).toBe("request.expired");
  await qr().refuse(other, code);
  expect(given(qr().state(browser)).step).toBe("scanned");
  const wrong = { code, number: number === 99 ? 10 : number + 1, password: PASSWORD };
  expect(await qr().approve(CALLER, phone, wrong)).toMatchObject({ fields: [{ path: "number" }] });
  expect(given(qr().state(browser))).toMatchObject({ step: "refused", number: null });
  expect(errorOf(await qr().approve(CALLER, phone, { ...wrong, number }))).toBe("request.expired");
  expect(errorOf(await qr().finish(DESKTOP, browser))).toBe("request.expired");
});

test("QR-04 the owner refuses, and the browser cancels", async () => {
  const refused = await scanned();
  await qr().refuse(phone, refused.code);
  expect(given(qr().state(refused.browser)).step).toBe("refused");
  const canceled = await scanned();
  await qr().cancel(canceled.browser);
  const approval = { code: canceled.code, number: canceled.number, password: PASSWORD };
  expect(errorOf(await qr().approve(CALLER, phone, approval))).toBe("request.expired");
});

test("QR-05 the phone is asked what a login asks: the second factor, and wrong ones are in the history", async () => {
  const { identity, time } = people;
  const secret = given(await identity.useTotp(CALLER, phone.userId, { action: "begin" })).secret ?? "";
  const codeNow = () => generateSync({ secret, epoch: Math.floor(time.ms / 1_000) });
  given(
    await identity.useTotp(CALLER, phone.userId, { action: "enable", totp: codeNow(), password: PASSWORD }),
  );
  time.ms += 60_000;
  const { browser, code, number } = await scanned();
  const approval = { code, number, password: PASSWORD };
  expect(await qr().approve(CALLER, phone, approval)).toMatchObject({
    error: "user.secondFactorRequired",
    params: { methods: ["totp"] },
  });
  const guess = { ...approval, secondFactor: { totp: codeNow() === "000000" ? "000001" : "000000" } };
  expect(errorOf(await qr().approve(CALLER, phone, guess))).toBe("user.secondFactorError");
  expect(identity.logins(phone.userId, 1)).toMatchObject([{ method: "qr", result: "wrong-second-factor" }]);
  const right = { ...approval, secondFactor: { totp: codeNow() } };
  expect(await qr().approve(CALLER, phone, right)).toBeUndefined();
  given(await qr().finish(DESKTOP, browser));
});

test("QR-05 an approval ends with the session that gave it, and a frozen account is refused", async () => {
  const taken = await approved();
  await people.identity.endSessions(phone.userId, "log-out", phone.sessionId);
  expect(errorOf(await qr().finish(DESKTOP, taken))).toBe("request.expired");

  phone = given(await people.identity.logIn(CALLER, { account: EMAIL, password: PASSWORD }));
  const ready = await approved();
  await people.identity.setBanned(phone.userId, true);
  expect(errorOf(await qr().finish(DESKTOP, ready))).toBe("user.frozen");
  expect(people.identity.logins(phone.userId, 1)).toMatchObject([{ method: "qr", result: "frozen" }]);
  await people.identity.setBanned(phone.userId, false);
  expect(errorOf(await qr().finish(DESKTOP, ready))).toBe("request.expired");
});

test.each([false, true])(
  "QR-06 a login that has begun continues after a restart, and a used one stays used (rewritten: %s)",
  async (compact) => {
    const browser = await begun();
    people.reopen({ compact });
    given(await qr().look(phone, browser.code));
    people.reopen({ compact });
    const { number } = given(qr().state(browser));
    const approval = { code: browser.code, number: number ?? 0, password: PASSWORD };
    expect(await qr().approve(CALLER, phone, approval)).toBeUndefined();
    people.reopen({ compact });
    given(await qr().finish(DESKTOP, browser));
    people.reopen({ compact });
    expect(errorOf(await qr().finish(DESKTOP, browser))).toBe("request.expired");
  },
);

test("QR-06 the journal has neither codes nor secrets, and a network begins only so many", async () => {
  const { code, secret } = await begun();
  const files = readdirSync(people.directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(people.directory, name))
    .filter((file) => statSync(file).isFile());
  const written = files.map((file) => readFileSync(file, "latin1")).join();
  expect([written.includes(code), written.includes(secret), written.includes(hashOf(code))]).toEqual([
    false,
    false,
    true,
  ]);
  const { count, windowMs } = IDENTITY_LIMITS.qrLoginsOfNetwork;
  for (let i = 1; i < count; i++) await begun();
  const late = await qr().begin(DESKTOP, hashOf(newSecret()), DEVICE);
  expect(errorOf(late)).toBe("request.tooFast");
  expect(late instanceof Rejected && Number(late.params?.["retryAfterMs"]) <= windowMs).toBe(true);
  await begun({ ...DESKTOP, address: "192.0.2.9" });
});
