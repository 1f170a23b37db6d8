import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { accruedUnitsOf, endsAtMsOf, refundUnitsOf } from "@candor/formulas/mining/accrual";
import type { Units } from "@candor/money/brand";
import fc from "fast-check";
import { expect, test } from "vitest";
import { plain, START_MS } from "../../support/scenario/exchange-world.ts";
import { DAY, MiningWorld } from "../../support/scenario/mining-world.ts";

const amount = fc.integer({ min: 1, max: 4_503_599_627_370_496 });
const terms = fc.record({
  priceUnits: amount,
  totalOutputUnits: amount,
  durationDays: fc.integer({ min: 1, max: 3_650 }),
  refundPpm: fc.integer({ min: 0, max: 1_000_000 }),
  boughtAtMs: fc.constant(START_MS),
});

test("MINE-01 accrual never falls, never exceeds the total output and equals it at the end, to the unit", () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat(), { maxLength: 20 }), (miner, gaps) => {
      let timeMs = START_MS;
      let claimed = 0;
      for (const gap of gaps) {
        timeMs += gap % (DAY * 400);
        const accrued = accruedUnitsOf(miner, timeMs);
        expect(accrued).toBeGreaterThanOrEqual(claimed);
        claimed = accrued;
        const seconds = BigInt(Math.floor((timeMs - START_MS) / 1_000));
        const term = BigInt(miner.durationDays) * 86_400n;
        const worked = seconds > term ? term : seconds;
        expect(BigInt(accrued)).toBe((BigInt(miner.totalOutputUnits) * worked) / term);
      }
      expect(accruedUnitsOf(miner, endsAtMsOf(miner))).toBe(miner.totalOutputUnits);
      expect(accruedUnitsOf(miner, endsAtMsOf(miner) + gaps.length * DAY)).toBe(miner.totalOutputUnits);
      expect(accruedUnitsOf(miner, endsAtMsOf(miner) - 1_000)).toBeLessThanOrEqual(miner.totalOutputUnits);
    }),
    { numRuns: 500 },
  );
});

test("MINE-03 a release never refunds more than is still locked for the machine, at any moment", () => {
  fc.assert(
    fc.property(terms, fc.nat(), (miner, gap) => {
      const isPlan =
        BigInt(miner.priceUnits) * BigInt(miner.refundPpm) <= BigInt(miner.totalOutputUnits) * 1_000_000n;
      fc.pre(isPlan);
      const timeMs = START_MS + (gap % (miner.durationDays * DAY + DAY));
      const left = miner.totalOutputUnits - accruedUnitsOf(miner, timeMs);
      expect(refundUnitsOf(miner, timeMs)).toBeLessThanOrEqual(left);
    }),
    { numRuns: 500 },
  );
});

/** One step of a random history; numbers select among existing items. */
const step = fc.record({
  act: fc.constantFrom("buy", "buy", "claim", "claim", "claim-all", "recycle", "wait", "restart"),
  who: fc.nat(2),
  number: fc.nat(40),
  passesMs: fc.oneof(fc.nat(5_000), fc.nat(3 * DAY)),
});

test("MINE-01 MINE-02 after any purchases, claims and releases, claims stay within outputs and the reserve covers all", () => {
  const names = ["ana", "ben", "eva"];
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 120 }), (steps) => {
      // The auditor recomputes each payment and compares locked amounts with the reserve after each command.
      const s = new MiningWorld(
        "700",
        { stock: 5, limitPerUser: 3 },
        {
          price: "7.000001",
          totalOutput: "7.1",
          durationDays: 1,
          stock: 50,
          limitPerUser: 20,
          refundPpm: 1_000_000,
        },
      );
      for (const name of names) s.saver(name, "400");
      const paid = new Map<number, number>();
      for (const { act, who, number, passesMs } of steps) {
        s.timeMs += passesMs;
        const name = names[who] as string;
        if (act === "restart") s.restart();
        else if (act === "wait") s.wait(0);
        else {
          const outcome =
            act === "buy"
              ? s.buy(name, (number % 4) + 1, number % 2)
              : act === "recycle"
                ? s.recycle(name, number + 1)
                : s.claim(name, act === "claim" ? number + 1 : 0);
          for (const event of outcome.events) {
            if (event.kind !== "miner-changed") continue;
            const sum = (paid.get(event.minerId) ?? 0) + event.incomeUnits;
            paid.set(event.minerId, sum);
            expect(sum).toBeLessThanOrEqual(event.totalOutputUnits);
            if (event.releaseReason === "completed") expect(sum).toBe(event.totalOutputUnits);
          }
        }
      }
      // Much later, everything running pays exactly its remainder, and no obligations remain.
      s.timeMs += 30 * DAY;
      for (const name of names) s.claim(name);
      expect(s.reserve).toMatch(/^0 \+ /);
      const [reserve] = s.exchange.miningView().reserves;
      expect(plain(reserve?.lockedUnits ?? -1)).toBe("0");
    }),
    { numRuns: 60 },
  );
});

test("MINE-05 the same journal of machines gives the same state, from any snapshot on", () => {
  const history = (restartEvery: number): Uint8Array => {
    let exchange = new Exchange();
    const out = new EventWriter();
    let timeMs = START_MS;
    let seq = 0;
    const run = (command: Parameters<Exchange["execute"]>[0], passesMs = 0): void => {
      out.reset();
      timeMs += passesMs;
      exchange.execute(command, ++seq, timeMs, out);
      if (seq % restartEvery === 0) exchange = Exchange.restore(exchange.snapshot());
    };
    run({ kind: "list-asset", asset: { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" } });
    run({ kind: "endow-pool", pool: "mining-reserve", assetId: 0, totalUnits: 9_000_000_000 as Units });
    const plan = { name: "One", asset: "USDT", price: "10", totalOutput: "10.1", durationDays: 2 };
    const rest = { hashRateGhs: 5, stock: 40, limitPerUser: 20, refundPpm: 950_000 };
    run({ kind: "set-mining-plan", planId: 0, plan: { ...plan, ...rest } });
    for (let n = 0; n < 4; n++) {
      const userId = 10_001 + n;
      run({ kind: "open-account", userId, role: "trader" });
      const amountUnits = 500_000_000 as Units;
      run({ kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" });
    }
    for (let n = 0; n < 120; n++) {
      const userId = 10_001 + (n % 4);
      const key = n % 3 === 0 ? `k${n}` : "";
      if (n % 5 < 2) run({ kind: "buy-miners", userId, planId: 0, quantity: (n % 3) + 1, key }, 7_000);
      else if (n % 5 < 4) run({ kind: "claim-mining", userId, minerId: n % 2 === 0 ? 0 : n, key }, 3_600_000);
      else run({ kind: "recycle-miner", userId, minerId: n, expectedRefundUnits: 0, key }, 40_000);
    }
    return exchange.snapshot();
  };
  const whole = history(1_000_000);
  expect(history(1)).toEqual(whole);
  expect(history(7)).toEqual(whole);
});
