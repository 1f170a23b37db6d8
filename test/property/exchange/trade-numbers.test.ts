import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import { type ExchangeEvent, marketTradeIdOf, type TradeMade } from "@candor/domain/events/events";
import { NEWEST_RULES, RULES } from "@candor/domain/rules";
import { AuditedRun, type JournaledCommand } from "@candor/simulator/audited-run";
import { Auditor } from "@candor/simulator/auditor";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { beforeAll, expect, test } from "vitest";

/** `CORE_SEED=123 npx vitest run test/property/exchange/trade-numbers.test.ts` repeats a run. */
const seed = Number(process.env["CORE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const COMMANDS = 8_000;
const OLDER = RULES.marketTradeIds - 1;
const random = mulberry32(seed);
/** Commands of all products, under the newest rules from the first one on. */
let journal: readonly JournaledCommand[];

console.info(`trade numbers: CORE_SEED=${seed}`);

beforeAll(() => {
  const run = new AuditedRun(seed, true);
  run.run(COMMANDS);
  journal = run.journal;
});

/** Executes commands, audits them, and restores the exchange from its snapshot before some of them. */
function execute(commands: readonly JournaledCommand[], restoredAt: ReadonlySet<number> = new Set()) {
  let exchange = new Exchange();
  const auditor = new Auditor();
  const out = new EventWriter();
  const groups: (readonly ExchangeEvent[])[] = [];
  for (const [at, { command, timeMs }] of commands.entries()) {
    if (restoredAt.has(at)) exchange = Exchange.restore(exchange.snapshot());
    out.reset();
    exchange.execute(command, at + 1, timeMs, out);
    const events = readEvents(out.words, 0, out.length);
    auditor.command(events);
    groups.push(events);
  }
  auditor.compare(exchange);
  return { groups, snapshot: Buffer.from(exchange.snapshot()) };
}

const tradesIn = (groups: readonly (readonly ExchangeEvent[])[]): readonly TradeMade[] =>
  groups.flat().filter((event) => event.kind === "trade-made");

function byMarket(trades: readonly TradeMade[]): ReadonlyMap<number, readonly TradeMade[]> {
  return Map.groupBy(trades, ({ marketId }) => marketId);
}

const countFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, at) => first + at);

/** The same commands under other rules. */
const under = (version: number): readonly JournaledCommand[] =>
  journal.map((entry): JournaledCommand => {
    const { command, timeMs } = entry;
    return command.kind === "adopt-rules" ? { command: { ...command, version }, timeMs } : entry;
  });

/** The same commands under older rules until one of them, and the newest from there on. */
function switchedAt(at: number): readonly JournaledCommand[] {
  const older = under(OLDER);
  const timeMs = (older[at] ?? older.at(-1))?.timeMs ?? 0;
  return older.toSpliced(at, 0, { command: { kind: "adopt-rules", version: NEWEST_RULES }, timeMs });
}

const withoutNumbers = ({ marketTradeId: _trade, aggregateId: _aggregate, ...trade }: TradeMade) => trade;

test("CORE-14 trades and aggregates of each market are numbered from 1 without a gap, wherever it restarts", () => {
  const points = new Set(countFrom(1, 12).map(() => random.below(journal.length)));
  const { groups, snapshot } = execute(journal, points);
  const markets = byMarket(tradesIn(groups));
  expect(markets.size).toBeGreaterThan(2);
  let merged = 0;
  for (const trades of markets.values()) {
    expect(trades.map(({ marketTradeId }) => marketTradeId)).toEqual(countFrom(1, trades.length));
    const aggregates = [...new Set(trades.map(({ aggregateId }) => aggregateId))];
    expect(aggregates).toEqual(countFrom(1, aggregates.length));
    merged += trades.length - aggregates.length;
  }
  expect(merged).toBeGreaterThan(0);
  const whole = execute(journal);
  expect(whole.groups).toEqual(groups);
  expect(whole.snapshot.equals(snapshot)).toBe(true);
}, 120_000);

test("CORE-14 older rules number trades among all markets, and differ in nothing else", () => {
  const older = tradesIn(execute(under(OLDER)).groups);
  expect(older.every((trade) => !("marketTradeId" in trade) && !("aggregateId" in trade))).toBe(true);
  expect(older.map(marketTradeIdOf)).toEqual(countFrom(1, older.length));
  const newer = tradesIn(execute(under(RULES.marketTradeIds)).groups);
  expect(older).toEqual(newer.map(withoutNumbers));
}, 120_000);

test("CORE-14 from the switch on, each market goes on above its former numbers without a gap", () => {
  const at = Math.floor(journal.length / 4) + random.below(Math.floor(journal.length / 2));
  const { groups } = execute(switchedAt(at), new Set([at, at + 1, at + 100]));
  const before = byMarket(tradesIn(groups.slice(0, at)));
  const base = tradesIn(groups.slice(0, at)).at(-1)?.tradeId ?? 0;
  expect(base).toBeGreaterThan(0);
  for (const [marketId, trades] of byMarket(tradesIn(groups.slice(at)))) {
    const first = before.has(marketId) ? base + 1 : 1;
    expect(trades.map(({ marketTradeId }) => marketTradeId)).toEqual(countFrom(first, trades.length));
    expect(trades[0]?.aggregateId).toBe(first);
  }
}, 120_000);
