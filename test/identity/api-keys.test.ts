import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { HmacSha256Key } from "@candor/server/kit/hmac-sha256";
import type { OpenedSession } from "@candor/server/people/identity/session-register";
import { generateSync } from "otplib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const HOUR_MS = 3_600_000;

let people: IdentityUnderTest;
let session: OpenedSession;
beforeEach(async () => {
  people = new IdentityUnderTest();
  session = await people.register(EMAIL, PASSWORD);
});
afterEach(() => people.remove());

type Request = Parameters<typeof people.identity.useApiKeys>[2];
const use = (request: Request) => people.identity.useApiKeys(CALLER, session.userId, request);
const create = async (fields: Partial<Request> = {}) => {
  const made = given(await use({ action: "create", password: PASSWORD, ...fields }));
  return { ...made, apiKey: made.apiKey ?? "", secret: made.secret ?? "" };
};

/** Returns all identity data on disk. */
function onDisk(): string {
  const files = readdirSync(people.directory, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1"))
    .join("\n");
}

test("BIN-01 a key is created with the password, shown once, listed without its secret and removed", async () => {
  expect(given(await use({ action: "list" }))).toEqual({ list: [] });
  const { list, apiKey, secret } = await create({
    label: "Grid bot",
    permissions: ["read", "trade", "read"],
    addresses: ["203.0.113.7", "2001:db8::/32"],
  });
  expect([apiKey, secret].every((text) => /^[0-9a-f]{64}$/.test(text))).toBe(true);
  const row = {
    apiKeyId: list[0]?.apiKeyId ?? "",
    label: "Grid bot",
    permissions: ["read", "trade"],
    addresses: ["203.0.113.7/32", "2001:db8::/32"],
    signedWith: "hmac" as const,
    createdAtMs: people.time.ms,
    lastUsedAtMs: null,
    tradeEndsAtMs: null,
  };
  expect(list).toEqual([row]);
  expect(given(await use({ action: "list" }))).toEqual({ list: [row] });
  const mails = () => people.identity.outbox.list(1, undefined, EMAIL)[0]?.text;
  expect(mails()).toContain("An API key was created: Grid bot");
  const { apiKeyId } = row;
  expect(given(await use({ action: "remove", apiKeyId, password: PASSWORD }))).toEqual({ list: [] });
  expect(mails()).toContain("An API key was removed: Grid bot");
  expect(people.identity.apiKey(apiKey)).toBeUndefined();
});

test("BIN-01 rejections: 111, then 320, 30, 310 and 311", async () => {
  const { list } = await create();
  const apiKeyId = list[0]?.apiKeyId ?? "";
  expect(list[0]).toMatchObject({ label: "", permissions: ["read"], addresses: [] });
  expect(errorOf(await use({ action: "remove" }))).toBe("request.parameterError");
  expect(errorOf(await use({ action: "create", apiKeyId, password: PASSWORD }))).toBe(
    "request.parameterError",
  );
  expect(errorOf(await use({ action: "remove", apiKeyId: "other" }))).toBe("request.unknownId");
  expect(errorOf(await use({ action: "create" }))).toBe("user.passwordError");
  expect(errorOf(await use({ action: "remove", apiKeyId, password: "kestrel8" }))).toBe("user.passwordError");
  const { secret = "" } = given(await people.identity.useTotp(CALLER, session.userId, { action: "begin" }));
  const code = () => generateSync({ secret, epoch: people.time.ms / 1_000 });
  const enable = { action: "enable", totp: code(), password: PASSWORD } as const;
  given(await people.identity.useTotp(CALLER, session.userId, enable));
  const password = PASSWORD;
  expect(errorOf(await use({ action: "create", password }))).toBe("user.secondFactorRequired");
  expect(errorOf(await use({ action: "remove", apiKeyId, password }))).toBe("user.secondFactorRequired");
  const wrong = { secondFactor: { totp: "000000" } };
  expect(errorOf(await use({ action: "create", password, ...wrong }))).toBe("user.secondFactorError");
  people.time.ms += 60_000;
  const right = { secondFactor: { totp: code() } };
  expect(given(await use({ action: "create", password, ...right })).list).toHaveLength(2);
});

test("BIN-01 a 31st key is rejected, also in concurrent requests", async () => {
  for (let count = 0; count < 29; count++) await create();
  const both = await Promise.all([1, 2].map(() => use({ action: "create", password: PASSWORD })));
  expect(both.map(errorOf).sort()).toEqual(["accepted", "request.parameterError"]);
  expect(given(await use({ action: "list" })).list).toHaveLength(30);
});

test("BIN-02 a key and its last use survive a crash and a rewrite; neither key nor secret is on the disk in plain text", async () => {
  const { apiKey, secret } = await create({ permissions: ["trade"] });
  people.identity.apiKey(apiKey)?.touch();
  const usedAtMs = people.time.ms;
  people.time.ms += HOUR_MS / 2;
  people.identity.apiKey(apiKey)?.touch();
  expect(given(await use({ action: "list" })).list[0]?.lastUsedAtMs).toBe(people.time.ms);
  for (const compact of [false, true]) {
    people.reopen({ compact });
    expect(people.identity.apiKey(apiKey)).toMatchObject({
      userId: session.userId,
      secret: new HmacSha256Key(secret),
      permissions: ["trade"],
    });
    expect(given(await use({ action: "list" })).list[0]?.lastUsedAtMs).toBe(usedAtMs);
  }
  const disk = onDisk();
  expect([apiKey, secret, "apiKeyId"].map((text) => disk.includes(text))).toEqual([false, false, true]);
  expect(people.identity.apiKey("0".repeat(64))).toBeUndefined();
  expect(people.identity.apiKey("no key")).toBeUndefined();
});

test("BIN-02 a key allows its networks only, and is removed with its user", async () => {
  const anywhere = await create();
  const { apiKey } = await create({ addresses: ["203.0.113.0/24", "2001:db8::/32"] });
  const key = people.identity.apiKey(apiKey);
  const admitted = (address: string) => key?.admits(address);
  expect(["203.0.113.9", "::ffff:203.0.113.9", "2001:db8::1"].map(admitted)).toEqual([true, true, true]);
  expect(["203.0.114.9", "2001:db9::1", "::1", ""].map(admitted)).toEqual([false, false, false, false]);
  expect(people.identity.apiKey(anywhere.apiKey)?.admits("198.51.100.1")).toBe(true);
  await people.identity.closings.close(session.userId);
  expect(people.identity.apiKey(apiKey)).toBeUndefined();
  people.reopen();
  expect(people.identity.apiKey(anywhere.apiKey)).toBeUndefined();
});
