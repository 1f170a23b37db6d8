import { SharedNetworks } from "@candor/server/kit/limits/shared-networks";
import { IDENTITY_LIMITS } from "@candor/server/people/identity/identity-limits";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CALLER, errorOf, given, IdentityUnderTest } from "./support.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const EMAIL = "ada@example.org";
const PASSWORD = "kestrel7";
const WRONG = "kestrel8";

let people: IdentityUnderTest;
beforeEach(() => {
  people = new IdentityUnderTest();
});
afterEach(() => {
  people.remove();
});

/** Addresses in different /24 networks. */
const stranger = (number: number): string => `198.${18 + (number >> 8)}.${number & 255}.9`;

const logIn = (password: string, address: string, device?: string, account = EMAIL) =>
  people.identity.logIn({ language: "en", address, device }, { account, password });
const sendReset = (address: string, device?: string) =>
  people.identity.sendCode({ language: "en", address, device }, undefined, {
    channel: "ems",
    to: EMAIL,
    event: "reset",
  });
const reset = (code: string, address: string, device?: string) =>
  people.identity.resetPassword({ language: "en", address, device }, undefined, {
    kind: "login",
    account: EMAIL,
    code,
    newPassword: "kestrel9",
  });
const otherThan = (code: string): string => (code === "000000" ? "000001" : "000000");

/** Strangers guess Ada's password from many networks for 15 minutes. */
async function attackLogin(): Promise<number> {
  let lookedAt = 0;
  for (let second = 0; second < 900; second += 5) {
    if (errorOf(await logIn(WRONG, stranger(second))) === "user.passwordError") lookedAt++;
    people.time.ms += 5_000;
  }
  return lookedAt;
}

test("SEC-11 strangers' wrong passwords keep out neither a device nor a network that logged in before", async () => {
  const { deviceToken = "" } = await people.register(EMAIL);
  expect(await attackLogin()).toBeLessThan(15);
  expect(errorOf(await logIn(PASSWORD, stranger(901)))).toBe("request.tooFast");
  given(await logIn(PASSWORD, stranger(902), deviceToken));
  given(await logIn(PASSWORD, CALLER.address));
});

test("SEC-11 a device is known over a restart, until the password changes; then only the one that changed it is", async () => {
  const first = await people.register(EMAIL);
  const second = given(await logIn(PASSWORD, stranger(1)));
  expect(second.deviceToken).not.toBe(first.deviceToken);
  people.reopen();
  await attackLogin();
  given(await logIn(PASSWORD, stranger(1_000), second.deviceToken));
  const changed = given(
    await people.identity.resetPassword({ ...CALLER, device: first.deviceToken }, first, {
      kind: "login",
      oldPassword: PASSWORD,
      newPassword: "kestrel9",
    }),
  );
  expect(changed.deviceToken).toBe(first.deviceToken);
  expect(errorOf(await logIn("kestrel9", stranger(1_001), second.deviceToken))).toBe("request.tooFast");
  given(await logIn("kestrel9", stranger(1_002), first.deviceToken));
});

test("SEC-11 a token that this server did not issue, or for another account, makes no device known", async () => {
  await people.register(EMAIL);
  const { deviceToken = "" } = await people.register("bea@example.org");
  await attackLogin();
  const forged = `${deviceToken.slice(0, -1)}${deviceToken.endsWith("A") ? "B" : "A"}`;
  for (const token of [deviceToken, forged, "", "x", "é".repeat(65), "A".repeat(65)])
    expect(errorOf(await logIn(PASSWORD, stranger(903), token)), token).toBe("request.tooFast");
});

test("SEC-11 a known device has no more guesses than a network: five wrong passwords, then 15 minutes, for it only", async () => {
  const { deviceToken } = await people.register(EMAIL);
  for (let attempt = 0; attempt < 5; attempt++)
    expect(errorOf(await logIn(WRONG, stranger(attempt), deviceToken))).toBe("user.passwordError");
  expect(errorOf(await logIn(PASSWORD, stranger(5), deviceToken))).toBe("request.tooFast");
  given(await logIn(PASSWORD, CALLER.address));
  people.time.ms += 15 * MINUTE_MS;
  given(await logIn(PASSWORD, stranger(6), deviceToken));
});

test("SEC-11 only failed tries count: a right password is never one too many", async () => {
  await people.register(EMAIL);
  for (let attempt = 0; attempt < 100; attempt++) given(await logIn(PASSWORD, stranger(7)));
});

test("SEC-11 unknown names are slowed down like accounts, so that waits reveal nothing", async () => {
  await people.register(EMAIL);
  const waits = async (account: string): Promise<unknown[]> => {
    const replies: unknown[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const answer = await logIn(WRONG, stranger(attempt), undefined, account);
      replies.push("params" in answer ? answer.params?.["retryAfterMs"] : "accepted");
      people.time.ms += 1_000;
    }
    return replies;
  };
  expect(await waits("nobody@example.org")).toEqual(await waits(EMAIL));
});

test("SEC-12 one /48 is no crowd: its wrong passwords count together, for one account and for many", async () => {
  await people.register(EMAIL);
  const outcomes = new Map<string, number>();
  for (let line = 0; line < 1_000; line++) {
    const account = `user${line}@example.org`;
    const error = errorOf(await logIn(WRONG, `2001:db8:1:${line.toString(16)}::1`, undefined, account));
    outcomes.set(error, (outcomes.get(error) ?? 0) + 1);
  }
  const { count } = IDENTITY_LIMITS.wrongPasswordsOfNetwork;
  // A /48 has four times the limit of an address.
  expect(Object.fromEntries(outcomes)).toEqual({
    "user.notFound": 4 * count,
    "request.tooFast": 1_000 - 4 * count,
  });
  given(await logIn(PASSWORD, "2001:db8:2::1"));
});

test("SEC-13 a stranger can neither use up the owner's codes nor kill the one that is under way", async () => {
  const { deviceToken } = await people.register(EMAIL);
  people.time.ms += HOUR_MS;
  given(await sendReset(CALLER.address, deviceToken));
  const code = people.codeOf(EMAIL);
  for (let minute = 0; minute < 9; minute++) {
    await sendReset(stranger(minute));
    for (let attempt = 0; attempt < 8; attempt++) await reset(otherThan(code), stranger(minute));
    people.time.ms += MINUTE_MS;
  }
  expect(errorOf(await sendReset(stranger(10)))).toMatch(/^user\.(sendingTooFrequently|codeNotExpired)$/);
  given(await reset(code, stranger(11), deviceToken));
  given(await logIn("kestrel9", stranger(12), deviceToken));
});

test("SEC-13 strangers guess at most twenty codes of an account in a day, with waits that double, and then wait", async () => {
  const { deviceToken } = await people.register(EMAIL);
  let guesses = 0;
  const waits = new Set<number>();
  for (let minute = 0; minute < 1_439; minute++) {
    await sendReset(stranger(minute));
    const code = people.codeOf(EMAIL);
    const answer = await reset(otherThan(code), stranger(minute));
    if (!("params" in answer)) throw new Error("a wrong code was taken");
    if (answer.error === "request.tooFast") waits.add(Number(answer.params?.["retryAfterMs"]));
    else if (answer.error === "user.codeError") guesses++;
    people.time.ms += MINUTE_MS;
  }
  expect(guesses).toBeGreaterThan(5);
  expect(guesses).toBeLessThanOrEqual(IDENTITY_LIMITS.wrongCodesOfAccount.count);
  expect(Math.max(...waits)).toBeGreaterThan(HOUR_MS / 2);
  given(await sendReset(stranger(1_500), deviceToken));
  given(await reset(people.codeOf(EMAIL), stranger(1_500), deviceToken));
});

test("SEC-13 beyond a day's codes a recipient gets no more, and each of a stranger's later ones waits longer", async () => {
  await people.register(EMAIL);
  people.time.ms += 2 * DAY_MS;
  const gaps: number[] = [];
  let lastAtMs = 0;
  for (let minute = 0; minute < 1_439; minute++) {
    if (errorOf(await sendReset(stranger(minute))) === "accepted") {
      if (lastAtMs > 0) gaps.push((people.time.ms - lastAtMs) / MINUTE_MS);
      lastAtMs = people.time.ms;
    }
    people.time.ms += MINUTE_MS;
  }
  expect(gaps.length).toBeLessThan(IDENTITY_LIMITS.codesPerDay);
  expect(gaps.slice(0, 4)).toEqual([1, 1, 1, 1]);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(60);
});

test("SEC-13 strangers' guesses over all accounts are limited, operators are alerted, and known devices still recover", async () => {
  people.remove();
  const replies: string[] = [];
  people = new IdentityUnderTest({ report: (_error, message) => replies.push(message) });
  const owner = await people.register(EMAIL);
  const most = IDENTITY_LIMITS.wrongCodesOfAll.count;
  let network = 0;
  let guesses = 0;
  for (let person = 0; guesses < most + 10 && person < 60; person++) {
    const to = `user${person}@example.org`;
    await people.register(to);
    network++;
    const from = { language: "en", address: stranger(network) } as const;
    given(await people.identity.sendCode(from, undefined, { channel: "ems", to, event: "reset" }));
    const code = people.codeOf(to);
    for (let attempt = 0; attempt < 4; attempt++) {
      const tried = { kind: "login", account: to, code: otherThan(code), newPassword: "kestrel9" } as const;
      if (errorOf(await people.identity.resetPassword(from, undefined, tried)) === "user.codeError")
        guesses++;
    }
  }
  expect(guesses).toBe(most);
  expect(people.identity.guesses()).toEqual({ lastHour: most, most, isExhausted: true });
  expect(replies.filter((message) => message.startsWith("verification codes: strangers"))).toHaveLength(1);
  given(await sendReset(stranger(200)));
  expect(errorOf(await reset(people.codeOf(EMAIL), stranger(200)))).toBe("request.tooFast");
  people.time.ms += MINUTE_MS;
  given(await sendReset(stranger(201), owner.deviceToken));
  given(await reset(people.codeOf(EMAIL), stranger(201), owner.deviceToken));
  people.time.ms += 2 * HOUR_MS;
  expect(people.identity.guesses().isExhausted).toBe(false);
});

test("SEC-14 strangers' wrong passwords do not push the owner's logins out of their history", async () => {
  const session = await people.register(EMAIL);
  for (let day = 0; day < 5; day++) {
    given(await logIn(PASSWORD, CALLER.address));
    people.time.ms += DAY_MS;
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    await logIn(WRONG, stranger(attempt));
    people.time.ms += 16 * MINUTE_MS;
  }
  people.reopen();
  const logins = people.identity.logins(session.userId, 1_000);
  expect(logins.filter(({ result }) => result === "success").length).toBe(6);
  expect(logins.filter(({ result }) => result === "wrong-password").length).toBe(IDENTITY_LIMITS.loginsKept);
  expect(logins.map(({ loginId }) => loginId)).toEqual(
    logins.map(({ loginId }) => loginId).toSorted((a, b) => b - a),
  );
});

test("SEC-14 one network opens a limited number of accounts a day, unless the operator marks it as shared", async () => {
  people.remove();
  people = new IdentityUnderTest({
    settings: { registrationsPerDay: 3 },
    shared: new SharedNetworks(["192.0.2.0/24", "2001:db8:5::/48"]),
  });
  let person = 0;
  const register = async (address: string): Promise<string> =>
    errorOf(
      await people.identity.register(
        { language: "en", address },
        { username: `person_${person++}`, password: PASSWORD, invitationCode: people.identity.houseCode },
      ),
    );
  const many = async (count: number, address: (index: number) => string): Promise<number> => {
    let opened = 0;
    for (let index = 0; index < count; index++) if ((await register(address(index))) === "accepted") opened++;
    return opened;
  };
  expect(await many(10, () => "203.0.113.50")).toBe(3);
  expect(await many(40, (index) => `203.0.114.${index}`)).toBe(24);
  expect(await many(40, (index) => `2001:db8:1:${index.toString(16)}::1`)).toBe(6);
  expect(await many(40, (index) => `2001:db8:2:${(index << 8).toString(16)}::1`)).toBe(12);
  expect(await many(20, () => "192.0.2.9")).toBe(20);
  expect(await many(20, () => "2001:db8:5:1::9")).toBe(20);
  people.time.ms += 2 * DAY_MS;
  expect(await many(10, () => "203.0.113.50")).toBe(3);
});
