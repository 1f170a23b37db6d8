import type { Direction } from "@candor/domain/enumerations";
import type { OptionChanged } from "@candor/domain/events/option-events";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { Ppm } from "@candor/money/brand";
import { ExchangeWorld, type Outcome, plain, START_MS, usdt } from "./exchange-world.ts";
import { MARKET } from "./spot-world.ts";

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

/**
 * A small exchange for tests of timed options: one market, its index, a pool of 1,000 USDT. Prices are in whole USDT,
 * times in seconds since the start. The auditor also compares escrow and pool.
 */
export class OptionWorld extends ExchangeWorld {
  constructor(pool = "1000", terms: OptionTerms = TERMS, minSources = 1) {
    super(0);
    this.execute({ kind: "list-market", market: MARKET, minSources });
    if (pool !== "0") this.endow("option-pool", "USDT", pool);
    this.execute({ kind: "set-option-terms", terms });
  }

  /** Opens an account with funds in the option wallet. */
  user(name: string, amount: string): this {
    this.open(name);
    this.depositInto(name, "USDT", amount, "option");
    return this;
  }

  /** Sets the time to this many seconds after the start. */
  at(seconds: number): this {
    this.timeMs = START_MS + Math.round(seconds * 1_000);
    return this;
  }

  buy(
    name: string,
    direction: Direction,
    amount: string,
    durationSeconds = 60,
    more: {
      readonly key?: string;
      readonly minPayoutPpm?: number;
      readonly marketId?: number;
      readonly userId?: number;
    } = {},
  ): Outcome {
    return this.execute({
      kind: "place-option",
      userId: more.userId ?? this.id(name),
      marketId: more.marketId ?? 0,
      direction,
      stakeUnits: usdt(amount),
      durationSeconds,
      minPayoutPpm: (more.minPayoutPpm ?? 0) as Ppm,
      key: more.key ?? "",
    });
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

  largest(outcome: Outcome): string {
    return plain(outcome.params[0] ?? 0);
  }
}

/** "won 1000 → 1010 pays 37": an option's outcome. */
export function outcomeOf(option: OptionChanged | undefined): string {
  if (option === undefined) return "none";
  const { status, strikeE8, sellE8, payoutUnits } = option;
  return `${status} ${strikeE8 / 1e8} → ${sellE8 / 1e8} pays ${plain(payoutUnits)}`;
}
