import type { ProfitSource, Wallet } from "@candor/domain/enumerations";
import { CODES } from "../codes.ts";
import type { ChangedAccount } from "./changed-account.ts";
import type { Holding } from "./holding.ts";

import type { ProfitStatesTable } from "./profit-tables.ts";

/** Coins that came into a wallet on one day by trades and other acquisitions: the lots of FIFO. */
interface Acquired {
  lots: number;
  /** At most 2^53 − 1, more than anyone can hold: a day that reaches it is never used up. */
  units: number;
  /** In 1e-16 USDT. */
  valueE16: bigint;
}

/** An account with its average cost. */
export interface HeldAccount extends ChangedAccount, Holding {
  /** On the state's day. Nothing for margin accounts and USDT. */
  acquired: Acquired | undefined;
  /** Whether it changed on the state's day. */
  changed: boolean;
  /** Its part of the row, unless it changed since: most accounts of a user do not. */
  text: string | undefined;
}

/** What one product realized in one market on the state's day. */
export interface RealizedToday {
  readonly source: ProfitSource;
  /** -1 where there is no market. */
  readonly marketId: number;
  profitE16: bigint;
}

const WALLET_CODES = 8;
const SOURCE_CODES = 16;
const MARKETS = 2 ** 22;

/** Numbers, which are faster keys of maps than text. A market of -1 is none. */
const accountKey = (wallet: Wallet, marginMarketId: number, assetId: number): number =>
  (assetId * MARKETS + marginMarketId + 1) * WALLET_CODES + CODES.wallet.code(wallet);
const realizedKey = (source: ProfitSource, marketId: number): number =>
  (marketId + 1) * SOURCE_CODES + CODES.profitSource.code(source);

/**
 * What a user holds, and what the last day with a change realized. It is one row, so a group of commands updates one row
 * a user, however many accounts and markets changed. When a later day begins, the day's results become rows of their own.
 */
export class ProfitState {
  readonly userId: number;
  /** The last day with a change. */
  day: number;
  /** Whether the tables have a row of it. */
  isStored = false;
  private readonly byAccount = new Map<number, HeldAccount>();
  private readonly bySource = new Map<number, RealizedToday>();

  constructor(userId: number, day: number) {
    this.userId = userId;
    this.day = day;
  }

  get accounts(): IterableIterator<HeldAccount> {
    return this.byAccount.values();
  }

  get realized(): IterableIterator<RealizedToday> {
    return this.bySource.values();
  }

  /** Returns an account, which is added if there is none. */
  account(wallet: Wallet, marginMarketId: number, assetId: number): HeldAccount {
    const key = accountKey(wallet, marginMarketId, assetId);
    let held = this.byAccount.get(key);
    if (held === undefined) {
      const nothing = { acquired: undefined, changed: false, text: undefined } as const;
      held = { ...nothing, userId: this.userId, wallet, marginMarketId, assetId, units: 0, costE16: 0n };
      this.byAccount.set(key, held);
    }
    return held;
  }

  realize(source: ProfitSource, marketId: number, profitE16: bigint): void {
    const key = realizedKey(source, marketId);
    const found = this.bySource.get(key);
    if (found === undefined) this.bySource.set(key, { source, marketId, profitE16 });
    else found.profitE16 += profitE16;
  }

  /** Begins a day: nothing has changed or been realized on it. Forgets empty accounts. */
  beginDay(day: number): void {
    this.day = day;
    this.bySource.clear();
    for (const [key, account] of this.byAccount)
      if (account.units === 0) this.byAccount.delete(key);
      else if (account.changed) {
        account.acquired = undefined;
        account.changed = false;
        account.text = undefined;
      }
  }
}

/**
 * Writes accounts as `wallet market coin units cost changed`, separated by semicolons. Accounts that acquired coins also
 * have `lots units value`.
 */
export function accountsText(state: ProfitState): string {
  let text = "";
  for (const account of state.accounts) {
    account.text ??= accountText(account);
    text += text === "" ? account.text : `;${account.text}`;
  }
  return text;
}

function accountText(account: HeldAccount): string {
  const { wallet, marginMarketId, assetId, units, costE16, changed, acquired } = account;
  const place = `${CODES.wallet.code(wallet)} ${marginMarketId} ${assetId}`;
  const held = `${place} ${units} ${costE16} ${changed ? 1 : 0}`;
  return acquired === undefined ? held : `${held} ${acquired.lots} ${acquired.units} ${acquired.valueE16}`;
}

/** Writes profits as `source market profit`, separated by semicolons. */
export function realizedText(state: ProfitState): string {
  let text = "";
  for (const { source, marketId, profitE16 } of state.realized)
    text += `${text === "" ? "" : ";"}${CODES.profitSource.code(source)} ${marketId} ${profitE16}`;
  return text;
}

/** Reads a row. */
export function stateOfRow(row: ProfitStatesTable): ProfitState {
  const state = new ProfitState(row.user_id, row.day);
  state.isStored = true;
  for (const entry of entriesOf(row.accounts)) {
    const [wallet, marginMarketId, assetId, units, costE16, changed, lots, ...acquired] = entry;
    const account = state.account(CODES.wallet.name(Number(wallet)), Number(marginMarketId), Number(assetId));
    account.units = Number(units);
    account.costE16 = BigInt(costE16 as string);
    account.changed = changed === "1";
    if (lots !== undefined)
      account.acquired = {
        lots: Number(lots),
        units: Number(acquired[0]),
        valueE16: BigInt(acquired[1] as string),
      };
  }
  for (const [source, marketId, profitE16] of entriesOf(row.realized))
    state.realize(CODES.profitSource.name(Number(source)), Number(marketId), BigInt(profitE16 as string));
  return state;
}

const entriesOf = (text: string): string[][] =>
  text === "" ? [] : text.split(";").map((entry) => entry.split(" "));
