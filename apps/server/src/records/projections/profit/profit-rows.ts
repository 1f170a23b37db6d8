import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { NO_MARGIN, RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import { NumberArray } from "../number-array.ts";
import type { Pause } from "../pause.ts";
import { bigint, type Columns, insertRows, integer, numeric, smallint } from "../row-writer.ts";
import type { ReadModelTables } from "../tables.ts";
import { changeHolding, type Holding } from "./holding.ts";
import type { ChangedAccount, ProfitFact } from "./profit-facts.ts";
import type {
  FlowDaysTable,
  HoldingDaysTable,
  HoldingsTable,
  ProfitDaysTable,
  ValueRecordsTable,
} from "./profit-tables.ts";

interface HeldAccount extends ChangedAccount, Holding {}

interface HoldingDay extends ChangedAccount {
  readonly day: number;
  units: number;
}

interface FlowDay extends ChangedAccount {
  readonly day: number;
  flowE16: bigint;
  transferE16: bigint;
}

interface ProfitDay {
  readonly fact: ProfitFact;
  readonly userId: number;
  profitE16: bigint;
}

interface ValueRecord {
  readonly fact: ProfitFact;
  readonly userId: number;
  readonly assetId: number;
  readonly recordId: number;
  readonly units: number;
  readonly valueE16: bigint;
}

/** Rows of one write. */
class Fold {
  readonly holdings: Map<string, HeldAccount>;
  readonly changed = new Set<HeldAccount>();
  readonly holdingDays = new Map<string, HoldingDay>();
  readonly flowDays = new Map<string, FlowDay>();
  readonly profitDays = new Map<string, ProfitDay>();
  readonly records: ValueRecord[] = [];
  private readonly valueAssetId: number | undefined;
  private seq = 0;
  private position = 0;

  constructor(holdings: Map<string, HeldAccount>, valueAssetId: number | undefined) {
    this.holdings = holdings;
    this.valueAssetId = valueAssetId;
  }

  add(fact: ProfitFact): void {
    let profitE16 = 0n;
    let carriedE16: bigint | undefined;
    for (const change of fact.changes) {
      const valueE16 = carriedE16 ?? change.valueE16;
      const costE16 = this.change(fact, change, change.units, valueE16);
      if (fact.isTransfer) carriedE16 ??= 0n - costE16;
      profitE16 += costE16;
      if (fact.isFlow || fact.isTransfer) this.flow(fact, change, change.valueE16);
      if (fact.isFlow) profitE16 -= change.valueE16;
      this.record(fact, change, change.units, fact.isTransfer ? costE16 : change.valueE16);
    }
    if (fact.trade !== undefined) fact.trade.profitE16 = profitE16;
    if (profitE16 !== 0n) this.profit(fact, profitE16);
  }

  private change(fact: ProfitFact, account: ChangedAccount, units: number, valueE16: bigint): bigint {
    const name = nameOf(account);
    const holding = this.holdings.get(name) ?? { ...accountOf(account), units: 0, costE16: 0n };
    this.holdings.set(name, holding);
    const costE16 = changeHolding(holding, units, valueE16);
    this.changed.add(holding);
    const { day } = fact;
    const dayName = `${day} ${name}`;
    const closing = this.holdingDays.get(dayName);
    if (closing === undefined)
      this.holdingDays.set(dayName, { ...accountOf(account), day, units: holding.units });
    else closing.units = holding.units;
    return costE16;
  }

  private flow({ day, isFlow }: ProfitFact, account: ChangedAccount, valueE16: bigint): void {
    const name = `${day} ${account.userId} ${account.wallet} ${account.marginMarketId}`;
    const flow = this.flowDays.get(name) ?? { ...accountOf(account), day, flowE16: 0n, transferE16: 0n };
    this.flowDays.set(name, flow);
    if (isFlow) flow.flowE16 += valueE16;
    else flow.transferE16 += valueE16;
  }

  private profit(fact: ProfitFact, profitE16: bigint): void {
    const userId = (fact.changes[0] as ChangedAccount).userId;
    const name = `${userId} ${fact.day} ${fact.source} ${fact.marketId}`;
    const day = this.profitDays.get(name) ?? { fact, userId, profitE16: 0n };
    this.profitDays.set(name, day);
    day.profitE16 += profitE16;
  }

  /** Coins of wallets that come or go without a trade; a wallet's trades are in `fills`. */
  private record(fact: ProfitFact, account: ChangedAccount, units: number, valueE16: bigint): void {
    if (account.assetId === this.valueAssetId || account.marginMarketId !== NO_MARGIN || units === 0) return;
    const isWithin = fact.isTransfer && fact.changes.every((each) => each.marginMarketId === NO_MARGIN);
    if (fact.trade !== undefined || isWithin) return;
    this.position = fact.seq === this.seq ? this.position + 1 : 0;
    this.seq = fact.seq;
    const { userId, assetId } = account;
    const recordId = fact.seq * RECORDS_PER_COMMAND + this.position;
    this.records.push({ fact, userId, assetId, recordId, units, valueE16 });
  }
}

const nameOf = ({ userId, wallet, marginMarketId, assetId }: ChangedAccount): string =>
  `${userId} ${wallet} ${marginMarketId} ${assetId}`;

const accountOf = ({ userId, wallet, marginMarketId, assetId }: ChangedAccount): ChangedAccount => ({
  userId,
  wallet,
  marginMarketId,
  assetId,
});

/**
 * Applies the facts of one group to the holdings in the tables, in order, and writes the results. Sets the results of
 * the facts' trades, whose rows must be written afterwards.
 */
export async function writeProfit(
  db: Kysely<ReadModelTables>,
  facts: readonly ProfitFact[],
  valueAssetId: number | undefined,
  pause: Pause,
): Promise<void> {
  if (facts.length === 0) return;
  const users = new Set(facts.map(({ changes }) => (changes[0] as ChangedAccount).userId));
  const fold = new Fold(await holdingsOf(db, users), valueAssetId);
  for (const fact of facts) {
    fold.add(fact);
    await pause.whenDue();
  }
  await insertRows(db, "holdings", HOLDINGS, [...fold.changed], pause, SET_HOLDING);
  await insertRows(db, "holding_days", HOLDING_DAYS, [...fold.holdingDays.values()], pause, SET_DAY);
  await insertRows(db, "flow_days", FLOW_DAYS, [...fold.flowDays.values()], pause, ADD_FLOW);
  await insertRows(db, "profit_days", PROFIT_DAYS, [...fold.profitDays.values()], pause, ADD_PROFIT);
  await insertRows(db, "value_records", VALUE_RECORDS, fold.records, pause);
}

async function holdingsOf(
  db: Kysely<ReadModelTables>,
  users: ReadonlySet<number>,
): Promise<Map<string, HeldAccount>> {
  const ids = new NumberArray(Float64Array.from(users));
  const rows = await db
    .selectFrom("holdings")
    .selectAll()
    .where(sql<boolean>`user_id = any(${ids}::bigint[])`)
    .execute();
  const holdings = new Map<string, HeldAccount>();
  for (const row of rows) {
    const holding = {
      userId: row.user_id,
      wallet: CODES.wallet.name(row.wallet),
      marginMarketId: row.margin_market_id,
      assetId: row.asset_id,
      units: row.units,
      costE16: BigInt(row.cost_e16),
    };
    holdings.set(nameOf(holding), holding);
  }
  return holdings;
}

const SET_HOLDING = sql`
  on conflict (user_id, wallet, margin_market_id, asset_id) do update set
    units = excluded.units, cost_e16 = excluded.cost_e16`;
const SET_DAY = sql`
  on conflict (user_id, day, wallet, margin_market_id, asset_id) do update set units = excluded.units`;
const ADD_FLOW = sql`
  on conflict (user_id, day, wallet, margin_market_id) do update set
    flow_e16 = flow_days.flow_e16 + excluded.flow_e16,
    transfer_e16 = flow_days.transfer_e16 + excluded.transfer_e16`;
const ADD_PROFIT = sql`
  on conflict (user_id, day, source, market_id) do update set
    profit_e16 = profit_days.profit_e16 + excluded.profit_e16`;

const WALLET_COLUMNS = {
  user_id: bigint((row: ChangedAccount) => row.userId),
  wallet: smallint((row: ChangedAccount) => CODES.wallet.code(row.wallet)),
  margin_market_id: integer((row: ChangedAccount) => row.marginMarketId),
} as const;
const ACCOUNT_COLUMNS = {
  ...WALLET_COLUMNS,
  asset_id: integer((row: ChangedAccount) => row.assetId),
} as const;

const HOLDINGS: Columns<HoldingsTable, HeldAccount> = {
  ...ACCOUNT_COLUMNS,
  units: bigint((row) => row.units),
  cost_e16: numeric((row) => row.costE16),
};

const HOLDING_DAYS: Columns<HoldingDaysTable, HoldingDay> = {
  ...ACCOUNT_COLUMNS,
  day: integer((row) => row.day),
  units: bigint((row) => row.units),
};

const FLOW_DAYS: Columns<FlowDaysTable, FlowDay> = {
  ...WALLET_COLUMNS,
  day: integer((row) => row.day),
  flow_e16: numeric((row) => row.flowE16),
  transfer_e16: numeric((row) => row.transferE16),
};

const PROFIT_DAYS: Columns<ProfitDaysTable, ProfitDay> = {
  user_id: bigint((row) => row.userId),
  day: integer(({ fact }) => fact.day),
  source: smallint(({ fact }) => CODES.profitSource.code(fact.source)),
  market_id: integer(({ fact }) => fact.marketId),
  profit_e16: numeric((row) => row.profitE16),
};

const VALUE_RECORDS: Columns<ValueRecordsTable, ValueRecord> = {
  user_id: bigint((row) => row.userId),
  asset_id: integer((row) => row.assetId),
  record_id: bigint((row) => row.recordId),
  time_ms: bigint(({ fact }) => fact.timeMs),
  kind: smallint(({ fact }) => CODES.fundRecordKind.code(fact.kind)),
  units: bigint((row) => row.units),
  value_e16: numeric((row) => row.valueE16),
};
