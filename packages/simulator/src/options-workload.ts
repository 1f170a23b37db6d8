import type { Command } from "@candor/domain/commands/commands";
import { DIRECTIONS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { Ppm, Units } from "@candor/money/brand";
import type { RandomSource } from "./order-flow-random.ts";
import { perhapsAnnounced } from "./perhaps-announced.ts";

const SECONDS = [5, 10, 60] as const;
const MIN_PPM = 800_000;
const STEP_UNITS = 10_000;

/** Terms whose caps are reached by a few dozen options. */
export function optionTerms(symbols: readonly string[], payoutPpm: number): OptionTerms {
  const durations = SECONDS.map((durationSeconds) => ({ durationSeconds, payoutPpm }));
  return {
    asset: "USDT",
    minStake: "5",
    maxStake: "200",
    userCap: "400",
    expiryCap: "700",
    poolCap: "1500",
    offers: symbols.map((symbol) => ({ symbol, durations })),
  };
}

/** Simulates users of timed options, and occasionally changes the rates. */
export class OptionsWorkload {
  private readonly random: RandomSource;
  private readonly users: number;
  /** By market number. */
  private readonly symbols: readonly string[];
  private nextKey = 1;

  constructor(random: RandomSource, users: number, symbols: readonly string[]) {
    this.random = random;
    this.users = users;
    this.symbols = symbols;
  }

  next(): Command {
    const { random } = this;
    if (random.chance(0.01)) return this.terms();
    const durationSeconds = random.chance(0.03) ? 7 : (SECONDS[random.below(SECONDS.length)] as number);
    const isBold = random.chance(0.02);
    return {
      kind: "place-option",
      userId: LIMITS.firstUserId + random.below(this.users),
      marketId: random.below(this.symbols.length),
      direction: random.chance(0.5) ? DIRECTIONS[0] : DIRECTIONS[1],
      stakeUnits: ((400 + random.below(isBold ? 40_000 : 6_000)) * STEP_UNITS) as Units,
      durationSeconds,
      minPayoutPpm: (random.chance(0.2) ? MIN_PPM + random.below(80_000) : 0) as Ppm,
      key: random.chance(0.3) ? `o${this.nextKey++}` : "",
    };
  }

  private terms(): Command {
    const offered = this.symbols.filter(() => this.random.chance(0.9));
    const terms = optionTerms(offered, MIN_PPM + this.random.below(80_000));
    return perhapsAnnounced(this.random, { kind: "set-option-terms", terms });
  }
}
