import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { referralContributions, referralTotal } from "@candor/server/records/projections/queries/referrals";
import { expect, test } from "vitest";
import { MARKET } from "../support/scenario/spot-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";
import { describeProjected } from "./projected.ts";

const INES = 10_001;
const ANA = 10_002;
const BEN = 10_003;

describeProjected("referrals", (tables) => {
  test("TEAM-05 contributions add up over batches, and a rebuild yields the same rows", async () => {
    const feed = new ExchangeFeed();
    feed.open(INES, ANA, BEN);
    feed.execute({ kind: "list-market", market: MARKET, minSources: 1 });
    for (const userId of [ANA, BEN]) feed.execute({ kind: "set-inviter", userId, inviterId: INES });
    const fund = (userId: number, assetId: number, amountUnits: Units): void => {
      const common = { userId, assetId, amountUnits, key: "" } as const;
      feed.execute({ kind: "deposit", origin: "faucet", ...common });
      feed.execute({ kind: "transfer", from: "main", to: "coin", ...common });
    };
    fund(ANA, 0, 9_000_000_000 as Units);
    fund(BEN, 1, 500_000_000 as Units);
    const place = (userId: number, side: "buy" | "sell"): void => {
      feed.execute({
        kind: "place-order",
        userId,
        marketId: 0,
        side,
        type: "limit",
        timeInForce: "gtc",
        selfTrade: "expire-taker",
        quantityLots: 100 as Lots,
        quoteUnits: 0 as Units,
        priceTicks: 1_000 as Ticks,
        stopTicks: 0 as Ticks,
        trailingPpm: 0 as Ppm,
        key: "",
      });
    };
    const trade = (): void => {
      const source = { marketId: 0, sourceId: 0, priceE8: 100_000_000_000 as PriceE8 };
      feed.execute({ kind: "observe-price", ...source, observedAtMs: feed.timeMs });
      place(BEN, "sell");
      place(ANA, "buy");
    };
    trade();
    trade();
    const batches = [feed.batch()];
    trade();
    batches.push(feed.batch());
    await tables().take(batches);
    const { db } = tables();
    // A trade is 1 BTC at 1,000: Ana's fee earns 0.0004 BTC, worth 0.4 USDT, Ben's 0.2 USDT.
    expect(await referralTotal(db, INES)).toBe(1_800_000);
    expect(await referralContributions(db, INES, [ANA, BEN, INES])).toEqual(
      new Map([
        [ANA, 1_200_000],
        [BEN, 600_000],
      ]),
    );
    expect(await referralTotal(db, ANA)).toBe(0);
    await tables().expectSameAgain(batches);
  });
});
