import type { Command } from "@candor/domain/commands/commands";
import type { LimitCommand } from "@candor/domain/commands/setting-commands";
import { CORRECTION_ACCOUNTS, CORRECTION_WALLETS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { DOLLAR_LEVER, WORKLOAD_LEVER } from "./lever-workload.ts";
import type { RandomSource } from "./order-flow-random.ts";
import { perhapsAnnounced } from "./perhaps-announced.ts";

const OPERATORS = ["ann", "bob", "Ann"] as const;
const HOUR_MS = 3_600_000;

/** Simulates the operators of the exchange: corrections, some of them repeated or by one person only, and settings. */
export class OperatorWorkload {
  private readonly random: RandomSource;
  private readonly users: number;
  private readonly assets: number;
  private readonly markets: number;
  private nextProposal = 1;
  private isClockHeld = false;

  constructor(random: RandomSource, users: number, assets: number, markets: number) {
    this.random = random;
    this.users = users;
    this.assets = assets;
    this.markets = markets;
  }

  next(): Command {
    if (this.isClockHeld) return this.clock(false);
    const draw = this.random.below(100);
    if (draw < 50) return this.correct();
    if (draw < 54) return this.funding();
    if (draw < 58) return this.site();
    if (draw < 60) return this.withdrawal();
    if (draw < 63) return this.clock(this.random.chance(0.1));
    return perhapsAnnounced(this.random, this.limit(draw));
  }

  private limit(draw: number): LimitCommand {
    if (draw < 72) return this.fees();
    if (draw < 75) return this.withdrawalFee();
    if (draw < 84) return this.lever();
    return draw < 92 ? this.endowInsurance() : this.rules();
  }

  private withdrawal(): Command {
    return { kind: "withdraw-announcement", setting: this.pick(["withdrawal-rules", "fees.spot.BTCUSDT"]) };
  }

  private correct(): Command {
    const assetId = this.random.below(this.assets);
    const most = assetId === 0 ? 300_000_000 : 2_000_000;
    const units = 1 + this.random.below(most);
    return {
      kind: "correct-balance",
      proposalId: this.random.chance(0.1) ? this.nextProposal : this.nextProposal++,
      userId: LIMITS.firstUserId + this.random.below(this.users),
      wallet: this.pick(CORRECTION_WALLETS),
      assetId,
      amountUnits: (this.random.chance(0.5) ? units : 0 - units) as Units,
      account: this.pick(CORRECTION_ACCOUNTS),
      reason: this.random.chance(0.95) ? "an entry was missing – ergänzt" : "",
      proposedBy: this.pick(OPERATORS),
      confirmedBy: this.pick(OPERATORS),
    };
  }

  private fees(): LimitCommand {
    return {
      kind: "set-market-fees",
      marketId: this.random.below(this.markets),
      makerFeePpm: this.random.below(2_000),
      takerFeePpm: this.random.below(3_000),
    };
  }

  /** Sometimes for a market that is not a contract, which is rejected. */
  private funding(): Command {
    return {
      kind: "set-funding-terms",
      marketId: this.random.below(this.markets),
      interestPpm: this.random.below(310),
      fundingCapPpm: 490 + this.random.below(29_600),
    };
  }

  private withdrawalFee(): LimitCommand {
    const assetId = this.random.below(this.assets);
    return { kind: "set-withdrawal-fee", chain: "evm-31337", assetId, fee: `0.${this.random.below(90)}` };
  }

  private lever(): LimitCommand {
    const [marketId, lever] = this.random.chance(0.5) ? [0, DOLLAR_LEVER] : [2, WORKLOAD_LEVER];
    const baseHourlyPpm = this.random.below(200);
    return { kind: "set-lever-terms", marketId, lever: { ...lever, baseHourlyPpm } };
  }

  private endowInsurance(): LimitCommand {
    const totalUnits = (1 + this.random.below(50_000_000)) as Units;
    return { kind: "endow-pool", pool: "insurance", assetId: 0, totalUnits };
  }

  /** Holds the clock until the next operator command: prices are rejected meanwhile. */
  private clock(isHeld: boolean): Command {
    this.isClockHeld = isHeld;
    return { kind: "hold-clock", isHeld, deviationMs: isHeld ? 3_600_000 : 0 };
  }

  private site(): Command {
    return { kind: "set-site", isOpen: this.random.chance(0.5), message: "back at noon" };
  }

  private rules(): LimitCommand {
    return {
      kind: "set-withdrawal-rules",
      rules: {
        watchedFromCents: 100_000,
        newAddressAgeMs: 24 * HOUR_MS,
        newAddressHoldMs: HOUR_MS,
        newDeviceAgeMs: 24 * HOUR_MS,
        newDeviceHoldMs: 2 * HOUR_MS,
        windowMs: 24 * HOUR_MS,
        windowCount: 10,
        windowCents: 5_000_000,
        approvalAboveCents: this.random.below(2_000_000),
      },
    };
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.random.below(list.length)] as T;
  }
}
