import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { PROFIT_WALLETS } from "@candor/domain/enumerations";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import { formatWideDecimal } from "@candor/money/decimal";
import { CODES } from "@candor/server/records/projections/codes";
import { Projector } from "@candor/server/records/projections/projector";
import { closedPositions } from "@candor/server/records/projections/queries/closed-positions";
import { BAD_CURSOR } from "@candor/server/records/projections/queries/cursor";
import { fifoDisposals } from "@candor/server/records/projections/queries/fifo-disposals";
import { profitHistory, totalOf } from "@candor/server/records/projections/queries/profit-history";
import { profitHoldings } from "@candor/server/records/projections/queries/profit-holdings";
import { profitListing } from "@candor/server/records/projections/queries/profit-listing";
import { type Statement, statement } from "@candor/server/records/projections/queries/statement";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { AuditedRun } from "@candor/simulator/audited-run";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { MACHINE_SETTINGS, withMachines } from "./machine-day.ts";
import { type NaiveFifo, naiveFifo } from "./naive-fifo.ts";
import { NaiveProfit } from "./naive-profit.ts";
import { walletTotals } from "./wallet-totals.ts";

/** `PNL_SEED=123 npx vitest run --project verify test/projections/profit.test.ts` repeats a run. */
const SEED = Number(process.env["PNL_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const COMMANDS = 12_000;
/** From here on, the history ends as soon as a stake is open. */
const EARLIEST_END = 8_500;
const BATCH = 700;
/** The clock jumps, so that the history spans days. */
const COMMANDS_PER_JUMP = 450;
const COMMANDS_PER_RESTART = 3_500;
const JUMP_MS = 5 * 3_600_000;
const DAY_MS = 86_400_000;
const USDT_UNIT_E16 = 10_000_000_000n;

interface History {
  /** The exchange at the end. */
  readonly exchange: Exchange;
  readonly naive: NaiveProfit;
  readonly users: readonly number[];
  readonly firstDay: number;
  readonly lastDay: number;
}

const byAsset = (a: NaiveFifo, b: NaiveFifo): number => a.assetId - b.assetId;

/** Moves the times in a command, for example that of a price's observation. */
function movedBy(command: Command, ms: number): Command {
  const entries = Object.entries(command).map(([name, value]) => [
    name,
    name.endsWith("Ms") && typeof value === "number" && value > 0 ? value + ms : value,
  ]);
  return Object.fromEntries(entries) as Command;
}

function followStakes(open: Set<number>, events: readonly ExchangeEvent[]): void {
  for (const event of events) {
    if (event.kind !== "option-changed") continue;
    if (event.status === "accepted" || event.status === "running") open.add(event.optionId);
    else open.delete(event.optionId);
  }
}

/** Projects a random day of all products, stretched over several days. */
async function project(db: ReadModelDatabase): Promise<History> {
  const run = new AuditedRun(SEED, true, false, MACHINE_SETTINGS);
  run.run(COMMANDS);
  const exchange = new Exchange();
  const out = new EventWriter();
  const naive = new NaiveProfit();
  let projector = await Projector.open(db, { limits: { maxGroupRows: 900 } });
  let firstSeq = 1;
  let firstDay = 0;
  const journal = withMachines(run.journal);
  const stakes = new Set<number>();
  for (const [index, { command, timeMs: plannedMs }] of journal.entries()) {
    const laterMs = Math.floor(index / COMMANDS_PER_JUMP) * JUMP_MS;
    const timeMs = plannedMs + laterMs;
    const at = out.length;
    exchange.execute(movedBy(command, laterMs), index + 1, timeMs, out);
    const events = readEvents(out.words, at, out.length);
    naive.command(events);
    followStakes(stakes, events);
    firstDay ||= naive.day;
    const isLast = index + 1 === journal.length || (index >= EARLIEST_END && stakes.size > 0);
    if ((index + 1) % BATCH !== 0 && !isLast) continue;
    projector.accept({ firstSeq, lastSeq: index + 1, timeMs, words: out.take() });
    out.reset();
    firstSeq = index + 2;
    await projector.room();
    if (isLast) break;
    if ((index + 1) % COMMANDS_PER_RESTART !== 0) continue;
    // A restarted projector has nothing in memory.
    await projector.drain();
    await projector.close();
    projector = await Projector.open(db, { limits: { maxGroupRows: 900 } });
  }
  await projector.drain();
  await projector.close();
  naive.end();
  return { exchange, naive, users: [...naive.days.keys()], firstDay, lastDay: naive.day };
}

/** All days, all but the first and the last, and one of them: each query costs several statements. */
function spans(firstDay: number, lastDay: number): readonly (readonly [from: number, to: number])[] {
  return [
    [firstDay, lastDay],
    [firstDay + 1, lastDay - 1],
    [lastDay - 1, lastDay - 1],
  ];
}

/** Units by wallet and coin; margin accounts are one wallet. */
function unitsOf({ accounts }: Statement, end: "opening" | "closing"): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>();
  for (const { wallet, marginMarketId, assetId, [end]: balance } of accounts) {
    const name = `${marginMarketId === -1 ? wallet : "lever"} ${assetId}`;
    units.set(name, (units.get(name) ?? 0n) + BigInt(balance.units));
  }
  for (const [name, sum] of units) if (sum === 0n) units.delete(name);
  return units;
}

describeAdapters("profit and loss", (adapter) => {
  let database: ReadModelDatabase;
  let history: History;

  beforeAll(async () => {
    database = await adapter.emptied();
    history = await project(database);
  }, TIMEOUT_MS);

  test("PNL-02 equity and flows of every day and wallet equal those of an independent calculation", async () => {
    const { naive, users, firstDay, lastDay } = history;
    expect(lastDay - firstDay).toBeGreaterThan(2);
    expect(users.length).toBeGreaterThan(15);
    for (const userId of users) {
      const { openingE16, days } = await profitHistory(database.db, userId, firstDay, lastDay);
      expect(totalOf(openingE16)).toBe(0n);
      const found = days.map(({ day, equityE16, flowE16 }) => ({
        day,
        equity: equityE16,
        flow: totalOf(flowE16),
      }));
      const expected = days.map(({ day }) => ({ day, ...naive.days.get(userId)?.get(day) }));
      expect(found, `PNL_SEED=${SEED}, user ${userId}`).toEqual(expected);
    }
  });

  test("PNL-01 profit of every view is the change of equity minus net flows, to the unit", async () => {
    const { users, firstDay, lastDay } = history;
    const sources = new Set<string>();
    for (const userId of users) {
      const what = `PNL_SEED=${SEED}, user ${userId}`;
      const { days } = await profitHistory(database.db, userId, firstDay, lastDay);
      const last = days.at(-1);
      if (last === undefined) throw new Error("no days");
      let flow = 0n;
      let realized = 0n;
      for (const day of days) {
        flow += totalOf(day.flowE16);
        for (const part of day.realized) {
          realized += part.profitE16;
          sources.add(part.source);
        }
        expect(totalOf(day.transferE16), `${what}: transfers of day ${day.day}`).toBe(0n);
      }
      const { holdings, positions } = await profitHoldings(database.db, userId);
      const unrealized =
        holdings.reduce((sum, { valueE16, costE16 }) => sum + valueE16 - costE16, 0n) +
        positions.reduce((sum, { unrealizedE16 }) => sum + unrealizedE16, 0n);
      expect(realized + unrealized, what).toBe(totalOf(last.equityE16) - flow);
      for (const wallet of PROFIT_WALLETS) {
        const held = holdings.filter((holding) => holding.wallet === wallet);
        const value =
          held.reduce((sum, { valueE16 }) => sum + valueE16, 0n) +
          (wallet === "contract" ? positions.reduce((sum, each) => sum + each.unrealizedE16, 0n) : 0n);
        expect(value, `${what}: ${wallet}`).toBe(last.equityE16[wallet]);
      }
    }
    expect([...sources].sort()).toEqual(
      expect.arrayContaining(["contract", "lever", "mining", "option", "spot", "withdrawal"]),
    );
  });

  test("PNL-03 the wallet page's total is the equity of profit and statements, whatever a user has", async () => {
    const { exchange, users, firstDay, lastDay } = history;
    const totals = walletTotals(exchange, history.naive);
    const parts = { leverage: 0, mining: 0, options: 0, unrealizedProfit: 0 };
    for (const userId of users) {
      const what = `PNL_SEED=${SEED}, user ${userId}`;
      const { days } = await profitHistory(database.db, userId, firstDay, lastDay);
      const equityE16 = totalOf(
        days.at(-1)?.equityE16 ?? { main: 0n, coin: 0n, contract: 0n, option: 0n, lever: 0n },
      );
      const total = totals(userId);
      expect(total.amount, what).toBe(formatWideDecimal(equityE16 / USDT_UNIT_E16, 6));
      for (const part of ["leverage", "mining", "options", "unrealizedProfit"] as const)
        if (Number(total[part]) !== 0) parts[part]++;
    }
    for (const count of Object.values(parts)) expect(count, JSON.stringify(parts)).toBeGreaterThan(0);
  });

  test("PNL-09 in a statement, opening + entries = closing for every coin of every account, whatever its days", async () => {
    const { naive, users, firstDay, lastDay } = history;
    const kinds = new Set<string>();
    for (const userId of users)
      for (const [from, to] of spans(firstDay, lastDay)) {
        const what = `PNL_SEED=${SEED}, user ${userId}, days ${from} to ${to}`;
        const found = await statement(database.db, userId, from, to);
        expect(unitsOf(found, "opening"), what).toEqual(naive.held.get(`${userId} ${from - 1}`) ?? new Map());
        expect(unitsOf(found, "closing"), what).toEqual(naive.held.get(`${userId} ${to}`) ?? new Map());
        const results = { option: 0n, mining: 0n };
        for (const { opening, closing, entries, assetId, wallet } of found.accounts) {
          const sum = entries.reduce((units, each) => units + each.receivedUnits - each.paidUnits, 0n);
          expect(BigInt(opening.units) + sum, `${what}: ${wallet} ${assetId}`).toBe(BigInt(closing.units));
          for (const { kind, receivedUnits, paidUnits } of entries) {
            kinds.add(kind);
            if (kind === "option" || kind === "mining") results[kind] += receivedUnits - paidUnits;
          }
        }
        for (const kind of ["option", "mining"] as const) {
          const expected = [...naive.results].filter(([name]) => {
            const [user, day, of] = name.split(" ");
            return Number(user) === userId && Number(day) >= from && Number(day) <= to && of === kind;
          });
          expect(results[kind], `${what}: ${kind}`).toBe(
            expected.reduce((sum, [, units]) => sum + units, 0n),
          );
        }
        const { openingE16, days } = found.history;
        const value = (end: "opening" | "closing") =>
          found.accounts.reduce((sum, each) => sum + each[end].valueE16, 0n) +
          found[`${end}Positions`].reduce((sum, each) => sum + each.unrealizedE16, 0n);
        expect(value("opening"), what).toBe(totalOf(openingE16));
        expect(value("closing"), what).toBe(totalOf(days.at(-1)?.equityE16 ?? openingE16));
        expect(
          found.flows.reduce((sum, { valueE16 }) => sum + valueE16, 0n),
          what,
        ).toBe(days.reduce((sum, { flowE16 }) => sum + totalOf(flowE16), 0n));
      }
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        "deposit",
        "funding",
        "interest",
        "option",
        "realized-profit",
        "trade-fee",
        "transfer",
      ]),
    );
  });

  test("PNL-03 a contract's profit by market is the sum of its positions' results; trades add up to spot", async () => {
    const { users, firstDay, lastDay } = history;
    const ends = new Set<string | undefined>();
    for (const userId of users) {
      const what = `PNL_SEED=${SEED}, user ${userId}`;
      const { days } = await profitHistory(database.db, userId, firstDay, lastDay);
      const byMarket = new Map<number, bigint>();
      let traded = 0n;
      for (const { source, marketId, profitE16 } of days.flatMap(({ realized }) => realized)) {
        if (source === "contract") byMarket.set(marketId, (byMarket.get(marketId) ?? 0n) + profitE16);
        if (source === "spot" || source === "convert") traded += profitE16;
      }
      const closed = await closedPositions(database.db, { userId }, 100_000);
      if (closed === BAD_CURSOR) throw new Error(closed);
      for (const position of closed.rows) {
        ends.add(position.endedBy);
        expect(position.lots + position.entryCostUnits, what).toBe(0);
        expect(position.entryLots, what).toBe(position.exitLots);
      }
      const { rows } = await sql<{ market_id: number; net: string }>`
        select market_id, sum(realized_units - fee_units + funding_units) as net from positions
        where user_id = ${userId} group by market_id`.execute(database.db);
      for (const { market_id, net } of rows)
        expect(BigInt(net) * USDT_UNIT_E16, `${what}, market ${market_id}`).toBe(
          byMarket.get(market_id) ?? 0n,
        );
      expect([...byMarket.keys()].every((marketId) => rows.some((row) => row.market_id === marketId))).toBe(
        true,
      );
      const { rows: fills } = await sql<{ profit: string }>`
        select coalesce(sum(profit_e4::numeric * 1e12 + profit_rest_e16), 0)::numeric(60, 0) as profit from fills where user_id = ${userId} and not lever`.execute(
        database.db,
      );
      expect(BigInt(fills[0]?.profit ?? 0), what).toBe(traded);
    }
    expect(ends.has("order")).toBe(true);
    expect(ends.has("liquidation")).toBe(true);
  });

  test("PNL-08 gains by FIFO and the lots that remain add up to what average cost realized", async () => {
    let disposals = 0;
    for (const userId of history.users) {
      const { db } = database;
      const gains = new Map<number, bigint>();
      let total = 0n;
      for await (const part of fifoDisposals(db, userId, 0, Number.MAX_SAFE_INTEGER)) {
        expect(part.acquiredAtMs).toBeLessThanOrEqual(part.soldAtMs);
        gains.set(part.assetId, (gains.get(part.assetId) ?? 0n) + part.proceedsE16 - part.costE16);
        total += part.proceedsE16 - part.costE16;
        disposals++;
      }
      const { fifo, holdings } = await profitHoldings(db, userId);
      const usdt = (await profitListing(db)).valueAssetId ?? -1;
      const inWallets = holdings.filter((each) => each.marginMarketId === -1 && each.assetId !== usdt);
      const difference =
        fifo.reduce((sum, { costE16 }) => sum + costE16, 0n) -
        inWallets.reduce((sum, { costE16 }) => sum + costE16, 0n);
      const { rows: fees } = await sql<{ units: string }>`
        select coalesce(sum(amount_units), 0) as units from fund_records where user_id = ${userId}
          and kind = ${CODES.fundRecordKind.code("withdrawal-fee")} and asset_id = ${usdt}
          and result = ${CODES.result.code("success")}`.execute(db);
      const { days } = await profitHistory(db, userId, history.firstDay, history.lastDay);
      const realized = days
        .flatMap((day) => day.realized)
        .filter(({ source }) => source === "spot" || source === "convert" || source === "withdrawal")
        .reduce((sum, { profitE16 }) => sum + profitE16, 0n);
      const feesE16 = BigInt(fees[0]?.units ?? 0) * USDT_UNIT_E16;
      expect(total + feesE16 - difference, `PNL_SEED=${SEED}, user ${userId}`).toBe(realized);
    }
    expect(disposals).toBeGreaterThan(100);
  });

  test("PNL-04 lots by FIFO add up to what is held, and equal a walk of all movements", async () => {
    let severalDays = 0;
    for (const userId of history.users) {
      const { fifo, holdings } = await profitHoldings(database.db, userId);
      for (const { assetId, units } of fifo) {
        const held = holdings.filter((each) => each.assetId === assetId && each.marginMarketId === -1);
        expect(held.reduce((sum, each) => sum + each.units, 0)).toBe(units);
      }
      const expected = await naiveFifo(database.db, userId);
      const found = fifo.map(({ valueE16: _value, ...each }) => each);
      expect(found.toSorted(byAsset), `PNL_SEED=${SEED}, user ${userId}`).toEqual(expected.toSorted(byAsset));
      severalDays += found.filter(
        ({ oldestAtMs }) => Math.floor(oldestAtMs / DAY_MS) < history.lastDay,
      ).length;
    }
    expect(severalDays).toBeGreaterThan(10);
    expect(history.users[0]).toBeGreaterThanOrEqual(LIMITS.firstUserId);
  });
});
