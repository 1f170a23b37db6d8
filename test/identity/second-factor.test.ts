import type { TotpReply } from "@candor/server/people/identity/second-factors/use-totp";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const STEP_MS = 30_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let people: IdentityUnderTest;
let session: OpenedSession;
beforeEach(async () => {
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
});
afterEach(() => people.remove());

const codeNow = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor((people.time.ms + steps * STEP_MS) / 1_000) });
const useTotp = (request: Parameters<typeof people.identity.useTotp>[2]) =>
  people.identity.useTotp(CALLER, session.userId, request);
const check = (totp?: string) =>
  people.identity.checkSecondFactor(session.userId, totp === undefined ? undefined : { totp }, CALLER);
const logIn = (totp?: string) =>
  people.identity.logIn(CALLER, {
    account: EMAIL,
    password: PASSWORD,
    ...(totp === undefined ? {} : { secondFactor: { totp } }),
  });
const paramsOf = (outcome: unknown) => (outcome instanceof Rejected ? outcome.params : undefined);

async function enable(): Promise<{ readonly secret: string; readonly reply: TotpReply }> {
  const { secret = "" } = given(await useTotp({ action: "begin" }));
  const reply = given(await useTotp({ action: "enable", totp: codeNow(secret), password: PASSWORD }));
  people.time.ms += STEP_MS;
  return { secret, reply };
}

test("AUTH-08 one-time codes: begin shows a secret and its link, enable gives ten recovery codes, no hold yet", async () => {
  const begun = given(await useTotp({ action: "begin" }));
  expect(begun).toMatchObject({ enabled: false, expiresAtMs: people.time.ms + 10 * MINUTE_MS });
  expect(begun.secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(begun.uri ?? "");
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    "otpauth:",
    "totp",
    `/Candor:${EMAIL}`,
  ]);
  expect(uri.searchParams.get("secret")).toBe(begun.secret);
  const { reply } = await enable();
  expect(reply).toMatchObject({ enabled: true, withdrawalHoldUntilMs: null });
  expect(new Set(reply.recoveryCodes).size).toBe(10);
  for (const code of reply.recoveryCodes ?? []) expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
  expect(people.identity.secondFactors(session.userId)).toEqual(["totp"]);
});

test("AUTH-08 enabling needs the password, a code of the newest secret within ten minutes, and happens once", async () => {
  expect(errorOf(await useTotp({ action: "enable", password: PASSWORD }))).toBe("request.parameterError");
  expect(errorOf(await useTotp({ action: "enable", totp: "123456" }))).toBe("user.passwordError");
  expect(errorOf(await useTotp({ action: "enable", totp: "123456", password: PASSWORD }))).toBe(
    "request.expired",
  );
  const first = given(await useTotp({ action: "begin" })).secret ?? "";
  const second = given(await useTotp({ action: "begin" })).secret ?? "";
  const wrongPassword = await useTotp({ action: "enable", totp: codeNow(second), password: "kestrel8" });
  expect([errorOf(wrongPassword), paramsOf(wrongPassword)]).toEqual([
    "user.passwordError",
    { attemptsLeft: 4 },
  ]);
  expect(errorOf(await useTotp({ action: "enable", totp: codeNow(first), password: PASSWORD }))).toBe(
    "user.secondFactorError",
  );
  people.time.ms += 10 * MINUTE_MS;
  expect(errorOf(await useTotp({ action: "enable", totp: codeNow(second), password: PASSWORD }))).toBe(
    "request.expired",
  );
  await enable();
  expect(errorOf(await useTotp({ action: "begin" }))).toBe("request.parameterError");
  expect(errorOf(await useTotp({ action: "enable", totp: "123456", password: PASSWORD }))).toBe(
    "request.parameterError",
  );
});

test("AUTH-08 a code is accepted one step early or late, never twice, across restarts too, and no older one after it", async () => {
  const { secret } = await enable();
  people.time.ms += 10 * STEP_MS;
  expect(errorOf(await check(codeNow(secret, -2)))).toBe("user.secondFactorError");
  expect(errorOf(await check(codeNow(secret, 2)))).toBe("user.secondFactorError");
  expect(await check(codeNow(secret, -1))).toBeUndefined();
  const code = codeNow(secret);
  expect(await check(code)).toBeUndefined();
  people.reopen();
  expect(errorOf(await check(code))).toBe("user.secondFactorUsed");
  expect(errorOf(await check(codeNow(secret, -1)))).toBe("user.secondFactorUsed");
  expect(await check(codeNow(secret, 1))).toBeUndefined();
});

test("SEC-30 a code that was used a moment ago has its own error, takes no attempt, and the next one is accepted", async () => {
  const { secret } = await enable();
  const code = codeNow(secret);
  expect(await check(code)).toBeUndefined();
  for (let times = 0; times < 8; times++) {
    const again = await check(code);
    expect([errorOf(again), paramsOf(again)]).toEqual(["user.secondFactorUsed", { retryAfterMs: STEP_MS }]);
  }
  expect(errorOf(await logIn(code))).toBe("user.secondFactorUsed");
  people.time.ms += STEP_MS;
  given(await logIn(codeNow(secret)));
  // A wrong code still costs an attempt.
  expect(paramsOf(await check("000000"))).toEqual({ attemptsLeft: 4 });
});

test("AUTH-08 of concurrent uses of the same code one is accepted", async () => {
  const { secret } = await enable();
  const code = codeNow(secret);
  const outcomes = await Promise.all([check(code), check(code), check(code)]);
  expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(1);
});

test("AUTH-08 a recovery code works wherever a one-time code does, once each, in any notation", async () => {
  const { reply } = await enable();
  const [first = "", second = "", third = ""] = reply.recoveryCodes ?? [];
  given(await logIn(first.toLowerCase().replaceAll("-", " ")));
  expect(errorOf(await logIn(first))).toBe("user.secondFactorError");
  expect(await check(second)).toBeUndefined();
  people.reopen();
  expect(errorOf(await check(second))).toBe("user.secondFactorError");
  given(await useTotp({ action: "disable", password: PASSWORD, secondFactor: { totp: third } }));
  given(await logIn());
});

test("AUTH-08 disabling needs password and second factor, forgets the recovery codes and holds withdrawals for a day", async () => {
  expect(errorOf(await useTotp({ action: "disable", password: PASSWORD }))).toBe("request.parameterError");
  const { secret, reply } = await enable();
  const [recovery = ""] = reply.recoveryCodes ?? [];
  const totp = codeNow(secret);
  expect(errorOf(await useTotp({ action: "disable", secondFactor: { totp } }))).toBe("user.passwordError");
  const unproven = await useTotp({ action: "disable", password: PASSWORD });
  expect([errorOf(unproven), paramsOf(unproven)]).toEqual([
    "user.secondFactorRequired",
    { methods: ["totp"] },
  ]);
  const done = given(await useTotp({ action: "disable", password: PASSWORD, secondFactor: { totp } }));
  expect(done).toEqual({ enabled: false, withdrawalHoldUntilMs: people.time.ms + DAY_MS });
  expect(people.identity.withdrawalHold(session.userId)).toEqual({
    reason: "second-factor",
    untilMs: people.time.ms + DAY_MS,
  });
  await enable();
  expect(errorOf(await check(recovery))).toBe("user.secondFactorError");
});

test("AUTH-02 login with a second factor: 30 before 32 before 310 before 311, and no session without it", async () => {
  const { secret } = await enable();
  const sessions = people.identity.sessions(session.userId).length;
  const wrongBoth = await people.identity.logIn(CALLER, {
    account: EMAIL,
    password: "kestrel8",
    secondFactor: { totp: codeNow(secret) },
  });
  expect(errorOf(wrongBoth)).toBe("user.passwordError");
  await people.identity.setBanned(session.userId, true);
  expect(errorOf(await logIn())).toBe("user.frozen");
  await people.identity.setBanned(session.userId, false);
  const required = await logIn();
  expect([errorOf(required), paramsOf(required)]).toEqual([
    "user.secondFactorRequired",
    { methods: ["totp"] },
  ]);
  expect(errorOf(await logIn("000000"))).toBe("user.secondFactorError");
  expect(people.identity.sessions(session.userId).length).toBe(sessions);
  given(await logIn(codeNow(secret)));
});

test("AUTH-11 a user without a second factor passes with any input", async () => {
  expect(await check()).toBeUndefined();
  expect(await check("000000")).toBeUndefined();
  expect(people.identity.secondFactors(session.userId)).toEqual([]);
});

test("AUTH-11 five wrong second factors lock it for 15 minutes in that place, the right one included", async () => {
  const { secret } = await enable();
  const left = [];
  for (let attempt = 0; attempt < 5; attempt++) left.push(paramsOf(await logIn("000000"))?.attemptsLeft);
  expect(left).toEqual([4, 3, 2, 1, 0]);
  const locked = await people.identity.logIn(CALLER, {
    account: EMAIL,
    password: PASSWORD,
    secondFactor: { totp: codeNow(secret) },
  });
  expect([errorOf(locked), paramsOf(locked)]).toEqual(["request.tooFast", { retryAfterMs: 15 * MINUTE_MS }]);
  people.time.ms += 15 * MINUTE_MS;
  expect(await check(codeNow(secret))).toBeUndefined();
});

test("AUTH-11 new passwords and contacts need the second factor, after everything else is right", async () => {
  const { secret } = await enable();
  const change = { kind: "login", oldPassword: PASSWORD, newPassword: "kestrel9" } as const;
  const reset = (totp?: string) =>
    people.identity.resetPassword(CALLER, session, {
      ...change,
      ...(totp === undefined ? {} : { secondFactor: { totp } }),
    });
  expect(errorOf(await reset())).toBe("user.secondFactorRequired");
  expect(errorOf(await reset("000000"))).toBe("user.secondFactorError");
  given(await reset(codeNow(secret)));
  people.time.ms += STEP_MS;
  const target = "ada.new@example.org";
  for (const to of [target, EMAIL])
    given(await people.identity.sendCode(CALLER, session.userId, { channel: "ems", to, event: "bind" }));
  const binding = {
    kind: "email",
    target,
    code: people.codeOf(target),
    oldCode: people.codeOf(EMAIL),
  } as const;
  expect(errorOf(await people.identity.bindContact(CALLER, session.userId, binding))).toBe(
    "user.secondFactorRequired",
  );
  const secondFactor = { totp: codeNow(secret) };
  given(await people.identity.bindContact(CALLER, session.userId, { ...binding, secondFactor }));
});

test("AUTH-14 a hold has its reason and its end, the newest change counts, and it ends by itself", async () => {
  const { userId } = session;
  expect(people.identity.withdrawalHold(userId)).toBe(null);
  await people.setPaymentPassword(session, EMAIL, "246810");
  expect(people.identity.withdrawalHold(userId)).toBe(null);
  const payment = { kind: "payment", oldPassword: "246810", newPassword: "135790" } as const;
  given(await people.identity.resetPassword(CALLER, session, payment));
  expect(people.identity.withdrawalHold(userId)?.reason).toBe("payment-password");
  people.time.ms += 1_000;
  const login = { kind: "login", oldPassword: PASSWORD, newPassword: "kestrel9" } as const;
  given(await people.identity.resetPassword(CALLER, session, login));
  const hold = { reason: "password", untilMs: people.time.ms + DAY_MS };
  expect(people.identity.withdrawalHold(userId)).toEqual(hold);
  expect(people.reopen().withdrawalHold(userId)).toEqual(hold);
  people.time.ms = hold.untilMs - 1;
  expect(people.identity.withdrawalHold(userId)).toEqual(hold);
  people.time.ms++;
  expect(people.identity.withdrawalHold(userId)).toBe(null);
});
