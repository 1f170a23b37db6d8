import { NEWEST_RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tally } from "../../../apps/web/src/features/records/evidence/check.ts";
import { checkEvidence } from "../../../apps/web/src/features/records/evidence/check-evidence.ts";
import { TERMS } from "../../support/scenario/option-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const OPTION = { product: "option", symbol: "BTCUSDT", direction: "up", durationSeconds: 60 } as const;

let exchange: GatewayUnderTest;
let ana: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  const { engine } = exchange;
  await engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  const totalUnits = 1_000_000_000 as Units;
  await engine.execute({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits });
  await engine.execute({ kind: "set-option-terms", terms: TERMS });
  ana = await exchange.trader("ana@example.org", { USDT: "300" });
  const move = { asset: "USDT", amount: "200", from: "coin", to: "option", paymentPassword: "246810" };
  accepted(await ana.call("transfer", move));
});
afterAll(async () => {
  await exchange.close();
});

async function bitcoin() {
  const { coinsList } = accepted(await exchange.client().call("coinList"));
  const market = coinsList.find(({ symbol }) => symbol === "BTCUSDT");
  if (market === undefined) throw new Error("no market");
  const { indexPrice, status, statusReason } = market;
  return { indexPrice, status, statusReason };
}

test("INDEX-06 calls report that a market is stopped because its sources disagree, and that it trades when they agree", async () => {
  await exchange.observeBitcoin(0, 60_000, 60_010);
  expect(await bitcoin()).toEqual({ indexPrice: "60005.0", status: "trading", statusReason: null });
  await exchange.observeBitcoin(1_000, 60_000, 30_000);
  const disputed = { indexPrice: null, status: "cancel-only", statusReason: "disputed" };
  expect(await bitcoin()).toEqual(disputed);
  const { markets } = accepted(await exchange.client().call("siteStatus"));
  expect(markets.find(({ symbol, market }) => symbol === "BTCUSDT" && market === "spot")).toMatchObject({
    status: "cancel-only",
    statusReason: "disputed",
  });
  const refused = await ana.call("doOrder", { ...OPTION, amount: "20" });
  expect([refused.code, refused.data.params]).toEqual([330, { status: "cancel-only", reason: "disputed" }]);
  exchange.time.ms += 11_000;
  await exchange.engine.execute({ kind: "advance-time" });
  expect(await bitcoin()).toMatchObject({ status: "cancel-only", statusReason: "stale" });
  await exchange.observeBitcoin(0, 60_000, 60_010);
  expect(await bitcoin()).toMatchObject({ status: "trading", statusReason: null });
});

test("OPT-21 INDEX-02 the evidence of an option shows the outlier that was cut and the ticks before its strike, and computes again", async () => {
  await exchange.observeBitcoin(1_000, 60_000, 60_010, 60_020);
  const reply = accepted(await ana.call("doOrder", { ...OPTION, amount: "20" }));
  const id = "option" in reply ? reply.option.optionId : "";
  // One source after another; the third is an outlier.
  await exchange.observeBitcoin(500, 60_030);
  await exchange.observeBitcoin(100, 0, 60_040);
  await exchange.observeBitcoin(100, 0, 0, 30_000);
  await exchange.observeBitcoin(57_000, 60_050, 60_060, 30_000);
  await exchange.observeBitcoin(2_500, 60_050, 60_060, 30_000);
  const evidence = accepted(
    await ana.call("evidence", { kind: "option", id, minSeq: exchange.engine.durableSeq }),
  );
  const { inputs } = evidence;
  if (inputs.kind !== "option" || inputs.strikeTick === null) throw new Error("no strike");
  expect(inputs.waitTicks).toHaveLength(2);
  expect(inputs.sourceDeviationRate).toBe("0.030000");
  expect(inputs.strikeTick).toMatchObject({
    price: "60035.00000000",
    sources: [
      { name: "binance", used: true, outlier: false },
      { name: "okx", used: true, outlier: false },
      { name: "bybit", used: false, outlier: true, price: "30000.00000000" },
    ],
  });
  expect(tally(checkEvidence(evidence))).toMatchObject({ differing: 0, missing: 0 });

  // Hiding the outlier filtering, an earlier fair tick or the wait is detected.
  const differing = (changes: object): number =>
    tally(checkEvidence({ ...evidence, inputs: { ...inputs, ...changes } })).differing;
  const { strikeTick } = inputs;
  const counted = strikeTick.sources.map((source) => ({ ...source, used: true, outlier: false }));
  expect(differing({ strikeTick: { ...strikeTick, sources: counted } })).toBeGreaterThan(0);
  expect(differing({ waitTicks: [...inputs.waitTicks, strikeTick] })).toBeGreaterThan(0);
  const before = strikeTick.sources.map((source) => ({ ...source, timeMs: inputs.orderTimeMs }));
  expect(differing({ strikeTick: { ...strikeTick, sources: before } })).toBeGreaterThan(0);
});
