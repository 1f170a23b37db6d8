import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

/** The maker's book after a trade at 1000, so that stops have a last price. */
function traded(): SpotWorld {
  const s = new SpotWorld().user("first", { USDT: "1000", BTC: "1" });
  s.user("second", { USDT: "1000", BTC: "1" });
  s.limit("first", "sell", "0.02", "1000");
  s.market("second", "buy", "0.02");
  return withMaker(s);
}

test("SPOT-09 a stop-limit order waits, is set off by the last price and then is a limit order", () => {
  const s = traded().user("alice", { USDT: "3000" }).user("bob", { USDT: "3000" });
  const stop = s.stopLimit("alice", "buy", "1.5", "1010", "1015");
  expect(stop.order).toBe("untriggered 0 of 1.5");
  expect(s.bids).toEqual(["990 × 1", "980 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "1477.5 + 1522.5" });
  const taker = s.market("bob", "buy", "0.5");
  expect(taker.trades).toEqual(["0.5 @ 1010", "0.5 @ 1010"]);
  expect(s.order(stop.orderId)).toBe("partially-filled 0.5 of 1.5");
  expect(s.bids).toEqual(["1015 × 1", "990 × 1", "980 × 2"]);
  expect(s.balances("alice")).toEqual({ USDT: "1480 + 1015", BTC: "0.499 + 0" });
});

test("SPOT-09 a stop-limit order keeps its time in force once triggered", () => {
  const s = traded().user("alice", { USDT: "9000" }).user("bob", { USDT: "3000" });
  const cancels = s.stopLimit("alice", "buy", "2", "1010", "1010", { timeInForce: "ioc" });
  const kills = s.stopLimit("alice", "buy", "5", "1010", "1010", { timeInForce: "fok" });
  s.market("bob", "buy", "0.5");
  expect(s.order(cancels.orderId)).toBe("expired ioc 0.5 of 2");
  expect(s.order(kills.orderId)).toBe("expired fok 0 of 5");
  expect(s.balances("alice")).toEqual({ USDT: "8495 + 0", BTC: "0.499 + 0" });
});

test("SPOT-10 a stop-market sell holds its coins and sells at the best price when the last price falls to it", () => {
  const s = traded().user("alice", { BTC: "2" }).user("bob", { BTC: "1" });
  const stop = s.stopMarket("alice", "sell", "1.5", "995");
  expect(s.balances("alice")).toEqual({ BTC: "0.5 + 1.5" });
  s.market("bob", "sell", "0.5");
  expect(s.order(stop.orderId)).toBe("filled 1.5");
  expect(s.balances("alice")).toEqual({ BTC: "0.5 + 0", USDT: "1472.05 + 0" });
});

test("SPOT-10 a stop-market buy holds its trigger price plus the protection and gets the unused part back", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { USDT: "3000" });
  const stop = s.stopMarket("alice", "buy", "1", "1010");
  // 1010 plus 5 %, rounded up: 1061.
  expect(s.balances("alice")).toEqual({ USDT: "939 + 1061" });
  const taker = s.market("bob", "buy", "1");
  expect(taker.trades).toEqual(["1 @ 1010", "1 @ 1020"]);
  expect(s.order(stop.orderId)).toBe("filled 1");
  expect(s.balances("alice")).toEqual({ USDT: "980 + 0", BTC: "0.998 + 0" });
});

test("SPOT-10 a stop whose price has run away takes more from available funds, or expires unfunded", () => {
  const s = traded()
    .user("rich", { USDT: "3000" })
    .user("poor", { USDT: "1061" })
    .user("bob", { USDT: "9000" });
  const funded = s.stopMarket("rich", "buy", "1", "1010");
  const unfunded = s.stopMarket("poor", "buy", "1", "1010");
  s.observe("1100");
  s.limit("maker", "sell", "5", "1100");
  s.market("bob", "buy", "3.5");
  expect(s.order(funded.orderId)).toBe("filled 1");
  expect(s.order(unfunded.orderId)).toBe("expired trigger-unfunded 0 of 1");
  expect(s.balances("rich")).toEqual({ USDT: "1900 + 0", BTC: "0.998 + 0" });
  expect(s.balances("poor")).toEqual({ USDT: "1061 + 0" });
});

test("SPOT-10 a stop that is set off finds no more than the protection allows", () => {
  const s = traded().user("alice", { BTC: "9" }).user("bob", { BTC: "9" });
  s.limit("maker", "buy", "5", "900");
  const stop = s.stopMarket("alice", "sell", "4", "990");
  s.market("bob", "sell", "0.5");
  expect(s.order(stop.orderId)).toBe("expired price-protection 2.5 of 4");
  expect(s.balances("alice")).toEqual({ BTC: "6.5 + 0", USDT: "2450.09 + 0" });
});

test("SPOT-12 a trailing stop follows the last price and fires when it has turned by its rate", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { USDT: "9000", BTC: "9" });
  const stop = s.trailing("alice", "sell", "1", "2");
  expect(stop.order).toBe("untriggered 0 of 1");
  expect(s.balances("alice")).toEqual({ BTC: "0 + 1" });
  s.market("bob", "buy", "2");
  // The highest last price is 1020; 2 % below it, rounded down, is 999: the maker's 990 triggers it.
  s.market("bob", "sell", "0.02");
  expect(s.order(stop.orderId)).toBe("filled 1");
  expect(s.balances("alice")).toEqual({ USDT: "987.8204 + 0" });
});

test("WEB-107 the account shows where an active trailing stop would fire now, and nothing before its activation", () => {
  const s = traded().user("alice", { BTC: "3" }).user("bob", { USDT: "9000", BTC: "9" });
  const ticksOf = (orderId: number) =>
    s.exchange.accountView(s.id("alice")).trailing?.find((each) => each.orderId === orderId)?.triggerTicks;
  expect(s.exchange.accountView(s.id("alice"))).not.toHaveProperty("trailing");
  const stop = s.trailing("alice", "sell", "1", "2");
  const waiting = s.trailing("alice", "sell", "1", "1", "5000");
  const first = ticksOf(stop.orderId) ?? 0;
  expect(first).toBeGreaterThan(0);
  s.market("bob", "buy", "2");
  // 2 % below 1020, rounded down.
  expect(ticksOf(stop.orderId)).toBe(999);
  expect(first).toBeLessThan(999);
  expect(ticksOf(waiting.orderId)).toBeUndefined();
});

test("WEB-107 the account shows what a trailing buy freezes, before and after its activation", () => {
  const s = traded().user("alice", { USDT: "9000", BTC: "3" });
  const heldOf = (orderId: number) =>
    s.exchange.accountView(s.id("alice")).holds?.find((each) => each.orderId === orderId)?.heldUnits;
  const frozen = () => s.balances("alice")["USDT"];
  const sell = s.trailing("alice", "sell", "1", "2");
  expect(s.exchange.accountView(s.id("alice"))).not.toHaveProperty("holds");
  const active = s.trailing("alice", "buy", "1", "2");
  const first = heldOf(active.orderId) ?? 0;
  expect(frozen()).toMatch(new RegExp(` \\+ ${first / 1e6}$`));
  const waiting = s.trailing("alice", "buy", "2", "2", "900");
  // 2% above the activation at 900 is 918, and the protection's 5% of it is 45.9: 964 ticks of 1, twice.
  expect(heldOf(waiting.orderId)).toBe(1_928_000_000);
  expect(frozen()).toMatch(new RegExp(` \\+ ${first / 1e6 + 1_928}$`));
  expect(heldOf(sell.orderId)).toBeUndefined();
});

test("SPOT-12 a trailing stop does not fire before its full rate", () => {
  const s = traded()
    .user("alice", { BTC: "1" })
    .user("bob", { USDT: "9000", BTC: "9" })
    .user("cat", { USDT: "9000" });
  const stop = s.trailing("alice", "sell", "1", "2");
  s.market("bob", "buy", "2");
  s.limit("cat", "buy", "0.1", "1000");
  s.market("bob", "sell", "0.1");
  expect(s.order(stop.orderId)).toBe("untriggered 0 of 1");
  s.limit("cat", "buy", "0.1", "999");
  s.market("bob", "sell", "0.05");
  expect(s.order(stop.orderId)).toBe("filled 1");
});

test("SPOT-12 a trailing stop with an activation price does not follow before it is reached", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { USDT: "9000", BTC: "9" });
  const stop = s.trailing("alice", "sell", "1", "1", "1020");
  s.market("bob", "buy", "0.5");
  s.market("bob", "sell", "0.5");
  expect(s.order(stop.orderId)).toBe("untriggered 0 of 1");
  s.market("bob", "buy", "1");
  s.market("bob", "sell", "0.1");
  expect(s.order(stop.orderId)).toBe("filled 1");
});

test("SPOT-12 a trailing buy follows the price down, holds its highest trigger plus the protection, and fires upwards", () => {
  const s = traded().user("alice", { USDT: "2000" }).user("bob", { USDT: "9000", BTC: "9" });
  const stop = s.trailing("alice", "buy", "1", "2.5");
  // 1000 plus 2.5 % is 1025; 5 % above that, rounded up, is 1077.
  expect(s.balances("alice")).toEqual({ USDT: "923 + 1077" });
  s.market("bob", "sell", "2");
  s.market("bob", "buy", "0.5");
  // 2.5 % above 980 is 1004.5, so 1010 triggers it.
  expect(s.order(stop.orderId)).toBe("filled 1");
  expect(s.balances("alice")).toEqual({ USDT: "985 + 0", BTC: "0.998 + 0" });
});

test("SPOT-12 a restart in between changes nothing for a trailing stop", () => {
  const s = traded().user("alice", { BTC: "1" }).user("bob", { USDT: "9000", BTC: "9" });
  const stop = s.trailing("alice", "sell", "1", "1");
  s.market("bob", "buy", "2");
  s.restart();
  s.market("bob", "sell", "0.1");
  expect(s.order(stop.orderId)).toBe("filled 1");
});

test("SPOT-21 stops that one price meets are set off by trigger price, then by order id", () => {
  const s = traded().user("alice", { USDT: "9000" }).user("bob", { USDT: "9000" });
  const third = s.stopMarket("alice", "buy", "0.1", "1009");
  const first = s.stopMarket("alice", "buy", "0.1", "1005");
  const fourth = s.stopMarket("alice", "buy", "0.1", "1009");
  const second = s.stopMarket("alice", "buy", "0.1", "1007");
  const { events } = s.market("bob", "buy", "0.1");
  const triggered = events.flatMap((event) =>
    event.kind === "order-changed" && event.cause === "triggered" ? [event.orderId] : [],
  );
  expect(triggered).toEqual([first, second, third, fourth].map(({ orderId }) => orderId));
});

test("SPOT-21 a stop's own fills set off the next one", () => {
  const s = traded().user("alice", { USDT: "9000" }).user("bob", { USDT: "9000" });
  const next = s.stopMarket("alice", "buy", "0.5", "1020");
  const stop = s.stopMarket("alice", "buy", "1", "1010");
  s.market("bob", "buy", "0.5");
  expect(s.order(stop.orderId)).toBe("filled 1");
  expect(s.order(next.orderId)).toBe("filled 0.5");
});

test("SPOT-21 one command sets off at most 100 stops; the others follow in order with the next commands", () => {
  const s = traded()
    .user("alice", { USDT: "9000" })
    .user("ben", { USDT: "9000" })
    .user("bob", { USDT: "9000" });
  const stops = Array.from({ length: 250 }, (_, n) =>
    s.stopMarket(n % 2 === 0 ? "alice" : "ben", "buy", "0.02", "1010"),
  );
  const filled = (): number => stops.filter(({ orderId }) => s.order(orderId).startsWith("filled")).length;
  s.limit("maker", "sell", "50", "1010");
  s.market("bob", "buy", "0.1");
  expect(filled()).toBe(100);
  s.restart();
  const last = stops[249]?.orderId ?? 0;
  expect(s.cancel("ben", last).error).toBeUndefined();
  expect(filled()).toBe(200);
  s.wait(SECOND);
  expect(filled()).toBe(249);
  expect(s.order(last)).toBe("canceled user 0 of 0.02");
});

test("SPOT-21 stops that wait for their turn expire when their market has closed meanwhile", () => {
  const s = traded()
    .user("alice", { USDT: "9000" })
    .user("ben", { USDT: "9000" })
    .user("bob", { USDT: "9000" });
  const stops = Array.from({ length: 250 }, (_, n) =>
    s.stopMarket(n % 2 === 0 ? "alice" : "ben", "buy", "0.02", "1010"),
  );
  s.limit("maker", "sell", "50", "1010");
  s.market("bob", "buy", "0.1");
  // The command that closes the market still finds it open and triggers a hundred more.
  s.status("halted");
  s.wait(0);
  expect(stops.slice(0, 200).every(({ orderId }) => s.order(orderId) === "filled 0.02")).toBe(true);
  expect(
    stops.slice(200).every(({ orderId }) => s.order(orderId) === "expired market-closed 0 of 0.02"),
  ).toBe(true);
  expect(s.balances("alice")).toEqual({ USDT: "6980 + 0", BTC: "1.996 + 0" });
});
