import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { AuditedRun } from "@candor/simulator/audited-run";
import { expect, test } from "vitest";

/** `CORE_SEED=123 npx vitest run test/property/exchange/skips.test.ts` repeats a run. */
const seed = Number(process.env["CORE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const EVERY = 37;
const RUNS = [
  { seed, commands: 6_000, restoreEvery: EVERY },
  // An option whose market had been without an index was due too early once restored.
  { seed: 1_538_958_459, commands: 3_300, restoreEvery: EVERY },
  // An iceberg with 6 visible lots in group -6 lost both.
  { seed: 1_497_351_716, commands: 400, restoreEvery: 7 },
];

/** What every user is owed. */
function owedIn(exchange: Exchange): string {
  const owed: unknown[] = [];
  exchange.forEachOwed((userId, units) => owed.push([userId, [...units]]));
  return JSON.stringify(owed);
}

/** Compares without vitest's report, which takes minutes for bytes that differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(one).equals(Buffer.from(other));
}

test.each(RUNS)(
  "SKIP-02 a skipped command moves nothing, and an exchange goes on after it, also from a snapshot (seed $seed)",
  ({ seed, commands, restoreEvery }) => {
    const run = new AuditedRun(seed, true);
    const opening = run.journal.length;
    run.run(commands);
    const out = new EventWriter();
    let exchange = new Exchange();
    const undisturbed = new Exchange();
    let skips = 0;
    for (const [index, { command, timeMs }] of run.journal.entries()) {
      const seq = index + 1;
      const isSkipped = index >= opening && index % EVERY === 0;
      const step = (on: Exchange): unknown => {
        out.reset();
        if (isSkipped) on.skip(command, seq, timeMs, out);
        else on.execute(command, seq, timeMs, out);
        return readEvents(out.words, 0, out.length);
      };
      const before = isSkipped ? owedIn(exchange) : "";
      const events = step(exchange);
      const where = `CORE_SEED=${seed}, command ${seq}`;
      expect(step(undisturbed), where).toEqual(events);
      if (isSkipped) {
        skips++;
        expect(events).toMatchObject([{ kind: "executed", seq, error: "request.skipped" }]);
        expect(events).toHaveLength(1);
        expect(owedIn(exchange)).toBe(before);
      }
      if (index % restoreEvery === 0) {
        // A restored exchange has no memory of what it did before, and still is the same.
        const snapshot = exchange.snapshot();
        expect(isSame(snapshot, undisturbed.snapshot()), where).toBe(true);
        exchange = Exchange.restore(snapshot);
        expect(isSame(snapshot, exchange.snapshot()), where).toBe(true);
      }
    }
    expect(skips).toBeGreaterThan(commands / EVERY / 2);
    expect(isSame(exchange.snapshot(), undisturbed.snapshot()), `CORE_SEED=${seed}, at the end`).toBe(true);
    for (let assetId = 0; assetId < exchange.exchangeView().assets.length; assetId++)
      expect(exchange.sumOf(assetId)).toBe(0n);
  },
);
