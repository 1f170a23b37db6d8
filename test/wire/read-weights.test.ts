import { HISTORY_WEIGHT, type WireCall } from "@candor/wire/call";
import { CALL_NAMES, CALLS, type CallName } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  ADDRESS_LIMITS,
  SESSION_READS_OF_ADDRESS,
  USER_LIMITS,
} from "../../apps/server/src/edge/gateway/rate-limits.ts";
import type { WireClient } from "../support/wire-client.ts";
import { accepted, GatewayUnderTest } from "./support/gateway-under-test.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
  trader = await exchange.trader("ada@example.org", { USDT: "1000" });
});
afterAll(() => exchange.close());

const callOf = (name: CallName): WireCall => CALLS[name];
const nextMinute = () => {
  exchange.time.ms += 67_000;
};

/** Read model methods that do not query the database. */
const WITHOUT_SQL = new Set(["waitFor"]);
/** A valid request for calls that reject an empty one. */
const REQUESTS: Partial<Record<CallName, object>> = {
  record: { view: "history" },
  contractRecord: { view: "history" },
  depth: { symbol: "BTCUSDT" },
  merged: { symbol: "BTCUSDT" },
};

test("SEC-14 every read that asks the database for history weighs more than one that looks into memory", async () => {
  let asked = 0;
  const spied = Object.entries(exchange.readModels).filter(
    ([name, value]) => typeof value === "function" && !WITHOUT_SQL.has(name),
  );
  expect(spied.length).toBeGreaterThan(30);
  for (const [name] of spied) {
    const models = exchange.readModels as unknown as Record<string, (...args: unknown[]) => unknown>;
    const real = models[name]?.bind(exchange.readModels);
    vi.spyOn(models, name).mockImplementation((...args) => {
      asked++;
      return real?.(...args);
    });
  }
  const light: string[] = [];
  const heavy: string[] = [];
  for (const name of CALL_NAMES) {
    if (callOf(name).rateClass !== "read" || name === "logout") continue;
    asked = 0;
    await trader.call(name, REQUESTS[name] ?? {});
    if (asked > 0) (callOf(name).weight >= HISTORY_WEIGHT ? heavy : light).push(name);
    nextMinute();
  }
  vi.restoreAllMocks();
  expect(light).toEqual([]);
  expect(heavy).toContain("record");
  expect(heavy).toContain("moneyLog");
});

/** Returns how many calls succeed until one is rejected. */
async function until(refusal: string, most: number, call: (index: number) => Promise<{ data: unknown }>) {
  for (let index = 0; index < most; index++) {
    const { data } = await call(index);
    if ((data as { readonly error?: unknown }).error === refusal) return index;
  }
  return most;
}

test("SEC-14 reads of a session count by their weight, and those of all sessions of an address together", async () => {
  nextMinute();
  const ofUser = USER_LIMITS.read?.count ?? 0;
  expect(await until("trade.tooFast", ofUser, () => trader.call("record"))).toBe(ofUser / HISTORY_WEIGHT);
  const people: WireClient[] = [];
  for (let person = 0; person < 12; person++) {
    const client = await exchange.registered(`person${person}@example.org`);
    client.address = "203.0.113.60";
    people.push(client);
    nextMinute();
  }
  const { count } = SESSION_READS_OF_ADDRESS;
  const next = (index: number) => people[index % people.length] ?? trader;
  expect(await until("request.tooFast", count, (index) => next(index).call("moneyLog"))).toBe(
    count / HISTORY_WEIGHT,
  );
  // Changing networks and placing orders are not limited.
  const [mover] = people;
  if (mover === undefined) throw new Error("nobody moves");
  mover.address = "198.51.100.60";
  accepted(await mover.call("moneyLog"));
  const { data } = await next(1).call("doOrder", {});
  expect(data.error).toBe("trade.invalidParameters");
});

test("SEC-14 a network is no crowd: reads of a /24, a /56 and a /48 end before those of as many strangers", async () => {
  const visitors = ADDRESS_LIMITS.read?.count ?? 0;
  for (const [factor, address] of [
    [8, (index: number) => `203.0.114.${index % 256}`],
    [2, (index: number) => `2001:db8:1:${(index % 256).toString(16)}::1`],
    [4, (index: number) => `2001:db8:2:${((index % 256) << 8).toString(16)}::1`],
  ] as const) {
    nextMinute();
    const client = exchange.client();
    const came = await until("request.tooFast", 9 * visitors, (index) => {
      client.address = address(index);
      return client.call("article");
    });
    expect(came).toBe(factor * visitors);
  }
});
