import { ERRORS } from "@candor/domain/errors/errors";
import type { CallName } from "@candor/wire/calls";
import { generateSync } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../../support/identity/software-authenticator.ts";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import type { WireAnswer, WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    identity: { settings: { registrationBy: ["email", "username", "phone"] } },
  });
});
afterAll(() => exchange.close());

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const errorOf = (answer: WireAnswer) => [answer.code, answer.data.error];
const invitation = () => ({ invitationCode: exchange.identity.houseCode, password: "kestrel7" });
const sessionOf = async (client: WireClient, account: string, password = "kestrel7") => {
  const { token } = accepted(await client.call("login", { account, password }));
  return exchange.client(token);
};

test("AUTH-01 every code of the specification's login catalogue has its number and its words", () => {
  const words = new Map(ERRORS.map(({ name, number, message }) => [name, `${number} ${message}`]));
  expect(
    [
      "user.passwordError",
      "user.accountError",
      "user.frozen",
      "user.phoneExists",
      "user.emailExists",
      "user.usernameExists",
      "user.phoneFormat",
      "user.emailFormat",
      "user.invitationMissing",
      "user.sendingTooFrequently",
      "user.notFound",
      "user.passwordReset",
      "user.notLoggedIn",
      "user.codeError",
      "user.invitationError",
      "user.oldPasswordWrong",
      "user.passwordUnchanged",
      "user.passwordsDiffer",
      "user.notRegistered",
      "user.alreadyRegistered",
      "user.codeNotExpired",
      "user.sendFailed",
      "user.passwordEmpty",
      "session.expired",
    ].map((name) => words.get(name as Parameters<typeof words.get>[0])),
  ).toEqual([
    "30 Password error",
    "31 Account error",
    "32 Account has been frozen. Please contact customer service",
    "34 Phone already exists",
    "35 Mailbox already exists",
    "39 Username already exists",
    "40 Phone format error",
    "41 Please check the input email format!",
    "43 The invitation code cannot be empty",
    "45 Sending too frequently",
    "46 User does not exist",
    "47 Password reset success",
    "48 Not logged in",
    "201 Verification code error",
    "202 Invitation code error or nonexistent",
    "203 Old password wrong",
    "204 New password is the same as the old one",
    "205 The passwords are not equal",
    "206 Not registered",
    "207 Already registered",
    "208 Verification code sent and not expired",
    "209 Send failed",
    "218 Password cannot be empty",
    "401 Login timed out",
  ]);
});

test("AUTH-01 only the holder of a code learns, last, that a mailbox (35) or a phone (34) is taken", async () => {
  const visitor = exchange.client();
  const owner = await exchange.registered("owner@example.org");
  for (const [kind, target, call, error] of [
    ["email", "wanted@example.org", "sendEmailCode", "user.emailExists"],
    ["phone", "13800138000", "sendPhoneCode", "user.phoneExists"],
  ] as const) {
    accepted(await visitor.call(call, { [kind]: target, event: "register" }));
    const code = exchange.codeOf(target);
    exchange.time.ms += MINUTE_MS;
    accepted(await owner.call(call, { [kind]: target, event: "bind" }));
    const bind = { kind, target, code: exchange.codeOf(target), password: "kestrel7" };
    if (kind === "email") {
      accepted(await owner.call("sendEmailCode", { event: "bind" }));
      Object.assign(bind, { oldCode: exchange.codeOf("owner@example.org") });
    }
    accepted(await owner.call("bind", bind));
    const request = { ...invitation(), [kind]: target };
    expect(errorOf(await visitor.call("register", { ...request, code: "12345" }))[0]).toBe(201);
    expect((await visitor.call("register", { ...request, code })).data.error).toBe(error);
  }
});

test("AUTH-01 a verification code is six digits and nothing else", async () => {
  const visitor = exchange.client();
  const email = "digits@example.org";
  accepted(await visitor.call("sendEmailCode", { email, event: "register" }));
  for (const code of ["", "12345", "1234567", "12345a", "１２３４５６"])
    expect(errorOf(await visitor.call("register", { ...invitation(), email, code }))[0], code).toBe(201);
});

test("AUTH-03 sign out here or everywhere; a device is ended by its id, another person's is not found", async () => {
  const email = "devices@example.org";
  const laptop = await exchange.registered(email);
  const phone = await sessionOf(laptop, email);
  const tablet = await sessionOf(laptop, email);
  const { list } = accepted(await laptop.call("sessions"));
  expect(list.map(({ current }) => current).filter(Boolean)).toHaveLength(1);
  const stranger = await exchange.registered("stranger@example.org");
  const own = list.find(({ current }) => !current)?.sessionId;
  expect(errorOf(await stranger.call("revoke", { sessionId: own }))).toEqual([320, "request.unknownId"]);
  expect(errorOf(await laptop.call("revoke", {}))).toEqual([111, "request.parameterError"]);
  expect(accepted(await laptop.call("revoke", { sessionId: own })).ended).toBe(1);
  expect(errorOf(await laptop.call("revoke", { sessionId: own }))).toEqual([320, "request.unknownId"]);
  expect(accepted(await laptop.call("sessions")).list).toHaveLength(2);
  const alive = (await tablet.call("profile")).code === 1 ? tablet : phone;
  expect(accepted(await alive.call("logout", {})).ended).toBe(1);
  expect(errorOf(await alive.call("profile"))).toEqual([401, "session.expired"]);
  const again = await sessionOf(laptop, email);
  expect(accepted(await again.call("logout", { all: true })).ended).toBe(2);
  expect(errorOf(await laptop.call("profile"))).toEqual([401, "session.expired"]);
});

test("AUTH-04 a forgotten password is set with a code by mail or phone, and the answer is message 47", async () => {
  const email = "forgetful@example.org";
  const owner = await exchange.registered(email);
  const phone = "+4915112345678";
  accepted(await owner.call("sendPhoneCode", { phone, event: "bind" }));
  accepted(
    await owner.call("bind", {
      kind: "phone",
      target: phone,
      code: exchange.codeOf(phone),
      password: "kestrel7",
    }),
  );
  exchange.time.ms += 8 * DAY_MS;
  const visitor = exchange.client();
  accepted(await visitor.call("sendEmailCode", { email, event: "reset" }));
  const byMail = { account: email, code: exchange.codeOf(email), newPassword: "kestrel8" };
  const done = accepted(await visitor.call("resetPassword", byMail));
  expect(done).toEqual({
    success: "user.passwordReset",
    deviceToken: expect.any(String) as string,
    withdrawalHoldUntilMs: exchange.time.ms + DAY_MS,
    endedApiKeys: [],
    keptApiKeys: [],
    removedPasskeys: [],
    keptPasskeys: [],
    removedContacts: [],
    removedTotp: false,
    unfrozen: false,
  });
  exchange.time.ms += MINUTE_MS;
  accepted(await visitor.call("sendPhoneCode", { phone, event: "reset" }));
  const byPhone = { account: phone, code: exchange.codeOf(phone), newPassword: "kestrel9" };
  accepted(await visitor.call("resetPassword", byPhone));
  await sessionOf(visitor, phone, "kestrel9");
});

test("AUTH-24 a phone number is accepted in any notation, and is one account and one limit in every form", async () => {
  const owner = await exchange.registered("writer@example.org");
  const plain = "+4917612345678";
  accepted(await owner.call("sendPhoneCode", { phone: "+49 (0) 176 1234-5678", event: "bind" }));
  const bound = {
    kind: "phone",
    target: "+49 176/1234.5678",
    code: exchange.codeOf(plain),
    password: "kestrel7",
  };
  expect(accepted(await owner.call("bind", bound)).target).toBe("+49***78");
  const visitor = exchange.client();
  await sessionOf(visitor, "+49\u00a0176\u201112345678");
  const again = await visitor.call("sendPhoneCode", { phone: "+49 176 123 456 78", event: "register" });
  expect(errorOf(again)).toEqual([207, "user.alreadyRegistered"]);
  const tries = [
    plain,
    "+49 176 12345678",
    "+49(176)12345678",
    "+49-176-12345678",
    ` ${plain}`,
    "+49 17612345678",
  ];
  const answers = [];
  for (const account of tries)
    answers.push((await visitor.call("login", { account, password: "kestrel8" })).data.error);
  expect(answers).toEqual([...Array.from({ length: 5 }, () => "user.passwordError"), "request.tooFast"]);
});

test("AUTH-05 payment password: six digits, first by a code, then by a code or the old one; never the same again", async () => {
  const email = "payer@example.org";
  const client = await exchange.registered(email);
  const set = (request: object) => client.call("resetPassword", { kind: "payment", ...request });
  expect(errorOf(await set({ oldPassword: "135790", newPassword: "246810" }))).toEqual([
    203,
    "user.oldPasswordWrong",
  ]);
  await setPaymentPassword(client, exchange, email);
  expect(accepted(await client.call("profile"))).toMatchObject({
    paymentPasswordSet: true,
    withdrawalHoldUntilMs: null,
  });
  for (const [request, code] of [
    [{ oldPassword: "246810" }, 218],
    [{ oldPassword: "246810", newPassword: "12345" }, 220],
    [{ oldPassword: "246810", newPassword: "abcdef" }, 220],
    [{ oldPassword: "246810", newPassword: "135790", repeatPassword: "135791" }, 205],
    [{ oldPassword: "000000", newPassword: "135790" }, 203],
    [{ oldPassword: "246810", newPassword: "246810" }, 204],
    [{ oldPassword: "246810", code: "123456", newPassword: "135790" }, 111],
    [{ newPassword: "135790" }, 111],
  ] as const)
    expect((await set(request)).code, JSON.stringify(request)).toBe(code);
  const changed = accepted(await set({ oldPassword: "246810", newPassword: "135790" }));
  expect(changed.withdrawalHoldUntilMs).toBe(exchange.time.ms + DAY_MS);
  expect(errorOf(await exchange.client().call("resetPassword", { kind: "payment", code: "123456" }))).toEqual(
    [48, "user.notLoggedIn"],
  );
});

test("AUTH-06 codes by phone: 40, 208, 206, 207 and 45 after five in an hour, with the time to wait", async () => {
  const visitor = exchange.client();
  const send = (request: object) => visitor.call("sendPhoneCode", request);
  expect(errorOf(await send({ phone: "12800138000", event: "register" }))).toEqual([40, "user.phoneFormat"]);
  expect(errorOf(await send({ event: "register" }))).toEqual([111, "request.parameterError"]);
  expect(errorOf(await send({ phone: "13900139000", event: "reset" }))).toEqual([206, "user.notRegistered"]);
  expect(errorOf(await send({ phone: "+4915112345678", event: "register" }))).toEqual([
    207,
    "user.alreadyRegistered",
  ]);
  const phone = "13900139000";
  for (let sent = 0; sent < 5; sent++) {
    const { resendAtMs, expiresAtMs } = accepted(await send({ phone, event: "register" }));
    expect([resendAtMs, expiresAtMs]).toEqual([
      exchange.time.ms + MINUTE_MS,
      exchange.time.ms + 10 * MINUTE_MS,
    ]);
    const early = await send({ phone, event: "register" });
    expect([early.code, early.data.params]).toEqual([208, { retryAfterMs: MINUTE_MS }]);
    exchange.time.ms += MINUTE_MS;
  }
  const capped = await send({ phone, event: "register" });
  expect([...errorOf(capped), capped.data.params]).toEqual([
    45,
    "user.sendingTooFrequently",
    { retryAfterMs: 55 * MINUTE_MS },
  ]);
  expect(capped.headers["retry-after"]).toBe(String(55 * 60));
});

test("AUTH-07 binding: 111, 41, 40, 207, 201, then bound; replacing needs the present contact's code and holds", async () => {
  const client = await exchange.registered("binder@example.org");
  const bind = (request: object) => client.call("bind", request);
  expect(errorOf(await bind({ kind: "pigeon", target: "x" }))[0]).toBe(111);
  expect(errorOf(await bind({ kind: "email", target: "x" }))).toEqual([41, "user.emailFormat"]);
  expect(errorOf(await bind({ kind: "phone", target: "x" }))).toEqual([40, "user.phoneFormat"]);
  expect(errorOf(await bind({ kind: "email", target: "stranger@example.org" }))).toEqual([
    207,
    "user.alreadyRegistered",
  ]);
  expect(errorOf(await bind({ kind: "email", target: "new@example.org", code: "123456" }))[0]).toBe(201);
  const phone = "13700137000";
  accepted(await client.call("sendPhoneCode", { phone, event: "bind" }));
  const first = accepted(
    await bind({ kind: "phone", target: phone, code: exchange.codeOf(phone), password: "kestrel7" }),
  );
  expect(first).toEqual({ kind: "phone", target: "137***00", withdrawalHoldUntilMs: null });
  const next = "13700137001";
  exchange.time.ms += MINUTE_MS;
  accepted(await client.call("sendPhoneCode", { phone: next, event: "bind" }));
  const code = exchange.codeOf(next);
  expect(errorOf(await bind({ kind: "phone", target: next, code }))[0]).toBe(201);
  accepted(await client.call("sendPhoneCode", { event: "bind" }));
  const replaced = await bind({ kind: "phone", target: next, code, oldCode: exchange.codeOf(phone) });
  expect(accepted(replaced).withdrawalHoldUntilMs).toBe(exchange.time.ms + DAY_MS);
});

test("AUTH-25 a session by itself cannot take over an account: a first contact requires the password", async () => {
  const client = await exchange.registered("found-session@example.org");
  const thief = exchange.client(client.token);
  const phone = "13700137009";
  accepted(await thief.call("sendPhoneCode", { phone, event: "bind" }));
  const binding = { kind: "phone", target: phone, code: exchange.codeOf(phone) };
  expect(errorOf(await thief.call("bind", binding))).toEqual([30, "user.passwordError"]);
  expect(errorOf(await thief.call("bind", { ...binding, password: "kestrel8" }))).toEqual([
    30,
    "user.passwordError",
  ]);
  exchange.time.ms += MINUTE_MS;
  const code = await thief.call("sendPhoneCode", { phone, event: "reset" });
  expect(errorOf(code)).toEqual([206, "user.notRegistered"]);
  expect(accepted(await client.call("profile")).phone).toBe(null);
});

test("AUTH-12 the history of logins: newest first, by pages, with device, masked address and result", async () => {
  const email = "history@example.org";
  const client = await exchange.registered(email);
  client.address = "203.0.113.9";
  await client.call("login", { account: email, password: "kestrel8", deviceName: "Phone" });
  exchange.time.ms += 1_000;
  accepted(await client.call("login", { account: email, password: "kestrel7", deviceName: "Phone" }));
  const page = accepted(await client.call("loginHistory", { limit: 2 }));
  expect(page.list).toEqual([
    {
      loginId: "3",
      timeMs: exchange.time.ms,
      deviceName: "Phone",
      ipMasked: "203.0.*.*",
      method: "password",
      result: "success",
    },
    {
      loginId: "2",
      timeMs: exchange.time.ms - 1_000,
      deviceName: "Phone",
      ipMasked: "203.0.*.*",
      method: "password",
      result: "wrong-password",
    },
  ]);
  const rest = accepted(await client.call("loginHistory", { limit: 2, cursor: page.nextCursor }));
  expect(rest.list.map(({ method, result }) => [method, result])).toEqual([["registration", "success"]]);
  expect(rest.nextCursor).toBe(null);
  expect(errorOf(await client.call("loginHistory", { cursor: "nonsense" }))[0]).toBe(111);
  expect(errorOf(await exchange.client().call("loginHistory"))).toEqual([48, "user.notLoggedIn"]);
});

test("AUTH-13 a session ends thirty days after its last use: body code 401, and a new login helps", async () => {
  const email = "sleeper@example.org";
  const client = await exchange.registered(email);
  exchange.time.ms += 30 * DAY_MS - 1;
  accepted(await client.call("profile"));
  exchange.time.ms += 30 * DAY_MS;
  const expired = await client.call("profile");
  expect([expired.status, ...errorOf(expired), expired.msg]).toEqual([
    200,
    401,
    "session.expired",
    "Login timed out",
  ]);
  accepted(await (await sessionOf(client, email)).call("profile"));
});

test("AUTH-13 a closed site and a ban are HTTP 402 to a live session, with the text for the error page", async () => {
  const client = await exchange.registered("banned@example.org");
  exchange.site.set(false, "Back at noon");
  const closed = await client.call("profile");
  expect([closed.status, ...errorOf(closed), closed.msg]).toEqual([
    402,
    402,
    "site.closed",
    "The site is closed. Back at noon",
  ]);
  expect(accepted(await client.call("logout")).ended).toBe(1);
  exchange.site.set(true, null);
  const again = await sessionOf(client, "banned@example.org");
  const { id } = accepted(await again.call("profile"));
  await exchange.identity.setBanned(Number(id), true);
  const banned = await again.call("profile");
  expect([banned.status, ...errorOf(banned), banned.msg]).toEqual([
    402,
    402,
    "user.banned",
    "Account has been frozen. Please contact customer service",
  ]);
});

test("AUTH-11 over the wire: 310 with its methods, a one-time code, a passkey, and 48 without a session", async () => {
  const email = "careful@example.org";
  const client = await exchange.registered(email);
  const password = "kestrel7";
  const { secret } = accepted(await client.call("totp", { action: "begin" }));
  const codeNow = () => generateSync({ secret: secret ?? "", epoch: Math.floor(exchange.time.ms / 1_000) });
  const enabled = accepted(await client.call("totp", { action: "enable", totp: codeNow(), password }));
  expect(enabled.recoveryCodes).toHaveLength(10);
  exchange.time.ms += MINUTE_MS;
  const begin = { action: "begin", password, secondFactor: { totp: codeNow() } };
  const { options } = accepted(await client.call("passkey", begin));
  const key = new SoftwareAuthenticator();
  const origin = "http://localhost:80";
  const credential = key.create(options ?? {}, { origin });
  accepted(await client.call("passkey", { action: "finish", credential, name: "Laptop" }));
  expect(accepted(await client.call("profile"))).toMatchObject({ totpEnabled: true, passkeys: 1 });
  const required = await client.call("login", { account: email, password });
  expect(errorOf(required)).toEqual([310, "user.secondFactorRequired"]);
  const params = required.data.params as Record<string, unknown>;
  expect(params).toMatchObject({ methods: ["totp", "passkey"], rpId: "localhost", credentialIds: [key.id] });
  const passkey = key.get(params, { origin });
  accepted(await client.call("login", { account: email, password, secondFactor: { passkey } }));
  exchange.time.ms += MINUTE_MS;
  const totp = codeNow();
  accepted(await client.call("login", { account: email, password, secondFactor: { totp } }));
  expect(errorOf(await client.call("login", { account: email, password, secondFactor: { totp } }))).toEqual([
    352,
    "user.secondFactorUsed",
  ]);
  const begun = accepted(await client.call("passkeyLogin", { action: "begin" })) as { options: object };
  const login = await client.call("passkeyLogin", {
    action: "finish",
    credential: key.get({ ...begun.options }, { origin }),
  });
  expect(accepted(login)).toMatchObject({ username: email, success: "user.loggedIn" });
  for (const name of ["totp", "passkey", "sessions", "revoke", "bind"] as const satisfies CallName[])
    expect(errorOf(await exchange.client().call(name, {})), name).toEqual([48, "user.notLoggedIn"]);
});

test("AUTH-12 profile: nickname, language and phrase are stored; unknown fields and overlong texts are rejected", async () => {
  const client = await exchange.registered("profile@example.org");
  const written = accepted(
    await client.call("profile", { nickname: "Ada", lang: "hu", antiPhishingCode: "kék gém" }),
  );
  expect(written).toMatchObject({ nickname: "Ada", lang: "hu", antiPhishingCode: "kék gém" });
  expect((await client.call("profile", {})).headers["content-language"]).toBe("hu");
  expect(accepted(await client.call("profile", { antiPhishingCode: null })).antiPhishingCode).toBe(null);
  for (const request of [
    { nickname: "x".repeat(21) },
    { lang: "xx" },
    { uid: "10001" },
    { nickname: "a\u0007" },
    { nickname: "a\ud800" },
    { nickname: "  " },
    { antiPhishingCode: " \u3000" },
  ])
    expect(errorOf(await client.call("profile", request))[0], JSON.stringify(request)).toBe(111);
  expect(errorOf(await client.call("profile", { avatar: "/uploads/of-nobody" }))).toEqual([
    210,
    "upload.imageFormat",
  ]);
});

test("AUTH-21 a token from before a password change is invalid at once; the changing session continues", async () => {
  const email = "robbed@example.org";
  const owner = await exchange.registered(email);
  const thief = await sessionOf(owner, email);
  accepted(await thief.call("profile"));
  accepted(await owner.call("resetPassword", { oldPassword: "kestrel7", newPassword: "kestrel9" }));
  expect(errorOf(await thief.call("profile"))).toEqual([401, "session.expired"]);
  accepted(await owner.call("profile"));
  accepted(await exchange.client().call("sendEmailCode", { email, event: "reset" }));
  const byCode = { account: email, code: exchange.codeOf(email), newPassword: "kestrel5" };
  accepted(await exchange.client().call("resetPassword", byCode));
  expect(errorOf(await owner.call("profile"))).toEqual([401, "session.expired"]);
});

test("AUTH-22 a six-digit payment password locks after five wrong ones for half an hour, on every way to it", async () => {
  const email = "guessed@example.org";
  const client = await exchange.trader(email, { USDT: "10" });
  const transfer = (paymentPassword: string) =>
    client.call("transfer", { asset: "USDT", from: "coin", to: "main", amount: "1", paymentPassword });
  const guesses = [];
  for (const guess of ["000000", "111111", "222222"]) guesses.push((await transfer(guess)).data.params);
  expect(guesses).toEqual([{ attemptsLeft: 4 }, { attemptsLeft: 3 }, { attemptsLeft: 2 }]);
  for (const oldPassword of ["333333", "444444"])
    expect(
      (await client.call("resetPassword", { kind: "payment", oldPassword, newPassword: "555555" })).code,
    ).toBe(203);
  const lockedUntil = exchange.time.ms + 30 * MINUTE_MS;
  const locked = await transfer("246810");
  expect([...errorOf(locked), (locked.data.params as { untilMs: number }).untilMs]).toEqual([
    314,
    "user.paymentPasswordLocked",
    lockedUntil,
  ]);
  const own = { kind: "payment", oldPassword: "246810", newPassword: "555555" };
  expect((await client.call("resetPassword", own)).code).toBe(203);
  exchange.time.ms = lockedUntil;
  accepted(await transfer("246810"));
});
