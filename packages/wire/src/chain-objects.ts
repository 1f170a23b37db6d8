import {
  DEPOSIT_REASONS,
  DEPOSIT_STATUSES,
  HOLD_REASONS,
  REVIEW_REASONS,
  WITHDRAWAL_STATUSES,
} from "@candor/domain/enumerations";
import { z } from "zod";
import { amount, asset, id, milliseconds, result } from "./primitives.ts";

/** Objects for deposits and withdrawals over chains. */
const txHash = z.string().nullable().meta({ description: "0x and 64 hexadecimal digits on EVM chains." });
const confirmations = z.int().min(0).meta({ description: "So far; no longer increases once final." });

/** Chains allow larger and finer amounts than the exchange. */
const chainAmount = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})(\.[0-9]{1,36})?$/)
  .meta({
    id: "ChainAmount",
    description: "Decimal string. For an uncredited deposit, the exact amount on the chain.",
  });

export const deposit = z
  .strictObject({
    depositId: id,
    asset,
    chain: id,
    chainName: z.string(),
    amount: chainAmount,
    address: z.string(),
    txHash,
    status: z.enum(DEPOSIT_STATUSES).meta({ id: "DepositStatus" }),
    result,
    confirmations,
    confirmationsRequired: confirmations,
    reason: z.enum(DEPOSIT_REASONS).nullable().meta({ description: "Why it is held or was ignored." }),
    note: z.string().nullable().meta({ description: "An operator's note on how it was settled." }),
    createdAtMs: milliseconds,
    updatedAtMs: milliseconds,
  })
  .meta({ id: "Deposit" });
export type WireDeposit = z.output<typeof deposit>;

const withdrawalStatus = z.enum(WITHDRAWAL_STATUSES).meta({ id: "WithdrawalStatus" });
export const withdrawal = z
  .strictObject({
    withdrawalId: id,
    asset,
    chain: id,
    chainName: z.string(),
    amount: amount.meta({ description: "Amount leaving the wallet." }),
    fee: amount,
    net: amount.meta({ description: "amount − fee: what arrives." }),
    address: z.string(),
    txHash,
    status: withdrawalStatus,
    result,
    confirmations,
    confirmationsRequired: confirmations,
    reason: z.string().nullable().meta({ description: "Why it was returned." }),
    holdReason: z
      .enum([...REVIEW_REASONS, ...HOLD_REASONS])
      .nullable()
      .meta({ description: "Why it is reviewed first." }),
    holdUntilMs: milliseconds.nullable().meta({ description: "When the review ends at the latest." }),
    promisedByMs: milliseconds,
    createdAtMs: milliseconds,
    updatedAtMs: milliseconds,
    steps: z
      .array(z.strictObject({ status: withdrawalStatus, timeMs: milliseconds }))
      .meta({ description: "All states so far." }),
  })
  .meta({ id: "Withdrawal" });
export type WireWithdrawal = z.output<typeof withdrawal>;
