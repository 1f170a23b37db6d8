import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import type { Command } from "@candor/domain/commands/commands";
import type { Executed } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import { expect, test } from "vitest";
import { Exchange } from "../exchange/exchange.ts";

const USDT: AssetSpec = { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" };
const BTC: AssetSpec = { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.0001" };
const MARKET: SpotMarketSpec = {
  symbol: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.00001",
  minQuantity: "0.00001",
  maxQuantity: "100",
  minNotional: "5",
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
};

function exchange(): (command: Command) => string | undefined {
  const core = new Exchange();
  const out = new EventWriter();
  return (command) => {
    out.reset();
    core.execute(command, core.lastSeq + 1, 1_000, out);
    return (readEvents(out.take())[0] as Executed).error;
  };
}

function listed(): (command: Command) => string | undefined {
  const execute = exchange();
  for (const asset of [USDT, BTC]) expect(execute({ kind: "list-asset", asset })).toBeUndefined();
  return execute;
}

test("CORE-08 an asset is listed once, with a valid symbol, name, scale and minimum", () => {
  const execute = listed();
  const wrong: Partial<AssetSpec>[] = [
    {},
    { symbol: "eth" },
    { symbol: "E" },
    { symbol: "ETHEREUMCOIN" },
    { symbol: "ETH", name: "" },
    { symbol: "ETH", scale: 9 },
    { symbol: "ETH", scale: -1 },
    { symbol: "ETH", scale: 1.5 },
    { symbol: "ETH", minTransfer: "1e3" },
    { symbol: "ETH", scale: 2, minTransfer: "0.001" },
  ];
  for (const fields of wrong)
    expect(execute({ kind: "list-asset", asset: { ...BTC, ...fields } }), JSON.stringify(fields)).toBe(
      "request.parameterError",
    );
  expect(execute({ kind: "list-asset", asset: { ...BTC, symbol: "ETH" } })).toBeUndefined();
});

test("CORE-08 there are at most 64 assets", () => {
  const execute = exchange();
  const list = (n: number) => execute({ kind: "list-asset", asset: { ...BTC, symbol: `C${n}` } });
  for (let n = 10; n < 10 + LIMITS.maxAssets; n++) expect(list(n)).toBeUndefined();
  expect(list(99)).toBe("request.parameterError");
});

test("CORE-08 a market is listed once, of two listed assets, with terms that are whole units", () => {
  const execute = listed();
  const wrong: Partial<SpotMarketSpec>[] = [
    { symbol: "btc" },
    { base: "ETH" },
    { quote: "BTC" },
    { tick: "0.00000001" },
    { tick: "0" },
    { lot: "0.00000001" },
    { minQuantity: "0.000015" },
    { minQuantity: "0" },
    { minQuantity: "200" },
    { maxQuantity: "100000000" },
    { minNotional: "0.0000001" },
    { makerFeePpm: -1 },
    { takerFeePpm: 1_000_000 },
    { priceBandPpm: 0 },
    { marketProtectionPpm: 1_000_001 },
  ];
  const list = (fields: Partial<SpotMarketSpec>, minSources = 1) =>
    execute({ kind: "list-market", market: { ...MARKET, ...fields }, minSources });
  for (const fields of wrong) expect(list(fields), JSON.stringify(fields)).toBe("request.parameterError");
  for (const sources of [0, 33, 1.5]) expect(list({}, sources)).toBe("request.parameterError");
  expect(list({})).toBeUndefined();
  expect(list({})).toBe("request.parameterError");
});

test("CORE-08 an account is opened once; again with its role is a no-op, with another role is rejected", () => {
  const execute = exchange();
  const open = (userId: number, role: "trader" | "labelled") =>
    execute({ kind: "open-account", userId, role });
  expect(open(LIMITS.firstUserId, "trader")).toBeUndefined();
  expect(open(LIMITS.firstUserId, "trader")).toBeUndefined();
  expect(open(LIMITS.firstUserId, "labelled")).toBe("request.parameterError");
  for (const userId of [0, LIMITS.firstUserId - 1, LIMITS.firstUserId + LIMITS.maxUsers, 10_001.5])
    expect(open(userId, "trader")).toBe("request.parameterError");
  expect(open(LIMITS.firstUserId + LIMITS.maxUsers - 1, "trader")).toBeUndefined();
});

test("STORE-02 an account for a new user is opened once, in any role; older rules accept a repeat", () => {
  const execute = exchange();
  const open = (userId: number, isNew?: true) =>
    execute({ kind: "open-account", userId, role: "trader", isNew });
  const first = LIMITS.firstUserId;
  expect(open(first, true)).toBeUndefined();
  expect(open(first, true)).toBeUndefined();
  expect(execute({ kind: "adopt-rules", version: RULES.newAccountsOnce })).toBeUndefined();
  expect(open(first, true)).toBe("request.parameterError");
  expect(open(first)).toBeUndefined();
  expect(open(first + 1, true)).toBeUndefined();
  expect(open(first + 1, true)).toBe("request.parameterError");
});

test("CORE-08 commands out of order or out of time are broken invariants", () => {
  const core = new Exchange();
  const out = new EventWriter();
  core.execute({ kind: "advance-time" }, 1, 1_000, out);
  expect(() => core.execute({ kind: "advance-time" }, 3, 1_000, out)).toThrow("command 3 after 1");
  expect(() => core.execute({ kind: "advance-time" }, 2, 999, out)).toThrow("time 999 after 1000");
  core.execute({ kind: "advance-time" }, 2, 1_000, out);
  expect(core.lastSeq).toBe(2);
});
