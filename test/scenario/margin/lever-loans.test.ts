import type { Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { HOUR, LEVER, LeverageWorld, loansOf } from "../../support/scenario/leverage-world.ts";
import { withMaker } from "../../support/scenario/spot-world.ts";

/** A maker around 1000, and Alice with 1,000 USDT in her margin account. */
function createWorld(...options: ConstructorParameters<typeof LeverageWorld>): LeverageWorld {
  const s = new LeverageWorld(...options);
  withMaker(s);
  s.user("alice", { USDT: "1500" });
  s.move("alice", "in", "USDT", "1000");
  return s;
}

test("LEV-01 an order borrows its shortfall, the first hour is charged at once and the next at each full hour", () => {
  const s = createWorld();
  s.timeMs += 20 * 60 * SECOND;
  s.observe("1000");
  const bought = s.lever("alice", "buy", "1.5", "1020");
  // 1 at 1010 and 0.5 at 1020 cost 1,520: 520 of it is borrowed, not the 530 implied by its limit.
  expect(bought.order).toBe("filled 1.5");
  expect(loansOf(bought)).toEqual(["borrow 520 + 0.104 USDT"]);
  expect(s.margin("alice")).toEqual({
    BTC: "1.497 + 0",
    USDT: "",
    owesBTC: "",
    owesUSDT: "520 + 0.104",
    level: "2.8782",
    status: "normal",
    liquidation: 382,
  });
  // 40 minutes later the next hour starts: a second hour's interest, on the principal only.
  expect(loansOf(s.wait(40 * 60 * SECOND - 1))).toEqual([]);
  expect(loansOf(s.wait(1))).toEqual(["interest 0 + 0.104 USDT"]);
  // Three hours without events are charged together.
  expect(loansOf(s.wait(3 * HOUR))).toEqual(["interest 0 + 0.312 USDT"]);
  expect(s.margin("alice")?.owesUSDT).toBe("520 + 0.52");
});

test("LEV-01 interest is paid before principal, by hand and by an order that repays", () => {
  const s = createWorld();
  s.lever("alice", "buy", "1.5", "1020");
  s.wait(HOUR);
  expect(s.margin("alice")?.owesUSDT).toBe("520 + 0.208");
  s.move("alice", "in", "USDT", "500");
  expect(loansOf(s.repay("alice", "USDT", "0.1"))).toEqual(["repay 0 + 0.1 USDT"]);
  expect(loansOf(s.repay("alice", "USDT", "20.108"))).toEqual(["repay 20 + 0.108 USDT"]);
  expect(s.margin("alice")?.owesUSDT).toBe("500 + 0");
  s.observe("1000");
  // Sold at 990 less 0.2 %: 987.02 is received and fully used for repayment.
  const sold = s.lever("alice", "sell", "0.4", "market", { effect: "repay" });
  expect(loansOf(sold)).toEqual(["repay 395.208 + 0 USDT"]);
  const before = s.repay("alice", "USDT");
  expect(loansOf(before)).toEqual(["repay 104.792 + 0 USDT"]);
  expect(s.margin("alice")).toMatchObject({ owesUSDT: "", level: "", status: "normal", liquidation: 0 });
  expect(s.pool("USDT")).toBe("1000000.208");
  expect(loansOf(s.wait(HOUR))).toEqual([]);
  expect(s.repay("alice", "USDT").error).toBe("lever.noDebt");
});

test("LEV-01 a resting order repays with each of its fills, and its loan remains when it is canceled", () => {
  const s = createWorld();
  s.lever("alice", "buy", "1.5", "1020");
  const resting = s.lever("alice", "sell", "1", "1005", { effect: "repay" });
  expect(resting.order).toBe("open 0 of 1");
  s.user("bob", { USDT: "1000" });
  // Bob takes 0.3 at 1005: 301.5 less the maker's 0.1 %.
  expect(loansOf(s.market("bob", "buy", "0.3"))).toEqual(["repay 301.0945 + 0.104 USDT"]);
  expect(s.cancel("alice", resting.orderId).order).toBe("");
  expect(s.margin("alice")?.owesUSDT).toBe("218.9055 + 0");
  const bid = s.lever("alice", "buy", "0.5", "980");
  expect(loansOf(bid)).toEqual(["borrow 490 + 0.098 USDT"]);
  s.cancel("alice", bid.orderId);
  expect(s.margin("alice")).toMatchObject({ USDT: "490 + 0", owesUSDT: "708.9055 + 0.098" });
});

test("LEV-01 interest of each hour is rounded up to the unit", () => {
  const s = createWorld({ quoteHourlyPpm: 7 });
  const { events } = s.lever("alice", "buy", "1.5", "1020");
  // 520,000,000 units × 7 ÷ 1,000,000 = 3,640; one unit less would be 3,639.999993, which rounds up to the same.
  expect(events.find((event) => event.kind === "loan-changed")).toMatchObject({
    interestUnits: 3640,
    hours: 1,
  });
  s.move("alice", "in", "USDT", "0.003641");
  s.repay("alice", "USDT");
  expect(s.margin("alice")?.owesUSDT).toBe("519.999999 + 0");
  expect(loansOf(s.wait(2 * HOUR))).toEqual(["interest 0 + 0.00728 USDT"]);
});

test("LEV-02 the lending pool lends no more than it has, and its loans equal the users' debts", () => {
  const s = createWorld({}, { USDT: "600", BTC: "0" });
  s.user("bob", { USDT: "1000", BTC: "2" });
  s.move("bob", "in", "USDT", "1000");
  expect(s.lever("alice", "buy", "1.5", "1020").error).toBeUndefined();
  expect(s.pool("USDT")).toBe("80");
  const refused = s.lever("bob", "buy", "1.2", "1020");
  expect(refused).toMatchObject({ error: "lever.poolEmpty" });
  expect(s.capacity("bob", "USDT").borrow).toBe("80");
  expect(s.lever("bob", "sell", "0.5", "market").error).toBe("lever.poolEmpty");
  expect(s.exchange.exchangeView().markets[0]?.lever).toMatchObject({ quoteLentUnits: 520_000_000 });
  // Everything is repaid with interest.
  s.move("alice", "in", "USDT", "500");
  s.repay("alice", "USDT");
  s.observe("1000");
  s.lever("alice", "sell", "0.05", "market", { effect: "repay" });
  s.repay("alice", "USDT");
  expect(s.pool("USDT")).toBe("600.104");
  expect(s.exchange.exchangeView().markets[0]?.lever).toMatchObject({ quoteLentUnits: 0 });
});

test("LEV-02 the leverage, the user's and the market's limit bound a loan, to the unit", () => {
  const s = createWorld({ quoteUserLimit: "3000", quotePairLimit: "4000" });
  s.limit("maker", "sell", "20", "1030");
  // At 2×, debt may equal equity: x + 0.0002 x ≤ 1000 − 0.0002 x.
  const twice = s.lever("alice", "buy", "2", "1000", { leverage: 2 });
  expect(twice).toMatchObject({ error: "lever.borrowLimit", params: [999_600_157, 0, 0] });
  expect(s.lever("alice", "buy", "1.99", "1000", { leverage: 2 }).error).toBeUndefined();
  expect(s.margin("alice")).toMatchObject({ owesUSDT: "990 + 0.198" });
  // At 10× the user's limit is reached first: 3,000 in total.
  expect(s.capacity("alice", "USDT").borrow).toBe("2010");
  expect(s.lever("alice", "buy", "2.02", "1000").params).toEqual([2_010_000_000, 0, 0]);
  s.user("bob", { USDT: "1000" });
  s.move("bob", "in", "USDT", "1000");
  expect(s.lever("bob", "buy", "4", "1000", { leverage: 5 }).error).toBeUndefined();
  // 10 of the market's 4,000 are left.
  expect(s.lever("alice", "buy", "0.02", "1000").params).toEqual([10_000_000, 0, 0]);
  expect(s.lever("alice", "buy", "0.02", "1000", { effect: "none" })).toMatchObject({
    error: "trade.insufficientBalance",
    params: [0, 0, 0],
  });
});

test("LEV-02 base coins can be borrowed to be sold, and bought back", () => {
  const s = createWorld();
  const sold = s.lever("alice", "sell", "1", "market");
  expect(loansOf(sold)).toEqual(["borrow 1 + 0.0001 BTC"]);
  // 990 less 0.2 %.
  expect(s.margin("alice")).toMatchObject({ USDT: "1988.02 + 0", owesBTC: "1 + 0.0001", liquidation: 1808 });
  const bought = s.lever("alice", "buy", "1", "market", { effect: "repay" });
  expect(loansOf(bought)).toEqual(["repay 0.9979 + 0.0001 BTC"]);
  s.lever("alice", "buy", "0.02", "market", { effect: "repay" });
  expect(s.margin("alice")).toMatchObject({ owesBTC: "", liquidation: 0 });
});

test("LEV-04 withdrawals need a level above 2 and leave at least that level", () => {
  const s = createWorld();
  s.lever("alice", "buy", "1.5", "1020", { leverage: 2 });
  // Assets of 1,497, debt of 520.104: 456.792 is the value above twice the debt, in base coins.
  expect(s.capacity("alice", "BTC")).toMatchObject({ out: "0.456792" });
  expect(s.move("alice", "out", "BTC", "0.456793")).toMatchObject({
    error: "lever.marginLevel",
    params: [45_679_200, 1, 0],
  });
  expect(s.move("alice", "out", "BTC", "0.456792").error).toBeUndefined();
  expect(s.margin("alice")?.level).toBe("2");
  expect(s.balances("alice")).toEqual({ USDT: "500 + 0", BTC: "0.456792 + 0" });
  expect(s.move("alice", "out", "BTC", "0.0001")).toMatchObject({
    error: "lever.marginLevel",
    params: [0, 1, 0],
  });
  // Without debt everything may be withdrawn, but no more.
  s.move("alice", "in", "USDT", "500");
  s.lever("alice", "sell", "0.03", "market");
  s.repay("alice", "USDT");
  expect(s.margin("alice")?.owesUSDT).toBe("");
  expect(s.move("alice", "out", "BTC", "1.010209")).toMatchObject({
    error: "lever.marginLevel",
    params: [101_020_800, 1, 1],
  });
  expect(s.move("alice", "out", "BTC", "1.010208").error).toBeUndefined();
});

test("LEV-04 a frozen coin account moves and orders nothing, and repays", () => {
  const s = createWorld();
  s.lever("alice", "buy", "1.5", "1020");
  s.move("alice", "in", "USDT", "100");
  s.execute({ kind: "freeze-account", userId: s.id("alice"), wallet: "coin", isFrozen: true });
  expect(s.move("alice", "in", "USDT", "1").error).toBe("account.coinFrozen");
  expect(s.move("alice", "out", "USDT", "1").error).toBe("account.coinFrozen");
  expect(s.lever("alice", "sell", "1", "1005").error).toBe("account.coinFrozen");
  expect(s.repay("alice", "USDT", "50").error).toBeUndefined();
});

test("LEV-04 money calls answer a repeated key with the first result, and another use of it with a conflict", () => {
  const s = createWorld();
  const first = s.move("alice", "in", "USDT", "10", "k-1");
  expect(s.move("alice", "in", "USDT", "10", "k-1").replayedSeq).toBe(first.seq);
  expect(s.move("alice", "out", "USDT", "10", "k-1").error).toBe("request.keyConflict");
  const order = s.lever("alice", "buy", "1", "980", { key: "k-2" });
  expect(s.lever("alice", "buy", "1", "980", { key: "k-2" }).replayedSeq).toBe(order.seq);
  expect(s.lever("alice", "buy", "1", "980", { key: "k-2", leverage: 3 }).error).toBe("request.keyConflict");
  expect(s.lever("alice", "buy", "1", "980", { key: "k-2", effect: "none" }).error).toBe(
    "request.keyConflict",
  );
  expect(s.repay("alice", "USDT", "1", "k-2").error).toBe("request.keyConflict");
});

test("LEV-02 orders of one user in spot wallet and margin account are distinguished, and canceled by product", () => {
  const s = createWorld();
  const spot = s.limit("alice", "buy", "0.5", "900");
  const lever = s.lever("alice", "buy", "1", "950");
  expect(s.margin("alice")).toMatchObject({ USDT: "50 + 950" });
  expect(s.balances("alice")).toEqual({ USDT: "50 + 450" });
  s.restart();
  const cancel = (product: "spot" | "lever" | "contract") =>
    s.execute({ kind: "cancel-all", userId: s.id("alice"), marketId: -1, product, key: "" });
  cancel("contract");
  expect([s.order(spot.orderId), s.order(lever.orderId)]).toEqual(["open 0 of 0.5", "open 0 of 1"]);
  cancel("lever");
  expect(s.order(lever.orderId)).toBe("canceled user 0 of 1");
  expect(s.order(spot.orderId)).toBe("open 0 of 0.5");
  cancel("spot");
  expect(s.order(spot.orderId)).toBe("canceled user 0 of 0.5");
  expect(s.margin("alice")).toMatchObject({ USDT: "1000 + 0" });
});

test("LEV-04 a margin account accepts only the two coins of its market, from users with an account", () => {
  const s = createWorld();
  const asset = { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0.001" };
  expect(s.execute({ kind: "list-asset", asset }).error).toBeUndefined();
  const move = {
    kind: "move-lever-funds",
    direction: "in",
    amountUnits: 1_000_000 as Units,
    key: "",
  } as const;
  const [userId, marketId, assetId] = [s.id("alice"), 0, 0];
  for (const wrong of [
    { userId, marketId, assetId: 2 },
    { userId, marketId, assetId: 9 },
    { userId, marketId: 7, assetId },
    { userId: 99_999, marketId, assetId },
  ])
    for (const direction of ["in", "out"] as const)
      expect(s.execute({ ...move, ...wrong, direction }).error, JSON.stringify(wrong)).toBe(
        "trade.invalidParameters",
      );
  expect(s.balances("alice")).toEqual({ USDT: "500 + 0" });
  expect(s.margin("alice")).toMatchObject({ BTC: "", USDT: "1000 + 0" });
  expect(s.execute({ kind: "list-lever", marketId: 7, lever: LEVER }).error).toBe("request.parameterError");
});

test("LEV-01 a partly filled limit order borrows for its resting part at its own price", () => {
  const s = createWorld();
  const bought = s.lever("alice", "buy", "1.5", "1010");
  expect([bought.order, bought.trades]).toEqual(["partially-filled 1 of 1.5", ["1 @ 1010"]]);
  // 1,010 for the executed part, 505 for the resting part; a 0.2 % fee in BTC.
  expect(loansOf(bought)).toEqual(["borrow 515 + 0.103 USDT"]);
  expect(s.margin("alice")).toMatchObject({ BTC: "0.998 + 0", USDT: "0 + 505", owesUSDT: "515 + 0.103" });
});

test("LEV-01 a stop-market order freezes its maximum cost; triggered it pays its cost, canceled nothing", () => {
  const s = createWorld();
  const stop = { type: "stop-market", stopTicks: 1_005 as Ticks, effect: "none" } as const;
  const canceled = s.lever("alice", "buy", "0.4", "market", stop);
  expect(canceled.order).toBe("untriggered 0 of 0.4");
  const frozen = s.margin("alice")?.USDT;
  // At worst 1,056, 5 % above the trigger.
  expect(frozen).toBe("577.6 + 422.4");
  s.cancel("alice", canceled.orderId);
  expect(s.margin("alice")?.USDT).toBe("1000 + 0");
  const fired = s.lever("alice", "buy", "0.4", "market", stop);
  expect(s.margin("alice")?.USDT).toBe(frozen);
  // Bob's purchase at 1010 triggers it.
  s.user("bob", { USDT: "100" });
  s.limit("bob", "buy", "0.02", "1010");
  expect(s.order(fired.orderId)).toBe("filled 0.4");
  // 0.4 at 1010, less 0.2 % of the bitcoin.
  expect(s.margin("alice")).toMatchObject({ BTC: "0.3992 + 0", USDT: "596 + 0", owesUSDT: "" });
});
