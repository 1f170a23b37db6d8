import type { EndedApiKeys } from "@candor/server/people/identity/api-keys/api-key-register";
import type { Caller } from "@candor/server/people/identity/identity-context";
import type { PasswordReset } from "@candor/server/people/identity/passwords/reset-password";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const NEW_PASSWORD = "heron900";
const DAY_MS = 86_400_000;
const HOST = "localhost:8080";
const ORIGIN = `http://${HOST}`;
const LOCAL: Caller = { ...CALLER, host: HOST };

let people: IdentityUnderTest;
let session: OpenedSession;
beforeEach(async () => {
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
});
afterEach(() => people.remove());

type Json = Record<string, unknown>;
const mails = (to = EMAIL) => people.identity.outbox.list(100, undefined, to).map(({ text }) => text);
const keyNames = async () =>
  given(await people.identity.useApiKeys(LOCAL, session.userId, { action: "list" })).list.map(
    ({ label }) => label,
  );
const passkeyNames = async () =>
  given(await people.identity.usePasskeys(LOCAL, session.userId, { action: "list" })).list?.map(
    ({ name }) => name,
  );

async function createKey(label: string, addresses: string[] = []): Promise<string> {
  const create = {
    action: "create",
    label,
    addresses,
    permissions: ["read", "trade"],
    password: PASSWORD,
  } as const;
  return given(await people.identity.useApiKeys(LOCAL, session.userId, create)).apiKey ?? "";
}

async function question(authenticator: SoftwareAuthenticator): Promise<Json> {
  const asked = given(await people.identity.usePasskeys(LOCAL, session.userId, { action: "challenge" }));
  return authenticator.get(asked.options ?? {}, { origin: ORIGIN });
}

async function addPasskey(name: string, shown?: SoftwareAuthenticator): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator();
  const secondFactor = shown === undefined ? undefined : { passkey: await question(shown) };
  const begin = { action: "begin", password: PASSWORD, secondFactor } as const;
  const { options = {} } = given(await people.identity.usePasskeys(LOCAL, session.userId, begin));
  const credential = authenticator.create(options, { origin: ORIGIN });
  given(await people.identity.usePasskeys(LOCAL, session.userId, { action: "finish", credential, name }));
  return authenticator;
}

async function enableCodes(): Promise<string> {
  const { userId } = session;
  const { secret = "" } = given(await people.identity.useTotp(LOCAL, userId, { action: "begin" }));
  const totp = generateSync({ secret, epoch: people.time.ms / 1_000 });
  given(await people.identity.useTotp(LOCAL, userId, { action: "enable", totp, password: PASSWORD }));
  people.time.ms += 30_000;
  return secret;
}

async function resetByCode(more: Partial<PasswordReset> = {}) {
  people.time.ms += 61_000;
  given(await people.identity.sendCode(CALLER, undefined, { channel: "ems", to: EMAIL, event: "reset" }));
  return await people.identity.resetPassword(LOCAL, undefined, {
    kind: "login",
    account: EMAIL,
    code: people.codeOf(EMAIL),
    newPassword: NEW_PASSWORD,
    ...more,
  });
}

test("SEC-15 a reset by code ends every API key and removes passkeys younger than the doubt, but the one that was shown", async () => {
  const old = await addPasskey("Old phone");
  people.time.ms += 8 * DAY_MS;
  await addPasskey("Thief's", old);
  const apiKey = await createKeyWith(old, "Bot");
  const ended: EndedApiKeys[] = [];
  people.identity.onApiKeysEnded((each) => ended.push(each));
  const done = given(await resetByCode({ secondFactor: { passkey: await question(old) } }));
  expect(done).toMatchObject({
    endedApiKeys: ["Bot"],
    keptApiKeys: [],
    removedPasskeys: ["Thief's"],
    keptPasskeys: ["Old phone"],
  });
  expect(people.identity.apiKey(apiKey)).toBeUndefined();
  expect(ended).toEqual([{ userId: session.userId, apiKeyIds: [expect.any(String) as string] }]);
  const [mail] = mails();
  for (const line of ["ended: Bot", "removed: Thief's", "still work: Old phone"])
    expect(mail).toContain(line);
  for (const compact of [false, true]) {
    people.reopen({ compact });
    expect([await keyNames(), await passkeyNames()]).toEqual([[], ["Old phone"]]);
    expect(people.identity.session(session.token)).toBeUndefined();
  }
});

async function createKeyWith(authenticator: SoftwareAuthenticator, label: string): Promise<string> {
  const secondFactor = { passkey: await question(authenticator) };
  const create = { action: "create", label, password: PASSWORD, secondFactor } as const;
  return given(await people.identity.useApiKeys(LOCAL, session.userId, create)).apiKey ?? "";
}

test("SEC-15 a new passkey that proves the reset itself belongs to its owner and stays, whatever else is required", async () => {
  const own = await addPasskey("Laptop");
  await addPasskey("Tablet", own);
  people.time.ms += 8 * DAY_MS;
  const secondFactor = { passkey: await question(own) };
  const done = given(await resetByCode({ secondFactor, removePasskeys: true }));
  expect([done.removedPasskeys, done.keptPasskeys]).toEqual([["Tablet"], ["Laptop"]]);
});

test("SEC-15 with the old password, and with log out everywhere, API keys end when that is asked for", async () => {
  const first = await createKey("First");
  const byOld = { kind: "login", oldPassword: PASSWORD, newPassword: NEW_PASSWORD } as const;
  expect(given(await people.identity.resetPassword(LOCAL, session, byOld))).toMatchObject({
    endedApiKeys: [],
    keptApiKeys: ["First"],
  });
  expect(people.identity.apiKey(first)).toBeDefined();
  expect(mails()[0]).toContain("API keys that still work: First");
  const again = {
    kind: "login",
    oldPassword: NEW_PASSWORD,
    newPassword: PASSWORD,
    endApiKeys: true,
  } as const;
  expect(given(await people.identity.resetPassword(LOCAL, session, again)).endedApiKeys).toEqual(["First"]);
  const second = await createKey("Second");
  expect(await people.identity.endSessions(session.userId, "everywhere")).toBe(1);
  expect(people.identity.apiKey(second)).toBeDefined();
  expect(await people.identity.endApiKeys(session.userId)).toBe(1);
  expect(people.identity.apiKey(second)).toBeUndefined();
  expect(mails()[0]).toContain("API keys that have ended: Second");
  expect(await people.identity.endApiKeys(session.userId)).toBe(0);
});

test("SEC-36 a key without addresses stops trading after 90 days, with a notice two weeks before; others continue", async () => {
  const open = await createKey("Anywhere");
  const bound = await createKey("Bound", ["203.0.113.7"]);
  const listed = () => people.identity.useApiKeys(LOCAL, session.userId, { action: "list" });
  const endsAtMs = people.time.ms + 90 * DAY_MS;
  const ends = given(await listed()).list.map(({ tradeEndsAtMs }) => tradeEndsAtMs);
  expect(ends).toEqual([endsAtMs, null]);
  people.time.ms += 75 * DAY_MS;
  expect(await people.identity.warnOfTradeEnd()).toBe(0);
  people.time.ms += DAY_MS;
  expect(await people.identity.warnOfTradeEnd()).toBe(1);
  expect(await people.identity.warnOfTradeEnd()).toBe(0);
  expect(mails()[0]).toContain("The API key Anywhere has no list of addresses");
  expect(mails()[0]).toContain("2026-04-01 12:00 UTC");
  people.reopen({ compact: true });
  people.time.ms = endsAtMs - 1;
  expect(people.identity.apiKey(open)?.permissions).toEqual(["read", "trade"]);
  people.time.ms = endsAtMs;
  expect(people.identity.apiKey(open)?.permissions).toEqual(["read"]);
  expect(people.identity.apiKey(bound)?.permissions).toEqual(["read", "trade"]);
});

test("SEC-36 a key that is older than the rule is warned of first and has the whole two weeks", async () => {
  const open = await createKey("Grandfathered");
  people.time.ms += 400 * DAY_MS;
  expect(people.identity.apiKey(open)?.permissions).toEqual(["read", "trade"]);
  expect(await people.identity.warnOfTradeEnd()).toBe(1);
  people.time.ms += 14 * DAY_MS - 1;
  expect(people.identity.apiKey(open)?.permissions).toEqual(["read", "trade"]);
  people.time.ms += 1;
  expect(people.identity.apiKey(open)?.permissions).toEqual(["read"]);
});

const ADDING: readonly (readonly [string, (password: string) => Promise<unknown>])[] = [
  [
    "passkey",
    (password) => people.identity.usePasskeys(LOCAL, session.userId, { action: "begin", password }),
  ],
  [
    "API key",
    (password) => people.identity.useApiKeys(LOCAL, session.userId, { action: "create", password }),
  ],
  [
    "payment password",
    async () => {
      const { userId } = session;
      given(await people.identity.sendCode(CALLER, userId, { channel: "ems", to: EMAIL, event: "payment" }));
      const reset = { kind: "payment", code: people.codeOf(EMAIL), newPassword: "135790" } as const;
      return await people.identity.resetPassword(LOCAL, session, reset);
    },
  ],
  [
    "phone",
    async (password) => {
      const target = "+4915112345678";
      const { userId } = session;
      given(await people.identity.sendCode(CALLER, userId, { channel: "sms", to: target, event: "bind" }));
      const code = people.codeOf(target);
      return await people.identity.bindContact(LOCAL, userId, { kind: "phone", target, code, password });
    },
  ],
];

test.each(ADDING)(
  "SEC-16 with one-time codes on, a %s is added only with the second factor",
  async (_what, add) => {
    await enableCodes();
    expect(errorOf(await add(PASSWORD))).toBe("user.secondFactorRequired");
  },
);

test("SEC-16 with a passkey on, one-time codes need it", async () => {
  const own = await addPasskey("Laptop");
  const { userId } = session;
  const { secret = "" } = given(await people.identity.useTotp(LOCAL, userId, { action: "begin" }));
  const totp = generateSync({ secret, epoch: people.time.ms / 1_000 });
  const enable = { action: "enable", totp, password: PASSWORD } as const;
  expect(errorOf(await people.identity.useTotp(LOCAL, userId, enable))).toBe("user.secondFactorRequired");
  const secondFactor = { passkey: await question(own) };
  expect(given(await people.identity.useTotp(LOCAL, userId, { ...enable, secondFactor })).enabled).toBe(true);
});

test("SEC-16 a passkey whose making began before one-time codes were on is not finished without them", async () => {
  const thief = new SoftwareAuthenticator();
  const begin = { action: "begin", password: PASSWORD } as const;
  const { options = {} } = given(await people.identity.usePasskeys(LOCAL, session.userId, begin));
  await enableCodes();
  const credential = thief.create(options, { origin: ORIGIN });
  const finish = { action: "finish", credential, name: "thief" } as const;
  expect(errorOf(await people.identity.usePasskeys(LOCAL, session.userId, finish))).toBe(
    "user.secondFactorError",
  );
  expect(people.identity.secondFactors(session.userId)).toEqual(["totp"]);
});

const linkIn = (text: string | undefined): string =>
  /\/#\/pages\/freeze\?token=(\S+)/.exec(text ?? "")?.[1] ?? "";
const freeze = (token: string, confirm = true) =>
  people.identity.freezeAccount(CALLER, undefined, { token, confirm });

test("SEC-17 the link of a security mail freezes the account once: sessions and API keys end, logins are rejected", async () => {
  const apiKey = await createKey("Bot");
  const token = linkIn(mails()[0]);
  expect(token).toMatch(/^[0-9]+\.[\w-]{43}$/);
  const looked = {
    userId: session.userId,
    account: "a***@example.org",
    frozen: false,
    opensByCode: true,
    endedSessions: 0,
    endedApiKeys: [],
  };
  expect(given(await freeze(token, false))).toEqual(looked);
  expect(people.identity.session(session.token)).toBeDefined();
  expect(given(await freeze(token))).toEqual({
    ...looked,
    frozen: true,
    endedSessions: 1,
    endedApiKeys: ["Bot"],
  });
  expect(mails()[0]).toContain("Your account was frozen");
  expect(linkIn(mails()[0])).toBe("");
  for (const compact of [false, true]) {
    people.reopen({ compact });
    expect(people.identity.session(session.token)).toBeUndefined();
    expect(people.identity.apiKey(apiKey)).toBeUndefined();
    const logIn = { account: EMAIL, password: PASSWORD };
    expect(errorOf(await people.identity.logIn(CALLER, logIn))).toBe("user.frozenByOwner");
    for (const confirm of [false, true])
      expect(errorOf(await freeze(token, confirm))).toBe("user.freezeLinkInvalid");
  }
});

test("SEC-17 a new password by code, with the second factor, opens a frozen account again; so does customer service", async () => {
  const secret = await enableCodes();
  people.time.ms += 8 * DAY_MS;
  const { userId } = session;
  people.identity.sendSecurityNotice(userId, { kind: "addressAdded", address: "0xabc", chain: "Ethereum" });
  given(await freeze(linkIn(mails()[0])));
  expect(errorOf(await resetByCode())).toBe("user.secondFactorRequired");
  expect(people.identity.frozenByOwner()).toEqual([session.userId]);
  const totp = generateSync({ secret, epoch: (people.time.ms + 61_000) / 1_000 });
  expect(given(await resetByCode({ secondFactor: { totp } })).unfrozen).toBe(true);
  expect(people.identity.frozenByOwner()).toEqual([]);
  people.time.ms += 30_000;
  const again = { totp: generateSync({ secret, epoch: people.time.ms / 1_000 }) };
  const logIn = { account: EMAIL, password: NEW_PASSWORD, secondFactor: again };
  session = given(await people.identity.logIn(CALLER, logIn));
  given(await freeze(linkIn(mails().find((text) => linkIn(text) !== ""))));
  await people.identity.setBanned(session.userId, false);
  expect(people.identity.frozenByOwner()).toEqual([]);
});

test("SEC-17 a session freezes its own account without a link; visitors and the sandbox's own traders cannot freeze", async () => {
  await createKey("Bot");
  const { identity } = people;
  const own = (confirm: boolean) => identity.freezeAccount(LOCAL, session.userId, { confirm });
  expect(given(await own(false))).toMatchObject({ frozen: false, account: "a***@example.org" });
  expect(errorOf(await identity.freezeAccount(LOCAL, undefined, { confirm: true }))).toBe("user.notLoggedIn");
  const maker = await identity.ensureLabelledAccount("maker");
  expect(errorOf(await identity.freezeAccount(LOCAL, maker.userId, { confirm: true }))).toBe(
    "user.notLoggedIn",
  );
  expect(given(await own(true))).toMatchObject({
    frozen: true,
    opensByCode: true,
    endedSessions: 1,
    endedApiKeys: ["Bot"],
  });
  expect(mails()[0]).toContain("Your account was frozen");
  people.reopen({ compact: true });
  expect(given(await resetByCode())).toMatchObject({ unfrozen: true, endedApiKeys: ["Bot"] });
  expect(given(await resetByCode({ newPassword: "osprey55" }))).toMatchObject({
    unfrozen: false,
    endedApiKeys: [],
  });
});

test("SEC-17 the login history shows when and how the account was frozen, also after a flood of wrong passwords", async () => {
  const { identity } = people;
  await createKey("Bot");
  given(
    await identity.freezeAccount(CALLER, undefined, {
      token: linkIn(mails()[0]),
      confirm: true,
      deviceName: "Firefox, Android",
    }),
  );
  given(await resetByCode());
  given(await identity.freezeAccount(LOCAL, session.userId, { confirm: true, deviceName: "Chrome, Linux" }));
  people.reopen({ compact: true });
  for (let tries = 0; tries < 60; tries++) {
    people.time.ms += 16 * 60_000;
    await people.identity.logIn(CALLER, { account: EMAIL, password: "wrong999" });
  }
  const kept = people.identity.logins(session.userId, 200).filter(({ result }) => result === "froze");
  expect(kept.map(({ method, deviceName }) => [method, deviceName])).toEqual([
    ["session", "Chrome, Linux"],
    ["freeze-link", "Firefox, Android"],
  ]);
});

test("SEC-17 a freeze by a mail to a replaced contact is not undone by the contact that took its place", async () => {
  const target = "thief@example.com";
  for (const to of [target, EMAIL])
    given(await people.identity.sendCode(CALLER, session.userId, { channel: "ems", to, event: "bind" }));
  const codes = { code: people.codeOf(target), oldCode: people.codeOf(EMAIL) };
  given(await people.identity.bindContact(LOCAL, session.userId, { kind: "email", target, ...codes }));
  expect(given(await freeze(linkIn(mails()[0])))).toMatchObject({ frozen: true, opensByCode: false });
  const logIn = { account: target, password: PASSWORD };
  expect(errorOf(await people.identity.logIn(CALLER, logIn))).toBe("user.frozen");
  people.time.ms += 61_000;
  given(await people.identity.sendCode(CALLER, undefined, { channel: "ems", to: target, event: "reset" }));
  const reset = {
    kind: "login",
    account: target,
    code: people.codeOf(target),
    newPassword: NEW_PASSWORD,
  } as const;
  expect(errorOf(await people.identity.resetPassword(LOCAL, undefined, reset))).toBe("user.frozen");
  expect(people.identity.frozenByOwner()).toEqual([session.userId]);
});

test("SEC-17 a link ends after seven days; a forged, truncated or foreign one freezes nothing", async () => {
  await createKey("Bot");
  const token = linkIn(mails()[0]);
  const [user = "", secret = ""] = token.split(".");
  for (const wrong of [
    "",
    user,
    `${user}.`,
    `${user}.${secret.slice(1)}`,
    `${Number(user) + 1}.${secret}`,
    `${user}.${"A".repeat(43)}`,
  ])
    expect(errorOf(await freeze(wrong)), wrong).toBe("user.freezeLinkInvalid");
  people.time.ms += 7 * DAY_MS;
  expect(errorOf(await freeze(token))).toBe("user.freezeLinkInvalid");
  expect(people.identity.frozenByOwner()).toEqual([]);
});

test("SEC-17 acts that a thief might have done are mailed with the link: key, contact, payment password, passkey", async () => {
  const { userId } = session;
  await createKey("Bot");
  await addPasskey("Laptop");
  people.identity.sendSecurityNotice(userId, { kind: "addressAdded", address: "0xabc", chain: "Ethereum" });
  const requested = { amount: "12.5", asset: "USDT", address: "0xabc", chain: "Ethereum" };
  people.identity.sendSecurityNotice(userId, { kind: "withdrawalRequested", ...requested });
  const sentMails = mails();
  for (const line of [
    "An API key was created: Bot",
    "A passkey was added: Laptop",
    "A withdrawal address was added: 0xabc (Ethereum)",
    "A withdrawal was requested: 12.5 USDT to 0xabc (Ethereum)",
  ]) {
    const mail = sentMails.find((text) => text.includes(line));
    expect(linkIn(mail), line).toMatch(/^[0-9]+\.[\w-]{43}$/);
  }
  people.remove();
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
  await people.setPaymentPassword(session, EMAIL, "135790");
  expect(mails()[0]).toContain("A payment password was set.");
  const target = "+4915112345678";
  given(
    await people.identity.sendCode(CALLER, session.userId, { channel: "sms", to: target, event: "bind" }),
  );
  const binding = { kind: "phone", target, code: people.codeOf(target), password: PASSWORD } as const;
  given(await people.identity.bindContact(LOCAL, session.userId, binding));
  expect(mails()[0]).toContain("Your account is now linked to +49***78.");
});

test("SEC-17 an account without a contact gets the mail at its first one", async () => {
  people.remove();
  people = new IdentityUnderTest({ settings: { registrationBy: ["username"] } });
  const { houseCode } = people.identity;
  const made = await people.identity.register(CALLER, {
    username: "ada_l",
    password: PASSWORD,
    invitationCode: houseCode,
  });
  if (made instanceof Rejected) throw new Error(made.error);
  given(await people.identity.sendCode(CALLER, made.userId, { channel: "ems", to: EMAIL, event: "bind" }));
  const binding = { kind: "email", target: EMAIL, code: people.codeOf(EMAIL), password: PASSWORD } as const;
  given(await people.identity.bindContact(LOCAL, made.userId, binding));
  expect(mails()[0]).toContain("Your account is now linked to a***@example.org.");
});
