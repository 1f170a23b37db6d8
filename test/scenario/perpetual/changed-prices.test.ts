import type { Ppm, Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { PERPETUAL, PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

function world(): PerpetualWorld {
  return new PerpetualWorld().user("ana", "1000").user("ben", "100000");
}

test("CHART-21 a contract order moves with all its terms; its margin is that of the new price", () => {
  const s = world();
  s.leverage("ana", 10);
  const old = s.limit("ana", "buy", "0.1", 59_000, { tp: 70_000, sl: 50_000 });
  // A tenth of 5900, and the taker fee of 0.05 %.
  expect(s.wallet("ana")).toBe("407.05 + 592.95");
  s.limit("ben", "sell", "0.04", 59_000);
  expect(s.order(old.orderId)).toBe("partially-filled 0.04 of 0.1");
  const before = s.position("ana");
  const moved = s.changePrice("ana", old.orderId, { price: 58_000, key: "c1" }, PERPETUAL);
  expect(moved.events.filter(({ kind }) => kind === "order-changed")).toMatchObject([
    { orderId: old.orderId, status: "canceled", reason: "user" },
    { cause: "accepted", status: "open", priceTicks: 58_000, reduceOnly: false },
  ]);
  expect(s.order(moved.orderId)).toBe("open 0 of 0.06");
  expect(s.position("ana")).toBe(before);
  // 0.06 at 58000: 348 and a fee of 1.74; and the position's 236.
  expect(s.wallet("ana").split(" + ")[1]).toBe("585.74");
  const again = s.changePrice("ana", old.orderId, { price: 58_000, key: "c1" }, PERPETUAL);
  expect(again.replayedSeq).toBe(moved.seq);
  // The take-profit and stop-loss come with the order.
  s.limit("ben", "sell", "0.06", 58_000);
  expect(s.view("ana")).toMatchObject({ lots: 100, takeProfitTicks: 70_000, stopLossTicks: 50_000 });
  expect(s.changePrice("ana", moved.orderId, { price: 57_000 }, PERPETUAL).error).toBe("trade.orderClosed");
});

test("CHART-21 a contract order may move up to what is free with its own margin, and not further", () => {
  const s = world();
  s.leverage("ana", 10);
  const old = s.limit("ana", "buy", "0.18", 50_000);
  expect(s.wallet("ana")).toBe("95.5 + 904.5");
  const frozen = s.wallet("ana");
  const refused = (change: { readonly price?: number; readonly stop?: number }) => {
    const { error, events } = s.changePrice("ana", old.orderId, change, PERPETUAL);
    expect(events).toHaveLength(1);
    expect(s.wallet("ana")).toBe(frozen);
    return error;
  };
  // 0.18 at 56000 need 1012.88; the old order alone would have left 95.5 for it.
  expect(refused({ price: 56_000 })).toBe("trade.insufficientBalance");
  expect(refused({ price: 20_000 })).toBe("trade.priceOutOfBand");
  expect(refused({ stop: 55_000 })).toBe("trade.invalidParameters");
  expect(refused({ price: 50_000 })).toBe("trade.invalidParameters");
  expect(s.order(old.orderId)).toBe("open 0 of 0.18");
  const moved = s.changePrice("ana", old.orderId, { price: 55_000 }, PERPETUAL);
  // 990 and 4.95.
  expect([moved.error, s.wallet("ana")]).toEqual([undefined, "5.05 + 994.95"]);
  s.changePrice("ana", moved.orderId, { price: 50_000 }, PERPETUAL);
  expect(s.wallet("ana")).toBe(frozen);
});

test("CHART-21 reduce-only orders and stops move, also in hedge mode, and keep what they may close", () => {
  const s = world();
  s.mode("ana", true);
  s.limit("ben", "sell", "0.02", 60_000);
  s.limit("ana", "buy", "0.02", 60_000);
  const exit = s.limit("ana", "sell", "0.02", 66_000, { reduceOnly: true });
  const moved = s.changePrice("ana", exit.orderId, { price: 67_000 }, PERPETUAL);
  expect([moved.error, s.order(moved.orderId)]).toEqual([undefined, "open 0 of 0.02"]);
  expect(s.position("ana", "long")).toContain("0.02 for 1200");
  const stop = s.place("ana", "sell", "1000", {
    type: "stop-market",
    stopTicks: 55_000 as never,
    reduceOnly: true,
    closesPosition: true,
  });
  expect(stop.error).toBeUndefined();
  const lower = s.changePrice("ana", stop.orderId, { stop: 54_000 }, PERPETUAL);
  expect(lower.events).toContainEqual(
    expect.objectContaining({ cause: "accepted", stopTicks: 54_000, reduceOnly: true, type: "stop-market" }),
  );
  expect(s.changePrice("ana", lower.orderId, { stop: 61_000 }, PERPETUAL).error).toBe("trade.triggerPrice");
  expect(s.order(lower.orderId)).toBe("untriggered 0 of 1000");
});

test("CHART-28 a trailing contract order changes its activation price, then its rate; no money moves before its trigger", () => {
  const s = world();
  s.limit("ben", "sell", "0.1", 60_000);
  s.limit("ana", "buy", "0.1", 60_000);
  const wallet = s.wallet("ana");
  const { orderId } = s.place("ana", "sell", "0.1", {
    type: "trailing-stop",
    trailingPpm: 50_000 as Ppm,
    stopTicks: 66_000 as Ticks,
    reduceOnly: true,
  });
  const move = (change: Parameters<PerpetualWorld["changePrice"]>[2]) =>
    s.changePrice("ana", orderId, change, PERPETUAL);
  expect(move({ stop: 60_000 }).error).toBe("trade.triggerPrice");
  expect(move({ price: 60_000 }).error).toBe("trade.invalidParameters");
  const moved = move({ stop: 61_000, percent: 2, key: "t1" });
  expect(moved.events.filter(({ kind }) => kind === "order-changed")).toMatchObject([
    { orderId, cause: "moved", stopTicks: 61_000, trailingPpm: 20_000, reduceOnly: true },
  ]);
  expect(move({ stop: 61_000, percent: 2, key: "t1" }).replayedSeq).toBe(moved.seq);
  expect(s.wallet("ana")).toBe(wallet);
  s.observe(62_000);
  s.restart();
  // It follows the mark now.
  expect(move({ stop: 63_000 }).error).toBe("trade.invalidParameters");
  expect(move({ percent: 5 }).error).toBeUndefined();
  expect(s.order(orderId)).toBe("untriggered 0 of 0.1");
  s.cancel("ana", orderId);
  expect(s.wallet("ana")).toBe(wallet);
});

test("CHART-28 a trailing contract order moves to no activation price at which it could not be placed", () => {
  const s = world();
  const terms = { type: "trailing-stop", trailingPpm: 50_000 as Ppm } as const;
  const { orderId } = s.place("ana", "buy", "0.1", { ...terms, stopTicks: 50_000 as Ticks });
  const tooSmall = s.place("ana", "buy", "0.1", { ...terms, stopTicks: 10 as Ticks });
  expect(tooSmall.error).toBe("trade.amountError");
  expect(s.changePrice("ana", orderId, { stop: 10 }, PERPETUAL).error).toBe("trade.amountError");
  expect(s.changePrice("ana", orderId, { stop: 40_000 }, PERPETUAL).error).toBeUndefined();
});
