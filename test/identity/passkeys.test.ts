import type { Caller } from "@candor/server/people/identity/identity-context";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { Rejected } from "@candor/wire/rejection";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const DAY_MS = 86_400_000;
const HOST = "localhost:8080";
const ORIGIN = `http://${HOST}`;
const LOCAL: Caller = { ...CALLER, host: HOST };

let people: IdentityUnderTest;
let session: OpenedSession;
let key: SoftwareAuthenticator;
beforeEach(async () => {
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
  key = new SoftwareAuthenticator();
});
afterEach(() => people.remove());

type Json = Record<string, unknown>;
const use = (request: Parameters<typeof people.identity.usePasskeys>[2], caller = LOCAL) =>
  people.identity.usePasskeys(caller, session.userId, request);
const check = (passkey?: Json, host = HOST) =>
  people.identity.checkSecondFactor(session.userId, passkey === undefined ? undefined : { passkey }, {
    ...CALLER,
    host,
  });
const optionsOf = async (outcome: Promise<unknown>): Promise<Json> =>
  (given((await outcome) as Json | Rejected) as { options: Json }).options;

/** Starts adding a passkey, with an existing one as the second factor if there is one. */
async function begin(): Promise<Json> {
  const hasPasskey = people.identity.secondFactors(session.userId).includes("passkey");
  const secondFactor = hasPasskey ? { secondFactor: { passkey: await proof() } } : {};
  return await optionsOf(use({ action: "begin", password: PASSWORD, ...secondFactor }));
}

async function add(authenticator = key, name = "Laptop"): Promise<string> {
  const credential = authenticator.create(await begin(), { origin: ORIGIN });
  const { list = [] } = given(await use({ action: "finish", credential, name }));
  return list.at(-1)?.passkeyId ?? "";
}

const proof = async (ceremony: Partial<Parameters<SoftwareAuthenticator["get"]>[1]> = {}): Promise<Json> =>
  key.get(await optionsOf(use({ action: "challenge" })), { origin: ORIGIN, ...ceremony });

async function logIn(ceremony: Partial<Parameters<SoftwareAuthenticator["get"]>[1]> = {}) {
  const options = await optionsOf(people.identity.logInWithPasskey(LOCAL, { action: "begin" }));
  const credential = key.get(options, { origin: ORIGIN, ...ceremony });
  return await people.identity.logInWithPasskey(LOCAL, {
    action: "finish",
    credential,
    deviceName: "Laptop",
  });
}

test("AUTH-09 a passkey is added with the password, listed, used as a second factor and removed", async () => {
  expect(errorOf(await use({ action: "challenge" }))).toBe("request.unknownId");
  expect(errorOf(await use({ action: "begin" }))).toBe("user.passwordError");
  expect(errorOf(await use({ action: "begin", password: "kestrel8" }))).toBe("user.passwordError");
  const options = await optionsOf(use({ action: "begin", password: PASSWORD }));
  expect(options).toMatchObject({
    rp: { id: "localhost", name: "Candor" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required" },
  });
  expect(JSON.stringify(options.user)).toContain(EMAIL);
  const credential = key.create(options, { origin: ORIGIN });
  const added = given(await use({ action: "finish", credential, name: "Laptop" }));
  const [row] = added.list ?? [];
  expect(row).toEqual({
    passkeyId: row?.passkeyId,
    credentialId: credential["id"],
    name: "Laptop",
    createdAtMs: people.time.ms,
    lastUsedAtMs: null,
  });
  expect(added.withdrawalHoldUntilMs).toBe(null);
  expect(people.identity.secondFactors(session.userId)).toEqual(["passkey"]);
  people.time.ms += 1_000;
  expect(await check(await proof())).toBeUndefined();
  people.reopen();
  expect(given(await use({ action: "list" })).list?.[0]?.lastUsedAtMs).toBe(people.time.ms);
  expect(errorOf(await use({ action: "remove", password: PASSWORD }))).toBe("request.parameterError");
  expect(errorOf(await use({ action: "remove", passkeyId: "other", password: PASSWORD }))).toBe(
    "request.unknownId",
  );
  const passkeyId = row?.passkeyId ?? "";
  expect(errorOf(await use({ action: "remove", passkeyId }))).toBe("user.passwordError");
  const byPassword = { action: "remove", passkeyId, password: PASSWORD } as const;
  expect(errorOf(await use(byPassword))).toBe("user.secondFactorRequired");
  const removed = given(await use({ ...byPassword, secondFactor: { passkey: await proof() } }));
  expect(removed).toEqual({ list: [], withdrawalHoldUntilMs: people.time.ms + DAY_MS });
  expect(await check()).toBeUndefined();
  expect(errorOf(await logIn())).toBe("user.secondFactorError");
});

test("AUTH-09 310 names the methods, and for a passkey the challenge that a browser needs", async () => {
  await add();
  const required = await check();
  expect(errorOf(required)).toBe("user.secondFactorRequired");
  const params = required?.params ?? {};
  expect(params).toEqual({
    methods: ["passkey"],
    challenge: params.challenge,
    rpId: "localhost",
    credentialIds: [key.id],
  });
  expect(params.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const passkey = key.get({ challenge: params.challenge, rpId: params.rpId }, { origin: ORIGIN });
  expect(await check(passkey)).toBeUndefined();
});

test.each([
  ["another page", { origin: "http://localhost:9999" }, "user.secondFactorError"],
  ["another site", { origin: "https://candor.example", rpId: "candor.example" }, "user.secondFactorError"],
  ["a challenge that nobody gave", { challenge: "A".repeat(43) }, "request.expired"],
] as const)("AUTH-09 an assertion for %s is rejected", async (_what, ceremony, error) => {
  await add();
  expect(errorOf(await check(await proof(ceremony)))).toBe(error);
  expect(await check(await proof())).toBeUndefined();
});

test("AUTH-09 an assertion is valid once, within five minutes, for its own user and purpose", async () => {
  await add();
  const used = await proof();
  expect(await check(used)).toBeUndefined();
  expect(errorOf(await check(used))).toBe("request.expired");
  const late = await proof();
  people.time.ms += 5 * 60_000;
  expect(errorOf(await check(late))).toBe("request.expired");
  const forLogin = await optionsOf(people.identity.logInWithPasskey(LOCAL, { action: "begin" }));
  expect(errorOf(await check(key.get(forLogin, { origin: ORIGIN })))).toBe("user.secondFactorError");
  const bea = await people.register("bea@example.org");
  const hers = new SoftwareAuthenticator();
  const options = await optionsOf(
    people.identity.usePasskeys(LOCAL, bea.userId, { action: "begin", password: PASSWORD }),
  );
  const credential = hers.create(options, { origin: ORIGIN });
  given(await people.identity.usePasskeys(LOCAL, bea.userId, { action: "finish", credential }));
  const challenge = await optionsOf(use({ action: "challenge" }));
  expect(errorOf(await check(hers.get(challenge, { origin: ORIGIN })))).toBe("user.secondFactorError");
});

test("AUTH-09 a forged signature, a copied key and a different credential type are rejected", async () => {
  await add();
  const forged = new SoftwareAuthenticator();
  const options = await optionsOf(use({ action: "challenge" }));
  const answer = forged.get(options, { origin: ORIGIN });
  expect(errorOf(await check({ ...answer, id: key.id, rawId: key.id }))).toBe("user.secondFactorError");
  expect(await check(await proof())).toBeUndefined();
  expect(await check(await proof())).toBeUndefined();
  key.rewind(0);
  expect(errorOf(await check(await proof()))).toBe("user.secondFactorError");
  for (const nonsense of [{}, { id: 7 }, { ...(await proof()), response: "x" }])
    expect(errorOf(await check(nonsense))).toBe("user.secondFactorError");
  expect(errorOf(await use({ action: "finish" }))).toBe("request.parameterError");
  expect(errorOf(await use({ action: "finish", credential: { id: "x" } }))).toBe("request.parameterError");
});

test("AUTH-09 a new passkey for another page or without a challenge is rejected, and none is added twice", async () => {
  const finish = (credential: Json) => use({ action: "finish", credential });
  expect(errorOf(await finish(key.create(await begin(), { origin: "https://evil.example" })))).toBe(
    "user.secondFactorError",
  );
  const unasked = { challenge: "A".repeat(43), rp: { id: "localhost" }, user: { id: "AAAA" } };
  expect(errorOf(await finish(key.create(unasked, { origin: ORIGIN })))).toBe("request.expired");
  await add();
  expect(errorOf(await finish(key.create(await begin(), { origin: ORIGIN })))).toBe("user.secondFactorError");
});

test("AUTH-09 a factor added next to another one holds withdrawals, so that a thief cannot withdraw for a day", async () => {
  await add();
  expect(people.identity.withdrawalHold(session.userId)).toBe(null);
  await add(new SoftwareAuthenticator(), "Phone");
  expect(people.identity.withdrawalHold(session.userId)).toEqual({
    reason: "second-factor",
    untilMs: people.time.ms + DAY_MS,
  });
});

test("AUTH-10 a passkey by itself logs in when its authenticator has verified its owner", async () => {
  await add();
  expect(errorOf(await logIn({ isVerified: false }))).toBe("user.secondFactorError");
  const opened = given(await logIn());
  expect("token" in opened && people.identity.session(opened.token)?.userId).toBe(session.userId);
  const [login] = people.identity.logins(session.userId, 1);
  expect(login).toMatchObject({ method: "passkey", result: "success", deviceName: "Laptop" });
  expect(errorOf(await people.identity.logInWithPasskey(LOCAL, { action: "finish" }))).toBe(
    "request.parameterError",
  );
  await people.identity.setBanned(session.userId, true);
  expect(errorOf(await logIn())).toBe("user.frozen");
});

test("AUTH-10 it counts for both factors where one-time codes are on as well", async () => {
  await add();
  const { secret = "" } = given(await people.identity.useTotp(LOCAL, session.userId, { action: "begin" }));
  const totp = generateSync({ secret, epoch: Math.floor(people.time.ms / 1_000) });
  const enable = { action: "enable", totp, password: PASSWORD } as const;
  expect(errorOf(await people.identity.useTotp(LOCAL, session.userId, enable))).toBe(
    "user.secondFactorRequired",
  );
  const secondFactor = { passkey: await proof() };
  given(await people.identity.useTotp(LOCAL, session.userId, { ...enable, secondFactor }));
  expect((await check())?.params).toMatchObject({ methods: ["totp", "passkey"] });
  given(await logIn());
});

test("AUTH-10 passkeys are bound to their site: this machine by its name, others by the operator's word", async () => {
  await add();
  const elsewhere = (await check(undefined, "candor.example"))?.params;
  expect(elsewhere).toEqual({ methods: [] });
  const from = (host: string) => people.identity.logInWithPasskey({ ...CALLER, host }, { action: "begin" });
  for (const host of ["candor.example", "127.0.0.1:8080", "[::1]:8080", ""])
    expect(errorOf(await from(host)), host).toBe("request.featureOff");
  people.reopen({ publicUrl: "https://candor.example" });
  for (const host of ["candor.example", "another.example"])
    expect(await optionsOf(from(host))).toMatchObject({ rpId: "candor.example" });
  expect(await optionsOf(from("localhost:8080"))).toMatchObject({ rpId: "localhost" });
});

test("AUTH-10 a user has at most twenty passkeys", async () => {
  await add();
  for (let count = 1; count < 20; count++) await add(new SoftwareAuthenticator());
  const refused = await use({ action: "begin", password: PASSWORD });
  expect(refused instanceof Rejected && refused.fields).toEqual([{ path: "action", reason: "range" }]);
});

test("SEC-31 a synced passkey whose counter decreases is accepted and logged, one bound to its device is rejected", async () => {
  const logged: string[] = [];
  people.reopen({ report: (_error, message) => logged.push(message) });
  const register = async (isSynced: boolean) => {
    const credential = key.create(await begin(), { origin: ORIGIN, isSynced });
    given(await use({ action: "finish", credential }));
  };
  await register(true);
  expect(await check(await proof({ isSynced: true }))).toBeUndefined();
  for (const counter of [0, 0, 5, 2]) {
    key.rewind(counter);
    expect(await check(await proof({ isSynced: true })), String(counter)).toBeUndefined();
  }
  expect(logged).toHaveLength(3);
  expect(logged[0]).toMatch(/^counter of synced passkey \S+ of user [0-9]+ went backwards$/);
  // An answer that does not claim to be synced is treated as not synced.
  key.rewind(0);
  expect(errorOf(await check(await proof()))).toBe("user.secondFactorError");
  people.time.ms += 15 * 60_000;
  given(
    await use({
      action: "remove",
      passkeyId: given(await use({ action: "list" })).list?.[0]?.passkeyId ?? "",
      password: PASSWORD,
      secondFactor: { passkey: await proof({ isSynced: true }) },
    }),
  );
  key = new SoftwareAuthenticator();
  await register(false);
  key.rewind(5);
  expect(await check(await proof())).toBeUndefined();
  for (const isSynced of [false, true]) {
    key.rewind(2);
    expect(errorOf(await check(await proof({ isSynced })))).toBe("user.secondFactorError");
  }
});
