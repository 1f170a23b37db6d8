import type { Units } from "@candor/money/brand";
import { fundOrigins } from "@candor/server/records/projections/queries/fund-origins";
import { type FundRecord, fundRecords } from "@candor/server/records/projections/queries/fund-records";
import { settingHistory } from "@candor/server/records/projections/queries/setting-history";
import { expect, test } from "vitest";
import { MARKET } from "../support/scenario/spot-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";
import { describeProjected } from "./projected.ts";

const ANA = 10_001;
const BEN = 10_002;
const REASON = "Die Einzahlung vom 3. Mai fehlte; 0x12…ab.";

describeProjected("corrections and settings", (tables) => {
  test("OPS-03 a correction is in its user's fund records with its reason, and in nobody else's", async () => {
    const feed = new ExchangeFeed();
    feed.execute({ kind: "set-site", isOpen: true, message: "" });
    feed.open(ANA, BEN);
    feed.execute({ kind: "list-market", market: MARKET, minSources: 1 });
    const { seq } = feed.execute({
      kind: "correct-balance",
      proposalId: 1,
      userId: ANA,
      wallet: "main",
      assetId: 0,
      amountUnits: 2_500_000 as Units,
      account: "outside-world",
      reason: REASON,
      proposedBy: "ann",
      confirmedBy: "bob",
    });
    const batches = [feed.batch()];
    for (const makerFeePpm of [100, 200])
      feed.execute({ kind: "set-market-fees", marketId: 0, makerFeePpm, takerFeePpm: 300 });
    batches.push(feed.batch());
    await tables().take(batches);
    const { db } = tables();
    const recordsOf = async (userId: number): Promise<readonly FundRecord[]> => {
      const page = await fundRecords(db, { userId }, 10);
      if (page === "bad-cursor") throw new Error(page);
      return page.rows;
    };
    const records = await recordsOf(ANA);
    expect(records).toMatchObject([
      { kind: "adjustment", amountUnits: 2_500_000, afterUnits: 2_500_000, refId: seq, result: "success" },
    ]);
    const origins = await fundOrigins(db, ANA, records);
    expect([...origins.values()]).toEqual([{ kind: "correction", reason: REASON }]);
    expect((await fundOrigins(db, BEN, records)).size).toBe(0);
    expect(await recordsOf(BEN)).toEqual([]);

    const history = await settingHistory(db, "fees.spot.BTCUSDT", 10);
    expect(history.map(({ version, value }) => [version, value])).toEqual([
      [3, { makerFeePpm: 200, takerFeePpm: 300 }],
      [2, { makerFeePpm: 100, takerFeePpm: 300 }],
      [1, { makerFeePpm: 1_000, takerFeePpm: 2_000 }],
    ]);
    const { spec } = await db.selectFrom("markets").select("spec").executeTakeFirstOrThrow();
    expect(spec).toEqual({ ...MARKET, makerFeePpm: 200, takerFeePpm: 300 });

    await tables().expectSameAgain(batches);
  });
});
