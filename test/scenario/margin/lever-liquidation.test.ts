import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import { expect, test } from "vitest";
import { type Outcome, SECOND } from "../../support/scenario/exchange-world.ts";
import { HOUR, LeverageWorld, liquidationsOf, loansOf } from "../../support/scenario/leverage-world.ts";

/** A market whose resting orders may be anywhere, so that its index can jump over them. */
function jumpy(lever: Partial<LeverSpec> = {}): LeverageWorld {
  return new LeverageWorld(lever, { USDT: "1000000", BTC: "1000" }, { priceBandPpm: 1_000_000 });
}

/** A deep maker around 1000, and Alice who owes 900 USDT on 1,000 of her own: 1.9 BTC bought at 1000. */
function createWorld(): LeverageWorld {
  const s = jumpy();
  s.user("maker", { USDT: "1000000", BTC: "1000" }, "labelled");
  s.limit("maker", "sell", "1.9", "1000");
  s.user("alice", { USDT: "1000" });
  s.move("alice", "in", "USDT", "1000");
  s.lever("alice", "buy", "1.9", "1000");
  return s;
}

/** The maker quotes 20 BTC per tick around the new index. */
function moveTo(s: LeverageWorld, price: number, depth = "20"): Outcome {
  s.cancelAll("maker");
  s.timeMs += SECOND;
  const moved = s.observe(String(price));
  s.limit("maker", "buy", depth, String(price - 1));
  s.limit("maker", "sell", "20", String(price + 1));
  return moved;
}

test("LEV-03 at 1.3 the account gets a margin call, above it does not, and each is emitted once", () => {
  const s = createWorld();
  // 1.8962 BTC and a debt of 900.18 USDT: level 1.3 is reached at 617.14.
  expect(s.margin("alice")).toMatchObject({ BTC: "1.8962 + 0", owesUSDT: "900 + 0.18", liquidation: 522 });
  expect(moveTo(s, 618).events.filter(({ kind }) => kind === "lever-changed")).toEqual([]);
  expect(moveTo(s, 617).events.filter(({ kind }) => kind === "lever-changed")).toMatchObject([
    { status: "margin-call", cause: "margin-call" },
  ]);
  expect(moveTo(s, 616).events.filter(({ kind }) => kind === "lever-changed")).toEqual([]);
  s.restart();
  expect(moveTo(s, 618).events.filter(({ kind }) => kind === "lever-changed")).toMatchObject([
    { status: "normal", cause: "margin-call" },
  ]);
  moveTo(s, 617);
  expect(s.margin("alice")?.status).toBe("margin-call");
  // Interest itself may cause a margin call, and repaying ends it.
  s.move("alice", "out", "USDT", "1");
  s.user("bob", { USDT: "100" });
  expect(s.move("alice", "out", "BTC", "0.1").error).toBe("lever.marginLevel");
});

test("LEV-03 at 1.1 as much is sold as the debt needs, the rest stays the user's", () => {
  const s = createWorld();
  const resting = s.lever("alice", "sell", "0.5", "1100");
  moveTo(s, 523);
  expect(s.margin("alice")?.status).toBe("margin-call");
  s.limit("maker", "buy", "5", "522");
  const [step] = liquidationsOf(s.observe("522"));
  expect(s.order(resting.orderId)).toBe("canceled liquidation 0 of 0.5");
  // 900.18 ÷ 0.998 = 901.984 at 522 is 1.73 BTC, which yields 903.06 less 1.80612.
  expect(step).toMatchObject({
    method: "book",
    baseUnits: 189_620_000,
    quoteOwedUnits: 900_180_000,
    levelE4: 10_995,
    closedLots: 173,
    closedQuoteUnits: 903_060_000,
    feeUnits: 1_806_120,
    quoteRepaidUnits: 900_180_000,
    quoteLeftUnits: 0,
  });
  expect(s.margin("alice")).toEqual({
    BTC: "0.1662 + 0",
    USDT: "1.07388 + 0",
    owesBTC: "",
    owesUSDT: "",
    level: "",
    status: "normal",
    liquidation: 0,
  });
  expect(s.pool("USDT")).toBe("1000000.18");
});

test("LEV-03 the part that the book cannot fill waits for the next index, and a better index ends it", () => {
  const s = createWorld();
  s.cancelAll("maker");
  s.timeMs += SECOND;
  const [first] = liquidationsOf(s.observe("520"));
  expect(first).toMatchObject({ closedLots: 0, quoteLeftUnits: 900_180_000, method: "book" });
  expect(s.margin("alice")?.status).toBe("liquidating");
  expect(s.lever("alice", "sell", "0.1", "520", { effect: "none" }).error).toBe("trade.insufficientBalance");
  s.restart();
  expect(liquidationsOf(s.wait(SECOND))).toEqual([]);
  s.limit("maker", "buy", "0.5", "515");
  // 0.5 at 515 yields 257.5 less 0.515; the rest waits again.
  expect(liquidationsOf(s.observe("519"))).toMatchObject([
    { liquidationId: first?.liquidationId, closedLots: 50, quoteRepaidUnits: 256_985_000, method: "book" },
  ]);
  s.timeMs += SECOND;
  s.observe("700");
  expect(s.margin("alice")).toMatchObject({ status: "normal", owesUSDT: "643.195 + 0" });
});

test("LEV-03 on a gap the insurance fund pays the shortfall; without one the pool bears it; nobody is below zero", () => {
  const s = createWorld();
  const owed = "900.18";
  expect(s.pool("USDT")).toBe("999100");
  // The index gaps from 1000 to 300, confirmed by a second source: 1.8962 BTC is worth 568.86.
  s.cancelAll("maker");
  s.limit("maker", "buy", "50", "299");
  s.timeMs += SECOND;
  expect(liquidationsOf(s.observe("300", 1))).toEqual([]);
  const gap = s.observe("300");
  const [step] = liquidationsOf(gap);
  expect(step).toMatchObject({
    method: "insurance-fund",
    closedLots: 189,
    quoteLeftUnits: 0,
    baseLeftUnits: 0,
  });
  // 1.89 at 299 yields 565.11 less 1.13022: 336.2 is missing. The 0.0062 BTC below one lot go to the fund.
  expect(step).toMatchObject({
    quoteRepaidUnits: 563_979_780,
    quoteFundUnits: 0,
    quoteLossUnits: 336_200_220,
  });
  expect(s.own("insurance", "BTC")).toBe("0.0062");
  expect(s.margin("alice")).toMatchObject({ BTC: "", USDT: "", owesUSDT: "", status: "normal" });
  expect(s.pool("USDT")).toBe("999663.97978");
  expect(Number(owed) - 563.97978).toBeCloseTo(336.20022, 6);
  expect(s.exchange.exchangeView().markets[0]?.lever?.quoteLentUnits).toBe(0);
});

test("LEV-03 a borrower of base coins is bought in when the index rises, with all of their funds", () => {
  const s = jumpy();
  s.user("maker", { USDT: "1000000", BTC: "1000" }, "labelled");
  s.limit("maker", "buy", "2", "1000");
  s.user("alice", { USDT: "1000" });
  s.move("alice", "in", "USDT", "1000");
  expect(loansOf(s.lever("alice", "sell", "2", "market"))).toEqual(["borrow 2 + 0.0002 BTC"]);
  // 2,996 USDT against 2.0002 BTC: level 1.1 is reached at 1361.69, so at 1362.
  expect(s.margin("alice")).toMatchObject({ USDT: "2996 + 0", liquidation: 1362 });
  s.limit("maker", "sell", "1", "1400");
  s.timeMs += SECOND;
  const [step] = liquidationsOf(s.observe("1400"));
  // Only one was available: the rest waits.
  expect(step).toMatchObject({ method: "book", closedLots: 100, baseRepaidUnits: 99_800_000 });
  s.cancelAll("maker");
  s.limit("maker", "sell", "50", "1680");
  s.timeMs += SECOND;
  const [last] = liquidationsOf(s.observe("1700"));
  // 1,596 USDT buys 0.95 at 1680 = exactly 1,596; 0.0541 BTC is missing, and only the pool can cover it.
  expect(last).toMatchObject({ method: "insurance-fund", closedLots: 95, baseLossUnits: 5_410_000 });
  expect(s.margin("alice")).toMatchObject({ BTC: "", USDT: "", owesBTC: "", owesUSDT: "" });
  expect(s.exchange.exchangeView().markets[0]?.lever?.baseLentUnits).toBe(0);
});

test("LEV-03 without an index there are no margin calls or liquidations, and interest continues", () => {
  const s = createWorld();
  s.cancelAll("maker");
  s.wait(11 * SECOND);
  expect(s.margin("alice")?.level).toBe("");
  const hour = s.wait(HOUR);
  expect(loansOf(hour)).toEqual(["interest 0 + 0.18 USDT"]);
  expect(liquidationsOf(hour)).toEqual([]);
  expect(s.capacity("alice", "USDT")).toEqual({ borrow: "0", out: "0" });
  expect(s.lever("alice", "buy", "1", "1000").error).toBe("trade.marketUnavailable");
  expect(liquidationsOf(s.observe("500"))).toHaveLength(1);
});

test("LEV-03 hundreds of accounts at one price are worked off command by command, in the order of their prices", () => {
  const s = jumpy({ quotePairLimit: "10000000" });
  s.comparesEach = false;
  s.user("maker", { USDT: "10000000", BTC: "10000" }, "labelled");
  const names = Array.from({ length: 130 }, (_, n) => `trader${n}`);
  for (const name of names) {
    s.user(name, { USDT: "100" });
    s.move(name, "in", "USDT", "100");
    s.limit("maker", "sell", "0.3", "1000");
    s.lever(name, "buy", "0.3", "1000");
  }
  s.limit("maker", "buy", "900", "680");
  s.timeMs += SECOND;
  // 0.2994 BTC against 200.04: level 1.1 is reached at 734.
  const commands = [s.observe("700"), s.wait(0), s.wait(0), s.wait(0)];
  expect(commands.map((outcome) => liquidationsOf(outcome).length)).toEqual([50, 50, 30, 0]);
  for (const name of names) expect(s.margin(name)?.owesUSDT).toBe("");
  s.compare();
});
