import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { ListLeg } from "@candor/domain/commands/list-commands";
import type { Side } from "@candor/domain/enumerations";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import type { SpotWorld } from "../../support/scenario/spot-world.ts";
import { trade, tradedSpot } from "../../support/scenario/traded-spot.ts";

const COIN = 100 as Lots;

const world = (): SpotWorld => tradedSpot({ USDT: "3000", BTC: "3" });

type Terms = Partial<Pick<PlaceOrder, "type">> & {
  readonly price?: number;
  readonly stop?: number;
  readonly percent?: number;
};

const termsOf = ({ type = "limit", price = 0, stop = 0, percent = 0 }: Terms) => ({
  type,
  timeInForce: "gtc" as const,
  priceTicks: price as Ticks,
  stopTicks: stop as Ticks,
  trailingPpm: (percent * 10_000) as Ppm,
});

function list(s: SpotWorld, side: Side, above: Terms, below: Terms) {
  const leg = (terms: Terms): ListLeg => ({ ...termsOf(terms), key: "" }) as ListLeg;
  const common = { userId: s.id("ana"), marketId: 0, side, selfTrade: "expire-taker", key: "" } as const;
  const legs = { above: leg(above), below: leg(below) };
  const { orderId } = s.execute({ kind: "place-list", ...common, quantityLots: COIN, ...legs });
  return [orderId, orderId + 1] as const;
}

function oto(s: SpotWorld, working: Terms & { readonly side: Side }, pending: readonly Terms[]) {
  const other = working.side === "buy" ? "sell" : "buy";
  const order = (terms: Terms, side: Side): PlaceOrder => ({
    kind: "place-order",
    userId: s.id("ana"),
    marketId: 0,
    side,
    selfTrade: "expire-taker",
    quantityLots: COIN,
    quoteUnits: 0 as Units,
    key: "",
    ...termsOf(terms),
  });
  const { orderId } = s.execute({
    kind: "place-oto",
    userId: s.id("ana"),
    marketId: 0,
    working: order(working, working.side),
    pending: pending.map((each) => order(each, other)),
    key: "",
  });
  return [orderId, orderId + 1, orderId + 2] as const;
}

test("CHART-28 a leg of a list moves in place: it keeps its number, and the other leg stays with it", () => {
  const s = world();
  const [limit, stop] = list(s, "sell", { price: 1100 }, { type: "stop-market", stop: 900 });
  const moved = s.changePrice("ana", limit, { price: 1050, key: "m1" });
  expect(moved.events.filter(({ kind }) => kind === "order-changed")).toMatchObject([
    { orderId: limit, cause: "moved", status: "open", priceTicks: 1050, groupId: limit },
  ]);
  expect(s.changePrice("ana", limit, { price: 1050, key: "m1" }).replayedSeq).toBe(moved.seq);
  expect(s.changePrice("ana", limit, { price: 1060, key: "m1" }).error).toBe("request.keyConflict");
  expect(s.asks).toEqual(["1050 × 1"]);
  s.changePrice("ana", stop, { stop: 950 });
  expect(s.balances("ana")).toEqual({ USDT: "3000 + 0", BTC: "2 + 1" });
  s.restart();
  s.limit("cat", "buy", "2", "950");
  s.limit("ben", "sell", "0.02", "950");
  expect([s.order(limit), s.order(stop)]).toEqual(["canceled oco-sibling 0 of 1", "filled 1"]);
  // 950 less 0.2 %.
  expect(s.balances("ana")).toEqual({ USDT: "3948.1 + 0", BTC: "2 + 0" });
});

test("CHART-28 a moved leg goes to the end of the queue at its new price", () => {
  const s = world();
  const [limit] = list(s, "sell", { price: 1100 }, { type: "stop-market", stop: 900 });
  s.limit("ben", "sell", "1", "1050");
  s.changePrice("ana", limit, { price: 1050 });
  expect(s.limit("cat", "buy", "1", "1050").trades).toEqual(["1 @ 1050"]);
  expect(s.order(limit)).toBe("open 0 of 1");
});

test("CHART-28 the shared hold of a buy follows the dearer leg, up and down", () => {
  const s = world();
  const [stop, limit] = list(s, "buy", { type: "stop-market", stop: 1100 }, { price: 900 });
  // 1100 and 5 % above it.
  expect(s.balances("ana")).toEqual({ USDT: "1845 + 1155", BTC: "3 + 0" });
  s.changePrice("ana", stop, { stop: 1200 });
  expect(s.balances("ana")).toEqual({ USDT: "1740 + 1260", BTC: "3 + 0" });
  const cheaper = s.changePrice("ana", stop, { stop: 1020 });
  expect(cheaper.events).toContainEqual(
    expect.objectContaining({ cause: "moved", releasedUnits: 189_000_000 }),
  );
  expect(s.balances("ana")).toEqual({ USDT: "1929 + 1071", BTC: "3 + 0" });
  // The limit leg needs less than the other one, so its price moves no money.
  s.changePrice("ana", limit, { price: 980 });
  expect(s.balances("ana")).toEqual({ USDT: "1929 + 1071", BTC: "3 + 0" });
  s.cancel("ana", limit);
  expect(s.balances("ana")).toEqual({ USDT: "3000 + 0", BTC: "3 + 0" });
});

test("CHART-28 a refused move changes nothing, and says why", () => {
  const s = world();
  const [limit, stop] = list(s, "sell", { price: 1100 }, { type: "stop-limit", stop: 900, price: 890 });
  const refused = (orderId: number, change: Parameters<SpotWorld["changePrice"]>[2]) => {
    const { error, events } = s.changePrice("ana", orderId, change);
    expect(events).toHaveLength(1);
    return error;
  };
  s.limit("ben", "buy", "1", "990");
  expect(refused(limit, { price: 990 })).toBe("trade.wouldTake");
  expect(refused(limit, { price: 1300 })).toBe("trade.priceOutOfBand");
  expect(refused(limit, { price: 1100 })).toBe("trade.invalidParameters");
  expect(refused(limit, { stop: 1100 })).toBe("trade.invalidParameters");
  expect(refused(limit, { percent: 1 })).toBe("trade.invalidParameters");
  expect(refused(limit, { price: 890 })).toBe("trade.invalidParameters");
  expect(refused(stop, { stop: 1010 })).toBe("trade.triggerPrice");
  expect(refused(stop, { stop: 1110 })).toBe("trade.invalidParameters");
  expect(refused(stop, { price: 700 })).toBe("trade.priceOutOfBand");
  expect(refused(stop, { percent: 0.05 })).toBe("trade.invalidParameters");
  const [buyStop] = list(s, "buy", { type: "stop-market", stop: 1100 }, { price: 900 });
  s.limit("ana", "buy", "1.8", "1000");
  expect(refused(buyStop, { stop: 1200 })).toBe("trade.insufficientBalance");
  expect(s.balances("ana")).toEqual({ USDT: "45 + 2955", BTC: "2 + 1" });
  expect(s.asks).toEqual(["1100 × 1"]);
  const freeze = (isFrozen: boolean) =>
    s.execute({ kind: "freeze-account", userId: s.id("ana"), wallet: "coin", isFrozen });
  freeze(true);
  expect(refused(limit, { price: 1050 })).toBe("account.coinFrozen");
  freeze(false);
  s.status("cancel-only");
  expect(refused(limit, { price: 1050 })).toBe("trade.marketUnavailable");
});

test("CHART-28 a working order moves with its list, executes if it crosses, and activates what waits for it", () => {
  const s = world();
  const [working, profit, loss] = oto(s, { side: "buy", price: 900 }, [
    { price: 1100 },
    { type: "stop-market", stop: 850 },
  ]);
  expect(s.balances("ana")).toEqual({ USDT: "2100 + 900", BTC: "3 + 0" });
  // The pending orders hold nothing, whatever their price.
  s.changePrice("ana", loss, { stop: 880 });
  s.changePrice("ana", profit, { price: 1080 });
  expect(s.changePrice("ana", profit, { price: 870 }).error).toBe("trade.invalidParameters");
  s.restart();
  s.changePrice("ana", working, { price: 950 });
  expect(s.balances("ana")).toEqual({ USDT: "2050 + 950", BTC: "3 + 0" });
  s.limit("ben", "sell", "0.4", "950");
  expect(s.order(working)).toBe("partially-filled 0.4 of 1");
  s.limit("ben", "sell", "2", "1010");
  const moved = s.changePrice("ana", working, { price: 1020 });
  expect(moved.trades).toEqual(["0.6 @ 1010"]);
  expect([s.order(working), s.order(profit), s.order(loss)]).toEqual([
    "filled 1",
    "open 0 of 1",
    "untriggered 0 of 1",
  ]);
  // 0.4 less 0.1 %, and 0.6 less 0.2 %; the pair holds 1.
  expect(s.balances("ana")).toEqual({ USDT: "2014 + 0", BTC: "2.9984 + 1" });
  s.changePrice("ana", profit, { price: 1070 });
  s.limit("cat", "buy", "1", "1070");
  expect(s.order(profit)).toBe("open 0 of 1");
  s.cancelAll("ben");
  s.limit("cat", "buy", "1", "1070");
  expect([s.order(profit), s.order(loss)]).toEqual(["filled 1", "canceled oco-sibling 0 of 1"]);
  // 1070 less 0.1 % as maker.
  expect(s.balances("ana")).toEqual({ USDT: "3082.93 + 0", BTC: "2.9984 + 0" });
});

test("CHART-28 a trailing order changes its rate and keeps the best price that it has seen", () => {
  const s = world();
  const { orderId } = s.trailing("ana", "sell", "1", "10");
  trade(s, 1100, 1060);
  // 3 % below 1100 is 1067: the price is already there.
  expect(s.changePrice("ana", orderId, { percent: 3 }).error).toBe("trade.triggerPrice");
  expect(s.changePrice("ana", orderId, { stop: 1200 }).error).toBe("trade.invalidParameters");
  expect(s.changePrice("ana", orderId, { percent: 5 }).error).toBeUndefined();
  s.restart();
  s.limit("cat", "buy", "2", "1040");
  trade(s, 1046);
  expect(s.order(orderId)).toBe("untriggered 0 of 1");
  trade(s, 1045);
  expect(s.order(orderId)).toBe("filled 1");
  expect(s.balances("ana")).toEqual({ USDT: "4037.92 + 0", BTC: "2 + 0" });
});

test("CHART-28 a trailing buy that waits changes its activation price, and its hold with it", () => {
  const s = world();
  const { orderId } = s.trailing("ana", "buy", "1", "10", "900");
  // 10 % above 900 is 990, and 5 % above that 1039.5, which becomes 1040.
  expect(s.balances("ana")).toEqual({ USDT: "1960 + 1040", BTC: "3 + 0" });
  expect(s.changePrice("ana", orderId, { stop: 1000 }).error).toBe("trade.triggerPrice");
  s.changePrice("ana", orderId, { stop: 880, percent: 5 });
  // 924, and 5 % above it.
  expect(s.balances("ana")).toEqual({ USDT: "2029 + 971", BTC: "3 + 0" });
  trade(s, 900, 1000, 880, 910);
  expect(s.order(orderId)).toBe("untriggered 0 of 1");
  s.limit("ben", "sell", "1", "930");
  trade(s, 924);
  expect(s.order(orderId)).toBe("filled 1");
  // 930 from the hold of 971.
  expect(s.balances("ana")).toEqual({ USDT: "2070 + 0", BTC: "3.998 + 0" });
});

test("CHART-28 a trailing leg moves in its list, and once it is active its activation price is no bound", () => {
  const s = world();
  const profit: Terms = { type: "trailing-stop", percent: 4, stop: 1050 };
  const [above, below] = list(s, "sell", profit, { type: "stop-market", stop: 900 });
  trade(s, 1100);
  expect(s.changePrice("ana", above, { percent: 5 }).error).toBeUndefined();
  expect(s.changePrice("ana", below, { stop: 1070 }).error).toBeUndefined();
  s.limit("cat", "buy", "2", "1050");
  trade(s, 1071, 1070);
  expect([s.order(above), s.order(below)]).toEqual(["canceled oco-sibling 0 of 1", "filled 1"]);
  expect(s.balances("ana")).toEqual({ USDT: "4047.9 + 0", BTC: "2 + 0" });
});

test("CHART-28 an iceberg leg shows its part at the new price", () => {
  const s = world();
  const hidden = { ...termsOf({ price: 1100 }), visibleLots: 20 as Lots, key: "" } as ListLeg;
  const stop = { ...termsOf({ type: "stop-market", stop: 900 }), key: "" } as ListLeg;
  const common = { userId: s.id("ana"), marketId: 0, side: "sell", selfTrade: "expire-taker" } as const;
  const legs = { above: hidden, below: stop, quantityLots: COIN, key: "" };
  const { orderId } = s.execute({ kind: "place-list", ...common, ...legs });
  s.changePrice("ana", orderId, { price: 1080 });
  expect(s.asks).toEqual(["1080 × 0.2"]);
  expect(s.limit("cat", "buy", "1", "1080").trades).toHaveLength(5);
  expect(s.order(orderId)).toBe("filled 1");
  expect(s.balances("ana")).toEqual({ USDT: "4078.92 + 0", BTC: "2 + 0" });
});
