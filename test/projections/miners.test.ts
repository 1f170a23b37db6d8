import type { Units } from "@candor/money/brand";
import {
  minerChanges,
  miners,
  miningIncome,
  releasedMinerSums,
  runningMiners,
} from "@candor/server/records/projections/queries/miners";
import { expect, test } from "vitest";
import { DAY, PLAN } from "../support/scenario/mining-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";
import { describeProjected } from "./projected.ts";

const ANA = 10_001;
const BEN = 10_002;

describeProjected("mining machines", (tables) => {
  test("MINE-13 machines and their payments become rows, in any batches, and a rebuild yields the same rows", async () => {
    const feed = new ExchangeFeed();
    feed.open(ANA, BEN);
    const buy = (userId: number, quantity: number): number =>
      feed.execute({ kind: "buy-miners", userId, planId: 0, quantity, key: "" }).seq;
    const claim = (userId: number): number =>
      feed.execute({ kind: "claim-mining", userId, minerId: 0, key: "" }).seq;
    feed.execute({
      kind: "endow-pool",
      pool: "mining-reserve",
      assetId: 0,
      totalUnits: 1_000_000_000 as Units,
    });
    feed.execute({ kind: "set-mining-plan", planId: 0, plan: PLAN });
    feed.creditDeposit(ANA, 500, "ana");
    feed.creditDeposit(BEN, 500, "ben");
    const bought = buy(ANA, 2);
    buy(BEN, 1);
    const batches = [feed.batch()];
    feed.timeMs += DAY;
    const claimed = claim(ANA);
    feed.execute({ kind: "recycle-miner", userId: ANA, minerId: 1, expectedRefundUnits: 0, key: "" });
    feed.timeMs += 40 * DAY;
    claim(BEN);
    batches.push(feed.batch());
    await tables().take(batches);
    const { db } = tables();
    expect(await miners(db, { userId: ANA }, 10)).toMatchObject({
      rows: [
        { minerId: 2, releaseReason: "none", claimedUnits: 10_100_000 },
        { minerId: 1, releaseReason: "recycled", claimedUnits: 10_100_000 },
      ],
    });
    expect((await runningMiners(db, ANA)).map(({ minerId }) => minerId)).toEqual([2]);
    expect(await runningMiners(db, BEN)).toEqual([]);
    expect(await releasedMinerSums(db, BEN, 0)).toEqual({
      priceUnits: 100_000_000,
      claimedUnits: 101_000_000,
    });
    const [first] = await minerChanges(db, ANA, bought);
    expect(first?.change).toMatchObject({
      minerId: 1,
      cause: "bought",
      releaseReason: "none",
      claimedUnits: 0,
    });
    expect((await minerChanges(db, ANA, claimed)).map(({ change }) => change.incomeUnits)).toEqual([
      10_100_000, 10_100_000,
    ]);
    expect(await minerChanges(db, BEN, claimed)).toEqual([]);
    expect(await miningIncome(db, ANA, 0, feed.timeMs)).toEqual({ totalUnits: 20_200_000, sinceUnits: 0 });
    expect(await miningIncome(db, BEN, 0, feed.timeMs)).toEqual({
      totalUnits: 101_000_000,
      sinceUnits: 101_000_000,
    });

    await tables().expectSameAgain(batches);
  });
});
