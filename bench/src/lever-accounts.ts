import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { HOUR_MS } from "@candor/formulas/leverage/interest";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
/** Accounts near a margin call; the same number in every size. */
const AT_RISK = 100;
const TICKS = 2_000;
const MIDDLE = 60_000;
const REACH = 100;
const FIRST_USER = 10_001;
const MAKER = FIRST_USER;
const LOTS = 20;
const START_MS = 1_767_225_600_000;
const ORDER = {
  marketId: 0,
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quoteUnits: 0 as Units,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  key: "",
} as const;

/**
 * Margin accounts with loans, by number of accounts, relative to the smallest number in the same run: cost of a second
 * in which the index moves without margin calls, and cost per account of an hour's interest.
 */
export async function* leverAccounts(): AsyncGenerator<BenchResult> {
  const smallest = new LeverWorld(SIZES[0]);
  const worlds = SIZES.map((size) => (size === SIZES[0] ? smallest : new LeverWorld(size)));
  const ticking = { name: `${count(SIZES[0])} loans`, measure: () => smallest.tick() };
  const charging = { name: `${count(SIZES[0])} loans`, measure: () => smallest.hour() };
  for (const [at, world] of worlds.entries()) {
    const size = count(SIZES[at] ?? 0);
    yield await runBench({
      name: `index tick, ${size} loans, ${AT_RISK} at risk`,
      unit: "ns/tick",
      better: "lower",
      measure: () => world.tick(),
      peer: ticking,
      bar: 0.5,
    });
    yield await runBench({
      name: `hourly interest, ${size} loans`,
      unit: "ns/loan",
      better: "lower",
      measure: () => world.hour(),
      peer: charging,
      bar: 0.4,
    });
  }
}

const count = (accounts: number): string => accounts.toLocaleString("en-US");

class LeverWorld {
  private readonly exchange = new Exchange();
  private readonly out = new EventWriter();
  private readonly loans: number;
  private timeMs = START_MS;

  constructor(loans: number) {
    this.loans = loans;
    this.found();
    for (let n = 0; n < loans; n++) this.borrow(FIRST_USER + 1 + n, n < AT_RISK);
  }

  /** The index oscillates without margin calls. @returns nanoseconds per tick */
  tick(): number {
    return nanosecondsEach(TICKS, () => {
      for (let n = 0; n < TICKS; n++) {
        const step = n % (REACH * 4);
        this.observe(MIDDLE + Math.abs(step - REACH * 2) - REACH);
      }
    });
  }

  /** Starts the next hour, then sends commands until everyone has been charged. @returns nanoseconds per loan */
  hour(): number {
    this.timeMs = (Math.floor(this.timeMs / HOUR_MS) + 1) * HOUR_MS;
    let charged = 0;
    const nanoseconds = nanosecondsEach(this.loans, () => {
      for (let n = 0; n * 500 < this.loans; n++) charged += this.execute({ kind: "advance-time" });
    });
    if (charged !== this.loans) throw new Error(`${charged} of ${this.loans} loans were charged`);
    this.observe(MIDDLE);
    return nanoseconds;
  }

  private found(): void {
    const asset = (symbol: string, scale: number) => ({ symbol, name: symbol, scale, minTransfer: "0" });
    const bounds = { tick: "1", lot: "0.001", minQuantity: "0.001", maxQuantity: "100000", minNotional: "1" };
    const rates = { priceBandPpm: 200_000, marketProtectionPpm: 50_000, makerFeePpm: 0, takerFeePpm: 0 };
    const limits = { baseUserLimit: "1", quoteUserLimit: "9000", basePairLimit: "1" };
    const pool = 1_000_000_000_000_000 as Units;
    for (const command of [
      { kind: "list-asset", asset: asset("USDT", 6) },
      { kind: "list-asset", asset: asset("BTC", 8) },
      {
        kind: "list-market",
        market: { symbol: "BTCUSDT", base: "BTC", quote: "USDT", ...bounds, ...rates },
        minSources: 1,
      },
      {
        kind: "list-lever",
        marketId: 0,
        lever: {
          leverages: [2, 5],
          baseHourlyPpm: 10,
          quoteHourlyPpm: 10,
          ...limits,
          quotePairLimit: "1000000000",
        },
      },
      { kind: "endow-pool", pool: "lending-pool", assetId: 0, totalUnits: pool },
    ] as const satisfies readonly Command[])
      this.execute(command);
    this.observe(MIDDLE);
    this.fund(MAKER, 1, 1_000_000_000_000);
  }

  private borrow(userId: number, isAtRisk: boolean): void {
    const own = (isAtRisk ? 290 : 700) * 1_000_000;
    this.fund(userId, 0, own);
    this.execute({
      kind: "move-lever-funds",
      userId,
      marketId: 0,
      assetId: 0,
      direction: "in",
      amountUnits: own as Units,
      key: "",
    });
    const lots = { quantityLots: LOTS as Lots, priceTicks: MIDDLE as Ticks };
    this.execute({ ...ORDER, kind: "place-order", userId: MAKER, side: "sell", ...lots });
    const terms = { effect: "borrow", leverage: 0 } as const;
    this.execute({ ...ORDER, ...lots, ...terms, kind: "place-lever-order", userId, side: "buy" });
  }

  private fund(userId: number, assetId: number, units: number): void {
    const amountUnits = units as Units;
    this.execute({ kind: "open-account", userId, role: "trader" });
    this.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    this.execute({ kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" });
  }

  private observe(price: number): void {
    this.timeMs += 1_000;
    const priceE8 = (price * 1e8) as PriceE8;
    const seen = { marketId: 0, sourceId: 0, observedAtMs: this.timeMs };
    if (this.execute({ kind: "observe-price", ...seen, priceE8 }) > 0) throw new Error("the hour struck");
  }

  /** @returns loans charged. Throws on a rejection or a margin call. */
  private execute(command: Command): number {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    if (this.out.words[5] !== 0) throw new Error(`${command.kind} was refused`);
    if (command.kind !== "advance-time") return 0;
    let charged = 0;
    const cursor = new EventCursor(this.out.words, 0, this.out.length);
    while (cursor.next()) if (cursor.kind === EVENT.loanChanged) charged++;
    return charged;
  }
}
