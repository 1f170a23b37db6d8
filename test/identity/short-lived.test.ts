import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Caller } from "@candor/server/people/identity/identity-context";
import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import type { CodeRequest } from "@candor/server/people/identity/verification-codes/send-code";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

/** Another core opens the same records after a take-over, as a restart does. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EMAIL = "ada@example.org";
const PHONE = "+4915112345678";
const PASSWORD = "kestrel7";
const ORIGIN = "http://localhost:8080";
const LOCAL: Caller = { ...CALLER, host: "localhost:8080" };

let people: IdentityUnderTest;
beforeEach(() => {
  people = new IdentityUnderTest();
});
afterEach(() => people.remove());

const send = (event: CodeRequest["event"], to: string, userId?: number, caller: Caller = CALLER) =>
  people.identity.sendCode(caller, userId, { channel: to === PHONE ? "sms" : "ems", to, event });
const register = (email: string, code: string) =>
  people.identity.register(CALLER, {
    email,
    password: PASSWORD,
    code,
    invitationCode: people.identity.houseCode,
  });
const reset = (code: string, caller: Caller = CALLER) =>
  people.identity.resetPassword(caller, undefined, {
    kind: "login",
    account: EMAIL,
    code,
    newPassword: "kestrel9",
  });
const wrongFor = (code: string): string => (code === "000000" ? "000001" : "000000");
const paramsOf = (outcome: unknown) => (outcome instanceof Rejected ? outcome.params : undefined);

test.each([false, true])(
  "IDENT-16 a sent code is valid after a restart, for every event (rewritten: %s)",
  async (compact) => {
    given(await send("register", EMAIL));
    people.reopen({ compact });
    const session = given(await register(EMAIL, people.codeOf(EMAIL)));
    const { userId } = session;

    given(await send("payment", EMAIL, userId));
    people.reopen({ compact });
    const payment = { kind: "payment", code: people.codeOf(EMAIL), newPassword: "975310" } as const;
    given(await people.identity.resetPassword(CALLER, session, payment));

    given(await send("bind", PHONE, userId));
    people.reopen({ compact });
    const binding = { kind: "phone", target: PHONE, code: people.codeOf(PHONE), password: PASSWORD } as const;
    given(await people.identity.bindContact(CALLER, userId, binding));

    given(await send("reset", EMAIL));
    people.reopen({ compact });
    given(await reset(people.codeOf(EMAIL)));

    given(await send("close", EMAIL, userId));
    people.reopen({ compact });
    const proof = { password: "kestrel9", paymentPassword: "975310", code: people.codeOf(EMAIL) };
    expect(await people.identity.closings.prove(CALLER, userId, proof)).toBeUndefined();
  },
);

test("IDENT-16 a restart gives nobody more attempts, and a used code stays used", async () => {
  await people.register(EMAIL);
  given(await send("reset", EMAIL));
  const code = people.codeOf(EMAIL);
  const left: unknown[] = [];
  for (let attempt = 0; attempt < IDENTITY_LIMITS.codeAttempts; attempt++) {
    people.reopen();
    left.push(paramsOf(await reset(wrongFor(code))));
  }
  expect(left).toEqual([4, 3, 2, 1, 0].map((attemptsLeft) => ({ attemptsLeft })));
  people.reopen();
  expect(errorOf(await reset(code))).toBe("user.codeExpired");

  people.time.ms += MINUTE_MS;
  given(await send("reset", EMAIL));
  const next = people.codeOf(EMAIL);
  given(await reset(next));
  people.reopen();
  expect(errorOf(await reset(next))).toBe("user.codeExpired");
});

test("IDENT-16 the wait for another code, the limits of an hour and a day, and a code's end survive a restart", async () => {
  given(await send("register", EMAIL));
  people.time.ms += 20_000;
  people.reopen();
  const refused = await send("register", EMAIL);
  expect([errorOf(refused), paramsOf(refused)]).toEqual(["user.codeNotExpired", { retryAfterMs: 40_000 }]);
  people.time.ms += IDENTITY_LIMITS.codeLifetimeMs;
  people.reopen({ compact: true });
  expect(errorOf(await register(EMAIL, people.codeOf(EMAIL)))).toBe("user.codeExpired");

  let sent = 1;
  for (let minute = 0; minute < 1_440; minute += 61) {
    people.reopen({ compact: minute % 2 === 0 });
    for (let each = 0; each < 5; each++) {
      if (errorOf(await send("register", EMAIL)) === "accepted") sent++;
      people.time.ms += MINUTE_MS;
    }
    people.time.ms += 56 * MINUTE_MS;
  }
  expect(sent).toBeLessThanOrEqual(IDENTITY_LIMITS.codesPerDay + 1);
  expect(sent).toBeGreaterThan(5);
});

test("SEC-13 strangers' guesses count over a restart: waits, the day's limit and that of all resets", async () => {
  await people.register(EMAIL);
  people.time.ms += DAY_MS;
  const from = (network: number): Caller => ({ language: "en", address: `198.18.${network}.9` });
  given(await send("reset", EMAIL, undefined, from(1)));
  for (let network = 1; network <= 5; network++) await reset(wrongFor(people.codeOf(EMAIL)), from(network));
  people.time.ms += MINUTE_MS;
  given(await send("reset", EMAIL, undefined, from(6)));
  await reset(wrongFor(people.codeOf(EMAIL)), from(6));
  const before = await reset(people.codeOf(EMAIL), from(7));
  expect(errorOf(before)).toBe("request.tooFast");
  const view = people.identity.guesses();
  expect(view.lastHour).toBe(6);
  for (const compact of [false, true]) {
    people.reopen({ compact });
    expect(paramsOf(await reset(people.codeOf(EMAIL), from(7)))).toEqual(paramsOf(before));
    expect(people.identity.guesses()).toEqual(view);
  }
});

test("IDENT-09 neither codes nor recipients are in the records, and a day later a rewriting drops them", async () => {
  people.identity.close();
  const texts: string[] = [];
  const sender = { send: async ({ text }: { readonly text: string }) => void texts.push(text) };
  people.identity = people.open({ sender });
  given(await send("register", "eve@example.net"));
  given(await send("register", "bob@example.net"));
  await register("eve@example.net", "000000");
  const codes = texts.map((text) => /\b[0-9]{6}\b/.exec(text)?.[0] ?? "missing");
  expect(codes).toHaveLength(2);
  people.identity.close();
  for (const { bytes } of filesOf(people.directory))
    for (const word of [...codes.map((code) => `"${code}"`), "eve@", "bob@", "203.0.113"])
      expect(bytes.includes(word), word).toBe(false);
  expect(filesOf(people.directory).some(({ bytes }) => bytes.includes('"type":"codes"'))).toBe(true);
  people.time.ms += DAY_MS;
  people.identity = people.open({ compact: true });
  for (const { bytes } of filesOf(people.directory))
    for (const kind of ["codes", "wrong-codes"]) expect(bytes.includes(`"type":"${kind}"`)).toBe(false);
});

test("AUTH-08 setting up one-time codes continues after a restart; if it is late or unknown, the reply asks to start again", async () => {
  const { userId, sessionId } = await people.register(EMAIL);
  const caller: Caller = { ...CALLER, session: { sessionId } };
  const { secret = "" } = given(await people.identity.useTotp(caller, userId, { action: "begin" }));
  const enable = (from: Caller) =>
    people.identity.useTotp(from, userId, {
      action: "enable",
      totp: generateSync({ secret, epoch: people.time.ms / 1_000 }),
      password: PASSWORD,
    });
  for (const compact of [false, true]) people.reopen({ compact });
  for (const { bytes } of filesOf(people.directory)) expect(bytes.includes(secret)).toBe(false);
  expect(errorOf(await enable({ ...CALLER, session: { sessionId: "another" } }))).toBe("request.expired");
  given(await enable(caller));
  expect(people.identity.secondFactors(userId)).toEqual(["totp"]);

  // The code that enabled it was used up, which a restart does not undo.
  people.reopen();
  const totp = generateSync({ secret, epoch: people.time.ms / 1_000 });
  expect(errorOf(await people.identity.checkSecondFactor(userId, { totp }, CALLER))).toBe(
    "user.secondFactorUsed",
  );
});

test("AUTH-09 a passkey's challenge ends with a restart, which costs no attempt and is not called wrong", async () => {
  const { userId } = await people.register(EMAIL);
  const key = new SoftwareAuthenticator();
  const begin = { action: "begin", password: PASSWORD } as const;
  const { options = {} } = given(await people.identity.usePasskeys(LOCAL, userId, begin));
  const credential = key.create(options, { origin: ORIGIN });
  people.reopen();
  expect(errorOf(await people.identity.usePasskeys(LOCAL, userId, { action: "finish", credential }))).toBe(
    "request.expired",
  );
  const again = given(await people.identity.usePasskeys(LOCAL, userId, begin)).options ?? {};
  const finish = { action: "finish", credential: key.create(again, { origin: ORIGIN }) } as const;
  given(await people.identity.usePasskeys(LOCAL, userId, finish));

  for (let restart = 0; restart < 6; restart++) {
    const asked = given(await people.identity.usePasskeys(LOCAL, userId, { action: "challenge" }));
    const passkey = key.get(asked.options ?? {}, { origin: ORIGIN });
    people.reopen();
    expect(errorOf(await people.identity.checkSecondFactor(userId, { passkey }, LOCAL))).toBe(
      "request.expired",
    );
  }
  const asked = given(await people.identity.usePasskeys(LOCAL, userId, { action: "challenge" }));
  const passkey = key.get(asked.options ?? {}, { origin: ORIGIN });
  expect(await people.identity.checkSecondFactor(userId, { passkey }, LOCAL)).toBeUndefined();
  people.reopen();
  expect(errorOf(await people.identity.checkSecondFactor(userId, { passkey }, LOCAL))).toBe(
    "request.expired",
  );
});

/** All files except the sandbox's outbox, which contains messages in plain text. */
function filesOf(directory: string): { readonly bytes: Buffer }[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(directory, name))
    .filter((name) => statSync(name).isFile() && !name.endsWith("outbox.json"))
    .map((name) => ({ bytes: readFileSync(name) }));
}
