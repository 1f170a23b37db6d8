import type { ShownMiner } from "@candor/domain/commands/mining-commands";
import type { MinerChanged } from "@candor/domain/events/mining-events";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, trimZeros } from "@candor/money/decimal";
import { type Outcome, SpotScenario } from "./spot-scenario.ts";

/** A machine for 100 USDT that yields 101 in ten days; three in stock, two per user, a release refunds 90 %. */
export const PLAN: MiningPlan = {
  name: "Ten",
  asset: "USDT",
  price: "100",
  totalOutput: "101",
  durationDays: 10,
  hashRateGhs: 40_000,
  stock: 3,
  limitPerUser: 2,
  refundPpm: 900_000,
};
export const DAY = 86_400_000;

const units = (amount: string): Units => {
  const value = parseDecimal(amount, 6);
  if (typeof value === "string") throw new Error(`"${amount}": ${value}`);
  return value as Units;
};
/** "12.500000" as "12.5". */
export const usdt = (value: number): string => trimZeros(formatDecimal(value, 6));

/** A small exchange that sells mining machines. Amounts are in USDT. */
export class MiningScenario extends SpotScenario {
  constructor(reserve: string, ...plans: readonly Partial<MiningPlan>[]) {
    super();
    if (reserve !== "0") this.endow(reserve);
    (plans.length === 0 ? [{}] : plans).forEach((plan, planId) => this.plan(planId, plan));
  }

  endow(total: string): Outcome {
    return this.execute({ kind: "endow-pool", pool: "mining-reserve", assetId: 0, totalUnits: units(total) });
  }

  plan(planId: number, plan: Partial<MiningPlan> = {}): Outcome {
    return this.execute({ kind: "set-mining-plan", planId, plan: { ...PLAN, ...plan } });
  }

  /** Opens an account with funds in the main wallet. */
  saver(name: string, amount: string): this {
    this.user(name);
    this.deposit(name, "USDT", amount);
    return this;
  }

  buy(name: string, quantity = 1, planId = 0, key = "", shown?: ShownMiner): Outcome {
    const terms = shown && { shown };
    return this.execute({ kind: "buy-miners", userId: this.id(name), planId, quantity, ...terms, key });
  }

  /** `minerId` 0 claims from all. */
  claim(name: string, minerId = 0, key = ""): Outcome {
    return this.execute({ kind: "claim-mining", userId: this.id(name), minerId, key });
  }

  recycle(name: string, minerId: number, expectedRefund = "0", key = ""): Outcome {
    const expectedRefundUnits = units(expectedRefund);
    return this.execute({
      kind: "recycle-miner",
      userId: this.id(name),
      minerId,
      expectedRefundUnits,
      key,
    });
  }

  /** The reserve as "locked + free". */
  get reserve(): string {
    const [reserve] = this.exchange.miningView().reserves;
    return reserve === undefined ? "none" : `${usdt(reserve.lockedUnits)} + ${usdt(reserve.freeUnits)}`;
  }
}

/** Returns a command's machine events: "1 claimed 10.1", "1 released recycled 5.05 + 45". */
export function told(outcome: Outcome): string[] {
  return outcome.events
    .filter((event): event is MinerChanged => event.kind === "miner-changed")
    .map(({ minerId, cause, releaseReason, incomeUnits, refundUnits }) => {
      if (cause === "bought") return `${minerId} bought`;
      if (cause === "claimed") return `${minerId} claimed ${usdt(incomeUnits)}`;
      return `${minerId} released ${releaseReason} ${usdt(incomeUnits)} + ${usdt(refundUnits)}`;
    });
}
