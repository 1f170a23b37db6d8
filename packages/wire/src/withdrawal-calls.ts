import { HOLD_REASONS } from "@candor/domain/enumerations";
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
  key,
  MIN_SEQ,
  milliseconds,
  paymentPassword,
  secondFactor,
  seq,
} from "./primitives.ts";

const group = "Withdrawal";
/** The secrets of a withdrawal or of a new address: neither compared nor checked again when a key is repeated. */
const SECRETS = ["paymentPassword", "secondFactor"] as const;

export const WITHDRAWAL_CALLS = {
  addSite: defineCall({
    call: "POST /Wallet/addSite",
    marks: "L M withdrawal +",
    group,
    summary: "Puts an address into the book of withdrawal addresses.",
    request: z.strictObject({
      chain: id,
      address: z.string().max(128).optional(),
      label: siteLabel.optional(),
      bound: z.boolean().default(false),
      paymentPassword: paymentPassword.optional(),
      secondFactor: secondFactor.optional(),
      requestId: key.optional(),
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
    ],
    secrets: SECRETS,
  }),
  removeSite: defineCall({
    call: "POST /Wallet/removeSite",
    marks: "L M withdrawal +",
    group,
    summary: "Takes an address out of the book. The bound one stays until customer service unbinds it.",
    request: z.strictObject({ siteId: id, requestId: key.optional() }),
    reply: z.strictObject({ removed: id, replayed: z.boolean().optional() }),
    rejects: ["request.parameterError", "request.unknownId", "withdrawal.addressBound"],
  }),
  cashTypeList: defineCall({
    call: "POST /CashOut/getCashTypeList",
    marks: "L R withdrawal",
    group,
    summary: "What can be withdrawn on which chain, with limits and fees, and what stands in the way.",
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
            description: "For trying out; sandbox only. Nobody has its key: what is sent there is gone.",
          }),
        }),
      ),
      promiseHours: z.literal(8),
      hold: z.strictObject({ reason: z.enum(HOLD_REASONS), untilMs: milliseconds }).nullable(),
      bookOnly: z.boolean().meta({ description: "Only addresses of the book, past their 24 hours." }),
      approvalAbove: amount.nullable().meta({ description: "In USDT; more is approved by a person first." }),
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
    summary: "Sends money to an address on a chain. It cannot be taken back.",
    request: z.strictObject({
      asset,
      chain: id,
      address: z.string().max(128),
      amount,
      fee: amount.optional().meta({
        description: "The fee that was shown: with a higher one in force nothing is withdrawn.",
      }),
      paymentPassword,
      secondFactor: secondFactor.optional(),
      requestId: key.optional(),
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
