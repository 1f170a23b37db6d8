import type { Ticks } from "@candor/money/brand";
import { expect, test } from "vitest";
import { LeverageWorld } from "../../support/scenario/leverage-world.ts";

/** No quotes around an index of 1000; Mal and Tom are one person. */
function thinBook(): LeverageWorld {
  const s = new LeverageWorld({}, { USDT: "1000000", BTC: "1000" }, { priceBandPpm: 200_000 });
  s.user("mal", { USDT: "1000" }).user("tom", { USDT: "10000", BTC: "10" });
  s.move("mal", "in", "USDT", "1000");
  return s;
}

test("LEV-05 an order that would ruin the account at once borrows nothing, and the rejection names an acceptable price", () => {
  const s = thinBook();
  s.limit("tom", "sell", "8.3", "1199");
  // The debt would be 8,951.7, against bitcoins worth 8,300.
  const refused = s.lever("mal", "buy", "8.3", "1199");
  expect([refused.error, ...refused.params.slice(0, 2)]).toEqual(["trade.priceOutOfBand", 800, 1_010]);
  expect(s.margin("mal")).toMatchObject({ USDT: "1000 + 0", BTC: "", owesUSDT: "" });
  expect(s.pool("USDT")).toBe("1000000");
  // At the bound it trades, and the level stays above 1.1.
  s.limit("tom", "sell", "1.7", "1010");
  expect(s.lever("mal", "buy", "1.7", "1010").order).toBe("filled 1.7");
  expect(s.margin("mal")).toMatchObject({ BTC: "1.6966 + 0", owesUSDT: "717 + 0.1434", level: "2.3657" });
});

test("LEV-05 money that was borrowed before buys at no such price either, nor do many small orders", () => {
  const s = thinBook();
  const near = s.lever("mal", "buy", "9.5", "1000");
  s.cancel("mal", near.orderId);
  expect(s.margin("mal")).toMatchObject({ USDT: "9500 + 0", owesUSDT: "8500 + 1.7" });
  for (const [quantity, price] of [
    ["7", "1199"],
    ["0.1", "1199"],
    ["0.1", "1016"],
  ] as const)
    expect(s.lever("mal", "buy", quantity, price).params.slice(0, 2)).toEqual([800, 1_015]);
  expect(s.lever("mal", "buy", "0.1", "1015").order).toBe("open 0 of 0.1");
});

test("LEV-05 a market order and a short are held to the same", () => {
  const s = thinBook();
  s.limit("tom", "sell", "9", "1049");
  expect(s.lever("mal", "buy", "9", "market").error).toBe("trade.priceOutOfBand");
  s.limit("tom", "buy", "8", "801");
  const short = s.lever("mal", "sell", "8", "801");
  expect([short.error, ...short.params.slice(0, 2)]).toEqual(["trade.priceOutOfBand", 976, 1_200]);
  expect(s.margin("mal")).toMatchObject({ USDT: "1000 + 0", owesBTC: "", owesUSDT: "" });
});

test("LEV-05 a stop that would ruin the account where it is set off expires, and its money is free again", () => {
  const s = thinBook();
  const stop = s.lever("mal", "buy", "7.5", "1199", {
    type: "stop-limit",
    stopTicks: 1_100 as Ticks,
    effect: "borrow",
  });
  expect(s.margin("mal")).toMatchObject({ USDT: "0 + 8992.5", owesUSDT: "7992.5 + 1.5985" });
  s.user("cat", { USDT: "1000" });
  s.limit("tom", "sell", "0.1", "1101");
  s.limit("tom", "sell", "7.5", "1199");
  s.limit("cat", "buy", "0.1", "1101");
  expect(s.order(stop.orderId)).toBe("expired trigger-unfunded 0 of 7.5");
  expect(s.margin("mal")).toMatchObject({ USDT: "8992.5 + 0", owesUSDT: "7992.5 + 1.5985" });
});

test("LEV-05 a repaying user may sell lower, as long as the sale pays the debt", () => {
  const s = thinBook();
  s.limit("tom", "sell", "5", "1000");
  s.lever("mal", "buy", "5", "1000");
  // 4.99 BTC against a debt of 4,000.8: covered at 801.77 per bitcoin.
  expect(s.margin("mal")).toMatchObject({ BTC: "4.99 + 0", owesUSDT: "4000 + 0.8" });
  s.limit("tom", "buy", "4", "801");
  const refused = s.lever("mal", "sell", "4", "801", { effect: "repay" });
  expect([refused.error, ...refused.params.slice(0, 2)]).toEqual(["trade.priceOutOfBand", 802, 1_200]);
  s.limit("tom", "buy", "4", "802");
  expect(s.lever("mal", "sell", "4", "802", { effect: "repay" }).order).toBe("filled 4");
  expect(s.margin("mal")).toMatchObject({ BTC: "0.99 + 0", owesUSDT: "799.216 + 0" });
  expect(s.own("insurance", "USDT")).toBe("0");
});

/**
 * Mel has 1,000 USDT, owes 8,501.7 and bids 9,500 for 9.5 BTC at the index; or has 1 BTC, owes 8.5 and offers 9.5 BTC
 * for as much.
 */
function leaning(side: "buy" | "sell"): { readonly s: LeverageWorld; readonly orderId: number } {
  const s = thinBook();
  s.user("mel", { USDT: "1000", BTC: "1" });
  if (side === "buy") s.move("mel", "in", "USDT", "1000");
  else s.move("mel", "in", "BTC", "1");
  const { orderId } = s.lever("mel", side, "9.5", "1000");
  return { s, orderId };
}

test("LEV-05 a gap cancels the resting orders that would ruin their account, before anybody meets them", () => {
  const { s, orderId } = leaning("buy");
  expect(s.margin("mel")).toMatchObject({ USDT: "0 + 9500", owesUSDT: "8500 + 1.7" });
  // 9.5 BTC is worth 1.1 × 8,501.7 at 984.38.
  s.observe("985");
  expect(s.order(orderId)).toBe("open 0 of 9.5");
  s.restart();
  s.observe("984");
  expect(s.order(orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
  expect(s.margin("mel")).toMatchObject({ USDT: "9500 + 0", BTC: "", owesUSDT: "8500 + 1.7" });
  // An order at the old price finds no counterparty, and nothing is lost.
  expect(s.limit("tom", "sell", "9.5", "1000").order).toBe("open 0 of 9.5");
  expect([s.own("insurance", "USDT"), s.pool("USDT")]).toEqual(["0", "991500"]);
});

test("LEV-05 of a short it is an index above its price, and orders that it can bear stay", () => {
  const { s, orderId } = leaning("sell");
  expect(s.margin("mel")).toMatchObject({ BTC: "0 + 9.5", owesBTC: "8.5 + 0.00085" });
  s.cancel("mel", orderId);
  const low = s.lever("mel", "sell", "9", "1000", { effect: "none" });
  const high = s.lever("mel", "sell", "0.5", "1150", { effect: "none" });
  // 9.5 BTC sold at 1000 is worth 1.1 × 8.50085 BTC at 1,015.9.
  s.observe("1015");
  expect(s.order(low.orderId)).toBe("open 0 of 9");
  s.observe("1016");
  expect(s.order(low.orderId)).toBe("canceled trigger-unfunded 0 of 9");
  expect(s.order(high.orderId)).toBe("open 0 of 0.5");
  expect(s.margin("mel")).toMatchObject({ BTC: "9 + 0.5", owesBTC: "8.5 + 0.00085" });
});

test("LEV-05 after an outage of the index, or when the operator opens the market again, they are gone first", () => {
  const outage = leaning("buy");
  outage.s.wait(11_000);
  outage.s.observe("800");
  expect(outage.s.order(outage.orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
  const reopened = leaning("buy");
  reopened.s.status("cancel-only");
  reopened.s.observe("800");
  expect(reopened.s.order(reopened.orderId)).toBe("open 0 of 9.5");
  reopened.s.status("trading");
  expect(reopened.s.order(reopened.orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
});

test("LEV-05 a resting stop, and the account's other debts, count as well", () => {
  const s = thinBook();
  const stop = s.lever("mal", "buy", "9.5", "1000", { type: "stop-limit", stopTicks: 1_005 as Ticks });
  s.user("cat", { USDT: "1000" });
  s.limit("tom", "sell", "0.1", "1005");
  s.limit("cat", "buy", "0.1", "1005");
  expect(s.order(stop.orderId)).toBe("open 0 of 9.5");
  s.observe("984");
  expect(s.order(stop.orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
  // Without debt no price can bankrupt anyone.
  s.repay("mal", "USDT");
  const own = s.lever("mal", "buy", "0.9", "1000", { effect: "none" });
  s.observe("801");
  expect(s.order(own.orderId)).toBe("open 0 of 0.9");
});

test("LEV-05 a price gap of a silent source, met by an order at the old price, cannot be exploited", () => {
  const { s, orderId } = leaning("buy");
  s.observe("1000", 1);
  s.wait(5_000);
  s.observe("850", 2);
  s.timeMs += 5_500;
  // Two of the three sources are silent by now: the third one's price becomes the index with the next order.
  expect(s.limit("tom", "sell", "9.5", "1000").order).toBe("open 0 of 9.5");
  expect(s.order(orderId)).toBe("canceled trigger-unfunded 0 of 9.5");
  expect([s.own("insurance", "USDT"), s.pool("USDT")]).toEqual(["0", "991500"]);
});

test("LEV-05 hundreds of accounts are looked after in the command that moved the index", () => {
  const s = thinBook();
  const orders = Array.from({ length: 120 }, (_, n) => {
    s.user(`u${n}`, { USDT: "10" });
    s.move(`u${n}`, "in", "USDT", "10");
    return s.lever(`u${n}`, "buy", "0.09", "1000").orderId;
  });
  s.observe("850");
  expect(new Set(orders.map((orderId) => s.order(orderId)))).toEqual(
    new Set(["canceled trigger-unfunded 0 of 0.09"]),
  );
});
