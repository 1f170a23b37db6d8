import { expect, test } from "vitest";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";

function world(): PerpetualWorld {
  return new PerpetualWorld().user("ana", "1000").user("ben", "100000").user("cat", "100000");
}

test("PERP-43 a modified order keeps its number, and its margin is that of the new price and quantity", () => {
  const s = world();
  s.leverage("ana", 10);
  const { orderId } = s.limit("ana", "buy", "0.1", 59_000, { tp: 70_000, sl: 50_000, key: "mine" });
  // A tenth of 5900, and the taker fee of 0.05 %.
  expect(s.wallet("ana")).toBe("407.05 + 592.95");
  const up = s.modify("ana", orderId, "0.15", 58_000, 7);
  expect(up.events.filter(({ kind }) => kind.startsWith("order-"))).toMatchObject([
    {
      kind: "order-modified",
      orderId,
      priceBeforeTicks: 59_000,
      priceAfterTicks: 58_000,
      lotsBefore: 100,
      lotsAfter: 150,
      modifyId: 7,
    },
    { kind: "order-changed", orderId, cause: "moved", status: "open", quantityLots: 150, key: "mine" },
  ]);
  // A tenth of 8700, and a fee of 4.35.
  expect(s.wallet("ana")).toBe("125.65 + 874.35");
  expect(s.modify("ana", orderId, "0.02", 58_000).events).toContainEqual(
    expect.objectContaining({ kind: "order-modified", lotsAfter: 20, modifyId: -1 }),
  );
  expect(s.wallet("ana")).toBe("883.42 + 116.58");
  s.compare();
  // The take-profit and stop-loss are still the order's.
  s.limit("ben", "sell", "0.02", 58_000);
  expect(s.view("ana")).toMatchObject({ lots: 20, takeProfitTicks: 70_000, stopLossTicks: 50_000 });
  expect(s.order(orderId)).toBe("filled 0.02");
  // The margin of 116 and the maker fee of 0.02 %.
  expect(s.wallet("ana")).toBe("883.768 + 116");
  expect(s.modify("ana", orderId, "0.03", 58_000).error).toBe("trade.orderClosed");
  s.compare();
});

test("PERP-43 a modified order goes to the end of the queue, also at its old price and for a smaller quantity", () => {
  const s = world();
  const first = s.limit("ana", "buy", "0.02", 59_000);
  const second = s.limit("ben", "buy", "0.02", 59_000);
  s.modify("ana", first.orderId, "0.01", 59_000);
  s.limit("cat", "sell", "0.02", 59_000);
  expect([s.order(first.orderId), s.order(second.orderId)]).toEqual(["open 0 of 0.01", "filled 0.02"]);
  s.compare();
});

test("PERP-43 what is executed counts: the rest is modified, and ends when nothing would be left", () => {
  const s = world();
  s.leverage("ana", 10);
  const { orderId } = s.limit("ana", "buy", "0.1", 59_000);
  s.limit("ben", "sell", "0.04", 59_000);
  // A margin of 236, a fee of 0.472; 0.06 at 59000 need 354 and 1.77.
  expect(s.wallet("ana")).toBe("407.758 + 591.77");
  expect(s.modify("ana", orderId, "0.05", 58_000).error).toBeUndefined();
  expect(s.order(orderId)).toBe("partially-filled 0.04 of 0.05");
  // 0.01 at 58000: 58 and 0.29.
  expect(s.wallet("ana")).toBe("705.238 + 294.29");
  s.compare();
  const ended = s.modify("ana", orderId, "0.04", 58_000);
  expect(ended.events).toContainEqual(
    expect.objectContaining({ cause: "closed", status: "canceled", reason: "user", quantityLots: 50 }),
  );
  expect(ended.events.some(({ kind }) => kind === "order-modified")).toBe(false);
  expect(s.wallet("ana")).toBe("763.528 + 236");
  s.compare();
});

test("PERP-43 a modified order that crosses the book trades at once, and rests with what is left", () => {
  const s = world();
  s.leverage("ana", 10);
  s.limit("ben", "sell", "0.02", 60_000);
  s.limit("ben", "sell", "0.01", 60_100);
  const { orderId } = s.limit("ana", "buy", "0.1", 50_000);
  const taken = s.modify("ana", orderId, "0.05", 60_050);
  expect(taken.trades).toEqual(["0.02 @ 60000"]);
  const kinds = taken.events.map(({ kind }) => kind);
  expect(kinds.indexOf("order-modified")).toBeLessThan(kinds.indexOf("trade-made"));
  expect(s.order(orderId)).toBe("partially-filled 0.02 of 0.05");
  // Margin 120 and a taker fee of 0.6; 0.03 at 60050 need 180.15 and 0.90075.
  expect(s.wallet("ana")).toBe("698.34925 + 301.05075");
  s.compare();
});

test("PERP-43 an order may use its own margin for its new price, but not more than is free, and stays when refused", () => {
  const s = world();
  s.leverage("ana", 10);
  s.limit("ben", "sell", "1", 60_000);
  const { orderId } = s.limit("ana", "buy", "0.15", 59_000);
  expect(s.wallet("ana")).toBe("110.575 + 889.425");
  const rival = s.limit("cat", "buy", "0.01", 59_000);
  const refused = (quantity: string, price: number, name = "ana") => {
    const { error, events } = s.modify(name, orderId, quantity, price);
    expect(events).toHaveLength(1);
    expect(s.wallet("ana")).toBe("110.575 + 889.425");
    return error;
  };
  // 0.17 at 60000 need 1020.
  expect(refused("0.17", 60_000)).toBe("trade.insufficientBalance");
  expect(refused("0.17", 59_500)).toBe("trade.insufficientBalance");
  expect(refused("0.15", 20_000)).toBe("trade.priceOutOfBand");
  expect(refused("0.15", 59_000)).toBe("trade.invalidParameters");
  expect(refused("1000000", 59_000)).toBe("trade.amountError");
  expect(refused("0.15", 58_000, "cat")).toBe("trade.orderNotFound");
  // It still is the first at its price.
  s.limit("ben", "sell", "0.001", 59_000);
  const states = [s.order(orderId), s.order(rival.orderId)];
  expect(states).toEqual(["partially-filled 0.001 of 0.15", "open 0 of 0.01"]);
  // 5.9 and a maker fee of 0.0118; 0.149 at 59000 need 879.1 and 4.3955.
  expect(s.wallet("ana")).toBe("110.5927 + 889.3955");
  // Nearly all of it buys 0.164 at 60000: 984 and 4.92.
  const all = s.modify("ana", orderId, "0.165", 60_000);
  expect([all.error, all.trades]).toEqual([undefined, ["0.164 @ 60000"]]);
  expect(s.wallet("ana")).toBe("5.1682 + 989.9");
  s.compare();
});

test("PERP-43 a post-only order that would take after its change is canceled, and its margin is free", () => {
  const s = world();
  s.leverage("ana", 10);
  s.limit("ben", "sell", "0.02", 60_000);
  const { orderId } = s.limit("ana", "buy", "0.1", 59_000, { timeInForce: "post-only" });
  expect(s.modify("ana", orderId, "0.1", 59_500).error).toBeUndefined();
  expect(s.order(orderId)).toBe("open 0 of 0.1");
  const ended = s.modify("ana", orderId, "0.1", 60_000);
  expect([ended.error, ended.trades]).toEqual([undefined, []]);
  expect(s.order(orderId)).toBe("canceled user 0 of 0.1");
  expect(s.wallet("ana")).toBe("1000 + 0");
  s.compare();
});

test("PERP-43 closing orders are modified within their position, on both sides of hedge mode", () => {
  const s = world();
  s.mode("ana", true);
  s.leverage("ana", 20);
  s.limit("ben", "sell", "0.02", 60_000);
  s.limit("ana", "buy", "0.02", 60_000);
  s.limit("ben", "buy", "0.03", 60_000);
  s.limit("ana", "sell", "0.03", 60_000);
  const long = s.limit("ana", "sell", "0.01", 60_500, { reduceOnly: true });
  const short = s.limit("ana", "buy", "0.01", 59_500, { reduceOnly: true });
  const wallet = s.wallet("ana");
  for (const [order, whole, price] of [
    [long, "0.02", 60_600],
    [short, "0.03", 59_400],
  ] as const) {
    expect(s.modify("ana", order.orderId, whole, price).error).toBeUndefined();
    expect(s.order(order.orderId)).toBe(`open 0 of ${whole}`);
    expect(s.modify("ana", order.orderId, "0.031", price).error).toBe("trade.reduceOnly");
  }
  // Closing orders freeze nothing.
  expect(s.wallet("ana")).toBe(wallet);
  s.limit("ben", "buy", "0.02", 60_600);
  expect(s.position("ana", "long")).not.toContain("0.02");
  expect(s.position("ana", "short")).toContain("0.03");
  s.compare();
});

test("PERP-43 an order with a date keeps it; waiting, closed and foreign orders cannot be modified", () => {
  const s = world();
  const dated = s.limit("ana", "buy", "0.001", 59_000, {
    expiresAtMs: s.timeMs + 60_000 - (s.timeMs % 1_000),
  });
  expect(s.modify("ana", dated.orderId, "0.002", 58_000).error).toBeUndefined();
  s.wait(60_000, 60_000);
  expect(s.order(dated.orderId)).toBe("expired good-till-date 0 of 0.002");
  const stop = s.place("ana", "buy", "0.001", {
    type: "stop-limit",
    stopTicks: 61_000 as never,
    priceTicks: 61_000 as never,
  });
  expect(s.modify("ana", stop.orderId, "0.002", 61_000).error).toBe("trade.invalidParameters");
  expect(s.modify("ana", dated.orderId, "0.001", 58_000).error).toBe("trade.orderClosed");
  expect(s.modify("ana", 999, "0.001", 58_000).error).toBe("trade.orderNotFound");
  s.compare();
});
