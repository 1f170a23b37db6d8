import type { PositionLeg, Wallet } from "@candor/domain/enumerations";
import type { Kysely } from "kysely";
import { CODES, legName } from "../codes.ts";
import { valueE16 } from "../profit/values.ts";
import type { ReadModelTables } from "../tables.ts";
import { type HeldOn, heldWalk } from "./profit-day-rows.ts";
import { type ProfitHistory, positionValueE16, readHistory } from "./profit-history.ts";
import type { ProfitListing } from "./profit-listing.ts";
import type { DayPrices } from "./profit-prices.ts";
import { accountName, addRest, type StatementEntry, statementEntries } from "./statement-entries.ts";
import { type FlowSum, statementFlows } from "./statement-flows.ts";

const DAY_MS = 86_400_000;

/** What an account is worth at one moment. Values in 1e-16 USDT. */
export interface StatementBalance {
  readonly units: number;
  /** The index in 1e-8 USDT. */
  readonly priceE8: number;
  readonly valueE16: bigint;
}

/** One coin of one account: opening + Σ received − Σ paid = closing. */
export interface StatementAccount {
  readonly wallet: Wallet;
  /** -1 for a wallet. */
  readonly marginMarketId: number;
  readonly assetId: number;
  readonly opening: StatementBalance;
  readonly closing: StatementBalance;
  readonly entries: readonly StatementEntry[];
}

/** An open contract position at one moment. */
export interface StatementPosition {
  readonly marketId: number;
  readonly leg: PositionLeg | undefined;
  /** Signed. */
  readonly lots: number;
  readonly unrealizedE16: bigint;
}

/** A user's days with every account's entries. The equity of both ends is the sum of accounts and positions. */
export interface Statement {
  readonly history: ProfitHistory;
  /** Value of what came from others, minus what went to them, at its moment. */
  readonly flows: readonly FlowSum[];
  readonly accounts: readonly StatementAccount[];
  readonly openingPositions: readonly StatementPosition[];
  readonly closingPositions: readonly StatementPosition[];
}

/**
 * Returns what a user's accounts were worth before the day `fromDay` and after `toDay`, and every entry between. Worth is
 * the balance minus debt and interest, plus stakes of open options and the unearned price of machines.
 */
export async function statement(
  db: Kysely<ReadModelTables>,
  userId: number,
  fromDay: number,
  toDay: number,
): Promise<Statement> {
  const [sinceMs, untilMs] = [fromDay * DAY_MS, (toDay + 1) * DAY_MS];
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const { history, listing, prices, rows } = await readHistory(tx, userId, fromDay, toDay);
      const heldAt = heldWalk(rows);
      const opening = heldOn(heldAt(fromDay - 1), listing, prices, fromDay - 1);
      const closing = heldOn(heldAt(toDay), listing, prices, toDay);
      const entries = await statementEntries(tx, listing, userId, sinceMs, untilMs);
      for (const account of [...opening.accounts.values(), ...closing.accounts.values()])
        entries.accounts.set(accountName(account), account);
      const unitsOf = (name: string, of: Held): number => of.accounts.get(name)?.units ?? 0;
      for (const [name, account] of entries.accounts)
        addRest(entries, account, BigInt(unitsOf(name, closing)) - BigInt(unitsOf(name, opening)));
      const accounts = [...entries.accounts].map(
        ([name, { wallet, marginMarketId, assetId }]): StatementAccount => ({
          wallet,
          marginMarketId,
          assetId,
          opening: balance(unitsOf(name, opening), assetId, listing, prices, fromDay - 1),
          closing: balance(unitsOf(name, closing), assetId, listing, prices, toDay),
          entries: entries.of(name),
        }),
      );
      return {
        history,
        flows: await statementFlows(tx, listing, userId, sinceMs, untilMs),
        accounts: accounts.filter(isUsed).sort(byPlace),
        openingPositions: opening.positions,
        closingPositions: closing.positions,
      };
    });
}

interface HeldAccount {
  readonly wallet: Wallet;
  readonly marginMarketId: number;
  readonly assetId: number;
  readonly units: number;
}

interface Held {
  readonly accounts: ReadonlyMap<string, HeldAccount>;
  readonly positions: readonly StatementPosition[];
}

/** Copies what is held, which changes when the walk goes on. */
function heldOn(
  { holdings, positions }: HeldOn,
  listing: ProfitListing,
  prices: DayPrices,
  day: number,
): Held {
  const accounts = new Map<string, HeldAccount>();
  for (const { wallet, marginMarketId, assetId, units } of holdings) {
    const account = { wallet: CODES.wallet.name(wallet), marginMarketId, assetId, units };
    accounts.set(accountName(account), account);
  }
  const open = [...positions].filter(({ lots }) => lots !== 0);
  return {
    accounts,
    positions: open.map((position) => ({
      marketId: position.marketId,
      leg: legName(position.leg),
      lots: position.lots,
      unrealizedE16: positionValueE16(position, listing, prices, day),
    })),
  };
}

function balance(
  units: number,
  assetId: number,
  listing: ProfitListing,
  prices: DayPrices,
  day: number,
): StatementBalance {
  const priceE8 = prices.indexE8(assetId, day);
  return { units, priceE8, valueE16: valueE16(units, listing.scale(assetId), priceE8) };
}

const isUsed = ({ opening, closing, entries }: StatementAccount): boolean =>
  opening.units !== 0 || closing.units !== 0 || entries.length > 0;

const byPlace = (a: StatementAccount, b: StatementAccount): number =>
  CODES.wallet.code(a.wallet) - CODES.wallet.code(b.wallet) ||
  a.marginMarketId - b.marginMarketId ||
  a.assetId - b.assetId;
