import path from "node:path";
import type { EnginePort } from "@candor/domain/engine-port";
import { powerOfTen } from "@candor/money/decimal";
import { RecordStore } from "../../kit/durable/record-store.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import type { AccountSecurity } from "../withdrawals/account-security.ts";
import { AddressBook } from "../withdrawals/address-book.ts";
import { WithdrawalBook } from "../withdrawals/withdrawal-book.ts";
import { WithdrawalDesk } from "../withdrawals/withdrawal-desk.ts";
import { configuredFees, type WithdrawalFees } from "../withdrawals/withdrawal-fees.ts";
import type { WithdrawalRecord } from "../withdrawals/withdrawal-records.ts";
import { type RiskRules, riskRulesOf } from "../withdrawals/withdrawal-rules.ts";
import { type WithdrawalHistory, Withdrawals } from "../withdrawals/withdrawal-service.ts";
import type { TrackedWithdrawal } from "../withdrawals/withdrawal-tracker.ts";
import { FaucetPayments, type FaucetRecord, giftsAreWorthRewriting } from "./faucet-gifts.ts";
import { Movements } from "./movements.ts";

/** A journal with fewer outdated records is never rewritten. */
const MIN_OUTDATED = 10_000;
const SUM_ASSET = "USDT";
const E8 = 100_000_000n;
const CENTS = 100n;

export interface WalletMovementsParts {
  readonly engine: EnginePort;
  readonly chains: ChainPort;
  readonly accounts: AccountSecurity;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly mode: "sandbox" | "live";
  /** `<CANDOR_HOME>/funding` */
  readonly directory: string;
  /** Rules in force; absent: the mode's defaults. */
  readonly rules?: () => RiskRules;
  /** Fees in force; absent: those of the chain configuration. */
  readonly fees?: WithdrawalFees;
  readonly nowMs: () => number;
  readonly history: WithdrawalHistory;
  /** Called when a store is closed after a failed write; the process must exit. */
  readonly onFatal: (error: Error) => void;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Users' deposits and withdrawals over chains. */
export interface WalletMovements {
  readonly chains: ChainPort;
  readonly accounts: AccountSecurity;
  readonly rules: () => RiskRules;
  readonly fees: WithdrawalFees;
  readonly withdrawals: Withdrawals;
  readonly movements: Movements;
  readonly addresses: AddressBook;
  /** For the operators' tools. */
  readonly desk: WithdrawalDesk;
  readonly gifts: RecordStore<FaucetRecord, FaucetPayments>;
  /** Returns a user's withdrawal, pending or finished; undefined if they have none with this id. */
  find(userId: number, withdrawalId: number): Promise<TrackedWithdrawal | undefined>;
  close(): Promise<void>;
}

/** Opens the durable stores and resumes waiting withdrawals. */
export async function openWalletMovements(parts: WalletMovementsParts): Promise<WalletMovements> {
  const { engine, chains, accounts, mode, directory, nowMs, onFatal: onFailure } = parts;
  const rules = parts.rules ?? (() => riskRulesOf(mode));
  const store = RecordStore.open<WithdrawalRecord, WithdrawalBook>(path.join(directory, "withdrawals"), {
    name: "withdrawals",
    newState: () => new WithdrawalBook(),
    worthRewriting: ({ outdated }) => outdated > MIN_OUTDATED,
    nowMs,
    onFailure,
  });
  const gifts = RecordStore.open<FaucetRecord, FaucetPayments>(path.join(directory, "faucet"), {
    name: "faucet",
    newState: () => new FaucetPayments(),
    worthRewriting: giftsAreWorthRewriting,
    nowMs,
    onFailure,
  });
  const centsOf = centsBy(parts.listings, parts.mirror);
  const withdrawals = new Withdrawals({
    engine,
    chains,
    accounts,
    store,
    rules,
    nowMs,
    centsOf,
    onFailure: parts.onFailure,
  });
  await withdrawals.start(parts.history);
  return {
    chains,
    accounts,
    rules,
    fees: parts.fees ?? configuredFees,
    withdrawals,
    movements: new Movements({ chains, withdrawals }, parts.listings),
    addresses: new AddressBook(store, mode),
    desk: new WithdrawalDesk(withdrawals, store, nowMs),
    gifts,
    find: async (userId, withdrawalId) => {
      const tracked = withdrawals.tracker.find(withdrawalId);
      if (tracked !== undefined) return tracked.state.userId === userId ? tracked : undefined;
      return await parts.history.of(userId, withdrawalId);
    },
    close: async () => {
      await withdrawals.close();
      store.close();
      gifts.close();
    },
  };
}

/** Returns values in hundredths of a USDT at index prices, rounded up. */
function centsBy(listings: Listings, mirror: MarketDataMirror) {
  return (assetId: number, amountUnits: number): number | undefined => {
    const { spec } = listings.asset(assetId);
    const unit = BigInt(powerOfTen(spec.scale));
    if (spec.symbol === SUM_ASSET) return roundUp(BigInt(amountUnits) * CENTS, unit);
    const indexE8 = mirror.marketBySymbol(`${spec.symbol}${SUM_ASSET}`)?.indexE8 ?? 0;
    if (indexE8 === 0) return undefined;
    return roundUp(BigInt(amountUnits) * BigInt(indexE8) * CENTS, unit * E8);
  };
}

function roundUp(value: bigint, divisor: bigint): number {
  return Number((value + divisor - 1n) / divisor);
}
