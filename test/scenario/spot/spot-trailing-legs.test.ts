import type { PlaceOrder } from "@candor/domain/commands/commands";
import type { LegType } from "@candor/domain/commands/list-commands";
import type { Side, TimeInForce } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import type { SpotWorld } from "../../support/scenario/spot-world.ts";
import { trade, tradedSpot } from "../../support/scenario/traded-spot.ts";

const LOTS_PER_COIN = 100;
const PERCENT_PPM = 10_000;

interface Leg {
  readonly type: LegType;
  readonly percent?: number;
  readonly stop?: number;
  readonly price?: number;
  readonly timeInForce?: TimeInForce;
}

const world = (rules?: number): SpotWorld => tradedSpot({ USDT: "2000", BTC: "1" }, rules);

const terms = ({ type, percent = 0, stop = 0, price = 0, timeInForce = "gtc" }: Leg) => ({
  type,
  timeInForce,
  priceTicks: price as Ticks,
  stopTicks: stop as Ticks,
  trailingPpm: (percent * PERCENT_PPM) as Ppm,
});

function list(s: SpotWorld, side: Side, above: Leg, below: Leg, key = "") {
  const outcome = s.execute({
    kind: "place-list",
    userId: s.id("ana"),
    marketId: 0,
    side,
    selfTrade: "expire-taker",
    quantityLots: LOTS_PER_COIN as Lots,
    above: { ...terms(above), key: key && `${key}:l` },
    below: { ...terms(below), key: key && `${key}:s` },
    key,
  });
  return { ...outcome, above: outcome.orderId, below: outcome.orderId + 1 };
}

function oto(s: SpotWorld, working: Leg & { readonly side: Side }, side: Side, pending: readonly Leg[]) {
  const order = (leg: Leg, of: Side): PlaceOrder => ({
    kind: "place-order",
    userId: s.id("ana"),
    marketId: 0,
    side: of,
    selfTrade: "expire-taker",
    quantityLots: LOTS_PER_COIN as Lots,
    quoteUnits: 0 as Units,
    key: "",
    ...terms(leg),
  });
  const outcome = s.execute({
    kind: "place-oto",
    userId: s.id("ana"),
    marketId: 0,
    working: order(working, working.side),
    pending: pending.map((leg) => order(leg, side)),
    key: "",
  });
  return { ...outcome, first: outcome.orderId + 1, second: outcome.orderId + 2 };
}

const LIMIT: Leg = { type: "limit", price: 1150 };
const STOP: Leg = { type: "trailing-stop", percent: 5 };

test("SPOT-46 a trailing stop and a limit of a sell share one hold; when the price turns, the limit is canceled", () => {
  const s = world();
  const placed = list(s, "sell", LIMIT, STOP);
  expect(s.balances("ana")).toEqual({ USDT: "2000 + 0", BTC: "0 + 1" });
  trade(s, 1100, 1050);
  s.restart();
  expect([s.order(placed.above), s.order(placed.below)]).toEqual(["open 0 of 1", "untriggered 0 of 1"]);
  // 5 % below 1100 is 1045.
  s.limit("cat", "buy", "2", "1040");
  trade(s, 1045);
  expect([s.order(placed.above), s.order(placed.below)]).toEqual(["canceled oco-sibling 0 of 1", "filled 1"]);
  // 1040 less 0.2 %.
  expect(s.balances("ana")).toEqual({ USDT: "3037.92 + 0" });
  expect(s.asks).toEqual([]);
});

test("SPOT-46 a fill of the limit ends the trailing leg", () => {
  const s = world();
  const placed = list(s, "sell", LIMIT, { type: "trailing-loss-limit", percent: 5, price: 940 });
  s.limit("cat", "buy", "0.4", "1150");
  expect([s.order(placed.above), s.order(placed.below)]).toEqual([
    "partially-filled 0.4 of 1",
    "canceled oco-sibling 0 of 1",
  ]);
  expect(s.balances("ana")).toEqual({ USDT: "2459.54 + 0", BTC: "0 + 0.6" });
  trade(s, 1000);
  expect(s.order(placed.above)).toBe("partially-filled 0.4 of 1");
});

test("SPOT-46 a buy holds the larger need: what its trailing leg may pay at the first trigger", () => {
  const s = world();
  // 10 % above 1000 is 1100, and 5 % above that is 1155.
  const placed = list(s, "buy", { type: "trailing-stop", percent: 10 }, { type: "limit", price: 900 });
  expect(s.balances("ana")).toEqual({ USDT: "845 + 1155", BTC: "1 + 0" });
  trade(s, 950, 1000);
  s.limit("cat", "sell", "3", "1050");
  // 10 % above 950 is 1045.
  trade(s, 1045);
  expect([s.order(placed.above), s.order(placed.below)]).toEqual(["filled 1", "canceled oco-sibling 0 of 1"]);
  expect(s.balances("ana")).toEqual({ USDT: "950 + 0", BTC: "1.998 + 0" });
});

test("SPOT-46 both legs may trail, each from its own activation price, and the first one to turn ends the other", () => {
  const s = world();
  const profit: Leg = { type: "trailing-stop", percent: 2, stop: 1050 };
  const loss: Leg = { type: "trailing-loss", percent: 5, stop: 950 };
  const placed = list(s, "sell", profit, loss, "pair");
  expect(s.balances("ana")).toEqual({ USDT: "2000 + 0", BTC: "0 + 1" });
  // The same request is answered; another rate is another list.
  expect(list(s, "sell", profit, loss, "pair").replayedSeq).toBe(placed.seq);
  expect(list(s, "sell", profit, { ...loss, percent: 6 }, "pair").error).toBe("request.keyConflict");
  // Down to 955 is no activation of the loss, and up to 1060 one of the profit.
  trade(s, 955, 1060);
  s.restart();
  s.limit("cat", "buy", "2", "1030");
  trade(s, 1039);
  expect([s.order(placed.above), s.order(placed.below)]).toEqual([
    "untriggered 0 of 1",
    "untriggered 0 of 1",
  ]);
  trade(s, 1038);
  expect([s.order(placed.above), s.order(placed.below)]).toEqual(["filled 1", "canceled oco-sibling 0 of 1"]);
  expect(s.balances("ana")).toEqual({ USDT: "3027.94 + 0" });
});

test("SPOT-46 a pending trailing order holds nothing and follows the price from its activation on", () => {
  const s = world();
  const placed = oto(s, { type: "limit", side: "buy", price: 980 }, "buy", [STOP]);
  expect(s.balances("ana")).toEqual({ USDT: "1020 + 980", BTC: "1 + 0" });
  trade(s, 1200, 990);
  s.limit("ben", "sell", "1", "980");
  // 5 % above 980 is 1029, and 5 % above that 1080.45, which becomes 1081. She has 1020, so it cannot be paid.
  expect(s.order(placed.orderId)).toBe("filled 1");
  expect(s.order(placed.first)).toBe("expired oto-unfunded 0 of 1");
  s.deposit("ana", "USDT", "1000");
  s.transfer("ana", "USDT", "1000", "main", "coin");
  const again = oto(s, { type: "limit", side: "buy", price: 900 }, "buy", [STOP]);
  s.limit("ben", "sell", "1", "900");
  // 5 % above 900 is 945, and the protection above it 992.25, which becomes 993.
  expect(s.order(again.first)).toBe("untriggered 0 of 1");
  expect(s.balances("ana")).toEqual({ USDT: "127 + 993", BTC: "2.998 + 0" });
  trade(s, 880);
  s.restart();
  // 5 % above 880 is 924.
  s.limit("cat", "sell", "1", "930");
  trade(s, 924);
  expect(s.order(again.first)).toBe("filled 1");
  expect(s.balances("ana")).toEqual({ USDT: "190 + 0", BTC: "3.996 + 0" });
});

test("SPOT-46 a pending pair may trail: an activation price that was reached meanwhile counts", () => {
  const s = world();
  const pair: readonly Leg[] = [
    { type: "trailing-profit-limit", percent: 3, stop: 1020, price: 1000 },
    { type: "stop-market", stop: 900 },
  ];
  const placed = oto(s, { type: "limit", side: "sell", price: 1030 }, "buy", [
    { type: "stop-market", stop: 1200 },
    { type: "trailing-profit", percent: 3, stop: 1040 },
  ]);
  expect(placed.error).toBeUndefined();
  s.limit("ben", "buy", "1", "1030");
  // Her sale brought 1028.97. The pair holds the larger need: 1200 and 5 % above it.
  expect(s.balances("ana")).toEqual({ USDT: "1768.97 + 1260" });
  expect([s.order(placed.first), s.order(placed.second)]).toEqual([
    "untriggered 0 of 1",
    "untriggered 0 of 1",
  ]);
  // 1030 is below the activation price of 1040: 3 % above it is 1060.9.
  s.observe("1050");
  s.limit("cat", "sell", "1", "1070");
  trade(s, 1061);
  expect([s.order(placed.first), s.order(placed.second)]).toEqual([
    "canceled oco-sibling 0 of 1",
    "filled 1",
  ]);
  expect(s.balances("ana")).toEqual({ USDT: "1958.97 + 0", BTC: "0.998 + 0" });
  expect(oto(s, { type: "limit", side: "sell", price: 1030 }, "buy", pair).error).toBe(
    "trade.invalidParameters",
  );
});

test("SPOT-46 what is no list of trailing legs is refused and changes nothing", () => {
  const s = world();
  const refused = (side: Side, above: Leg, below: Leg) => list(s, side, above, below).error;
  expect(refused("sell", { type: "trailing-profit", percent: 5, stop: 1100 }, { type: "stop-market" })).toBe(
    "trade.invalidParameters",
  );
  // A trailing stop of a sell without activation price is a stop: it is below.
  expect(refused("sell", STOP, { type: "stop-market", stop: 900 })).toBe("trade.invalidParameters");
  expect(refused("sell", LIMIT, { type: "trailing-loss", percent: 0, stop: 950 })).toBe(
    "trade.invalidParameters",
  );
  expect(refused("sell", LIMIT, { type: "trailing-loss", percent: 30 })).toBe("trade.invalidParameters");
  expect(refused("sell", LIMIT, { type: "stop-market", stop: 950, percent: 5 })).toBe(
    "trade.invalidParameters",
  );
  expect(refused("sell", LIMIT, { type: "trailing-loss", percent: 5, stop: 1010 })).toBe(
    "trade.triggerPrice",
  );
  expect(refused("sell", LIMIT, { type: "trailing-loss-limit", percent: 5, price: 700 })).toBe(
    "trade.priceOutOfBand",
  );
  expect(
    refused("buy", { type: "trailing-stop", percent: 20 }, { type: "limit", price: 800 }),
  ).toBeUndefined();
  expect(refused("buy", { type: "trailing-stop", percent: 10 }, { type: "limit", price: 800 })).toBe(
    "trade.insufficientBalance",
  );
  expect(s.balances("ana")).toEqual({ USDT: "740 + 1260", BTC: "1 + 0" });
});

test("SPOT-46 before rules 6, lists have no trailing orders", () => {
  const s = world(RULES.trailingLegs - 1);
  expect(list(s, "sell", LIMIT, STOP).error).toBe("trade.invalidParameters");
  const working = { type: "limit", side: "buy", price: 900 } as const;
  expect(oto(s, working, "sell", [STOP]).error).toBe("trade.invalidParameters");
  s.adoptRules(RULES.trailingLegs);
  expect(list(s, "sell", LIMIT, STOP).error).toBeUndefined();
});
