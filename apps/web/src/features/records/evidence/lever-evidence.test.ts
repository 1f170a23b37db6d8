import { expect, test } from "vitest";
import type {
  Evidence,
  LeverInterestInputs,
  LeverLiquidationInputs,
  LeverLiquidationResult,
} from "./check.ts";
import { tally } from "./check.ts";
import { checkEvidence } from "./check-evidence.ts";

const FRAME = { seq: 1, previousHash: "a".repeat(64), hash: "b".repeat(64) };
const COMMON = { id: "1", seq: 7, frame: FRAME, formula: "", asOfSeq: 9 };
const TIME_MS = 1_767_225_600_000;

/** 301.6 at 0.02% is 0.06032 per hour. */
const interest = (changed: Partial<LeverInterestInputs> = {}, stated = "0.120640"): Evidence => ({
  ...COMMON,
  kind: "lever-interest",
  inputs: {
    kind: "lever-interest",
    symbol: "BTCUSDT",
    asset: "USDT",
    decimals: 6,
    debt: "301.600000",
    hourlyRate: "0.000200",
    hours: 2,
    timeMs: TIME_MS,
    ...changed,
  },
  result: { kind: "lever-interest", interest: stated },
});

/** 0.03 BTC at 58,500 plus 5 USDT is 1,760; the debt is 1,600.32: level 1.0997. */
const liquidation = (
  changed: Partial<LeverLiquidationInputs> = {},
  stated: Partial<LeverLiquidationResult> = {},
): Evidence => ({
  ...COMMON,
  kind: "liquidation",
  inputs: {
    kind: "lever-liquidation",
    terms: { tick: "0.1", lot: "0.00001", quoteDecimals: 6, baseDecimals: 8 },
    symbol: "BTCUSDT",
    indexPrice: "58500.04000000",
    baseAssets: "0.03000000",
    quoteAssets: "5.000000",
    baseOwed: "0.00000000",
    quoteOwed: "1600.320000",
    threshold: "1.1000",
    fills: [],
    timeMs: TIME_MS,
    ...changed,
  },
  result: {
    kind: "lever-liquidation",
    marginLevel: "1.0997",
    repaid: { base: "0.00000000", quote: "1500.000000" },
    fundPaid: { base: "0.00000000", quote: "90.000000" },
    lost: { base: "0.00000000", quote: "10.000000" },
    left: { base: "0.00000000", quote: "0.320000" },
    ...stated,
  },
});

test("LEV-20 a loan's interest is computed again, each hour rounded up", () => {
  expect(tally(checkEvidence(interest()))).toEqual({ agreeing: 1, differing: 0, missing: 0 });
  const odd = interest({ debt: "0.000001", hours: 3 }, "0.000003");
  expect(tally(checkEvidence(odd))).toEqual({ agreeing: 1, differing: 0, missing: 0 });
  expect(tally(checkEvidence(interest({}, "0.120641"))).differing).toBe(1);
});

test("LEV-20 a liquidation's level and payments are computed again, and a wrong one shows", () => {
  expect(tally(checkEvidence(liquidation()))).toEqual({ agreeing: 3, differing: 0, missing: 0 });
  expect(tally(checkEvidence(liquidation({}, { marginLevel: "1.0998" }))).differing).toBe(1);
  expect(
    tally(checkEvidence(liquidation({ quoteAssets: "500.000000" }, { marginLevel: "1.4091" }))).differing,
  ).toBe(1);
  expect(
    tally(checkEvidence(liquidation({}, { lost: { base: "0.00000000", quote: "9.000000" } }))).differing,
  ).toBe(1);
});
