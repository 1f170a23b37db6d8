import { readAuditLog } from "@candor/server/kit/durable/audit-log";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleClient,
  ConsoleUnderTest,
  openAccounts,
  PASSWORD,
  signUp,
  tokenOf,
} from "../support/console/console-under-test.ts";
import { SoftwareAuthenticator } from "../support/identity/software-authenticator.ts";

const ORIGIN = "http://localhost:80";
const AT_HOME = { origin: ORIGIN };

const MACHINE = { how: "machine", by: [], atMs: 0 } as const;

type Options = Record<string, unknown>;

let office: ConsoleUnderTest;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
});
afterAll(() => office.close());

async function member(name: string): Promise<{ client: ConsoleClient; secret: string }> {
  const link = await office.accounts.invite(name, ["support"], MACHINE);
  if ("problem" in link) throw new Error(link.problem);
  const secret = await signUp(office, office.client(), tokenOf(link.path), name);
  return { client: await office.signedIn(name, secret), secret };
}

function proof(secret: string) {
  office.exchange.time.ms += 30_000;
  return { password: PASSWORD, totp: office.code(secret) };
}

async function added(client: ConsoleClient, secret: string): Promise<SoftwareAuthenticator> {
  const begun = await client.call<{ options: Options }>("passkey-begin", proof(secret));
  const authenticator = new SoftwareAuthenticator();
  const credential = authenticator.create(begun.body.options, AT_HOME);
  const finished = await client.call("passkey-finish", { credential, name: "laptop" });
  expect(finished.status, JSON.stringify(finished.body)).toBe(200);
  return authenticator;
}

async function question(): Promise<Options> {
  return (await office.client().call<{ options: Options }>("passkey-question")).body.options;
}

async function answerWith(credential: unknown): Promise<ConsoleClient & { status: number }> {
  const client = office.client();
  const { status } = await client.call("passkey-sign-in", { credential });
  return Object.assign(client, { status });
}

test("CONS-12 a passkey is added with password and code, signs in by itself, and is removed with them", async () => {
  const { client, secret } = await member("petra");
  const authenticator = await added(client, secret);
  const inside = await answerWith(authenticator.get(await question(), AT_HOME));
  expect(inside.status).toBe(200);
  expect((await inside.call("me")).body).toMatchObject({ name: "petra", roles: ["support"] });
  const { list } = (
    await inside.call<{ list: { passkeyId: string; lastUsedAtMs: number }[] }>("passkey-list")
  ).body;
  expect(list).toMatchObject([{ name: "laptop", lastUsedAtMs: office.exchange.time.ms }]);
  const passkeyId = list[0]?.passkeyId ?? "";
  const wrong = await inside.call("passkey-remove", { passkeyId, password: PASSWORD, totp: "000000" });
  expect(wrong.status).toBe(409);
  expect((await inside.call("passkey-remove", { passkeyId, ...proof(secret) })).body).toEqual({ list: [] });
  expect((await answerWith(authenticator.get(await question(), AT_HOME))).status).toBe(409);
  const entries: string[] = [];
  readAuditLog(office.exchange.home, ({ operator, action, phase }) => {
    if (operator === "petra") entries.push(`${action} ${phase}`);
  });
  expect(entries).toEqual([
    "sign up done",
    "sign in done",
    "passkey added: laptop done",
    "sign in by passkey done",
    "passkey removed: laptop done",
  ]);
});

test("CONS-13 an assertion is valid once, on its own site, and only with its owner verified", async () => {
  const { client, secret } = await member("quinn");
  const authenticator = await added(client, secret);
  const options = await question();
  const right = authenticator.get(options, AT_HOME);
  expect((await answerWith(right)).status).toBe(200);
  expect((await answerWith(right)).status).toBe(409);
  const ask = async (ceremony: Parameters<SoftwareAuthenticator["get"]>[1]) =>
    (await answerWith(authenticator.get(await question(), ceremony))).status;
  expect(await ask({ origin: "http://evil.example" })).toBe(409);
  expect(await ask({ ...AT_HOME, rpId: "evil.example" })).toBe(409);
  expect(await ask({ ...AT_HOME, challenge: "A".repeat(43) })).toBe(409);
  expect(await ask({ ...AT_HOME, isVerified: false })).toBe(409);
  expect((await answerWith({ id: "nothing" })).status).toBe(409);
  const strange = new SoftwareAuthenticator();
  expect((await answerWith(strange.get(await question(), AT_HOME))).status).toBe(409);
  office.exchange.time.ms += 5 * 60_000;
  const late = await question();
  office.exchange.time.ms += 5 * 60_000;
  expect((await answerWith(authenticator.get(late, AT_HOME))).status).toBe(409);
  expect(await ask(AT_HOME)).toBe(200);
});

test("CONS-13 a session without further proof adds no passkey, nor does another operator's challenge", async () => {
  const first = await member("rosa");
  const second = await member("sven");
  const stranger = office.client();
  for (const call of ["passkey-list", "passkey-begin", "passkey-finish", "passkey-remove"])
    expect((await stranger.call(call)).status, call).toBe(401);
  expect((await first.client.call("passkey-begin", { password: PASSWORD, totp: "000000" })).status).toBe(409);
  const begun = await first.client.call<{ options: Options }>("passkey-begin", proof(first.secret));
  const unverified = new SoftwareAuthenticator().create(begun.body.options, {
    ...AT_HOME,
    isVerified: false,
  });
  expect((await first.client.call("passkey-finish", { credential: unverified, name: "a" })).status).toBe(409);
  const again = await first.client.call<{ options: Options }>("passkey-begin", proof(first.secret));
  const credential = new SoftwareAuthenticator().create(again.body.options, AT_HOME);
  expect((await second.client.call("passkey-finish", { credential, name: "a" })).status).toBe(409);
});

test("CONS-14 a disabled operator's passkey does not sign in, a reset removes it, and a restart keeps it", async () => {
  const { client, secret } = await member("tom");
  const authenticator = await added(client, secret);
  const signIn = async () => (await answerWith(authenticator.get(await question(), AT_HOME))).status;
  await office.accounts.disable("tom");
  expect(await signIn()).toBe(409);
  await office.accounts.enable("tom", MACHINE);
  expect(await signIn()).toBe(200);
  office.accounts.close();
  const reopened = openAccounts(office.exchange.home, () => office.exchange.time.ms);
  expect(reopened.get("tom")?.passkeys.map(({ name }) => name)).toEqual(["laptop"]);
  await reopened.reset("tom", MACHINE);
  expect(reopened.get("tom")?.passkeys).toEqual([]);
  reopened.close();
});
