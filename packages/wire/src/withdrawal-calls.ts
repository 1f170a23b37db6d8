import { HOLD_REASONS } from "@candor/domain/enumerations";
import { MAX_CHAIN_ADDRESS } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { withdrawal } from "./chain-objects.ts";
import { siteLabel, withdrawalSite } from "./deposit-calls.ts";
import { balance } from "./objects.ts";
import {
  amount,
  asset,
  count,
  id,
  MIN_SEQ,
  milliseconds,
  newKey,
  paymentPassword,
  secondFactor,
  seq,
} from "./primitives.ts";

const group = "Withdrawal";
/** Secrets of a withdrawal or a new address: neither compared nor checked again when a key is repeated. */
const SECRETS = ["paymentPassword", "secondFactor"] as const;

export const WITHDRAWAL_CALLS = {
  addSite: defineCall({
    call: "POST /Wallet/addSite",
    marks: "L M withdrawal +",
    group,
    summary: "Adds an address to the withdrawal address book.",
    request: z.strictObject({
      chain: id,
      address: z.string().max(MAX_CHAIN_ADDRESS).optional(),
      label: siteLabel.optional(),
      bound: z.boolean().default(false),
      paymentPassword: paymentPassword.optional(),
      secondFactor: secondFactor.optional(),
      requestId: newKey.optional(),
    }),
    reply: withdrawalSite.extend({ replayed: z.boolean().optional() }),
    rejects: [
      "request.parameterError",
      "withdrawal.paymentPasswordEmpty",
      "withdrawal.addressEmpty",
      "withdrawal.addressInvalid",
      "withdrawal.addressBound",
      "user.paymentPasswordUnset",
      "user.paymentPasswordLocked",
      "withdrawal.paymentPasswordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
    ],
    secrets: SECRETS,
  }),
  removeSite: defineCall({
    call: "POST /Wallet/removeSite",
    marks: "L M withdrawal +",
    group,
    summary:
      "Removes an address from the address book. The bound one stays until customer service unbinds it.",
    request: z.strictObject({ siteId: id, requestId: newKey.optional() }),
    reply: z.strictObject({ removed: id, replayed: z.boolean().optional() }),
    rejects: ["request.parameterError", "request.unknownId", "withdrawal.addressBound"],
  }),
  cashTypeList: defineCall({
    call: "POST /CashOut/getCashTypeList",
    marks: "L R withdrawal",
    group,
    summary:
      "Assets that can be withdrawn on each chain, with limits and fees, and anything that prevents it.",
    request: z.object({ asset: asset.optional(), ...MIN_SEQ }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          asset,
          chain: id,
          chainName: z.string(),
          minAmount: amount,
          maxAmount: amount,
          fee: amount,
          feeAsset: asset,
          decimals: count,
          available: amount,
          confirmationsRequired: count,
          addressPattern: z.string(),
          paused: z.boolean(),
          boundAddress: z.string().nullable(),
          testAddress: z.string().nullable().meta({
            description: "For testing; sandbox only. Nobody has its key: money sent there is lost.",
          }),
        }),
      ),
      promiseHours: z.literal(8),
      hold: z.strictObject({ reason: z.enum(HOLD_REASONS), untilMs: milliseconds }).nullable(),
      bookOnly: z
        .boolean()
        .meta({ description: "Only addresses in the address book that are older than 24 hours." }),
      approvalAbove: amount
        .nullable()
        .meta({ description: "In USDT; larger amounts need a person's approval." }),
      paymentPasswordSet: z.boolean(),
      secondFactor: z.array(z.enum(["totp", "passkey"])),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  withdraw: defineCall({
    call: "POST /Wallet/withdrawal",
    marks: "L M withdrawal",
    group,
    summary: "Sends money to an address on a chain. It cannot be undone.",
    request: z.strictObject({
      asset,
      chain: id,
      address: z.string().max(MAX_CHAIN_ADDRESS),
      amount,
      fee: amount.optional().meta({
        description: "The fee as shown: the withdrawal is rejected if the fee in force is higher.",
      }),
      paymentPassword,
      secondFactor: secondFactor.optional(),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      withdrawal,
      balance,
      replayed: z.boolean().optional(),
      asOfSeq: seq,
    }),
    rejects: [
      "withdrawal.paymentPasswordEmpty",
      "withdrawal.addressEmpty",
      "withdrawal.amountEmpty",
      "request.parameterError",
      "withdrawal.addressInvalid",
      "withdrawal.belowMinimum",
      "withdrawal.aboveMaximum",
      "withdrawal.feeChanged",
      "withdrawal.chainPaused",
      "withdrawal.addressBound",
      "withdrawal.addressLocked",
      "user.paymentPasswordUnset",
      "user.paymentPasswordLocked",
      "withdrawal.paymentPasswordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
      "withdrawal.hold",
      "withdrawal.insufficientBalance",
    ],
    secrets: SECRETS,
    empty: {
      paymentPassword: "withdrawal.paymentPasswordEmpty",
      address: "withdrawal.addressEmpty",
      amount: "withdrawal.amountEmpty",
    },
  }),
} as const;
