import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { NO_MARGIN } from "@candor/server/records/projections/fund-record-rows";
import { Projector } from "@candor/server/records/projections/projector";
import { BAD_CURSOR, type BadCursor, type Page } from "@candor/server/records/projections/queries/cursor";
import { balanceOutcomes } from "@candor/server/records/projections/queries/first-answer";
import { fundOrigins } from "@candor/server/records/projections/queries/fund-origins";
import {
  countFundRecords,
  type FundRecord,
  fundRecords,
} from "@candor/server/records/projections/queries/fund-records";
import {
  withdrawalHistory,
  withdrawalOf,
  withdrawalsByIds,
} from "@candor/server/records/projections/queries/withdrawals";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { AuditedRun } from "@candor/simulator/audited-run";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Adapter, describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { ADDRESS, tx } from "../support/scenario/wallet-world.ts";
import { ExchangeFeed } from "./exchange-feed.ts";

const ALICE = LIMITS.firstUserId;
const BOB = ALICE + 1;
const ALL = 100_000;
const DAY_COMMANDS = 6_000;
/** Written in a hundred transactions. */
const GROUPED_COMMANDS = 4_200;

function rowsOf<Row>(page: Page<Row> | BadCursor): readonly Row[] {
  if (page === BAD_CURSOR) throw new Error(page);
  return page.rows;
}

const inWords = ({ kind, amountUnits, afterUnits, result }: FundRecord): string =>
  `${kind} ${amountUnits / 1e6} → ${afterUnits / 1e6} ${result}`;

describeAdapters("funds", (adapter) => {
  let database: ReadModelDatabase;
  let projector: Projector;
  let feed: ExchangeFeed;

  beforeAll(async () => {
    database = await adapter.emptied();
    projector = await Projector.open(database);
    feed = new ExchangeFeed();
    feed.open(ALICE, BOB);
  }, TIMEOUT_MS);
  afterAll(() => projector.close());

  const project = async (): Promise<void> => {
    projector.accept(feed.batch());
    await projector.drain();
  };
  const recordsOf = async (userId: number): Promise<string[]> =>
    rowsOf(await fundRecords(database.db, { userId }, ALL)).map(inWords);

  test("READ-31 a withdrawal has entries under way until it ends; then those of its end take their place", async () => {
    feed.creditDeposit(ALICE, 1_000, "alice");
    const withdrawalId = feed.requestWithdrawal(ALICE, 100, 1);
    const requestedMs = feed.timeMs;
    await project();
    expect(await recordsOf(ALICE)).toEqual([
      "withdrawal-fee -1 → 1000 in-progress",
      "withdrawal -99 → 1000 in-progress",
      "deposit 1000 → 1000 success",
    ]);
    feed.broadcast(withdrawalId, "payout");
    await project();
    expect(await withdrawalOf(database.db, ALICE, withdrawalId)).toMatchObject({
      status: "broadcast",
      txHash: tx("payout"),
      address: ADDRESS,
      chainIndex: 2,
      amountUnits: 100e6,
      feeUnits: 1e6,
      createdAtMs: requestedMs,
      updatedAtMs: requestedMs + 3_000,
    });
    feed.confirmed(withdrawalId, "payout");
    await project();
    expect(await recordsOf(ALICE)).toEqual([
      "withdrawal-fee -1 → 900 success",
      "withdrawal -99 → 901 success",
      "deposit 1000 → 1000 success",
    ]);
    expect((await withdrawalOf(database.db, ALICE, withdrawalId))?.steps).toEqual(
      (["frozen", "approved", "signed", "broadcast", "confirmed"] as const).map((status, index) => ({
        status,
        timeMs: requestedMs + index * 1_000,
      })),
    );
    expect(await withdrawalOf(database.db, BOB, withdrawalId)).toBeUndefined();
    // A query for several ids, as used after a start, returns the same.
    expect(await withdrawalsByIds(database.db, [withdrawalId, withdrawalId + 1])).toEqual([
      await withdrawalOf(database.db, ALICE, withdrawalId),
    ]);
  });

  test("READ-31 a returned withdrawal shows what failed and what came back, whether or not it was written between", async () => {
    feed.creditDeposit(BOB, 50, "bob");
    const slow = feed.requestWithdrawal(BOB, 20, 1, true);
    await project();
    feed.returned(slow, "refused by the review");
    const quick = feed.requestWithdrawal(BOB, 30, 0);
    feed.returned(quick, "");
    await project();
    expect(await recordsOf(BOB)).toEqual([
      "withdrawal-return 30 → 50 success",
      "withdrawal -30 → 20 failed",
      "withdrawal-return 20 → 50 success",
      "withdrawal-fee -1 → 30 failed",
      "withdrawal -19 → 31 failed",
      "deposit 50 → 50 success",
    ]);
    const of = async (result: "in-progress" | "failed" | "success"): Promise<number> =>
      rowsOf(await fundRecords(database.db, { userId: BOB, result }, ALL)).length;
    expect([await of("in-progress"), await of("failed"), await of("success")]).toEqual([0, 3, 3]);
    const history = rowsOf(await withdrawalHistory(database.db, { userId: BOB }, 10));
    expect(history.map(({ withdrawalId, status, steps }) => [withdrawalId, status, steps.length])).toEqual([
      [quick, "returned", 2],
      [slow, "returned", 3],
    ]);
    expect(history[1]).toMatchObject({ holdReason: "new-address", reason: "refused by the review" });
    const first = await withdrawalHistory(database.db, { userId: BOB }, 1);
    if (first === BAD_CURSOR) throw new Error(first);
    const second = await withdrawalHistory(database.db, { userId: BOB }, 1, first.nextCursor);
    expect(rowsOf(second).map(({ withdrawalId }) => withdrawalId)).toEqual([slow]);
  });

  test("READ-32 only its owner can trace a record to its trade, transfer, deposit or withdrawal", async () => {
    feed.execute({
      kind: "transfer",
      userId: ALICE,
      assetId: 0,
      from: "main",
      to: "option",
      amountUnits: 40e6 as Units,
      key: "",
    });
    await project();
    const records = rowsOf(await fundRecords(database.db, { userId: ALICE }, ALL));
    const origins = await fundOrigins(database.db, ALICE, records);
    const listed = records.map(({ kind, recordId }) => [kind, origins.get(recordId)]);
    const withdrawal = {
      kind: "withdrawal",
      chainIndex: 2,
      address: ADDRESS,
      status: "confirmed",
      txHash: tx("payout"),
      reason: "",
    };
    expect(listed).toEqual([
      ["transfer-in", { kind: "transfer", from: "main", to: "option" }],
      ["transfer-out", { kind: "transfer", from: "main", to: "option" }],
      ["withdrawal-fee", withdrawal],
      ["withdrawal", withdrawal],
      ["deposit", { kind: "deposit", chainIndex: 2, txHash: tx("alice"), logIndex: 5 }],
    ]);
    expect((await fundOrigins(database.db, BOB, records)).size).toBe(0);
  });

  test("READ-12 a repeated transfer or withdrawal request gets the balances of its first answer", async () => {
    const transfer = feed.execute({
      kind: "transfer",
      userId: ALICE,
      assetId: 0,
      from: "main",
      to: "coin",
      amountUnits: 10e6 as Units,
      key: "",
    }).seq;
    const request = feed.requestWithdrawal(ALICE, 50, 1);
    feed.returned(request, "");
    feed.creditDeposit(ALICE, 5, "later");
    await project();
    const balance = (wallet: string, available: number, frozen: number) => ({
      wallet,
      assetId: 0,
      availableUnits: available * 1e6,
      frozenUnits: frozen * 1e6,
    });
    expect(await balanceOutcomes(database.db, ALICE, transfer)).toEqual([
      balance("main", 850, 0),
      balance("coin", 10, 0),
    ]);
    expect(await balanceOutcomes(database.db, ALICE, request)).toEqual([balance("main", 800, 50)]);
    expect(await balanceOutcomes(database.db, BOB, transfer)).toEqual([]);
  });

  test("READ-20 records are counted as they are listed, up to a bound and up to a command", async () => {
    const all = rowsOf(await fundRecords(database.db, { userId: ALICE }, ALL));
    expect(await countFundRecords(database.db, { userId: ALICE }, ALL)).toBe(all.length);
    expect(await countFundRecords(database.db, { userId: ALICE }, 3)).toBe(4);
    const middle = all[4] as FundRecord;
    const before = { userId: ALICE, throughSeq: middle.seq - 1 };
    expect(rowsOf(await fundRecords(database.db, before, ALL))).toEqual(
      all.filter(({ seq }) => seq < middle.seq),
    );
    expect(await countFundRecords(database.db, before, ALL)).toBe(
      all.filter(({ seq }) => seq < middle.seq).length,
    );
  });

  test("READ-31 records add up to every balance: each is the one before it plus its amount, pending ones separate", async () => {
    const { db, exchange } = await projectRandomDay(adapter, Number.POSITIVE_INFINITY, 500, 4_096);
    let checked = 0;
    let underWay = 0;
    for (let userId = ALICE + 2; userId < ALICE + 24; userId++) {
      const after = new Map<string, number>();
      const records = rowsOf(await fundRecords(db, { userId }, ALL)).toReversed();
      for (const record of records) {
        if (record.result === "in-progress") {
          underWay++;
          continue;
        }
        const account = `${record.wallet} ${record.assetId} ${record.marginMarketId}`;
        expect(record.afterUnits - record.amountUnits, `${userId} ${record.kind}`).toBe(
          after.get(account) ?? 0,
        );
        after.set(account, record.afterUnits);
        checked++;
      }
      for (const balance of exchange.accountView(userId).balances)
        expect(after.get(`${balance.wallet} ${balance.assetId} ${NO_MARGIN}`)).toBe(
          balance.availableUnits + balance.frozenUnits,
        );
      const open = exchange.withdrawalsView(userId).withdrawals;
      const frozen = open.reduce((sum, { amountUnits }) => sum + amountUnits, 0);
      const pending = records.filter(({ result }) => result === "in-progress");
      expect(pending.reduce((sum, { amountUnits }) => sum - amountUnits, 0)).toBe(frozen);
    }
    expect(checked).toBeGreaterThan(1_000);
    expect(underWay).toBeGreaterThan(5);
  });

  test("READ-01 the tables of deposits and withdrawals do not depend on how commands were grouped", async () => {
    const expected = await contentOf(
      (await projectRandomDay(adapter, GROUPED_COMMANDS, GROUPED_COMMANDS, 4_096)).db,
    );
    const found = await contentOf((await projectRandomDay(adapter, GROUPED_COMMANDS, 47, 60)).db);
    expect(expected["withdrawals"]?.length).toBeGreaterThan(10);
    expect(found).toEqual(expected);
  });
});

let randomDay: AuditedRun["journal"] | undefined;

/** @returns the rows and their exchange */
async function projectRandomDay(
  adapter: Adapter,
  commands: number,
  batchCommands: number,
  maxGroupRows: number,
): Promise<{ readonly db: ReadModelDatabase["db"]; readonly exchange: AuditedRun["exchange"] }> {
  randomDay ??= recordRandomDay();
  const feed = new ExchangeFeed();
  const database = await adapter.emptied();
  const projector = await Projector.open(database, { limits: { maxGroupRows } });
  for (const [index, { command, timeMs }] of randomDay.slice(0, commands).entries()) {
    feed.timeMs = timeMs;
    feed.execute(command, true);
    if ((index + 1) % batchCommands === 0) {
      projector.accept(feed.batch());
      await projector.room();
    }
  }
  projector.accept(feed.batch());
  await projector.drain();
  await projector.close();
  return { db: database.db, exchange: feed.exchange };
}

function recordRandomDay(): AuditedRun["journal"] {
  const run = new AuditedRun(20_260_124, true, true);
  run.run(DAY_COMMANDS);
  return run.journal;
}
