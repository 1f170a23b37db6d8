import type { LeverEffect } from "@candor/domain/commands/lever-commands";
import type { Side } from "@candor/domain/enumerations";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { fillHistory } from "@candor/server/records/projections/queries/fills";
import {
  leverLiquidationOf,
  leverLiquidations,
  loanOf,
  loans,
  loansOfCommand,
} from "@candor/server/records/projections/queries/lever";
import { expect, test } from "vitest";
import { HOUR, LEVER } from "../support/scenario/leverage-world.ts";
import { MARKET } from "../support/scenario/spot-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";
import { describeProjected } from "./projected.ts";

const ANA = 10_001;
const BEN = 10_002;
const ORDER = {
  marketId: 0,
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quoteUnits: 0 as Units,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  key: "",
} as const;

/** Ana borrows from the pool to buy from Ben, pays one hour of interest, and is liquidated when Bitcoin halves. */
function runScenario(feed: ExchangeFeed) {
  const index = (price: number): void => {
    const priceE8 = (price * 1e8) as PriceE8;
    feed.execute({ kind: "observe-price", marketId: 0, sourceId: 0, priceE8, observedAtMs: feed.timeMs });
  };
  const fund = (userId: number, assetId: number, units: number): void => {
    const amountUnits = units as Units;
    feed.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    feed.execute({ kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" });
  };
  const place = (side: Side, lots: number, ticks: number): unknown =>
    feed.execute({
      ...ORDER,
      kind: "place-order",
      userId: BEN,
      side,
      quantityLots: lots as Lots,
      priceTicks: ticks as Ticks,
    });
  const lever = (side: Side, lots: number, ticks: number, effect: LeverEffect): number =>
    feed.execute({
      ...ORDER,
      kind: "place-lever-order",
      userId: ANA,
      side,
      quantityLots: lots as Lots,
      priceTicks: ticks as Ticks,
      effect,
      leverage: 0,
    }).seq;
  feed.open(ANA, BEN);
  feed.execute({ kind: "list-market", market: { ...MARKET, priceBandPpm: 1_000_000 }, minSources: 1 });
  feed.execute({ kind: "list-lever", marketId: 0, lever: LEVER });
  feed.execute({ kind: "endow-pool", pool: "lending-pool", assetId: 0, totalUnits: 9_000_000_000 as Units });
  index(1_000);
  fund(ANA, 0, 1_000_000_000);
  fund(BEN, 0, 5_000_000_000);
  fund(BEN, 1, 500_000_000);
  const moved = { kind: "move-lever-funds", userId: ANA, marketId: 0, assetId: 0, key: "" } as const;
  feed.execute({ ...moved, direction: "in", amountUnits: 1_000_000_000 as Units });
  place("sell", 190, 1_000);
  const borrowed = lever("buy", 190, 1_000, "borrow");
  const batches = [feed.batch()];
  feed.timeMs += HOUR;
  index(1_000);
  place("buy", 10, 1_000);
  const repaid = lever("sell", 10, 1_000, "repay");
  place("buy", 300, 480);
  feed.timeMs += 1_000;
  index(480);
  batches.push(feed.batch());
  return { batches, borrowed, repaid };
}

describeProjected("leverage", (tables) => {
  test("LEV-14 loans and liquidations become rows, in any batches, and a rebuild yields the same rows", async () => {
    const feed = new ExchangeFeed();
    const { batches, borrowed, repaid } = runScenario(feed);
    await tables().take(batches);
    const { db } = tables();
    const all = await loans(db, { userId: ANA }, 10);
    expect(all).toMatchObject({
      rows: [
        { loanId: 4, loanKind: "repay" },
        { loanId: 3, loanKind: "repay", amountUnits: 99_440_000, interestUnits: 360_000 },
        { loanId: 2, loanKind: "interest", hours: 1, chargedUnits: 900_000_000, interestUnits: 180_000 },
        { loanId: 1, loanKind: "borrow", amountUnits: 900_000_000, interestUnits: 180_000 },
      ],
    });
    expect((await loansOfCommand(db, ANA, borrowed)).map(({ loanId }) => loanId)).toEqual([1]);
    expect((await loansOfCommand(db, ANA, repaid)).map(({ loanId }) => loanId)).toEqual([3]);
    expect(await loansOfCommand(db, BEN, borrowed)).toEqual([]);
    expect(await loanOf(db, BEN, 1)).toBeUndefined();
    const steps = await leverLiquidations(db, { userId: ANA }, 10);
    expect(steps).toMatchObject({ rows: [{ liquidationId: 1, method: "book", quoteLeftUnits: 0 }] });
    const stepId = typeof steps === "string" ? 0 : (steps.rows[0]?.stepId ?? 0);
    expect((await leverLiquidationOf(db, ANA, stepId))?.fills).toHaveLength(1);
    expect(await leverLiquidationOf(db, BEN, stepId)).toBeUndefined();
    expect(await fillHistory(db, { userId: ANA, lever: false }, 10)).toMatchObject({ rows: [] });
    const fills = await fillHistory(db, { userId: ANA, lever: true }, 10);
    expect(typeof fills === "string" ? [] : fills.rows.map(({ side }) => side)).toEqual([
      "sell",
      "sell",
      "buy",
    ]);

    await tables().expectSameAgain(batches);
  });
});
