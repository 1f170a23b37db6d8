import { type Kysely, sql } from "kysely";
import { CODES } from "../codes.ts";
import { dayOf } from "../day.ts";
import { NO_MARGIN, RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import type { Pause } from "../pause.ts";
import {
  bigint,
  type Columns,
  insertRows,
  integer,
  numeric,
  smallint,
  text,
  updateRows,
} from "../row-writer.ts";
import type { ReadModelTables } from "../tables.ts";
import { sideOfFill, userOfFill } from "../trade-rows.ts";
import type { ChangedAccount } from "./changed-account.ts";
import { changeHolding } from "./holding.ts";
import type { ProfitFact, TradeFact } from "./profit-facts.ts";
import {
  accountsText,
  type HeldAccount,
  ProfitState,
  type RealizedToday,
  realizedText,
} from "./profit-state.ts";
import type { ProfitStates } from "./profit-states.ts";
import type {
  FlowDaysTable,
  HoldingDaysTable,
  ProfitDaysTable,
  ProfitStatesTable,
  ValueRecordsTable,
} from "./profit-tables.ts";
import { splitProfit, tradeValueE16 } from "./values.ts";

type HoldingDay = ChangedAccount & Pick<HeldAccount, "units" | "acquired"> & { readonly day: number };

interface FlowDay extends ChangedAccount {
  readonly day: number;
  flowE16: bigint;
  transferE16: bigint;
}

interface ProfitDay extends Readonly<RealizedToday> {
  readonly userId: number;
  readonly day: number;
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
  readonly states: Map<number, ProfitState>;
  readonly holdingDays: HoldingDay[] = [];
  readonly flowDays = new Map<string, FlowDay>();
  readonly profitDays: ProfitDay[] = [];
  readonly records: ValueRecord[] = [];
  private readonly valueAssetId: number | undefined;
  private seq = 0;
  private position = 0;

  constructor(states: Map<number, ProfitState>, valueAssetId: number | undefined) {
    this.states = states;
    this.valueAssetId = valueAssetId;
  }

  add(fact: ProfitFact | TradeFact): void {
    if ("fill" in fact) this.trade(fact);
    else this.other(fact);
  }

  /** The fee is part of the cost of a purchase, and reduces the proceeds of a sale. */
  private trade({ fill, market, source }: TradeFact): void {
    const { trade, maker, timeMs } = fill;
    const state = this.stateOn(userOfFill(fill), dayOf(timeMs));
    const side = sideOfFill(fill);
    const isLever = maker ? trade.makerLever : trade.takerLever;
    const feeUnits = maker ? trade.makerFeeUnits : trade.takerFeeUnits;
    const marginMarketId = isLever ? trade.marketId : NO_MARGIN;
    const quote = state.account("coin", marginMarketId, market.quoteAssetId);
    const base = state.account("coin", marginMarketId, market.baseAssetId);
    const { quotePriceE8 } = fill;
    const value = tradeValueE16(
      { side, quoteUnits: trade.quoteUnits, feeUnits, quotePriceE8 },
      market.scale.quoteScale,
    );
    const baseUnits = trade.quantityLots * market.scale.lotUnits;
    const profitE16 =
      side === "buy"
        ? changeHolding(quote, 0 - trade.quoteUnits, 0n - value) +
          changeHolding(base, baseUnits - feeUnits, value)
        : changeHolding(quote, trade.quoteUnits - feeUnits, value) +
          changeHolding(base, 0 - baseUnits, 0n - value);
    markChanged(quote);
    markChanged(base);
    if (!isLever)
      if (side === "buy") this.acquire(base, baseUnits - feeUnits, value);
      else this.acquire(quote, trade.quoteUnits - feeUnits, value);
    splitProfit(profitE16, fill);
    if (profitE16 !== 0n) state.realize(source, trade.marketId, profitE16);
  }

  private other(fact: ProfitFact): void {
    const state = this.stateOn(fact.userId, fact.day);
    let profitE16 = 0n;
    let carriedE16: bigint | undefined;
    for (const change of fact.changes) {
      const account = state.account(change.wallet, change.marginMarketId, change.assetId);
      markChanged(account);
      const costE16 = changeHolding(account, change.units, carriedE16 ?? change.valueE16);
      if (fact.isTransfer) carriedE16 ??= 0n - costE16;
      profitE16 += costE16;
      if (fact.isFlow || fact.isTransfer) this.flow(fact, change, change.valueE16);
      if (fact.isFlow) profitE16 -= change.valueE16;
      const leavesAtCost = change.units < 0 && !fact.isFlow && fact.kind !== "withdrawal-fee";
      this.record(fact, account, change.units, fact.isTransfer || leavesAtCost ? costE16 : change.valueE16);
    }
    if (profitE16 !== 0n) state.realize(fact.source, fact.marketId, profitE16);
  }

  /** The user's state on a fact's day; the results of the day before it become rows. */
  private stateOn(userId: number, day: number): ProfitState {
    const found = this.states.get(userId);
    if (found?.day === day) return found;
    const state = found ?? new ProfitState(userId, day);
    if (found === undefined) this.states.set(userId, state);
    for (const account of state.accounts)
      if (account.changed) this.holdingDays.push({ ...account, day: state.day });
    for (const each of state.realized)
      if (each.profitE16 !== 0n) this.profitDays.push({ ...each, userId, day: state.day });
    state.beginDay(day);
    return state;
  }

  private flow({ day, isFlow }: ProfitFact, account: ChangedAccount, valueE16: bigint): void {
    const name = `${day} ${account.userId} ${account.wallet} ${account.marginMarketId}`;
    const flow = this.flowDays.get(name) ?? { ...account, day, flowE16: 0n, transferE16: 0n };
    this.flowDays.set(name, flow);
    if (isFlow) flow.flowE16 += valueE16;
    else flow.transferE16 += valueE16;
  }

  /** Coins of wallets that come or go without a trade; a wallet's trades are in `fills`. */
  private record(fact: ProfitFact, account: HeldAccount, units: number, valueE16: bigint): void {
    if (account.assetId === this.valueAssetId || account.marginMarketId !== NO_MARGIN || units === 0) return;
    if (fact.isTransfer && fact.changes.every((each) => each.marginMarketId === NO_MARGIN)) return;
    this.position = fact.seq === this.seq ? this.position + 1 : 0;
    this.seq = fact.seq;
    const { userId, assetId } = account;
    const recordId = fact.seq * RECORDS_PER_COMMAND + this.position;
    this.records.push({ fact, userId, assetId, recordId, units, valueE16 });
    this.acquire(account, units, valueE16);
  }

  /** Adds a lot to the day's sum; FIFO reads single lots of the oldest day only. */
  private acquire(account: HeldAccount, units: number, valueE16: bigint): void {
    if (units <= 0 || account.assetId === this.valueAssetId) return;
    const { acquired } = account;
    if (acquired === undefined) {
      account.acquired = { lots: 1, units, valueE16 };
      return;
    }
    acquired.lots++;
    acquired.units = Math.min(acquired.units + units, Number.MAX_SAFE_INTEGER);
    acquired.valueE16 += valueE16;
  }
}

function markChanged(account: HeldAccount): void {
  account.changed = true;
  account.text = undefined;
}

/**
 * Applies the facts of one group to the users' states, in order, and writes the results. Sets the results of the facts'
 * trades, whose rows must be written afterwards.
 * @returns the changed states, which are in the tables once the transaction has committed
 */
export async function writeProfit(
  db: Kysely<ReadModelTables>,
  facts: readonly (ProfitFact | TradeFact)[],
  userIds: ReadonlySet<number>,
  states: ProfitStates,
  valueAssetId: number | undefined,
  pause: Pause,
): Promise<readonly ProfitState[]> {
  if (facts.length === 0) return [];
  const fold = new Fold(await states.take(db, userIds), valueAssetId);
  for (const fact of facts) {
    fold.add(fact);
    await pause.whenDue();
  }
  const changed = [...fold.states.values()];
  const stored = changed.filter(({ isStored }) => isStored);
  const begun = changed.filter(({ isStored }) => !isStored);
  await updateRows(db, "profit_states", "user_id", STATES, stored, pause);
  await insertRows(db, "profit_states", STATES, begun, pause);
  await insertRows(db, "holding_days", HOLDING_DAYS, fold.holdingDays, pause);
  await insertRows(db, "flow_days", FLOW_DAYS, [...fold.flowDays.values()], pause, ADD_FLOW);
  await insertRows(db, "profit_days", PROFIT_DAYS, fold.profitDays, pause);
  await insertRows(db, "value_records", VALUE_RECORDS, fold.records, pause);
  return changed;
}

const ADD_FLOW = sql`
  on conflict (user_id, day, wallet, margin_market_id) do update set
    flow_e16 = flow_days.flow_e16 + excluded.flow_e16,
    transfer_e16 = flow_days.transfer_e16 + excluded.transfer_e16`;

const WALLET_COLUMNS = {
  user_id: bigint((row: ChangedAccount) => row.userId),
  wallet: smallint((row: ChangedAccount) => CODES.wallet.code(row.wallet)),
  margin_market_id: integer((row: ChangedAccount) => row.marginMarketId),
} as const;

const STATES: Columns<ProfitStatesTable, ProfitState> = {
  user_id: bigint((state) => state.userId),
  day: integer((state) => state.day),
  accounts: text(accountsText),
  realized: text(realizedText),
};

const HOLDING_DAYS: Columns<HoldingDaysTable, HoldingDay> = {
  ...WALLET_COLUMNS,
  asset_id: integer((row) => row.assetId),
  day: integer((row) => row.day),
  units: bigint((row) => row.units),
  acquired_lots: integer((row) => row.acquired?.lots ?? 0),
  acquired_units: bigint((row) => row.acquired?.units ?? 0),
  acquired_value_e16: numeric((row) => row.acquired?.valueE16 ?? 0n),
};

const FLOW_DAYS: Columns<FlowDaysTable, FlowDay> = {
  ...WALLET_COLUMNS,
  day: integer((row) => row.day),
  flow_e16: numeric((row) => row.flowE16),
  transfer_e16: numeric((row) => row.transferE16),
};

const PROFIT_DAYS: Columns<ProfitDaysTable, ProfitDay> = {
  user_id: bigint((row) => row.userId),
  day: integer((row) => row.day),
  source: smallint((row) => CODES.profitSource.code(row.source)),
  market_id: integer((row) => row.marketId),
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
