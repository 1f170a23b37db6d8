import { hash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Caller } from "@candor/server/people/identity/identity-context";
import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
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

test("QR-03 only the browser that began can use the code, a photograph of the picture cannot", async () => {
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

const LOCAL: Caller = { ...CALLER, host: "localhost:8080" };
const ORIGIN = "http://localhost:8080";
const key = new SoftwareAuthenticator();
const NEW_PASSWORD = "heron900";
const changeOwn = { kind: "login", oldPassword: PASSWORD, newPassword: NEW_PASSWORD } as const;
const sendReset = async () =>
  given(await people.identity.sendCode(CALLER, undefined, { channel: "ems", to: EMAIL, event: "reset" }));
const resetByCode = (code: string, newPassword = NEW_PASSWORD) =>
  people.identity.resetPassword(CALLER, undefined, {
    kind: "login",
    account: EMAIL,
    code,
    newPassword,
  });
async function enableTotp(): Promise<string> {
  const { identity, time } = people;
  const { secret = "" } = given(await identity.useTotp(CALLER, phone.userId, { action: "begin" }));
  const totp = generateSync({ secret, epoch: Math.floor(time.ms / 1_000) });
  given(await identity.useTotp(CALLER, phone.userId, { action: "enable", totp, password: PASSWORD }));
  return secret;
}
const passkeys = async (request: Parameters<typeof people.identity.usePasskeys>[2]) =>
  given(await people.identity.usePasskeys(LOCAL, phone.userId, request));
async function addPasskey(): Promise<string> {
  const { options = {} } = await passkeys({ action: "begin", password: PASSWORD });
  const credential = key.create(options, { origin: ORIGIN });
  const { list = [] } = await passkeys({ action: "finish", credential, name: "Laptop" });
  return list[0]?.passkeyId ?? "";
}
async function passkeyProof() {
  const { options = {} } = await passkeys({ action: "challenge" });
  return { passkey: key.get(options, { origin: ORIGIN }) };
}

/** What ends other devices' access or changes what a login asks for, even if done by the session that approved. */
const ENDS: Readonly<Record<string, () => Promise<unknown>>> = {
  "a new password": async () => given(await people.identity.resetPassword(CALLER, phone, changeOwn)),
  "a new password by code": async () => {
    await sendReset();
    given(await resetByCode(people.codeOf(EMAIL)));
  },
  "logging out everywhere": () => people.identity.endSessions(phone.userId, "everywhere"),
  "a freeze": async () => given(await people.identity.freezeAccount(CALLER, phone.userId, { confirm: true })),
  "a new second factor": enableTotp,
  "a new passkey": addPasskey,
  "closing the account": () => people.identity.closings.close(phone.userId),
};

async function expectEnded(...browsers: readonly { readonly code: string; readonly secret: string }[]) {
  for (const browser of browsers) {
    expect(errorOf(qr().state(browser))).toBe("request.expired");
    expect(errorOf(await qr().finish(DESKTOP, browser))).toBe("request.expired");
  }
}

test.each(Object.keys(ENDS))("QR-09 %s ends approvals and requests that were scanned", async (name) => {
  const ready = await approved();
  const { browser } = await scanned();
  await ENDS[name]?.();
  await expectEnded(ready, browser);
  people.reopen({ compact: true });
  await expectEnded(ready, browser);
});

test("QR-09 without the second factor that it was proven by, an approval ends", async () => {
  const { identity, time } = people;
  const passkeyId = await addPasskey();
  const first = await scanned();
  const byPasskey = { code: first.code, number: first.number, secondFactor: await passkeyProof() };
  expect(await qr().approve(LOCAL, phone, byPasskey)).toBeUndefined();
  const secondFactor = await passkeyProof();
  await passkeys({ action: "remove", passkeyId, password: PASSWORD, secondFactor });
  await expectEnded(first.browser);

  const secret = await enableTotp();
  const codeNow = () => {
    time.ms += 31_000;
    return { totp: generateSync({ secret, epoch: Math.floor(time.ms / 1_000) }) };
  };
  const second = await scanned();
  const byCode = { code: second.code, number: second.number, secondFactor: codeNow() };
  expect(await qr().approve(CALLER, phone, byCode)).toBeUndefined();
  const off = { action: "disable", password: PASSWORD, secondFactor: codeNow() } as const;
  given(await identity.useTotp(CALLER, phone.userId, off));
  expect(time.ms).toBeLessThan(second.browser.expiresAtMs);
  await expectEnded(second.browser);
});

test("QR-09 requests that nobody has scanned, and those of others, continue", async () => {
  const free = await begun();
  const other = await people.register("bob@example.org");
  const theirs = await scanned(other);
  given(await people.identity.resetPassword(CALLER, phone, changeOwn));
  expect([free, theirs.browser].map((browser) => given(qr().state(browser)).step)).toEqual([
    "waiting",
    "scanned",
  ]);
});

test("IDENT-07 a code that was mailed to reset the password ends with the password, and with a freeze", async () => {
  await sendReset();
  const talkedOut = people.codeOf(EMAIL);
  given(await people.identity.resetPassword(CALLER, phone, changeOwn));
  expect(errorOf(await resetByCode(talkedOut))).toBe("user.codeExpired");
  await sendReset();
  const onItsWay = people.codeOf(EMAIL);
  given(await people.identity.freezeAccount(CALLER, phone.userId, { confirm: true }));
  people.reopen();
  expect(errorOf(await resetByCode(onItsWay))).toBe("user.codeExpired");
  // A new code needs no wait and opens the account again.
  await sendReset();
  expect(given(await resetByCode(people.codeOf(EMAIL), PASSWORD))).toMatchObject({ unfrozen: true });
});

test("IDENT-07 a password that changes during a login with the old one ends that login", async () => {
  people.openAccount = () => Promise.reject(new Error("engine down"));
  await expect(people.register("eve@example.org")).rejects.toThrow("engine down");
  const engine = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  people.openAccount = () => {
    reached.resolve();
    return engine.promise;
  };
  const account = "eve@example.org";
  const login = people.identity.logIn(CALLER, { account, password: PASSWORD });
  await reached.promise;
  given(await people.identity.sendCode(CALLER, undefined, { channel: "ems", to: account, event: "reset" }));
  const change = { kind: "login", account, code: people.codeOf(account), newPassword: NEW_PASSWORD } as const;
  given(await people.identity.resetPassword(CALLER, undefined, change));
  engine.resolve();
  expect(errorOf(await login)).toBe("user.passwordError");
  given(await people.identity.logIn(CALLER, { account, password: NEW_PASSWORD }));
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
