import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { AuditedRun } from "@candor/simulator/audited-run";
import { expect, test } from "vitest";

/** `CORE_SEED=123 npx vitest run test/property/exchange/skips.test.ts` repeats a run. */
const seed = Number(process.env["CORE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const COMMANDS = 12_000;
const EVERY = 37;
const RESTORE_EVERY = 3_000;

/** What every user is owed. */
function owedIn(exchange: Exchange): string {
  const owed: unknown[] = [];
  exchange.forEachOwed((userId, units) => owed.push([userId, [...units]]));
  return JSON.stringify(owed);
}

test("SKIP-02 a skipped command moves nothing, and an exchange goes on after it, also from a snapshot", () => {
  const run = new AuditedRun(seed, true);
  const opening = run.journal.length;
  run.run(COMMANDS);
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
    expect(step(undisturbed), `CORE_SEED=${seed}, command ${seq}`).toEqual(events);
    if (isSkipped) {
      skips++;
      expect(events).toMatchObject([{ kind: "executed", seq, error: "request.skipped" }]);
      expect(events).toHaveLength(1);
      expect(owedIn(exchange)).toBe(before);
      // A restored exchange has no memory of what it did before.
      if (skips % ((RESTORE_EVERY / EVERY) | 0) === 0) exchange = Exchange.restore(exchange.snapshot());
    }
  }
  expect(skips).toBeGreaterThan(COMMANDS / EVERY / 2);
  expect(Buffer.from(exchange.snapshot()).equals(Buffer.from(undisturbed.snapshot()))).toBe(true);
  for (let assetId = 0; assetId < exchange.exchangeView().assets.length; assetId++)
    expect(exchange.sumOf(assetId)).toBe(0n);
});
