import type { Caller } from "@candor/server/people/identity/identity-context";
import type { OutgoingMessage } from "@candor/server/people/identity/mail-and-sms/message-sender";
import type { SecurityNotice } from "@candor/server/people/identity/mail-and-sms/security-notice";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { given, IdentityUnderTest } from "./support.ts";

const EMAIL = "anna@example.org";
const PASSWORD = "kestrel7";
const CHANGED = "heron900";
const HOST = "localhost:8080";
const ORIGIN = `http://${HOST}`;
/** All later callers: another browser, language and network. */
const ELSEWHERE: Caller = { address: "198.51.100.4", language: "zh", host: HOST };
const DAY_MS = 86_400_000;

let people: IdentityUnderTest;
let sent: OutgoingMessage[];
beforeEach(() => {
  sent = [];
  people = new IdentityUnderTest({
    sender: {
      send: (message) => {
        sent.push(message);
        return Promise.resolve();
      },
    },
  });
});
afterEach(() => people.remove());

const codeTo = (to: string): string =>
  /\b[0-9]{6}\b/.exec(sent.findLast((message) => message.to === to)?.text ?? "")?.[0] ?? "";

async function register(caller: Caller) {
  const { identity } = people;
  given(await identity.sendCode(caller, undefined, { channel: "ems", to: EMAIL, event: "register" }));
  const code = codeTo(EMAIL);
  const invitationCode = identity.houseCode;
  return given(await identity.register(caller, { email: EMAIL, password: PASSWORD, code, invitationCode }));
}

/** Triggers every mail caused by the owner, a stranger or the server itself, in order. */
async function causeEveryMail(userId: number): Promise<void> {
  const { identity, time } = people;
  given(
    await identity.logIn(ELSEWHERE, { account: EMAIL, password: CHANGED, deviceName: "Firefox, Windows" }),
  );
  const create = { action: "create", label: "Bot", addresses: [], password: CHANGED } as const;
  const { list } = given(
    await identity.useApiKeys(ELSEWHERE, userId, { ...create, permissions: ["read", "trade"] }),
  );
  await identity.useApiKeys(ELSEWHERE, userId, {
    action: "remove",
    apiKeyId: list[0]?.apiKeyId ?? "",
    password: CHANGED,
  });
  given(await identity.useApiKeys(ELSEWHERE, userId, { ...create, permissions: ["read", "trade"] }));
  time.ms += 83 * DAY_MS;
  expect(await identity.warnOfTradeEnd()).toBe(1);
  await identity.endApiKeys(userId);
  const authenticator = new SoftwareAuthenticator();
  const begun = { action: "begin", password: CHANGED } as const;
  const { options = {} } = given(await identity.usePasskeys(ELSEWHERE, userId, begun));
  const credential = authenticator.create(options, { origin: ORIGIN });
  given(await identity.usePasskeys(ELSEWHERE, userId, { action: "finish", credential, name: "Laptop" }));
  identity.sendSecurityNotice(userId, { kind: "addressAdded", address: "0xabc", chain: "Ethereum" });
  const withdrawal = { amount: "1", asset: "USDT", address: "0xabc", chain: "Ethereum" };
  identity.sendSecurityNotice(userId, { kind: "withdrawalRequested", ...withdrawal });
  await identity.mail(userId, (language) => ({ subject: language, text: `notice in ${language}` }));
}

async function codesAndPasswords(session: OpenedSession): Promise<void> {
  const { identity, time } = people;
  const { userId } = session;
  time.ms += 61_000;
  given(await identity.sendCode(ELSEWHERE, userId, { channel: "ems", to: EMAIL, event: "payment" }));
  const first = { kind: "payment", code: codeTo(EMAIL), newPassword: "246810" } as const;
  given(await identity.resetPassword(ELSEWHERE, session, first));
  const change = { kind: "login", oldPassword: PASSWORD, newPassword: CHANGED } as const;
  given(await identity.resetPassword(ELSEWHERE, session, change));
  // An unregistered mailbox of a known user.
  given(await identity.sendCode(ELSEWHERE, userId, { channel: "ems", to: "new@example.org", event: "bind" }));
}

test("every message to an account is in the account's language, regardless of who causes it and from which browser", async () => {
  const session = await register({ ...ELSEWHERE, language: "de" });
  const { userId } = session;
  expect(people.identity.language(userId)).toBe("de");
  const kinds: SecurityNotice["kind"][] = [];
  people.identity.onSecurityNotice((_userId, { kind }) => kinds.push(kind));
  await codesAndPasswords(session);
  await causeEveryMail(userId);
  given(await people.identity.freezeAccount(ELSEWHERE, userId, { confirm: true }));
  people.time.ms += 61_000;
  await people.identity.sendCode(ELSEWHERE, undefined, { channel: "ems", to: EMAIL, event: "reset" });
  await people.identity.closings.close(userId);
  expect(new Set(kinds)).toEqual(
    new Set<SecurityNotice["kind"]>([
      "newDevice",
      "apiKeyAdded",
      "apiKeyRemoved",
      "apiKeyTradeEnds",
      "apiKeysEnded",
      "passkeyAdded",
      "addressAdded",
      "withdrawalRequested",
      "paymentPasswordSet",
      "passwordChanged",
      "accountFrozen",
    ]),
  );
  // Codes, the notice and the last mail are in addition to the security mails.
  expect(sent.length).toBeGreaterThanOrEqual(kinds.length + 5);
  expect(sent.filter(({ language }) => language !== "de")).toEqual([]);
  expect(sent.map(({ text }) => text)).toContain("notice in de");
});

test("messages follow the language that a user chooses in the app, also after a restart", async () => {
  const { userId } = await register({ ...ELSEWHERE, language: "de" });
  await people.identity.changeProfile(userId, { lang: "pl" });
  people.identity.sendSecurityNotice(userId, { kind: "addressAdded", address: "0xabc", chain: "Ethereum" });
  expect(sent.at(-1)?.language).toBe("pl");
});

test("an account from before its language was kept gets the one that its owner logs in with, and keeps it", async () => {
  const { userId } = await register(ELSEWHERE);
  const before = { lang: null };
  await people.identity.changeProfile(userId, before);
  people.identity.sendSecurityNotice(userId, { kind: "addressAdded", address: "0xabc", chain: "Ethereum" });
  expect(sent.at(-1)?.language).toBe("en");
  for (const language of ["fr", "hu"] as const)
    given(await people.identity.logIn({ ...ELSEWHERE, language }, { account: EMAIL, password: PASSWORD }));
  expect(people.identity.language(userId)).toBe("fr");
});
