import type { Pool, Wallet } from "@candor/domain/enumerations";
import type { OrderState, WithdrawalState } from "@candor/domain/events/events";
import type { MiningView } from "@candor/domain/mining-view";

/** The interface of the audited exchange that the auditor compares with. */
export interface AuditedExchange {
  /** The sum over all accounts of an asset. */
  sumOf(assetId: number): bigint;
  forEachOwed(visit: (userId: number, units: readonly number[]) => void): void;
  systemBalance(
    account:
      | "fees"
      | "sandbox-treasury"
      | "outside-world"
      | "insurance"
      | "rounding"
      | "clearing"
      | "funding"
      | "option-escrow"
      | Pool,
    assetId: number,
  ): number;
  miningView(userId: number): Omit<MiningView, "asOfSeq">;
  withdrawalsView(): { readonly withdrawals: readonly WithdrawalState[] };
  accountView(userId: number): {
    readonly balances: readonly {
      readonly wallet: Wallet;
      readonly assetId: number;
      readonly availableUnits: number;
      readonly frozenUnits: number;
    }[];
    readonly orders: readonly OrderState[];
  };
  bookView(
    marketId: number,
    levels: number,
  ): {
    readonly bids: readonly (readonly [number, number])[];
    readonly asks: readonly (readonly [number, number])[];
  };
}
