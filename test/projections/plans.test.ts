import { userDetailOf } from "@candor/server/edge/console-api/calls/user-calls";
import { Listings } from "@candor/server/market/market-data/listings";
import { IdentityState } from "@candor/server/people/identity/identity-state";
import { plainUser } from "@candor/server/people/identity/testing/plain-user";
import { Projector } from "@candor/server/records/projections/projector";
import { closedPositions } from "@candor/server/records/projections/queries/closed-positions";
import { contractIncome } from "@candor/server/records/projections/queries/contract-income";
import { contractOrders } from "@candor/server/records/projections/queries/contract-orders";
import { deleveragedPositions } from "@candor/server/records/projections/queries/deleveraged-positions";
import { fillHistory } from "@candor/server/records/projections/queries/fills";
import {
  balanceOutcomes,
  orderOutcomes,
  placementAnswer,
} from "@candor/server/records/projections/queries/first-answer";
import { fundOrigins } from "@candor/server/records/projections/queries/fund-origins";
import {
  countFundRecords,
  type FundRecord,
  faucetGivenSince,
  fundRecords,
  fundRecordsOfReference,
} from "@candor/server/records/projections/queries/fund-records";
import { optionSummary } from "@candor/server/records/projections/queries/options";
import { amendmentCount } from "@candor/server/records/projections/queries/order-amendments";
import {
  marketOfOrder,
  orderHistory,
  orderSummaries,
} from "@candor/server/records/projections/queries/order-history";
import { ownLists } from "@candor/server/records/projections/queries/own-lists";
import { profitHistory } from "@candor/server/records/projections/queries/profit-history";
import { profitHoldings } from "@candor/server/records/projections/queries/profit-holdings";
import { profitListing } from "@candor/server/records/projections/queries/profit-listing";
import { statementEntries } from "@candor/server/records/projections/queries/statement-entries";
import { statementFlows } from "@candor/server/records/projections/queries/statement-flows";
import { recentTrades } from "@candor/server/records/projections/queries/tape";
import {
  withdrawalHistory,
  withdrawalOf,
  withdrawalsByIds,
} from "@candor/server/records/projections/queries/withdrawals";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { CompiledQuery, sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { klineHistory, klines } from "./one-chart.ts";
import { LABELLED_USER, openedExchange } from "./random-day.ts";

/** Balances come from the engine; these tests are about tables. */
const emptyAccounts = {
  accountView: async () => ({ asOfSeq: 0, open: true, balances: [], orders: [], frozenWallets: [] }),
};
const ALICE = LABELLED_USER + 1;
const USERS = 20;
const ROUNDS = 1_800;
const ROUND_MS = 120_000;

/** Enough rows of every kind that a full table scan would show. */
async function fill(database: ReadModelDatabase): Promise<{ acceptedSeq: number; outcomeSeq: number }> {
  const projector = await Projector.open(database);
  const exchange = openedExchange(USERS);
  let acceptedSeq = 0;
  for (let round = 0; round < ROUNDS; round++) {
    exchange.wait(ROUND_MS);
    const [seller, buyer] = [ALICE + (round % USERS), ALICE + ((round + 1) % USERS)];
    const maker = exchange.place(seller, round % 2, 1, 600_000 + (round % 50), 10, [], `m${round}`);
    exchange.place(buyer, round % 2, 0, 600_100, 10, [[maker, 10]], `t${round}`);
    acceptedSeq = round === ROUNDS / 2 ? exchange.seq : acceptedSeq;
    exchange.index(round % 2, 6_000_000_000_000 + round);
    if (round % 10 === 0) exchange.deposit(seller, 0, 1_000);
    if (round % 3 === 0) {
      const open = exchange.place(buyer, 1, 0, 500_000, 10);
      exchange.reduce(open, 5);
      exchange.cancel(open);
    }
  }
  const open = exchange.place(ALICE, 0, 0, 500_000, 10);
  exchange.reduce(open, 5);
  const outcomeSeq = exchange.seq;
  projector.accept(exchange.batch());
  await projector.drain();
  await projector.close();
  return { acceptedSeq, outcomeSeq };
}

/** Enough deposits and withdrawals that the planner has to choose. */
async function fillFunds(db: ReadModelDatabase["db"]): Promise<void> {
  await sql`
    insert into deposits
    select n, ${ALICE} + n % ${USERS}, 0, 0, 5, 0, 'tx ' || n, n from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`
    insert into withdrawals
    select n, ${ALICE} + n % ${USERS}, 0, 0, '', 5, 1, 5, false, '', '', '', n, n, n
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into withdrawal_steps select n, n, 0, n, '' from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into funding_payments select n, ${ALICE} + n % ${USERS}, 1, 1, n, n, 1, 1, 1, 1, 0
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into liquidation_steps select n, n, ${ALICE} + n % ${USERS}, n, n, 1, n, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, '[]', '[]'
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into deleveraged_positions select n, ${ALICE} + n % ${USERS}, n, 1, 0, true, 1, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into order_amendments (order_id, seq, time_ms, price_ticks, lots_before, lots_after)
    select n % 1000, n, n, 1, 2, 1 from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into order_days select ${ALICE} + n % ${USERS}, n, 0, 0, 3, 1, 1 from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`
    insert into option_days select ${ALICE} + n % ${USERS}, n, 0, 0, 3, 1, 1, 1 from generate_series(1, 10000) n`.execute(
    db,
  );
  await sql`
    insert into options
    select n, ${ALICE} + n % ${USERS}, 0, 0, 3, 1, 1, 1, 60, n, 1767225600000 + n * 60000, 1, 1, 1, 1, 1, 1, 1, 1, 1, n, ''
    from generate_series(1, 10000) n`.execute(db);
  await sql`insert into order_triggers select n, n, true from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into positions
    select n, ${ALICE} + n % ${USERS}, 1, 0, n, 0, 1, 0, n, n, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into holding_days select ${ALICE} + n % ${USERS}, 30000 + n, 1, -1, 0, 1, 0, 0, 0
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into position_days select ${ALICE} + n % ${USERS}, 30000 + n, 1, 0, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into profit_days select ${ALICE} + n % ${USERS}, 30000 + n, 0, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into flow_days select ${ALICE} + n % ${USERS}, 30000 + n, 1, -1, 1, 0
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into profit_states select ${ALICE} + n, 1, '0 -1 0 1 1 0', '' from generate_series(100, 10000) n`.execute(
    db,
  );
  await sql`
    insert into value_records select ${ALICE} + n % ${USERS}, 1, 1e12 + n, n, 0, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  // One lot, which came on the state's day.
  await sql`
    update profit_states set day = 40000, accounts = '1 -1 1 100 1 1 1 100 1' where user_id = ${ALICE}`.execute(
    db,
  );
  await sql`insert into value_records values (${ALICE}, 1, 1, 40000 * 86400000::bigint, 0, 100, 1)`.execute(
    db,
  );
  await sql`
    insert into loans select n, ${ALICE} + n % ${USERS}, 0, 0, n, n, 0, 1, 1, 1, 1, 1, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into lever_liquidations select n, n, ${ALICE} + n % ${USERS}, 0, n, n, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1
    from generate_series(1, 10000) n`.execute(db);
  await sql`
    insert into balance_outcomes select n, 0, 0, ${ALICE} + n % ${USERS}, 1, 0
    from generate_series(1, 10000) n`.execute(db);
}

/** Queries the origins of some records of a kind; their references need not exist. */
function originsOf(db: ReadModelDatabase["db"], kinds: readonly FundRecord["kind"][]): Promise<unknown> {
  const records = kinds.map(
    (kind, index): FundRecord => ({
      recordId: index,
      seq: 1,
      userId: ALICE,
      timeMs: 1_767_225_600_000,
      kind,
      wallet: "main",
      marginMarketId: -1,
      assetId: 0,
      amountUnits: 1,
      afterUnits: 1,
      feeUnits: 0,
      refId: 7 + index,
      result: "success",
    }),
  );
  return fundOrigins(db, ALICE, records);
}

type Query = (database: ReadModelDatabase["db"]) => Promise<unknown>;

describeAdapters("plans", (adapter) => {
  let database: ReadModelDatabase;
  let seqs: { acceptedSeq: number; outcomeSeq: number };

  beforeAll(async () => {
    database = await adapter.emptied();
    seqs = await fill(database);
    await fillFunds(database.db);
    await sql`vacuum (analyze)`.execute(database.db);
  }, TIMEOUT_MS);

  /** Returns the plans of all statements that `query` runs. */
  async function plansOf(query: Query): Promise<string> {
    const plans: string[] = [];
    const statements: CompiledQuery[] = [];
    await query(recorded(database.db, statements));
    for (const { sql: text, parameters } of statements) {
      const { rows } = await database.db.executeQuery<{ "QUERY PLAN": string }>(
        CompiledQuery.raw(`explain (costs off) ${text}`, [...parameters]),
      );
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    return plans.join("\n\n");
  }

  const user = { userId: ALICE };
  const hot: [string, RegExp, Query][] = [
    ["order history", /orders_of_user\b/, (db) => orderHistory(db, user, 20)],
    [
      "order history of a market",
      /orders_of_user_in_market/,
      (db) => orderHistory(db, { ...user, marketId: 1 }, 20),
    ],
    ["fill history", /fills_pkey/, (db) => fillHistory(db, user, 20)],
    [
      "fill history of a market",
      /fills_of_user_in_market/,
      (db) => fillHistory(db, { ...user, marketId: 1 }, 20),
    ],
    ["fund records", /fund_records_pkey/, (db) => fundRecords(db, user, 20)],
    [
      "deposits among trades",
      /fund_records_(without_trades|by_reference)/,
      (db) => fundRecords(db, { ...user, kinds: ["faucet", "deposit"] }, 20),
    ],
    [
      "fund records that have not succeeded",
      /fund_records_not_succeeded/,
      (db) => fundRecords(db, { ...user, result: "in-progress" }, 20),
    ],
    [
      "fund records of a wallet that nothing is traded out of",
      /fund_records_(without_trades|by_reference)/,
      (db) => fundRecords(db, { ...user, wallet: "main", assetId: 1 }, 20),
    ],
    ["a count of fund records", /fund_records_\w+/, (db) => countFundRecords(db, user, 100_000)],
    ["origins of trades", /fills_pkey/, (db) => originsOf(db, ["trade", "trade-fee"])],
    ["origins of transfers", /fund_records_by_reference/, (db) => originsOf(db, ["transfer-in"])],
    ["origins of deposits", /deposits_(pkey|of_user)/, (db) => originsOf(db, ["deposit"])],
    ["origins of withdrawals", /withdrawals_(pkey|of_user)/, (db) => originsOf(db, ["withdrawal"])],
    ["a withdrawal", /withdrawals_(pkey|of_user)/, (db) => withdrawalOf(db, ALICE, 7)],
    ["withdrawals by id", /withdrawals_pkey/, (db) => withdrawalsByIds(db, [7, 8])],
    ["withdrawal history", /withdrawals_of_user/, (db) => withdrawalHistory(db, user, 20)],
    ["balances of a first answer", /balance_outcomes_pkey/, (db) => balanceOutcomes(db, ALICE, 7)],
    ["fund records of a transfer", /fund_records_by_reference/, (db) => fundRecordsOfReference(db, ALICE, 7)],
    [
      "placement answer",
      /orders_by_acceptance/,
      (db) => placementAnswer(db, ALICE + 1, seqs.acceptedSeq, 20),
    ],
    ["outcomes of a reduce", /order_outcomes_pkey/, (db) => orderOutcomes(db, ALICE, seqs.outcomeSeq)],
    [
      "conditional contract orders",
      /conditional_orders/,
      (db) => contractOrders(db, { ...user, only: "conditional" }, 20),
    ],
    ["order summaries", /order_days_pkey/, (db) => orderSummaries(db, user)],
    [
      "order summaries since a moment of a day",
      /orders_of_user\b[^]*order_days_pkey/,
      (db) => orderSummaries(db, { ...user, sinceMs: 1_767_300_000_000 }),
    ],
    [
      "a summary of timed options",
      /options_of_user[^]*option_days_pkey/,
      (db) => optionSummary(db, { ...user, statuses: ["won", "lost"], sinceMs: 1_767_300_000_000 }),
    ],
    [
      "income from contracts",
      /fund_records_pkey[^]*fills_pkey[^]*funding_payments_pkey[^]*liquidation_steps_of_liquidation/,
      (db) => contractIncome(db, { ...user, kinds: ["trade-fee", "funding", "liquidation"] }, 20, 0),
    ],
    [
      "income from funding",
      /fund_records_(without_trades|by_reference)/,
      (db) => contractIncome(db, { ...user, kinds: ["funding"], marketId: 1 }, 20, 0),
    ],
    [
      "deleveraged positions",
      /deleveraged_positions_of_user/,
      (db) => deleveragedPositions(db, { ...user, sinceMs: 1 }, 20),
    ],
    ["changes of an order", /order_amendments_pkey/, (db) => amendmentCount(db, 40)],
    ["lists of orders", /orders_in_lists/, (db) => ownLists(db, user, 20)],
    ["market of an order", /orders_pkey/, (db) => marketOfOrder(db, ALICE, 40)],
    [
      "what the faucet gave",
      /fund_records_(without_trades|by_reference)/,
      (db) => faucetGivenSince(db, ALICE, 0),
    ],
    ["closed positions", /positions_by_end/, (db) => closedPositions(db, user, 20)],
    ["tape", /trades_pkey/, (db) => recentTrades(db, 0, 20)],
    ["bars", /klines_pkey/, (db) => klines(db, 0, "last", "1min", 2e12, 300)],
  ];

  test.each(hot)("READ-22 %s is read by an index, no table wholly", async (_name, index, query) => {
    const plans = await plansOf(query);
    expect(plans).toMatch(index);
    expect(plans).not.toMatch(/Seq Scan/);
    expect(plans).not.toMatch(/\bSort Key: created_at_ms DESC/);
  });

  test("READ-22 profit is read by indexes; only the small lists of assets and markets are read wholly", async () => {
    for (const [query, indexes] of [
      [
        (db) => profitHistory(db, ALICE, 30_000, 30_100),
        /holding_days_pkey[^]*profit_states_pkey[^]*position_days_pkey[^]*flow_days_pkey[^]*profit_days_pkey[^]*klines_pkey/,
      ],
      [
        async (db) => {
          const listing = await profitListing(db);
          await statementEntries(db, listing, ALICE, 1, 2);
          await statementFlows(db, listing, ALICE, 1, 2);
        },
        /fund_records_\w+[^]*loans_of_user[^]*lever_liquidations_of_user[^]*value_records_pkey[^]*fund_records_/,
      ],
      [
        (db) => profitHoldings(db, ALICE),
        /profit_states_pkey[^]*positions_open[^]*klines_pkey[^]*holding_days_pkey[^]*value_records_pkey[^]*fills_/,
      ],
    ] as const satisfies readonly (readonly [Query, RegExp])[]) {
      const plans = await plansOf(query);
      expect(plans).toMatch(indexes);
      expect(plans).not.toMatch(/Seq Scan on (?!assets|markets|checkpoint)/);
    }
  });

  test("READ-22 a page deep in a history is found by the index as well", async () => {
    const page = await orderHistory(database.db, user, 100);
    if (page === "bad-cursor" || page.nextCursor === undefined) throw new Error("no next page");
    const { nextCursor } = page;
    const plans = await plansOf((db) => orderHistory(db, user, 100, nextCursor));
    expect(plans).toMatch(/Index Cond: .*ROW\(created_at_ms, order_id\) < ROW/);
  });

  test("CONS-08 the console's page of one user reads its newest ledger entries by an index, no table wholly", async () => {
    const listings = new Listings(0);
    for (let assetId = 0; assetId < 3; assetId++)
      listings.addAsset(assetId, { symbol: `A${assetId}`, name: "", scale: 6, minTransfer: "1" });
    const people = new IdentityState();
    people.apply({ type: "registered", user: plainUser(ALICE) });
    const plans = await plansOf((db) =>
      userDetailOf(
        {
          listings,
          mirror: { marketBySymbol: () => undefined },
          identity: {
            user: (userId) => people.user(userId),
            searchUsers: async () => [],
            closedAccount: () => undefined,
            newestUser: ALICE,
            userCount: 1,
            guesses: () => ({ lastHour: 0, most: 100, isExhausted: false }),
          },
          engine: emptyAccounts,
          verification: { levelOf: () => 0, list: () => [], retainedUntilMs: () => undefined },
          readModels: { reachedSeq: 0, fundRecords: (filter, limit) => fundRecords(db, filter, limit) },
        },
        ALICE,
      ),
    );
    expect(plans).toMatch(/fund_records_pkey/);
    expect(plans).not.toMatch(/Seq Scan/);
  });

  test("READ-22 a source's history is read by an index", async () => {
    const series = { source: "binance", symbol: "BTCUSDT", period: "1min" } as const;
    await sql`
      insert into kline_history
      select 'binance', symbol, 0, t * 60000, 1, 1, 1, 1, 1, 1
      from generate_series(1, 3000) t, (values ('BTCUSDT'), ('ETHUSDT')) s (symbol)`.execute(database.db);
    await sql`analyze kline_history`.execute(database.db);
    expect(await plansOf((db) => klineHistory(db, series, 1e9, 300))).toMatch(/kline_history_pkey/);
  });
});

/** Returns `db` with recording of every statement. */
function recorded(db: ReadModelDatabase["db"], statements: CompiledQuery[]): ReadModelDatabase["db"] {
  return db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      statements.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
}
