import { z } from "zod";
import { amount, asset, id, milliseconds, result } from "./primitives.ts";

/** Objects about money that comes from a chain or goes there. */
export const DEPOSIT_STATUSES = ["seen", "confirmed", "credited", "ignored"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Why a deposit is not credited. */
export const DEPOSIT_REASONS = [
  "failed-transaction",
  "unknown-token",
  "below-minimum",
  "wrong-chain",
  "reorganised",
] as const;
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

export const WITHDRAWAL_STEPS = [
  "frozen",
  "reviewing",
  "approved",
  "signed",
  "broadcast",
  "confirmed",
  "returned",
] as const;
export type WithdrawalStep = (typeof WITHDRAWAL_STEPS)[number];

/** Why a withdrawal waits, or why none is taken now. Clients have words of their own for each. */
export const HOLD_REASONS = [
  "credentials-changed",
  "new-address",
  "new-device",
  "many-withdrawals",
  "large-amount",
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

const txHash = z.string().nullable().meta({ description: "0x and 64 hexadecimal digits on EVM chains." });
const confirmations = z.int().min(0).meta({ description: "So far; stays where it was once final." });

export const deposit = z
  .strictObject({
    depositId: id,
    asset,
    chain: id,
    chainName: z.string(),
    amount,
    address: z.string(),
    txHash,
    status: z.enum(DEPOSIT_STATUSES).meta({ id: "DepositStatus" }),
    result,
    confirmations,
    confirmationsRequired: confirmations,
    reason: z.enum(DEPOSIT_REASONS).nullable().meta({ description: "Why it was ignored." }),
    createdAtMs: milliseconds,
    updatedAtMs: milliseconds,
  })
  .meta({ id: "Deposit" });
export type WireDeposit = z.output<typeof deposit>;

export const withdrawalStatus = z.enum(WITHDRAWAL_STEPS).meta({ id: "WithdrawalStatus" });
export const withdrawal = z
  .strictObject({
    withdrawalId: id,
    asset,
    chain: id,
    chainName: z.string(),
    amount: amount.meta({ description: "Leaves the wallet." }),
    fee: amount,
    net: amount.meta({ description: "amount − fee: what arrives." }),
    address: z.string(),
    txHash,
    status: withdrawalStatus,
    result,
    confirmations,
    confirmationsRequired: confirmations,
    reason: z.string().nullable().meta({ description: "Why it was returned." }),
    holdReason: z.enum(HOLD_REASONS).nullable().meta({ description: "Why it is looked at first." }),
    holdUntilMs: milliseconds.nullable().meta({ description: "When that ends at the latest." }),
    promisedByMs: milliseconds,
    createdAtMs: milliseconds,
    updatedAtMs: milliseconds,
    steps: z
      .array(z.strictObject({ status: withdrawalStatus, timeMs: milliseconds }))
      .meta({ description: "Every state so far." }),
  })
  .meta({ id: "Withdrawal" });
export type WireWithdrawal = z.output<typeof withdrawal>;
