import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { Direction } from "@candor/domain/enumerations";
import type { ExchangeEvent, Executed } from "@candor/domain/events/events";
import type { OptionChanged } from "@candor/domain/events/option-events";
import { LIMITS } from "@candor/domain/limits";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { Ppm, PriceE8, Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { Auditor } from "@candor/simulator/auditor";
import { MARKET } from "./spot-scenario.ts";

const START_MS = 1_767_225_600_000;
const SCALE = 6;

export const TERMS: OptionTerms = {
  asset: "USDT",
  minStake: "5",
  maxStake: "1000",
  userCap: "1500",
  expiryCap: "1200",
  poolCap: "2000",
  offers: [
    {
      symbol: "BTCUSDT",
      durations: [
        { durationSeconds: 60, payoutPpm: 850_000 },
        { durationSeconds: 120, payoutPpm: 880_000 },
      ],
    },
  ],
};

export interface OptionOutcome {
  readonly error: string | undefined;
  readonly params: readonly number[];
  readonly replayedSeq: number;
  readonly seq: number;
  readonly events: readonly ExchangeEvent[];
  readonly options: readonly OptionChanged[];
}

export const units = (text: string): Units => {
  const value = parseDecimal(text, SCALE);
  if (typeof value === "string") throw new Error(`"${text}": ${value}`);
  return value as Units;
};

/** "12.50" as "12.5". */
const plain = (value: number): string => trimZeros(formatDecimal(value, SCALE));

/**
 * A small exchange for tests of timed options: one market, its index, a pool of 1,000 USDT. Prices are in whole USDT,
 * times in seconds since the start. Every command passes the independent auditor, which also compares escrow and pool.
 */
export class OptionWorld {
  exchange = new Exchange();
  timeMs = START_MS;
  /** Whether to compare everything after each command. */
  comparesEach = true;
  readonly auditor = new Auditor();
  private readonly out = new EventWriter();
  private readonly users = new Map<string, number>();
  readonly journal: { readonly command: Command; readonly timeMs: number }[] = [];

  constructor(pool = "1000", terms: OptionTerms = TERMS, minSources = 1) {
    for (const [symbol, scale] of [
      ["USDT", SCALE],
      ["BTC", 8],
    ] as const)
      this.execute({ kind: "list-asset", asset: { symbol, name: symbol, scale, minTransfer: "1" } });
    this.execute({ kind: "list-market", market: MARKET, minSources });
    if (pool !== "0")
      this.execute({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits: units(pool) });
    this.execute({ kind: "set-option-terms", terms });
  }

  execute(command: Command): OptionOutcome {
    this.out.reset();
    this.journal.push({ command, timeMs: this.timeMs });
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.take());
    this.auditor.command(events);
    if (this.comparesEach) this.auditor.compare(this.exchange);
    const { error, params, replayedSeq, seq } = events[0] as Executed;
    const options = events.filter((event) => event.kind === "option-changed");
    return { error, params, replayedSeq, seq, events, options };
  }

  id(name: string): number {
    return this.users.get(name) ?? 0;
  }

  /** Opens an account with funds in the option wallet. */
  user(name: string, amount: string): this {
    const userId = LIMITS.firstUserId + this.users.size;
    this.users.set(name, userId);
    this.execute({ kind: "open-account", userId, role: "trader" });
    const common = { userId, assetId: 0, amountUnits: units(amount), key: "" } as const;
    this.execute({ kind: "deposit", ...common, origin: "faucet" });
    this.execute({ kind: "transfer", ...common, from: "main", to: "option" });
    return this;
  }

  /** Advances time to this many seconds after the start, and notifies the exchange. */
  at(seconds: number): this {
    this.timeMs = START_MS + Math.round(seconds * 1_000);
    return this;
  }

  tell(): OptionOutcome {
    return this.execute({ kind: "advance-time" });
  }

  /** Reports a source's price; with a single source it is the index. */
  tick(price: number, sourceId = 0): OptionOutcome {
    const priceE8 = Math.round(price * 100_000_000) as PriceE8;
    return this.execute({
      kind: "observe-price",
      marketId: 0,
      sourceId,
      priceE8,
      observedAtMs: this.timeMs,
    });
  }

  buy(
    name: string,
    direction: Direction,
    amount: string,
    durationSeconds = 60,
    more: { readonly key?: string; readonly minPayoutPpm?: number; readonly marketId?: number } = {},
  ): OptionOutcome {
    return this.execute({
      kind: "place-option",
      userId: this.id(name),
      marketId: more.marketId ?? 0,
      direction,
      stakeUnits: units(amount),
      durationSeconds,
      minPayoutPpm: (more.minPayoutPpm ?? 0) as Ppm,
      key: more.key ?? "",
    });
  }

  /** Restores the exchange from its snapshot. */
  restart(): this {
    this.exchange = Exchange.restore(this.exchange.snapshot());
    return this;
  }

  /** Returns the balance of the user's option wallet. */
  wallet(name: string): string {
    const { balances } = this.exchange.accountView(this.id(name));
    const row = balances.find(({ wallet }) => wallet === "option");
    return plain((row?.availableUnits ?? 0) + (row?.frozenUnits ?? 0));
  }

  /** "free pool | escrow". */
  get pool(): string {
    const { poolUnits, escrowUnits } = this.exchange.optionsView();
    return `${plain(poolUnits)} | ${plain(escrowUnits)}`;
  }

  largest(outcome: OptionOutcome): string {
    return plain(outcome.params[0] ?? 0);
  }
}

/** "won 1000 → 1010 pays 37": an option's outcome. */
export function story(option: OptionChanged | undefined): string {
  if (option === undefined) return "none";
  const { status, strikeE8, sellE8, payoutUnits } = option;
  return `${status} ${strikeE8 / 1e8} → ${sellE8 / 1e8} pays ${plain(payoutUnits)}`;
}
