import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import type { HashPlace } from "@candor/server/people/identity/password-hashing/hash-place";
import { type Hasher, PasswordHasher } from "@candor/server/people/identity/password-hashing/password-hasher";
import { afterAll, beforeAll, expect, test } from "vitest";
import { repeats } from "../../support/repeats.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireAnswer } from "../../support/wire-client.ts";

/** Counts argon2id calls: on a busy machine, counting work is more reliable than measuring time. */
class CountingHasher implements Hasher {
  hashes = 0;
  verifications = 0;
  private readonly real = new PasswordHasher({ memoryKib: 8, passes: 1 });
  readonly decoy = this.real.decoy;

  hash(password: string, place: HashPlace): Promise<string> {
    this.hashes++;
    return this.real.hash(password, place);
  }

  verify(phc: string, password: string, place: HashPlace): Promise<boolean> {
    this.verifications++;
    return this.real.verify(phc, password, place);
  }

  get work(): number {
    return this.hashes + this.verifications;
  }
}

const TRIES = repeats(2_000, 10_000);
/** One minute plus the slice by which limits may be stricter. */
const NEXT_MINUTE_MS = 67_000;
/** Several in parallel, as an attacker would. */
const SIDE_BY_SIDE = 20;
const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const PLACE: HashPlace = { lane: "stranger", address: "203.0.113.9", account: "ada" };

const hasher = new CountingHasher();
let exchange: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    identity: { hasher, settings: { registrationBy: ["email", "username"] } },
  });
  token = (await exchange.registered(EMAIL, PASSWORD)).token ?? "";
  const { houseCode } = exchange.identity;
  const named = { username: "ada_lovelace", password: PASSWORD, invitationCode: houseCode };
  accepted(await from(1).call("register", named));
});
afterAll(() => exchange.close());

const from = (host: number) => {
  const client = exchange.client();
  client.address = `198.${18 + (host >> 16)}.${(host >> 8) & 255}.${host & 255}`;
  return client;
};

/** Calls `attempt` with each number; @returns the count of replies by error */
async function flood(attempt: (number: number) => Promise<WireAnswer>): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  for (let first = 0; first < TRIES; first += SIDE_BY_SIDE) {
    const round = Array.from({ length: SIDE_BY_SIDE }, (_, index) => attempt(first + index));
    for (const { code, data } of await Promise.all(round)) {
      const error = code === 1 ? "accepted" : String(data.error);
      answers.set(error, (answers.get(error) ?? 0) + 1);
    }
  }
  return answers;
}

async function workOf(act: () => Promise<WireAnswer>): Promise<[error: unknown, work: number]> {
  exchange.time.ms += NEXT_MINUTE_MS;
  const before = hasher.work;
  const answer = await act();
  return [answer.code === 1 ? "accepted" : answer.data.error, hasher.work - before];
}

test("AUTH-20 an unknown user costs the same work as a known one: one hash each, whatever is wrong", async () => {
  await exchange.identity.ensureLabelledAccount("maker_one");
  const logIn = (account: string, password = PASSWORD) =>
    workOf(() => from(2).call("login", { account, password }));
  expect(await logIn(EMAIL)).toEqual(["accepted", 1]);
  expect(await logIn(EMAIL, "kestrel8")).toEqual(["user.passwordError", 1]);
  for (const nobody of ["nobody@example.org", "nobody_here", "13800138000", "maker_one"])
    expect(await logIn(nobody), nobody).toEqual(["user.notFound", 1]);
  const { userId = 0 } = exchange.identity.session(token) ?? {};
  await exchange.identity.setBanned(userId, true);
  expect(await logIn(EMAIL)).toEqual(["user.frozen", 1]);
  await exchange.identity.setBanned(userId, false);
});

test("AUTH-20 a taken name costs the same work as a free one", async () => {
  const invitationCode = exchange.identity.houseCode;
  const register = (username: string) =>
    workOf(() => from(3).call("register", { username, password: PASSWORD, invitationCode }));
  expect(await register("Ada_Lovelace")).toEqual(["user.usernameExists", 1]);
  expect(await register("somebody_new")).toEqual(["accepted", 1]);
});

test("AUTH-20 a decoy is a hash like any other, and no password fits it", async () => {
  const real = new PasswordHasher();
  const hash = await real.hash(PASSWORD, PLACE);
  const cost = (phc: string) => phc.split("$").slice(0, 4).join("$");
  expect(cost(real.decoy)).toBe(cost(hash));
  expect(real.decoy.length).toBe(hash.length);
  expect(await real.verify(real.decoy, PASSWORD, PLACE)).toBe(false);
});

test(`AUTH-20 SEC-11 ${TRIES} passwords of strangers for one account from as many addresses: five are looked at, then they wait`, async () => {
  exchange.time.ms += NEXT_MINUTE_MS;
  const before = hasher.verifications;
  const answers = await flood((number) =>
    from(1_000 + number).call("login", { account: EMAIL, password: "kestrel8" }),
  );
  expect(answers.get("user.passwordError")).toBe(5);
  expect(answers.get("accepted")).toBeUndefined();
  // Of parallel attempts one waits for a hash; the others are rejected and do not count against the account.
  expect(hasher.verifications - before).toBeLessThanOrEqual(5 + SIDE_BY_SIDE);
});

test(`AUTH-20 ${TRIES} accounts from one address: fifty wrong passwords in a quarter of an hour, sixty looked at`, async () => {
  exchange.time.ms += NEXT_MINUTE_MS;
  const before = hasher.verifications;
  const answers = await flood((number) =>
    from(4).call("login", { account: `user${number}@example.org`, password: PASSWORD }),
  );
  // Requests in progress when the limit is reached are still answered.
  expect(answers.get("user.notFound")).toBeGreaterThanOrEqual(50);
  expect(answers.get("user.notFound")).toBeLessThanOrEqual(60);
  expect(hasher.verifications - before).toBeLessThanOrEqual(60);
  expect(answers.get("accepted")).toBeUndefined();
});

test(`AUTH-20 SEC-13 ${TRIES} codes for a reset from as many addresses: five are looked at, then the code is dead`, async () => {
  exchange.time.ms += NEXT_MINUTE_MS;
  accepted(await from(50_000).call("sendEmailCode", { email: EMAIL, event: "reset" }));
  const code = exchange.codeOf(EMAIL);
  const wrong = code === "000000" ? "000001" : "000000";
  const reset = (host: number, tried: string) =>
    from(host).call("resetPassword", { account: EMAIL, code: tried, newPassword: "kestrel9" });
  const answers = await flood((number) => reset(20_000 + number, wrong));
  expect(Object.fromEntries(answers)).toEqual({
    "user.codeError": IDENTITY_LIMITS.codeAttempts,
    "user.codeExpired": TRIES - IDENTITY_LIMITS.codeAttempts,
  });
  expect((await reset(6, code)).data.error).toBe("user.codeExpired");
});

test(`AUTH-20 ${TRIES} requests for codes: one a minute to a mailbox, sixty an hour from an address`, async () => {
  exchange.time.ms += 3_700_000;
  const sent = exchange.identity.outbox.list(500).length;
  const toOne = await flood((number) =>
    from(40_000 + number).call("sendEmailCode", { email: "bea@example.org", event: "register" }),
  );
  expect(Object.fromEntries(toOne)).toEqual({ accepted: 1, "user.codeNotExpired": TRIES - 1 });
  const fromOne = await flood((number) =>
    from(7).call("sendEmailCode", { email: `user${number}@example.org`, event: "register" }),
  );
  expect(Object.fromEntries(fromOne)).toEqual({ accepted: 60, "user.sendingTooFrequently": TRIES - 60 });
  expect(exchange.identity.outbox.list(500).length - sent).toBe(61);
});

test(`AUTH-20 ${TRIES} payment passwords of a stolen session: five are looked at, and then the lock holds`, async () => {
  exchange.time.ms += NEXT_MINUTE_MS;
  const client = exchange.client(token);
  accepted(await client.call("sendEmailCode", { event: "payment" }));
  const code = exchange.codeOf(EMAIL);
  accepted(await client.call("resetPassword", { kind: "payment", code, newPassword: "246810" }));
  exchange.time.ms += NEXT_MINUTE_MS;
  const before = hasher.verifications;
  const transfer = { asset: "USDT", from: "main", to: "coin", amount: "1" };
  const answers = await flood((number) =>
    client.call("transfer", { ...transfer, paymentPassword: String(number).padStart(6, "0") }),
  );
  expect(answers.get("wallet.paymentPasswordError")).toBe(5);
  expect(hasher.verifications - before).toBe(5);
  expect(answers.get("accepted")).toBeUndefined();
});

test("AUTH-20 stored guesses are limited: reads from elsewhere work as before", async () => {
  accepted(await from(60_000).call("publicIndex"));
  expect(exchange.errors).toEqual([]);
});
