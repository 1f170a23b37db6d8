import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import type { Ppm, PriceE8, Units } from "@candor/money/brand";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
const STEPS = 20_000;
const SETTLED = 4_000;
const USERS = 100;
const DAY_SECONDS = 86_400;
const SHORT_SECONDS = 5;
const STAKE_UNITS = 5_000_000 as Units;
const RICH_UNITS = 10_000_000_000_000 as Units;
const START_MS = 1_767_225_600_000;

/**
 * Cost of a second in which the index ticks and nothing is due, and of one contract from sale over strike to
 * settlement, by the number of other open timed options: relative to the smallest size in the same run. A scan over
 * open options would cost a hundred times as much in the largest.
 */
export async function* openOptions(): AsyncGenerator<BenchResult> {
  const worlds = SIZES.map((size) => new OptionsWorld(size));
  const [smallest] = worlds;
  if (smallest === undefined) return;
  const name = `${count(SIZES[0])} open`;
  for (const world of worlds) {
    yield await runBench({
      name: `a second that passes, ${count(world.size)} open options`,
      unit: "ns/second",
      better: "lower",
      measure: () => world.passSeconds(),
      peer: { name, measure: () => smallest.passSeconds() },
      bar: 0.4,
    });
    yield await runBench({
      name: `an option from sale to settlement, ${count(world.size)} open options`,
      unit: "ns/option",
      better: "lower",
      measure: () => world.settleOne(),
      peer: { name, measure: () => smallest.settleOne() },
      bar: 0.4,
    });
  }
}

const count = (options: number): string => options.toLocaleString("en-US");

/** An exchange with this many one-day options open; its clock advances by milliseconds, so that none ever ends. */
class OptionsWorld {
  readonly size: number;
  private readonly exchange = new Exchange();
  private readonly out = new EventWriter();
  private timeMs = START_MS;
  private sold = 0;

  constructor(size: number) {
    this.size = size;
    for (const [symbol, scale] of [
      ["USDT", 6],
      ["BTC", 8],
    ] as const)
      this.execute({ kind: "list-asset", asset: { symbol, name: symbol, scale, minTransfer: "1" } });
    this.execute({
      kind: "list-market",
      minSources: 1,
      market: {
        symbol: "BTCUSDT",
        base: "BTC",
        quote: "USDT",
        tick: "0.1",
        lot: "0.00001",
        minQuantity: "0.00001",
        maxQuantity: "1000",
        minNotional: "5",
        priceBandPpm: 100_000,
        marketProtectionPpm: 50_000,
        makerFeePpm: 1_000,
        takerFeePpm: 1_000,
      },
    });
    this.execute({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits: RICH_UNITS });
    const durations = [SHORT_SECONDS, DAY_SECONDS].map((durationSeconds) => ({
      durationSeconds,
      payoutPpm: 850_000,
    }));
    const cap = "100000000";
    this.execute({
      kind: "set-option-terms",
      terms: {
        asset: "USDT",
        minStake: "5",
        maxStake: "1000",
        userCap: cap,
        expiryCap: cap,
        poolCap: cap,
        offers: [{ symbol: "BTCUSDT", durations }],
      },
    });
    for (let n = 0; n < USERS; n++) {
      const common = {
        userId: LIMITS.firstUserId + n,
        assetId: 0,
        amountUnits: RICH_UNITS,
        key: "",
      } as const;
      this.execute({ kind: "open-account", userId: common.userId, role: "trader" });
      this.execute({ kind: "deposit", ...common, origin: "faucet" });
      this.execute({ kind: "transfer", ...common, from: "main", to: "option" });
    }
    this.tick();
    for (let n = 0; n < size; n++) {
      this.buy(DAY_SECONDS);
      if (n % 400 === 0) this.tick();
    }
    // Strikes are reported in batches of five hundred per command.
    for (let n = 0; n < 3; n++) this.tick();
  }

  /** Nanoseconds for a tick plus the second's own command, with nothing due. */
  passSeconds(): number {
    return nanosecondsEach(STEPS, () => {
      for (let n = 0; n < STEPS; n++) {
        this.tick();
        this.execute({ kind: "advance-time" });
      }
    });
  }

  /** Nanoseconds for a sale, its strike and its settlement. */
  settleOne(): number {
    const stepMs = 250;
    const nanoseconds = nanosecondsEach(SETTLED, () => {
      for (let n = 0; n < SETTLED; n++) {
        this.timeMs += stepMs;
        this.buy(SHORT_SECONDS);
        this.tick();
      }
    });
    // Remaining short options end before the next round.
    this.timeMs += SHORT_SECONDS * 1_000;
    this.tick();
    this.tick();
    if (this.exchange.optionsView().owedUnits !== this.size * 4_250_000)
      throw new Error("some of the short options are still open, or one of the long ones has ended");
    return nanoseconds;
  }

  private buy(durationSeconds: number): void {
    this.execute({
      kind: "place-option",
      userId: LIMITS.firstUserId + (this.sold++ % USERS),
      marketId: 0,
      direction: "up",
      stakeUnits: STAKE_UNITS,
      durationSeconds,
      minPayoutPpm: 0 as Ppm,
      key: "",
    });
  }

  private tick(): void {
    this.timeMs += 1;
    const priceE8 = (6_000_000_000_000 + (this.timeMs % 1_000) * 10_000_000) as PriceE8;
    this.execute({
      kind: "observe-price",
      marketId: 0,
      sourceId: 0,
      priceE8,
      observedAtMs: this.timeMs,
    });
  }

  private execute(command: Command): void {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    // The fifth word after a command's header is its rejection.
    if (this.out.words[5] !== 0) throw new Error(`${command.kind} was refused`);
  }
}
