import type { ShownMiner } from "@candor/domain/commands/mining-commands";
import type { MinerChanged } from "@candor/domain/events/mining-events";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import { type Outcome, plain, usdt } from "./exchange-world.ts";
import { SpotWorld } from "./spot-world.ts";

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

/** A small exchange that sells mining machines. Amounts are in USDT. */
export class MiningWorld extends SpotWorld {
  constructor(reserve: string, ...plans: readonly Partial<MiningPlan>[]) {
    super();
    if (reserve !== "0") this.endow("mining-reserve", "USDT", reserve);
    (plans.length === 0 ? [{}] : plans).forEach((plan, planId) => this.plan(planId, plan));
  }

  plan(planId: number, plan: Partial<MiningPlan> = {}): Outcome {
    return this.execute({ kind: "set-mining-plan", planId, plan: { ...PLAN, ...plan } });
  }

  /** Opens an account with funds in the main wallet. */
  saver(name: string, amount: string): this {
    this.open(name);
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
    const expectedRefundUnits = usdt(expectedRefund);
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
    return reserve === undefined ? "none" : `${plain(reserve.lockedUnits)} + ${plain(reserve.freeUnits)}`;
  }
}

/** Returns a command's machine events: "1 claimed 10.1", "1 released recycled 5.05 + 45". */
export function machineEvents(outcome: Outcome): string[] {
  return outcome.events
    .filter((event): event is MinerChanged => event.kind === "miner-changed")
    .map(({ minerId, cause, releaseReason, incomeUnits, refundUnits }) => {
      if (cause === "bought") return `${minerId} bought`;
      if (cause === "claimed") return `${minerId} claimed ${plain(incomeUnits)}`;
      return `${minerId} released ${releaseReason} ${plain(incomeUnits)} + ${plain(refundUnits)}`;
    });
}
