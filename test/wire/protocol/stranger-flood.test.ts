import { PasswordHasher } from "@candor/server/people/identity/password-hashing/password-hasher";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ConsoleUnderTest, signUp, tokenOf } from "../../support/console/console-under-test.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";

vi.setConfig({ testTimeout: 240_000 });

const CONNECTIONS = 90;
const ROUNDS = 10;
const EMAIL = "ada@example.org";

let office: ConsoleUnderTest;
beforeAll(async () => {
  // With the production cost of hashing: cheap hashes would not be a flood.
  office = await ConsoleUnderTest.start({ identity: { hasher: new PasswordHasher() } });
});
afterAll(() => office.close());

/** Logins with unknown names, each from another network, until stopped. */
class StrangerFlood {
  readonly outcomes = new Map<string, number>();
  readonly retries: unknown[] = [];
  private over = false;
  private tries = 0;
  private readonly connections = Array.from({ length: CONNECTIONS }, () => this.logInAgain());

  async stop(): Promise<void> {
    this.over = true;
    await Promise.all(this.connections);
  }

  private async logInAgain(): Promise<void> {
    while (!this.over) {
      const number = this.tries++;
      const client = office.exchange.client();
      client.address = `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.9`;
      const request = { account: `nobody_${number}`, password: "kestrel8" };
      const { data } = await client.call("login", request);
      const error = String(data.error);
      this.outcomes.set(error, (this.outcomes.get(error) ?? 0) + 1);
      if (error !== "system.unavailable") continue;
      this.retries.push((data.params as { readonly retryAfterMs?: number } | undefined)?.retryAfterMs);
      // Rejected callers retry at once, ignoring the advice.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

test("SEC-20 while 90 connections of strangers log in, transfers, logins from known devices and operators' sign-ins all succeed", async () => {
  const { exchange } = office;
  const trader = await exchange.trader(EMAIL, { USDT: "1000" });
  const first = accepted(await exchange.client().call("login", { account: EMAIL, password: "kestrel7" }));
  const link = await office.accounts.invite("olga", ["owner"], { how: "founded", by: [], atMs: 0 });
  if ("problem" in link) throw new Error(link.problem);
  const secret = await signUp(office, office.client(), tokenOf(link.path), "olga");
  const device = exchange.client();
  device.headers = { device: first.deviceToken };
  const flood = new StrangerFlood();
  const outcomes: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const transfer = { asset: "USDT", amount: "1", from: "coin", to: "main", paymentPassword: "246810" };
    outcomes.push((await trader.call("transfer", transfer)).code);
    device.address = `203.0.${round}.1`;
    outcomes.push((await device.call("login", { account: EMAIL, password: "kestrel7" })).code);
  }
  for (let round = 0; round < 3; round++) {
    const outcome = await office.signedIn("olga", secret).then(
      () => 1,
      (error: unknown) => String(error),
    );
    outcomes.push(outcome);
  }
  await flood.stop();
  expect(outcomes).toEqual(Array.from({ length: 2 * ROUNDS + 3 }, () => 1));
  // It really was a flood: some were processed, and more arrived than the strangers' queue holds.
  expect([...flood.outcomes.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual([
    "system.unavailable",
    "user.notFound",
  ]);
  expect(flood.retries.every((retryAfterMs) => Number(retryAfterMs) >= 1_000)).toBe(true);
});
