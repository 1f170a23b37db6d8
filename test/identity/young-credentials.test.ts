import type { Caller } from "@candor/server/people/identity/identity-context";
import type {
  PasswordReset,
  PasswordResetDone,
} from "@candor/server/people/identity/passwords/reset-password";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import type { Outcome } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PHONE = "+4915112345678";
const PASSWORD = "kestrel7";
const OWNERS = "heron900";
const THIEFS = "magpie66";
const DAY_MS = 86_400_000;
const HOST = "localhost:8080";
const LOCAL: Caller = { ...CALLER, host: HOST };
const ABROAD: Caller = { address: "198.51.100.9", language: "en", host: HOST };

let people: IdentityUnderTest;
let session: OpenedSession;
beforeEach(async () => {
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
});
afterEach(() => people.remove());

const mails = (to = EMAIL) => people.identity.outbox.list(100, undefined, to).map(({ text }) => text);
const linkIn = (text: string | undefined): string =>
  /\/#\/pages\/freeze\?token=(\S+)/.exec(text ?? "")?.[1] ?? "";
const codeOf = (secret: string) => generateSync({ secret, epoch: people.time.ms / 1_000 });

/** Restarts once the pending mails are in the outbox. */
async function restart(compact = true): Promise<void> {
  const message = {
    to: "nobody@example.org",
    channel: "ems",
    language: "en",
    subject: "",
    text: "",
  } as const;
  await people.identity.outbox.send(message);
  people.reopen({ compact });
}

/** Acts like someone who only knows the password. */
async function bindPhone(): Promise<void> {
  const { userId } = session;
  given(await people.identity.sendCode(ABROAD, userId, { channel: "sms", to: PHONE, event: "bind" }));
  const binding = { kind: "phone", target: PHONE, code: people.codeOf(PHONE), password: PASSWORD } as const;
  given(await people.identity.bindContact(ABROAD, userId, binding));
}

async function enableCodes(): Promise<string> {
  const { userId } = session;
  const { secret = "" } = given(await people.identity.useTotp(ABROAD, userId, { action: "begin" }));
  const enable = { action: "enable", totp: codeOf(secret), password: PASSWORD } as const;
  given(await people.identity.useTotp(ABROAD, userId, enable));
  people.time.ms += 30_000;
  return secret;
}

async function resetBy(
  to: string,
  newPassword: string,
  more: Partial<PasswordReset> = {},
): Promise<Outcome<PasswordResetDone>> {
  people.time.ms += 61_000;
  const channel = to === PHONE ? "sms" : "ems";
  given(await people.identity.sendCode(CALLER, undefined, { channel, to, event: "reset" }));
  const request = { kind: "login", account: to, code: people.codeOf(to), newPassword, ...more } as const;
  return await people.identity.resetPassword(LOCAL, undefined, request);
}

const logsIn = async (account: string, password: string) =>
  errorOf(await people.identity.logIn(LOCAL, { account, password }));

test("SEC-40 a contact added with only the password recovers nothing for seven days, and a reset by an older one removes it", async () => {
  await bindPhone();
  const untilMs = people.time.ms + 7 * DAY_MS;
  expect(await resetBy(PHONE, THIEFS)).toMatchObject({ error: "user.contactTooNew", params: { untilMs } });
  const done = given(await resetBy(EMAIL, OWNERS));
  expect(done.removedContacts).toEqual(["+49***78"]);
  expect(mails()[0]).toContain("Contacts that were removed: +49***78");
  // The removed contact is notified but cannot stop anything.
  expect(mails(PHONE)[0]).toContain("Your login password was changed");
  expect(mails(PHONE).map(linkIn)).toEqual(mails(PHONE).map(() => ""));
  for (const compact of [false, true]) {
    await restart(compact);
    expect(people.identity.user(session.userId)).toMatchObject({ email: EMAIL, phone: null });
    expect(await logsIn(EMAIL, OWNERS)).toBe("accepted");
    expect(await logsIn(PHONE, THIEFS)).toBe("user.notFound");
  }
  const ask = { channel: "sms", to: PHONE, event: "reset" } as const;
  expect(errorOf(await people.identity.sendCode(CALLER, undefined, ask))).toBe("user.notRegistered");
});

test("SEC-40 a contact that is older than the doubt recovers the account and stays, over a restart too", async () => {
  await bindPhone();
  people.time.ms += 7 * DAY_MS;
  await restart();
  expect(given(await resetBy(EMAIL, OWNERS)).removedContacts).toEqual([]);
  given(await resetBy(PHONE, PASSWORD));
  expect(await logsIn(PHONE, PASSWORD)).toBe("accepted");
});

test("SEC-40 a mailbox that replaced another next to a phone is in doubt; without a phone it is as old as the other", async () => {
  const rebind = async (from: string, to: string) => {
    people.time.ms += 61_000;
    const { userId } = session;
    for (const target of [to, from])
      given(await people.identity.sendCode(CALLER, userId, { channel: "ems", to: target, event: "bind" }));
    const codes = { code: people.codeOf(to), oldCode: people.codeOf(from) };
    given(await people.identity.bindContact(LOCAL, userId, { kind: "email", target: to, ...codes }));
  };
  await rebind(EMAIL, "own@example.org");
  given(await resetBy("own@example.org", PASSWORD + "x"));
  session = given(
    await people.identity.logIn(LOCAL, { account: "own@example.org", password: `${PASSWORD}x` }),
  );
  await people.setPaymentPassword(session, "own@example.org", "135790");
  const { userId } = session;
  given(await people.identity.sendCode(CALLER, userId, { channel: "sms", to: PHONE, event: "bind" }));
  const binding = { kind: "phone", target: PHONE, code: people.codeOf(PHONE) } as const;
  given(await people.identity.bindContact(LOCAL, userId, { ...binding, password: `${PASSWORD}x` }));
  people.time.ms += 8 * DAY_MS;
  await rebind("own@example.org", "thief@example.com");
  expect(errorOf(await resetBy("thief@example.com", THIEFS))).toBe("user.contactTooNew");
  expect(given(await resetBy(PHONE, OWNERS)).removedContacts).toEqual(["t***f@example.com"]);
});

test("SEC-40 the freeze is ended by a contact that was old when it began, however long it lasts", async () => {
  await bindPhone();
  const token = linkIn(mails().find((text) => text.includes("+49***78")));
  expect(
    given(await people.identity.freezeAccount(CALLER, undefined, { token, confirm: true })),
  ).toMatchObject({
    frozen: true,
    opensByCode: true,
  });
  people.time.ms += 30 * DAY_MS;
  await restart();
  expect(errorOf(await resetBy(PHONE, THIEFS))).toBe("user.contactTooNew");
  expect(people.identity.frozenByOwner()).toEqual([session.userId]);
  expect(given(await resetBy(EMAIL, OWNERS)).removedContacts).toEqual(["+49***78"]);
  expect(people.identity.frozenByOwner()).toEqual([]);
  expect(await logsIn(EMAIL, OWNERS)).toBe("accepted");
});

test("SEC-40 while a contact is in doubt every security mail goes to all, the link only to the older ones", async () => {
  await bindPhone();
  const create = { action: "create", label: "Bot", password: PASSWORD } as const;
  given(await people.identity.useApiKeys(LOCAL, session.userId, create));
  expect(linkIn(mails()[0])).not.toBe("");
  expect(mails(PHONE)[0]).toContain("An API key was created: Bot");
  expect(linkIn(mails(PHONE)[0])).toBe("");
});

test("SEC-41 one-time codes that a thief switched on do not shut the owner out, frozen or not", async () => {
  await enableCodes();
  const token = linkIn(mails()[0]);
  given(await people.identity.freezeAccount(CALLER, undefined, { token, confirm: true }));
  people.time.ms += 30 * DAY_MS;
  await restart();
  expect(given(await resetBy(EMAIL, OWNERS)).removedTotp).toBe(true);
  expect(mails()[0]).toContain("One-time codes of an authenticator app were switched off.");
  await restart();
  expect(people.identity.secondFactors(session.userId)).toEqual([]);
  expect(await logsIn(EMAIL, OWNERS)).toBe("accepted");
});

test("SEC-41 a passkey that a thief added does not shut the owner out", async () => {
  const { userId } = session;
  const begin = { action: "begin", password: PASSWORD } as const;
  const { options = {} } = given(await people.identity.usePasskeys(LOCAL, userId, begin));
  const credential = new SoftwareAuthenticator().create(options, { origin: `http://${HOST}` });
  given(await people.identity.usePasskeys(LOCAL, userId, { action: "finish", credential, name: "Thief's" }));
  expect(given(await resetBy(EMAIL, OWNERS)).removedPasskeys).toEqual(["Thief's"]);
  expect(await logsIn(EMAIL, OWNERS)).toBe("accepted");
});

test("SEC-41 access to the mailbox does not bypass an old second factor; a new one that is used stays", async () => {
  const secret = await enableCodes();
  const wrong = { secondFactor: { totp: "000000" } };
  expect(errorOf(await resetBy(EMAIL, THIEFS, wrong))).toBe("user.secondFactorError");
  people.time.ms += 61_000;
  // The code belongs to the time at which it is used.
  const shown = {
    secondFactor: { totp: generateSync({ secret, epoch: (people.time.ms + 61_000) / 1_000 }) },
  };
  expect(given(await resetBy(EMAIL, OWNERS, shown)).removedTotp).toBe(false);
  people.time.ms += 7 * DAY_MS;
  expect(errorOf(await resetBy(EMAIL, THIEFS))).toBe("user.secondFactorRequired");
  expect(people.identity.secondFactors(session.userId)).toEqual(["totp"]);
});

const wrongOnes = async (from: Caller) => {
  const tried = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    const secondFactor = { totp: "000000" };
    tried.push(
      errorOf(await people.identity.logIn(from, { account: EMAIL, password: PASSWORD, secondFactor })),
    );
  }
  return tried;
};

test("SEC-42 a thief's wrong second factors lock neither a known place nor a session, and the owner is notified once a day", async () => {
  const secret = await enableCodes();
  people.time.ms += 8 * DAY_MS;
  const before = mails().length;
  const refused = [...Array.from({ length: 5 }, () => "user.secondFactorError"), "request.tooFast"];
  expect(await wrongOnes(ABROAD)).toEqual(refused);
  expect(await wrongOnes({ ...ABROAD, address: "192.0.2.77" })).toEqual(refused.map(() => "request.tooFast"));
  const sentMails = mails().slice(0, mails().length - before);
  expect(sentMails.map((text) => text.includes("showed a wrong second factor"))).toEqual([true]);
  expect(linkIn(sentMails[0])).not.toBe("");
  // In an existing session, even from an unknown location.
  const moving: Caller = { ...ABROAD, address: "192.0.2.200" };
  const { userId } = session;
  expect(errorOf(await people.identity.checkSecondFactor(userId, { totp: codeOf(secret) }, moving))).toBe(
    "accepted",
  );
  people.time.ms += 30_000;
  const shown = { secondFactor: { totp: codeOf(secret) } };
  given(await people.identity.logIn(LOCAL, { account: EMAIL, password: PASSWORD, ...shown }));
});

test("SEC-42 guessing the second factor with access to the mailbox does not keep the owner in a freeze", async () => {
  const secret = await enableCodes();
  people.time.ms += 8 * DAY_MS;
  people.identity.sendSecurityNotice(session.userId, {
    kind: "addressAdded",
    address: "0xabc",
    chain: "Ethereum",
  });
  given(await people.identity.freezeAccount(CALLER, undefined, { token: linkIn(mails()[0]), confirm: true }));
  const ask = { channel: "ems", to: EMAIL, event: "reset" } as const;
  given(await people.identity.sendCode(ABROAD, undefined, ask));
  const request = { kind: "login", account: EMAIL, code: people.codeOf(EMAIL), newPassword: THIEFS } as const;
  for (let attempt = 0; attempt < 5; attempt++) {
    const guess = { ...request, secondFactor: { totp: "000000" } };
    expect(errorOf(await people.identity.resetPassword(ABROAD, undefined, guess))).toBe(
      "user.secondFactorError",
    );
  }
  const shown = { totp: generateSync({ secret, epoch: (people.time.ms + 61_000) / 1_000 }) };
  given(await resetBy(EMAIL, OWNERS, { secondFactor: shown }));
  expect(people.identity.frozenByOwner()).toEqual([]);
});

test("SEC-43 an account's first contact holds withdrawals for a day, and so does a first payment password by its code", async () => {
  people.remove();
  people = new IdentityUnderTest({ settings: { registrationBy: ["username"] } });
  const { houseCode } = people.identity;
  const made = { username: "ada_l", password: PASSWORD, invitationCode: houseCode };
  session = given(await people.identity.register(CALLER, made));
  const { userId } = session;
  given(await people.identity.sendCode(ABROAD, userId, { channel: "ems", to: EMAIL, event: "bind" }));
  const binding = { kind: "email", target: EMAIL, code: people.codeOf(EMAIL), password: PASSWORD } as const;
  const bound = given(await people.identity.bindContact(ABROAD, userId, binding));
  expect(bound.withdrawalHoldUntilMs).toBe(people.time.ms + DAY_MS);
  people.time.ms += 2 * DAY_MS;
  expect(people.identity.withdrawalHold(userId)).toBeNull();
  await people.setPaymentPassword(session, EMAIL, "135790");
  const untilMs = people.time.ms + DAY_MS;
  expect(people.identity.withdrawalHold(userId)).toEqual({ reason: "payment-password", untilMs });
});

test("WEB-113 an account with a name only sets its first payment password with the login password, and withdrawals wait a day", async () => {
  people.remove();
  people = new IdentityUnderTest({ settings: { registrationBy: ["username"] } });
  const { houseCode } = people.identity;
  const made = { username: "ada_l", password: PASSWORD, invitationCode: houseCode };
  session = given(await people.identity.register(CALLER, made));
  const set = (oldPassword: string, newPassword: string) =>
    people.identity.resetPassword(CALLER, session, { kind: "payment", oldPassword, newPassword });
  expect(errorOf(await set("wrong-password-1", "135790"))).toBe("user.oldPasswordWrong");
  const done = given(await set(PASSWORD, "135790"));
  expect(done.withdrawalHoldUntilMs).toBe(people.time.ms + DAY_MS);
  // From now on the login password is not accepted here.
  expect(errorOf(await set(PASSWORD, "246801"))).toBe("user.oldPasswordWrong");
  given(await set("135790", "246801"));
});

test("WEB-113 an account with a contact still needs its code for the first payment password", async () => {
  const set = { kind: "payment", oldPassword: PASSWORD, newPassword: "135790" } as const;
  expect(errorOf(await people.identity.resetPassword(CALLER, session, set))).toBeDefined();
  expect(people.identity.user(session.userId)?.paymentHash ?? null).toBeNull();
});

test("SEC-43 a first payment password by code to the contact of the registration holds no withdrawals", async () => {
  await people.setPaymentPassword(session, EMAIL, "135790");
  expect(people.identity.withdrawalHold(session.userId)).toBeNull();
});

test("SEC-44 a session that asks for codes and guesses at them keeps no code from a known place without it", async () => {
  const ask = { channel: "ems", to: EMAIL, event: "reset" } as const;
  given(await people.identity.sendCode(ABROAD, session.userId, ask));
  given(await people.identity.sendCode(CALLER, undefined, ask));
  const own = people.codeOf(EMAIL);
  const guess = { kind: "login", code: own === "123456" ? "123457" : "123456", newPassword: THIEFS } as const;
  for (let attempt = 0; attempt < 6; attempt++)
    expect(errorOf(await people.identity.resetPassword(ABROAD, session, guess))).toBe(
      attempt < 5 ? "user.codeError" : "user.codeExpired",
    );
  const request = { kind: "login", account: EMAIL, code: own, newPassword: OWNERS } as const;
  given(await people.identity.resetPassword(LOCAL, undefined, request));
});

test("SEC-44 strangers' wrong codes neither kill nor delay a code of a registration that another network asked for", async () => {
  const email = "grace@example.org";
  given(await people.identity.sendCode(CALLER, undefined, { channel: "ems", to: email, event: "register" }));
  const code = people.codeOf(email);
  const invitationCode = people.identity.houseCode;
  const registration = { email, password: PASSWORD, invitationCode };
  const wrong = code === "123456" ? "123457" : "123456";
  for (let network = 1; network <= 8; network++) {
    const from = { ...ABROAD, address: `198.51.${network}.9` };
    expect(errorOf(await people.identity.register(from, { ...registration, code: wrong }))).not.toBe(
      "accepted",
    );
  }
  given(await people.identity.register(CALLER, { ...registration, code }));
});

test("SEC-44 other accounts' guesses do not kill the code of a contact that somebody adds", async () => {
  const other = await people.register("eve@example.com", PASSWORD);
  given(await people.identity.sendCode(CALLER, session.userId, { channel: "sms", to: PHONE, event: "bind" }));
  const code = people.codeOf(PHONE);
  const binding = { kind: "phone", target: PHONE, password: PASSWORD } as const;
  for (let attempt = 0; attempt < 6; attempt++)
    expect(
      errorOf(await people.identity.bindContact(ABROAD, other.userId, { ...binding, code: "000000" })),
    ).toBe("user.codeExpired");
  given(await people.identity.bindContact(LOCAL, session.userId, { ...binding, code }));
});

test("SEC-44 a session that begins one-time codes does not replace the secret that another one shows", async () => {
  const { userId } = session;
  const mine: Caller = { ...LOCAL, session: { sessionId: "mine" } };
  const { secret = "" } = given(await people.identity.useTotp(mine, userId, { action: "begin" }));
  given(
    await people.identity.useTotp({ ...ABROAD, session: { sessionId: "theirs" } }, userId, {
      action: "begin",
    }),
  );
  const enable = { action: "enable", totp: codeOf(secret), password: PASSWORD } as const;
  expect(given(await people.identity.useTotp(mine, userId, enable)).enabled).toBe(true);
});
