import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type { EventBatch } from "@candor/domain/engine-port";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { replayTo } from "@candor/server/engine/runtime/event-dispatcher";
import { Listings } from "@candor/server/market/market-data/listings";
import { OrderLeverages } from "@candor/server/market/market-data/order-leverages";
import { orderHistory } from "@candor/server/records/projections/queries/order-history";
import { expect, test } from "vitest";
import { CONTRACT } from "../support/scenario/perpetual-world.ts";
import { MARKET } from "../support/scenario/spot-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";
import { describeProjected } from "./projected.ts";

const ANA = 10_001;
const BEN = 10_002;
const PERPETUAL = 1;
const ORDER = {
  kind: "place-contract-order",
  marketId: PERPETUAL,
  userId: ANA,
  side: "buy",
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quantityLots: 100 as Lots,
  priceTicks: 900 as Ticks,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  triggerBy: "mark",
  reduceOnly: false,
  leverage: 0,
  takeProfitTicks: 0 as Ticks,
  stopLossTicks: 0 as Ticks,
  key: "",
} as const;

/** Lists a contract on an asset priced at 1,000, with two traders who have 10,000 each. */
function openedFeed(): ExchangeFeed {
  const feed = new ExchangeFeed();
  feed.open(ANA, BEN);
  feed.execute({ kind: "list-market", market: { ...MARKET, priceBandPpm: 1_000_000 }, minSources: 1 });
  feed.execute({ kind: "list-contract", contract: { ...CONTRACT, priceBandPpm: 900_000 }, minSources: 1 });
  const priceE8 = 100_000_000_000 as PriceE8;
  feed.execute({ kind: "observe-price", marketId: 0, sourceId: 0, priceE8, observedAtMs: feed.timeMs });
  const money = { assetId: 0, amountUnits: 10_000_000_000 as Units, key: "" } as const;
  for (const userId of [ANA, BEN]) {
    feed.execute({ ...money, kind: "deposit", userId, origin: "faucet" });
    feed.execute({ ...money, kind: "transfer", userId, from: "main", to: "contract" });
  }
  return feed;
}

describeProjected("leverage of orders", (tables) => {
  test("READ-42 a contract order keeps its position's leverage at acceptance, in its row and while it is open, after a restart too", async () => {
    const feed = openedFeed();
    const place = (terms: Partial<PlaceContractOrder>): number => {
      feed.timeMs += 1;
      feed.execute({ ...ORDER, ...terms });
      return feed.exchange.accountView(terms.userId ?? ANA).orders[0]?.orderId ?? 0;
    };
    const set = (leverage: number): unknown =>
      feed.execute({
        kind: "set-leverage",
        userId: ANA,
        marketId: PERPETUAL,
        leverage,
        marginMode: "",
        key: "",
      });
    const stop = { type: "stop-market", timeInForce: "ioc", priceTicks: 0 as Ticks } as const;

    const byDefault = place({ ...stop, stopTicks: 1_100 as Ticks });
    const withItsOwn = place({ leverage: 30 });
    set(7);
    const untouched = place({ ...stop, stopTicks: 1_200 as Ticks });
    const first = feed.batch();
    await tables().take([first]);

    // Starts at the tables' position and receives the same command again.
    let onBatch: (batch: EventBatch) => void = () => undefined;
    const listings = new Listings(0);
    listings.addAsset(0, { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" });
    listings.addAsset(1, { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" });
    listings.addMarket(0, MARKET);
    listings.addContract(PERPETUAL, CONTRACT);
    const live = await OrderLeverages.follow({
      engine: {
        on: (listener) => {
          onBatch = (batch) => replayTo(listener, batch);
          return () => undefined;
        },
      },
      listings,
      projector: { drain: async () => undefined },
      db: tables().db,
    });
    onBatch(first);
    set(9);
    const later = place({ userId: ANA, priceTicks: 1_000 as Ticks });
    feed.execute({ kind: "cancel-order", userId: ANA, orderId: withItsOwn, key: "" });
    const other = place({ userId: BEN, side: "sell", priceTicks: 1_000 as Ticks, timeInForce: "ioc" });
    const second = feed.batch();
    onBatch(second);
    await tables().take([second]);

    const leverages = { [byDefault]: 20, [withItsOwn]: 30, [untouched]: 7, [later]: 9 };
    expect(other).toBe(0); // it was filled immediately
    const contract = { product: "contract" } as const;
    for (const [orderId, leverage] of Object.entries(leverages))
      expect(live.of({ ...contract, orderId: Number(orderId) }), orderId).toBe(leverage);
    expect(live.of({ product: "spot", orderId: later })).toBeNull();
    const history = await orderHistory(tables().db, { userId: ANA }, 10);
    if (typeof history === "string") throw new Error(history);
    expect(Object.fromEntries(history.rows.map((row) => [row.orderId, row.leverage]))).toEqual(leverages);
    const alive = await tables()
      .db.selectFrom("live_contract_orders")
      .selectAll()
      .orderBy("order_id")
      .execute();
    expect(alive).toEqual([
      { order_id: byDefault, leverage: 20 },
      { order_id: untouched, leverage: 7 },
    ]);
    const ofBen = await orderHistory(tables().db, { userId: BEN }, 10);
    expect(ofBen).toMatchObject({ rows: [{ status: "filled", leverage: 20 }] });
    await tables().expectSameAgain([first, second]);
  });
});
