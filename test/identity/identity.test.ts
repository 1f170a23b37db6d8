import { maskAddress } from "@candor/server/people/identity/identifier-rules";
import { openIdentityStore } from "@candor/server/people/identity/identity-store";
import { PasswordHasher } from "@candor/server/people/identity/password-hashing/password-hasher";
import { BREACHED_COUNT, isBreached } from "@candor/server/people/identity/passwords/breached-passwords";
import type { PasswordReset } from "@candor/server/people/identity/passwords/reset-password";
import { isPassword, normalEmail } from "@candor/text/account-rules";
import { maskContact } from "@candor/text/mask-contact";
import { Rejected } from "@candor/wire/rejection";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EMAIL = "ada@example.org";

let people: IdentityUnderTest;
beforeEach(() => {
  people = new IdentityUnderTest();
});
afterEach(() => {
  people.remove();
});

const sendCode = (event: "register" | "reset" | "payment" | "bind", to = EMAIL, userId?: number) =>
  people.identity.sendCode(CALLER, userId, { channel: "ems", to, event });
const logIn = (password: string, account = EMAIL, address = CALLER.address) =>
  people.identity.logIn({ ...CALLER, address }, { account, password });

test("IDENT-01 user ids are dense from 10001, and each user gets an exchange account and an invitation code", async () => {
  const first = await people.register(EMAIL);
  const second = await people.register("bea@example.org");
  expect([first.userId, second.userId]).toEqual([10_001, 10_002]);
  expect(people.opened).toEqual(["10001 trader", "10002 trader"]);
  const codes = [first, second].map(({ userId }) => people.identity.user(userId)?.invitationCode ?? "");
  expect(new Set([...codes, people.identity.houseCode]).size).toBe(3);
  for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{4,12}$/);
});

test("IDENT-01 an invited user's inviter is stored; unknown codes are rejected", async () => {
  const { userId } = await people.register(EMAIL);
  const invitationCode = people.identity.user(userId)?.invitationCode.toLowerCase();
  given(await sendCode("register", "bea@example.org"));
  const request = { email: "bea@example.org", password: "kestrel7", code: people.codeOf("bea@example.org") };
  expect(errorOf(await people.identity.register(CALLER, { ...request, invitationCode: "NOSUCH" }))).toBe(
    "user.invitationError",
  );
  const invited = given(await people.identity.register(CALLER, { ...request, invitationCode }));
  expect(people.identity.user(invited.userId)?.invitedBy).toBe(userId);
});

test("IDENT-01 addresses and names are compared without letter case", async () => {
  await people.register("Ada@Example.org");
  expect(errorOf(await sendCode("register", "aDA@eXAMPLE.ORG "))).toBe("user.alreadyRegistered");
  expect("token" in given(await logIn("kestrel7", " ADA@example.org"))).toBe(true);
});

test.each([
  ["ada@example.org", true],
  ["Ada.Lovelace+tag@sub.example.co", true],
  ["ada@example", false],
  ["ada@@example.org", false],
  [".ada@example.org", false],
  ["a..da@example.org", false],
  ["ada@-example.org", false],
  ["ada example@example.org", false],
  ["a\u0000da@example.org", false],
  ["a\u202eda@example.org", false],
  ["\ud800da@example.org", false],
  ["\u00fcn\u00ef.\u{1f680}@example.org", true],
  [`${"a".repeat(65)}@example.org`, false],
  [`a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(20)}.org`, false],
])("IDENT-01 %j as a mailbox: %s", (text, right) => {
  expect(normalEmail(text) !== undefined).toBe(right);
});

test("IDENT-02 a code expires after ten minutes", async () => {
  given(await sendCode("register"));
  const code = people.codeOf(EMAIL);
  const request = { email: EMAIL, password: "kestrel7", code, invitationCode: people.identity.houseCode };
  people.time.ms += 10 * MINUTE_MS;
  expect(errorOf(await people.identity.register(CALLER, request))).toBe("user.codeExpired");
});

test("IDENT-02 another code is sent after 60 seconds at the earliest, five an hour, and the newest counts", async () => {
  given(await sendCode("register"));
  const refused = await sendCode("register");
  expect(errorOf(refused)).toBe("user.codeNotExpired");
  expect(refused instanceof Rejected && refused.params).toEqual({ retryAfterMs: MINUTE_MS });
  const first = people.codeOf(EMAIL);
  for (let sent = 1; sent < 5; sent++) {
    people.time.ms += MINUTE_MS;
    given(await sendCode("register"));
  }
  people.time.ms += MINUTE_MS;
  expect(errorOf(await sendCode("register"))).toBe("user.sendingTooFrequently");
  const request = { email: EMAIL, password: "kestrel7", invitationCode: people.identity.houseCode };
  if (first !== people.codeOf(EMAIL))
    expect(errorOf(await people.identity.register(CALLER, { ...request, code: first }))).toBe(
      "user.codeError",
    );
  given(await people.identity.register(CALLER, { ...request, code: people.codeOf(EMAIL) }));
  people.time.ms += 60 * MINUTE_MS;
  given(await sendCode("reset"));
});

test("IDENT-02 a code allows five attempts and is valid for one event, once", async () => {
  const session = await people.register(EMAIL);
  given(await sendCode("reset"));
  const code = people.codeOf(EMAIL);
  const wrong = code === "000000" ? "000001" : "000000";
  const payment = { kind: "payment", code, newPassword: "123456" } as const;
  expect(errorOf(await people.identity.resetPassword(CALLER, session, payment))).toBe("user.codeExpired");
  const reset = (candidate: string) =>
    people.identity.resetPassword(CALLER, undefined, {
      kind: "login",
      account: EMAIL,
      code: candidate,
      newPassword: "kestrel9",
    });
  const left = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const refused = await reset(wrong);
    left.push(refused instanceof Rejected ? refused.params?.attemptsLeft : "accepted");
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect(errorOf(await reset(code))).toBe("user.codeExpired");
  people.time.ms += MINUTE_MS;
  given(await sendCode("reset"));
  const next = people.codeOf(EMAIL);
  given(await reset(next));
  expect(errorOf(await reset(next))).toBe("user.codeExpired");
});

test("IDENT-02 a user who has used their code need not wait for the next one", async () => {
  const { userId } = await people.register(EMAIL);
  given(await sendCode("payment", EMAIL, userId));
});

test("IDENT-02 a message that cannot be delivered is reported, and blocks nobody", async () => {
  let broken = true;
  const sender = { send: () => (broken ? Promise.reject(new Error("no route")) : Promise.resolve()) };
  people.reopen({ sender });
  expect(errorOf(await sendCode("register"))).toBe("user.sendFailed");
  broken = false;
  given(await sendCode("register"));
});

test.each([
  ["kestrel7", true],
  ["A1!~#$%^&*()", true],
  ["abc12", false],
  ["abcdefghijk12", false],
  ["abcdefgh", false],
  ["12345678", false],
  ["abc 1234", false],
  ["passwört1", false],
])("IDENT-03 %s as a password: %s", (password, right) => {
  expect(isPassword(password, "short")).toBe(right);
});

test.each([
  ["kestrel", false],
  ["kestrel7", true],
  ["a sentence of my own", true],
  ["ein schöner Satz", true],
  ["🐸🐟🐍🦎🐊🐢🐌🐛", true],
  ["vogelsang", true],
  ["x1y2z3w4v5".repeat(12), false], // repetitive
  ["s".repeat(129), false],
  ["line\nfeeds are none", false],
  ["zero\u200bwidth is none", false],
  ["password", false],
  ["Password Password", false],
  ["12345678", false],
  ["19900412", false],
  ["4366012345", false],
  ["qwertzuiop", false],
  ["poiuytrewq", false],
  ["aaaaaaaabb", false],
  ["candor123", false],
  ["Ada.Lovelace", false],
  ["ada.lovelace99", false],
  ["ada_lovelace1815", true], // four characters not from the name
])("SEC-19 by the long rule, %j as a password: %s", async (password, right) => {
  people.remove();
  people = new IdentityUnderTest({ settings: { passwordRule: "long", registrationBy: ["username"] } });
  const { houseCode } = people.identity;
  const registered = await people.identity.register(CALLER, {
    username: "adalovelace",
    password,
    invitationCode: houseCode,
  });
  expect(errorOf(registered) === "accepted", errorOf(registered)).toBe(right);
  if (!right) return;
  const account = { account: "adalovelace", password };
  given(await people.identity.logIn(CALLER, account));
  const reset = { kind: "login", oldPassword: password, newPassword: "short1" } as const;
  expect(errorOf(await people.identity.resetPassword(CALLER, given(registered), reset))).toBe(
    "user.passwordFormatLong",
  );
});

test("SEC-32 a mailbox with letters of another alphabet is not registered or bound, and no code goes there", async () => {
  const session = await people.register("admin@example.com");
  for (const to of ["аdmin@example.com", "аԁmіn@example.com", "müller@example.com"]) {
    for (const event of ["register", "bind"] as const) {
      const sent = await people.identity.sendCode(CALLER, session.userId, { channel: "ems", to, event });
      expect(errorOf(sent), to).toBe("user.emailFormat");
    }
    const registered = await people.identity.register(CALLER, { email: to, password: "kestrel7", code: "0" });
    expect(errorOf(registered)).not.toBe("accepted");
    const binding = { kind: "email", target: to, code: "000000", password: "kestrel7" } as const;
    expect(errorOf(await people.identity.bindContact(CALLER, session.userId, binding))).toBe(
      "user.emailFormat",
    );
  }
  await people.register("xn--mller-kva@xn--mller-kva.example");
});

test("IDENT-03 the most leaked passwords are rejected, in any letter case, others are not", () => {
  expect(BREACHED_COUNT).toBeGreaterThan(5_000);
  for (const password of [
    "password1",
    "Qwerty123",
    "1q2w3e4r",
    "P@ssw0rd1",
    "abc123",
    "letmein1!",
    "2020dragon",
  ])
    expect(isBreached(password), password).toBe(true);
  for (const password of ["kestrel7", "blue-fox42", "x7Kp2mQz9", "heron.31rain"])
    expect(isBreached(password), password).toBe(false);
});

test("IDENT-01 a site that asks for phones takes them, with a code by phone", async () => {
  people.reopen({ settings: { registrationBy: ["phone"], inviteOnly: false } });
  const phone = "+4915112345678";
  expect(errorOf(await people.identity.register(CALLER, { email: EMAIL, password: "kestrel7" }))).toBe(
    "request.parameterError",
  );
  given(await people.identity.sendCode(CALLER, undefined, { channel: "sms", to: phone, event: "register" }));
  const code = people.codeOf(phone);
  const session = given(await people.identity.register(CALLER, { phone, password: "kestrel7", code }));
  expect(people.identity.user(session.userId)).toMatchObject({ phone, email: null });
  given(await logIn("kestrel7", phone));
  const again = await people.identity.sendCode(CALLER, undefined, {
    channel: "sms",
    to: "123",
    event: "register",
  });
  expect(errorOf(again)).toBe("user.phoneFormat");
});

test("SEC-33 a session that is used every day ends after 90 days all the same, after a restart too", async () => {
  const session = await people.register("daily@example.org");
  for (let day = 1; day < 90; day++) {
    people.time.ms += DAY_MS;
    expect(people.identity.session(session.token), `day ${day}`).toBeDefined();
    if (day % 20 === 0) people.reopen();
  }
  expect(people.identity.session(session.token)?.expiresAtMs).toBe(people.time.ms + DAY_MS);
  people.time.ms += DAY_MS;
  expect(people.identity.session(session.token)).toBeUndefined();
  expect(people.identity.sessions(session.userId)).toEqual([]);
});

test("IDENT-04 a session token is 43 random characters, lasts 30 days from its last use, and is listed", async () => {
  const session = await people.register(EMAIL);
  expect(session.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  people.time.ms += 29 * DAY_MS;
  expect(people.identity.session(session.token)?.userId).toBe(session.userId);
  people.time.ms += 29 * DAY_MS;
  expect(people.identity.session(session.token)?.userId).toBe(session.userId);
  const [listed] = people.identity.sessions(session.userId);
  expect(listed).toMatchObject({ sessionId: session.sessionId, addressMasked: "203.0.*.*" });
  people.time.ms += 30 * DAY_MS;
  expect(people.identity.session(session.token)).toBeUndefined();
  expect(people.identity.sessions(session.userId)).toEqual([]);
  expect(people.identity.session("no token")).toBeUndefined();
});

test("IDENT-04 one session or all of them can be ended, and listeners are notified of each", async () => {
  const first = await people.register(EMAIL);
  people.time.ms += 1;
  const second = given(await logIn("kestrel7"));
  people.time.ms += 1;
  const third = given(await logIn("kestrel7"));
  const ended: string[] = [];
  people.identity.onSessionEnded(({ sessionId, banned }) => ended.push(`${sessionId} ${banned}`));
  expect(await people.identity.endSessions(first.userId, "log-out", second.sessionId)).toBe(1);
  expect(people.identity.session(second.token)).toBeUndefined();
  expect(people.identity.session(third.token)).toBeDefined();
  expect(await people.identity.endSessions(first.userId, "everywhere")).toBe(2);
  expect(ended).toEqual([second, third, first].map(({ sessionId }) => `${sessionId} false`));
});

test("IDENT-04 a user has at most 50 sessions; the one that was used longest ago ends", async () => {
  const first = await people.register(EMAIL);
  for (let count = 1; count < 51; count++) {
    people.time.ms += 1;
    given(await logIn("kestrel7"));
  }
  expect(people.identity.sessions(first.userId).length).toBe(50);
  expect(people.identity.session(first.token)).toBeUndefined();
});

test("IDENT-05 five wrong passwords lock the account for that address for 15 minutes, the right one included", async () => {
  await people.register(EMAIL);
  const left = [];
  for (let attempt = 0; attempt < 5; attempt++) {
    const refused = await logIn("kestrel8");
    left.push(refused instanceof Rejected ? refused.params?.attemptsLeft : "accepted");
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
  const locked = await logIn("kestrel7");
  expect(errorOf(locked)).toBe("request.tooFast");
  expect(locked instanceof Rejected && locked.params).toEqual({ retryAfterMs: 15 * MINUTE_MS });
  given(await logIn("kestrel7", EMAIL, "198.51.100.9"));
  people.time.ms += 15 * MINUTE_MS;
  given(await logIn("kestrel7"));
});

test("IDENT-05 the addresses of one IPv6 network share the attempts, in any notation", async () => {
  await people.register(EMAIL);
  const from = (host: number) => logIn("kestrel8", EMAIL, `2001:db8::${host}:0:0:1`);
  for (let host = 1; host <= 5; host++) expect(errorOf(await from(host))).toBe("user.passwordError");
  expect(errorOf(await from(6))).toBe("request.tooFast");
  people.time.ms += MINUTE_MS;
  expect(errorOf(await from(7))).toBe("request.tooFast");
  given(await logIn("kestrel7", EMAIL, "2001:db8:0:1::1"));
});

test("IDENT-05 attempts side by side do not get more than five", async () => {
  await people.register(EMAIL);
  const wrong: number[] = [];
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => logIn("kestrel8")));
    const results = answers.map((answer) => (answer.status === "fulfilled" ? errorOf(answer.value) : "busy"));
    wrong.push(results.filter((error) => error === "user.passwordError").length);
  }
  expect(wrong.reduce((sum, count) => sum + count, 0)).toBe(5);
});

test("IDENT-06 five wrong payment passwords lock it for 30 minutes, over a restart too", async () => {
  const session = await people.register(EMAIL);
  const { userId } = session;
  expect(errorOf(await people.identity.checkPaymentPassword(userId, "123465", CALLER.address))).toBe(
    "user.paymentPasswordUnset",
  );
  await people.setPaymentPassword(session, EMAIL, "123465");
  expect(await people.identity.checkPaymentPassword(userId, "123465", CALLER.address)).toBeUndefined();
  for (let attempt = 0; attempt < 4; attempt++)
    expect(errorOf(await people.identity.checkPaymentPassword(userId, "654321", CALLER.address))).toBe(
      "wallet.paymentPasswordError",
    );
  people.reopen();
  const last = await people.identity.checkPaymentPassword(userId, "654321", CALLER.address);
  expect(last?.params).toEqual({ attemptsLeft: 0 });
  people.reopen();
  const locked = await people.identity.checkPaymentPassword(userId, "123465", CALLER.address);
  expect([locked?.error, locked?.params]).toEqual([
    "user.paymentPasswordLocked",
    { untilMs: people.time.ms + 30 * MINUTE_MS },
  ]);
  people.time.ms += 30 * MINUTE_MS;
  expect(await people.identity.checkPaymentPassword(userId, "123465", CALLER.address)).toBeUndefined();
});

test("IDENT-06 payment passwords tried side by side do not get more than five attempts", async () => {
  const session = await people.register(EMAIL);
  await people.setPaymentPassword(session, EMAIL, "123465");
  const tries = Array.from({ length: 20 }, () =>
    people.identity.checkPaymentPassword(session.userId, "000000", CALLER.address),
  );
  const errors = (await Promise.all(tries)).map(errorOf);
  expect(errors.filter((error) => error === "wallet.paymentPasswordError").length).toBe(5);
});

test("IDENT-07 a new login password ends all other sessions and holds withdrawals for a day", async () => {
  const session = await people.register(EMAIL);
  const other = given(await logIn("kestrel7"));
  const done = given(
    await people.identity.resetPassword(CALLER, session, {
      kind: "login",
      oldPassword: "kestrel7",
      newPassword: "kestrel9",
    }),
  );
  expect(done.withdrawalHoldUntilMs).toBe(people.time.ms + DAY_MS);
  expect(people.identity.session(session.token)).toBeDefined();
  expect(people.identity.session(other.token)).toBeUndefined();
  expect(errorOf(await logIn("kestrel7"))).toBe("user.passwordError");
  given(await logIn("kestrel9"));
});

test("IDENT-07 the first payment password holds no withdrawals, a change of it does", async () => {
  const session = await people.register(EMAIL);
  given(await sendCode("payment", EMAIL, session.userId));
  const first = { kind: "payment", code: people.codeOf(EMAIL), newPassword: "123465" } as const;
  expect(given(await people.identity.resetPassword(CALLER, session, first)).withdrawalHoldUntilMs).toBe(null);
  const change = { kind: "payment", oldPassword: "123465", newPassword: "654312" } as const;
  expect(given(await people.identity.resetPassword(CALLER, session, change)).withdrawalHoldUntilMs).toBe(
    people.time.ms + DAY_MS,
  );
});

test("AUTH-05 a trivial payment password is rejected as a new one, and continues to work where it was set before", async () => {
  const session = await people.register(EMAIL);
  given(await sendCode("payment", EMAIL, session.userId));
  const first = { kind: "payment", code: people.codeOf(EMAIL), newPassword: "111111" } as const;
  const set = (request: PasswordReset) => people.identity.resetPassword(CALLER, session, request);
  expect(errorOf(await set(first))).toBe("user.paymentPasswordTrivial");
  expect(errorOf(await set({ ...first, code: "000000" }))).toBe("user.codeError");
  // The code is still valid.
  given(await set({ ...first, newPassword: "246810" }));
  const change = { kind: "payment", oldPassword: "246810" } as const;
  for (const newPassword of ["123456", "654321", "121212", "123123"])
    expect(errorOf(await set({ ...change, newPassword })), newPassword).toBe("user.paymentPasswordTrivial");
  // A password set before the rule existed.
  people.identity.close();
  const store = openIdentityStore(people.directory, {
    nowMs: () => people.time.ms,
    houseCode: () => "UNUSED",
    compact: false,
    onFailure: () => undefined,
  });
  const place = { lane: "known", address: CALLER.address, account: "ada" } as const;
  await store.commit({
    type: "password-changed",
    userId: session.userId,
    kind: "payment",
    hash: await new PasswordHasher({ memoryKib: 8, passes: 1 }).hash("111111", place),
    withdrawalHoldUntilMs: 0,
  });
  store.close();
  people.identity = people.open();
  expect(
    await people.identity.checkPaymentPassword(session.userId, "111111", CALLER.address),
  ).toBeUndefined();
  given(await set({ kind: "payment", oldPassword: "111111", newPassword: "135790" }));
});

test("IDENT-07 replacing a mailbox needs codes from both, and holds withdrawals for a day", async () => {
  const { userId } = await people.register(EMAIL);
  const target = "ada.new@example.org";
  given(await sendCode("bind", target, userId));
  given(await sendCode("bind", EMAIL, userId));
  const binding = { kind: "email", target, code: people.codeOf(target) } as const;
  expect(errorOf(await people.identity.bindContact(CALLER, userId, binding))).toBe("user.codeError");
  const oldCode = people.codeOf(EMAIL);
  const done = given(await people.identity.bindContact(CALLER, userId, { ...binding, oldCode }));
  expect(done).toEqual({
    kind: "email",
    target: "a***w@example.org",
    withdrawalHoldUntilMs: people.time.ms + DAY_MS,
  });
  expect(errorOf(await logIn("kestrel7"))).toBe("user.notFound");
  given(await logIn("kestrel7", target));
});

test("IDENT-10 labeled accounts exist in the sandbox only, are labeled, and cannot be logged in to", async () => {
  const [first, again] = await Promise.all([
    people.identity.ensureLabelledAccount("maker-btcusdt"),
    people.identity.ensureLabelledAccount("maker-btcusdt"),
  ]);
  expect(first.userId).toBe(again.userId);
  expect(people.opened).toEqual([`${first.userId} labelled`]);
  expect(people.identity.session(first.token)?.userId).toBe(first.userId);
  expect(errorOf(await logIn("kestrel7", "maker-btcusdt"))).toBe("user.accountError");
  people.reopen();
  expect((await people.identity.ensureLabelledAccount("maker-btcusdt")).userId).toBe(first.userId);
  expect(people.identity.session(first.token)).toBeUndefined();
  people.reopen({ mode: "live" });
  await expect(people.identity.ensureLabelledAccount("maker-btcusdt")).rejects.toThrow("only in the sandbox");
});

test("IDENT-11 favourites keep their order, at most 200 of them", async () => {
  const { userId } = await people.register(EMAIL);
  for (let i = 0; i < 200; i++)
    expect(await people.identity.setFavourite(userId, `spot:M${i}`, true)).toBe(true);
  expect(await people.identity.setFavourite(userId, "spot:M200", true)).toBe(false);
  await people.identity.setFavourite(userId, "spot:M0", false);
  await people.identity.setFavourite(userId, "spot:M0", true);
  people.reopen();
  const favourites = people.identity.user(userId)?.favourites ?? [];
  expect([favourites.length, favourites[0], favourites.at(-1)]).toEqual([200, "spot:M1", "spot:M0"]);
});

test("IDENT-12 passwords are hashed at their own cost, and only the right one is right", async () => {
  const hasher = new PasswordHasher({ memoryKib: 8, passes: 1 });
  const place = { lane: "known", address: CALLER.address, account: "ada" } as const;
  const hash = await hasher.hash("kestrel7", place);
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await hasher.verify(hash, "kestrel7", place)).toBe(true);
  expect(await hasher.verify(hash, "kestrel8", place)).toBe(false);
});

test("IDENT-13 a banned user's sessions are distinguished from ended ones and return with the user", async () => {
  const session = await people.register(EMAIL);
  const ended: boolean[] = [];
  people.identity.onSessionEnded(({ banned }) => ended.push(banned));
  await people.identity.setBanned(session.userId, true);
  expect(ended).toEqual([true]);
  expect(people.identity.session(session.token)).toBeDefined();
  expect(people.identity.sessionByToken(session.token)).toBeUndefined();
  expect(errorOf(await logIn("kestrel7"))).toBe("user.frozen");
  await people.identity.setBanned(session.userId, false);
  expect(people.identity.sessionByToken(session.token)).toBeDefined();
});

test("IDENT-14 messages are in the reader's language and carry their anti-phishing phrase", async () => {
  given(
    await people.identity.sendCode({ ...CALLER, language: "hu" }, undefined, {
      channel: "ems",
      to: EMAIL,
      event: "register",
    }),
  );
  expect(people.identity.outbox.list(1)[0]?.text).toMatch(/^Kódja a fióknyitáshoz: [0-9]{6}\n10 percig/);
  const request = {
    email: EMAIL,
    password: "kestrel7",
    code: people.codeOf(EMAIL),
    invitationCode: people.identity.houseCode,
  };
  const { userId } = given(await people.identity.register(CALLER, request));
  await people.identity.changeProfile(userId, { lang: "de", antiPhishingCode: "blauer Reiher" });
  given(await sendCode("reset"));
  const [message] = people.identity.outbox.list(1);
  expect(message?.subject).toBe("Ihr Candor-Code");
  expect(message?.text).toContain("Ihr Anti-Phishing-Code: blauer Reiher");
});

test("IDENT-14 contacts and addresses are shown masked", () => {
  expect(maskContact("ada@example.org")).toBe("a***@example.org");
  expect(maskContact("lovelace@example.org")).toBe("l***e@example.org");
  expect(maskContact("+4915112345678")).toBe("+49***78");
  expect(maskContact("\u{1f680}\u{1f680}\u{1f680}\u{1f680}@example.org")).toBe(
    "\u{1f680}***\u{1f680}@example.org",
  );
  expect(maskAddress("2001:db8:85a3::8a2e:370:7334")).toBe("2001:db8:*");
  expect(maskAddress("::ffff:203.0.113.7")).toBe("203.0.*.*");
});
