import type { Convert } from "@candor/domain/commands/convert-commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { Lots, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type Outcome, SECOND } from "../../support/scenario/exchange-world.ts";
import { SpotWorld, withMaker } from "../../support/scenario/spot-world.ts";

const USDT = 0;
const BTC = 1;

/** A scenario with a second book: ETH against USDT, one tick is 1 USDT and one lot 0.01 ETH; its index is 100. */
class ConvertWorld extends SpotWorld {
  constructor() {
    super();
    this.execute({
      kind: "list-asset",
      asset: { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0.001" },
    });
    const fees = { makerFeePpm: 1_000, takerFeePpm: 2_000 };
    const market = { symbol: "ETHUSDT", base: "ETH", quote: "USDT", tick: "1", lot: "0.01", ...fees };
    const bounds = { minQuantity: "0.02", maxQuantity: "1000", minNotional: "5" };
    const bands = { priceBandPpm: 200_000, marketProtectionPpm: 50_000 };
    this.execute({ kind: "list-market", market: { ...market, ...bounds, ...bands }, minSources: 1 });
    this.observePrices();
  }

  observePrices(): void {
    this.observe(1_000);
    this.observe(100, 0, 1);
  }

  /** Converts from the main wallet; amounts in smallest units. */
  convert(name: string, fields: Partial<Convert>): Outcome {
    return this.execute({
      kind: "convert",
      userId: this.id(name),
      wallet: "main",
      fromAssetId: USDT,
      toAssetId: BTC,
      fromUnits: 1_010_000_000 as Units,
      toUnits: 99_800_000 as Units,
      legs: [{ marketId: 0, side: "buy", quantityLots: 100 as Lots }],
      expiresAtMs: this.timeMs + 8 * SECOND,
      key: "",
      ...fields,
    });
  }
}

/** The maker sells 1 BTC at 1010 and 2 at 1020; there is a bid for 10 ETH at 99. */
function market(): ConvertWorld {
  const s = new ConvertWorld();
  withMaker(s);
  s.place("maker", { marketId: 1, side: "buy", quantityLots: 1_000 as Lots, priceTicks: 99 as never });
  s.user("ana");
  s.deposit("ana", "USDT", "2000");
  return s;
}

const posted = (outcome: Outcome) =>
  outcome.events.flatMap((event) =>
    event.kind === "funds-posted" ? [`${event.record} ${event.wallet} ${event.amountUnits}`] : [],
  );

test("CONV-01 a quoted conversion is bought on the book and credited to the paying wallet", () => {
  const s = market();
  const done = s.convert("ana", {});
  expect(done.error).toBeUndefined();
  expect(done.trades).toEqual(["1 @ 1010"]);
  // One BTC less a 0.2 % fee.
  expect(posted(done)).toEqual([
    "convert main -1010000000",
    "convert coin 1010000000",
    "convert coin -99800000",
    "convert main 99800000",
  ]);
  expect(done.events.find(({ kind }) => kind === "converted")).toMatchObject({
    convertId: done.seq,
    paidUnits: 1_010_000_000,
    receivedUnits: 99_800_000,
  });
  expect(s.balances("ana")).toEqual({ "main USDT": "990 + 0", "main BTC": "0.998 + 0" });
});

test("CONV-01 in the spot wallet only the book's fills move money", () => {
  const s = market();
  s.user("ben", { USDT: "1010" });
  const done = s.convert("ben", { wallet: "coin" });
  expect(posted(done)).toEqual([]);
  expect(s.balances("ben")).toEqual({ BTC: "0.998 + 0" });
});

test("CONV-01 over two books: the second pays out of the first one's proceeds, and the user keeps the rest", () => {
  const s = market();
  s.user("eva");
  const userId = s.id("eva");
  s.execute({
    kind: "deposit",
    userId,
    assetId: 2,
    amountUnits: 1_100_000_000 as Units,
    origin: "faucet",
    key: "",
  });
  // The book has less than 10.5 ETH at 99: nothing changes in either book.
  const legs = (eth: number, btc: number) => [
    { marketId: 1, side: "sell" as const, quantityLots: eth as Lots },
    { marketId: 0, side: "buy" as const, quantityLots: btc as Lots },
  ];
  const from = { fromAssetId: 2, toAssetId: BTC, fromUnits: 1_000_000_000 as Units, toUnits: 1 as Units };
  expect(s.convert("eva", { ...from, legs: legs(1_050, 10), fromUnits: 1_050_000_000 as Units }).error).toBe(
    "convert.noQuote",
  );
  // 990 less 0.2 % does not buy 0.99 BTC at 1010 USDT.
  expect(s.convert("eva", { ...from, legs: legs(1_000, 99) }).error).toBe("convert.noQuote");
  const done = s.convert("eva", { ...from, legs: legs(1_000, 97), toUnits: 96_806_000 as Units });
  expect(done.error).toBeUndefined();
  // 988.02 USDT from the first book, 979.7 into the second.
  expect(s.exchange.accountView(userId).balances).toEqual([
    { wallet: "main", assetId: USDT, availableUnits: 8_320_000, frozenUnits: 0 },
    { wallet: "main", assetId: BTC, availableUnits: 96_806_000, frozenUnits: 0 },
    { wallet: "main", assetId: 2, availableUnits: 100_000_000, frozenUnits: 0 },
  ]);
});

test("CONV-01 an expired quote, a price that moved and a thin book convert nothing", () => {
  const s = market();
  const expired = s.convert("ana", { expiresAtMs: s.timeMs - 1 });
  expect(expired.error).toBe("convert.quoteExpired");
  expect(s.convert("ana", { expiresAtMs: s.timeMs }).error).toBeUndefined();
  // The first BTC is gone; the next costs 1020.
  expect(s.convert("ana", {}).error).toBe("wallet.insufficientAmount");
  s.deposit("ana", "USDT", "1000");
  expect(s.convert("ana", {}).error).toBe("convert.noQuote");
  expect(s.convert("ana", { fromUnits: 1_020_000_000 as Units, toUnits: 99_800_001 as Units }).error).toBe(
    "convert.noQuote",
  );
  const all = { fromUnits: 1_900_000_000 as Units, toUnits: 1 as Units };
  expect(
    s.convert("ana", { ...all, legs: [{ marketId: 0, side: "buy", quantityLots: 201 as Lots }] }).error,
  ).toBe("convert.noQuote");
  expect(s.convert("ana", { fromUnits: 1_020_000_000 as Units }).error).toBeUndefined();
});

test("CONV-01 own orders in the way, a halted market and a frozen account convert nothing; invalid forms are rejected", () => {
  const s = market();
  const refused: Partial<Convert>[] = [
    { legs: [] },
    { legs: [{ marketId: 0, side: "sell", quantityLots: 100 as Lots }] },
    { legs: [{ marketId: 7, side: "buy", quantityLots: 100 as Lots }] },
    { legs: [{ marketId: 0, side: "buy", quantityLots: 0.5 as Lots }] },
    { toAssetId: 2 },
    { fromUnits: 0 as Units },
    { toUnits: (LIMITS.maxUnits + 1) as Units },
    { wallet: "contract" as "main" },
  ];
  for (const fields of refused)
    expect(s.convert("ana", fields).error, JSON.stringify(fields)).toBe("request.parameterError");
  s.transfer("ana", "USDT", "900", "main", "coin");
  s.deposit("ana", "USDT", "1000");
  s.user("seller", { BTC: "1" });
  s.limit("seller", "sell", "0.5", "1005");
  expect(s.convert("ana", { legs: [{ marketId: 0, side: "buy", quantityLots: 1 as Lots }] }).error).toBe(
    "convert.noQuote",
  );
  s.status("halted");
  expect(s.convert("ana", {}).error).toBe("convert.noQuote");
  s.status("trading");
  s.execute({ kind: "freeze-account", userId: s.id("ana"), wallet: "coin", isFrozen: true });
  expect(s.convert("ana", {}).error).toBe("account.coinFrozen");
  s.execute({ kind: "freeze-account", userId: s.id("ana"), wallet: "coin", isFrozen: false });
  const own = s.user("both", { BTC: "1", USDT: "2000" });
  own.limit("both", "sell", "0.5", "1000");
  expect(own.convert("both", { wallet: "coin" }).error).toBe("convert.noQuote");
});

test("CONV-01 a key makes a repeated conversion one", () => {
  const s = market();
  const done = s.convert("ana", { key: "k" });
  expect(s.convert("ana", { key: "k" }).error).toBeUndefined();
  expect(s.convert("ana", { key: "k", expiresAtMs: done.seq }).error).toBe("request.keyConflict");
  s.restart();
  expect(s.convert("ana", { key: "k" }).replayedSeq).toBe(done.seq);
  expect(s.balances("ana")).toEqual({ "main USDT": "990 + 0", "main BTC": "0.998 + 0" });
});

test("CONV-01 the greatest and the smallest order that a market takes convert, one lot more or less does not", () => {
  const s = new ConvertWorld();
  s.user("buyer", { USDT: "200000" }).user("ana");
  for (const lots of [100_000, 6])
    s.place("buyer", { marketId: 1, side: "buy", quantityLots: lots as Lots, priceTicks: 99 as never });
  const userId = s.id("ana");
  const ether = {
    kind: "deposit",
    assetId: 2,
    amountUnits: 100_005_000_000 as Units,
    origin: "faucet",
    key: "",
  } as const;
  expect(s.execute({ ...ether, userId }).error).toBeUndefined();
  const sell = (lots: number, toUnits: number, fields: Partial<Convert> = {}): string | undefined =>
    s.convert("ana", {
      fromAssetId: 2,
      toAssetId: USDT,
      fromUnits: (lots * 1_000_000) as Units,
      toUnits: toUnits as Units,
      legs: [{ marketId: 1, side: "sell", quantityLots: lots as Lots }],
      ...fields,
    }).error;
  expect(sell(5, 1, { userId: userId + 1 })).toBe("request.parameterError");
  // Limits: at most 1,000 ETH, at least 0.05 at the index of 100.
  expect(sell(100_001, 1)).toBe("convert.noQuote");
  expect(sell(4, 1)).toBe("convert.noQuote");
  // At 99 less 0.2 %: 98,802, then 4.9401.
  expect(sell(100_000, 98_802_000_000)).toBeUndefined();
  expect(sell(5, 4_940_100)).toBeUndefined();
  expect(s.balances("ana")).toEqual({ "main USDT": "98806.9401 + 0" });
});

test("WEB-123 an amount below the minimum order is converted under the new rules, all balances exact", () => {
  const s = market();
  const all = () =>
    s.exchange
      .accountView(s.id("ana"))
      .balances.map(({ wallet, assetId, availableUnits, frozenUnits }) => [
        `${wallet} ${assetId}`,
        availableUnits,
        frozenUnits,
      ]);
  const ether = {
    kind: "deposit",
    assetId: 2,
    amountUnits: 4_700_000 as Units,
    origin: "faucet",
    key: "",
  } as const;
  expect(s.execute({ ...ether, userId: s.id("ana") }).error).toBeUndefined();
  const sell = (lots: number, toUnits: number) =>
    s.convert("ana", {
      fromAssetId: 2,
      toAssetId: USDT,
      fromUnits: (lots * 1_000_000) as Units,
      toUnits: toUnits as Units,
      legs: [{ marketId: 1, side: "sell", quantityLots: lots as Lots }],
    }).error;
  // 0.04 ETH is 3.96 USDT at 99, below the minimum order value of 5.
  expect(sell(4, 1)).toBe("convert.noQuote");
  expect(s.adoptRules(RULES.smallConversions).error).toBeUndefined();
  // More than the book pays, below the minimum quantity, more than the balance.
  expect(sell(4, 3_952_081)).toBe("convert.noQuote");
  expect(sell(1, 1)).toBe("convert.noQuote");
  expect(sell(5, 1)).toBe("wallet.insufficientAmount");
  expect(all()).toEqual([
    ["main 0", 2_000_000_000, 0],
    ["main 2", 4_700_000, 0],
  ]);
  // 3.96 less 0.2 %; 0.007 ETH is below the market's minimum and stays.
  expect(sell(4, 3_952_080)).toBeUndefined();
  expect(all()).toEqual([
    ["main 0", 2_003_952_080, 0],
    ["main 2", 700_000, 0],
  ]);
  // Regular orders keep their minimum value.
  s.user("ben", { USDT: "4" });
  const order = { marketId: 1, side: "buy", quantityLots: 4 as Lots, priceTicks: 99 as never } as const;
  expect(s.place("ben", order).error).toBe("trade.amountError");
});
