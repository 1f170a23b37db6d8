import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { AuditedRun } from "@candor/simulator/audited-run";
import { expect, test } from "vitest";

const SEED = 20_260_722;
const COMMANDS = 30_000;
/** What can happen automatically while nobody has access. */
const WORKS_ON = [
  "order triggered",
  "canceled oco-sibling",
  "canceled liquidation",
  "liquidation book",
  "funding-paid",
  "option won",
  "option lost",
  "deposit-credited",
  "withdrawal confirmed",
  "withdrawal returned",
] as const;

/** Replays the same day after opening or closing the site; returns all events except the site's own. */
function replayed(journal: AuditedRun["journal"], site: Command): Float64Array[] {
  const exchange = new Exchange();
  const out = new EventWriter();
  const batches: Float64Array[] = [];
  const [first] = journal;
  exchange.execute(site, 1, first?.timeMs ?? 0, out);
  let seq = 1;
  for (const { command, timeMs } of journal) {
    out.reset();
    exchange.execute(command.kind === "set-site" ? { kind: "advance-time" } : command, ++seq, timeMs, out);
    batches.push(out.take());
  }
  return batches;
}

test("SITE-01 liquidations, settlements, stops, cancels, funding, deposits and withdrawals continue identically when the site is closed", () => {
  const run = new AuditedRun(SEED, true, true);
  run.run(COMMANDS);
  const { seen } = run.report();
  // The test proves nothing unless these events occurred.
  for (const name of WORKS_ON) expect(seen.get(name) ?? 0, name).toBeGreaterThan(0);
  const open = replayed(run.journal, { kind: "set-site", isOpen: true, message: "" });
  const closed = replayed(run.journal, { kind: "set-site", isOpen: false, message: "" });
  expect(closed.length).toBe(open.length);
  const differs = open.findIndex((words, at) => !sameWords(words, closed[at]));
  const eventsAt = (all: Float64Array[]): readonly ExchangeEvent[] =>
    differs < 0 ? [] : readEvents(all[differs] as Float64Array);
  expect(eventsAt(closed)).toEqual(eventsAt(open));
  expect(differs).toBe(-1);
}, 120_000);

function sameWords(a: Float64Array, b: Float64Array | undefined): boolean {
  return b !== undefined && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
}

const bytesOf = (words: Float64Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
