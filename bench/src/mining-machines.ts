import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { type BenchResult, nanosecondsEach, runBench } from "./harness.ts";

const SIZES = [1_000, 10_000, 100_000] as const;
const MACHINES_EACH = 100;
const START_MS = 1_767_225_600_000;
const SECOND_MS = 1_000;
const STEPS = 20_000;
const CLAIMS = 20_000;
const USDT = 0;

/**
 * Cost of running machines: of a passing second, and of a claim, by number of machines; relative to the smallest number
 * in the same run. Passing time does no work, and a claim only reads its own machine.
 */
export async function* miningMachines(): AsyncGenerator<BenchResult> {
  const smallest = new Machines(SIZES[0]);
  for (const size of SIZES) {
    const world = size === SIZES[0] ? smallest : new Machines(size);
    const spec = { better: "lower", bar: 0.4 } as const;
    const peer = `${count(SIZES[0])} machines`;
    yield await runBench({
      ...spec,
      name: `time step, ${count(size)} machines`,
      unit: "ns/step",
      measure: () => world.passTime(),
      peer: { name: peer, measure: () => smallest.passTime() },
    });
    yield await runBench({
      ...spec,
      name: `claim, ${count(size)} machines`,
      unit: "ns/claim",
      measure: () => world.claim(),
      peer: { name: peer, measure: () => smallest.claim() },
    });
  }
}

const count = (machines: number): string => machines.toLocaleString("en-US");

/** An exchange whose users have a hundred machines each, with a term longer than the bench. */
class Machines {
  private readonly exchange = new Exchange();
  private readonly out = new EventWriter();
  private readonly size: number;
  private timeMs = START_MS;
  private next = 0;

  constructor(size: number) {
    this.size = size;
    this.run({
      kind: "list-asset",
      asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
    });
    const totalUnits = 1e15 as Units;
    this.run({ kind: "endow-pool", pool: "mining-reserve", assetId: USDT, totalUnits });
    const plan = { name: "Long", asset: "USDT", price: "10", totalOutput: "4000", durationDays: 3_650 };
    const rest = { hashRateGhs: 1, stock: size, limitPerUser: MACHINES_EACH, refundPpm: 0 };
    this.run({ kind: "set-mining-plan", planId: 0, plan: { ...plan, ...rest } });
    for (let n = 0; n < size; n += MACHINES_EACH) {
      const userId = LIMITS.firstUserId + n / MACHINES_EACH;
      this.run({ kind: "open-account", userId, role: "trader" });
      const amountUnits = 2e9 as Units;
      this.run({ kind: "deposit", userId, assetId: USDT, amountUnits, origin: "faucet", key: "" });
      this.run({ kind: "buy-miners", userId, planId: 0, quantity: MACHINES_EACH, key: "" });
    }
  }

  passTime(): number {
    return nanosecondsEach(STEPS, () => {
      for (let n = 0; n < STEPS; n++) {
        this.timeMs += SECOND_MS;
        this.run({ kind: "advance-time" });
      }
    });
  }

  /** Claims one machine after another, over all users. */
  claim(): number {
    const before = this.exchange.systemBalance("mining-reserve", USDT);
    const nanoseconds = nanosecondsEach(CLAIMS, () => {
      for (let n = 0; n < CLAIMS; n++) {
        this.timeMs += SECOND_MS;
        // A stride that visits every machine before repeating one.
        this.next = (this.next + 7_919) % this.size;
        const userId = LIMITS.firstUserId + Math.floor(this.next / MACHINES_EACH);
        this.run({ kind: "claim-mining", userId, minerId: this.next + 1, key: "" });
      }
    });
    if (this.exchange.systemBalance("mining-reserve", USDT) >= before) throw new Error("nothing was claimed");
    return nanoseconds;
  }

  private run(command: Command): void {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
  }
}
