import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { MAX_EMAIL } from "@candor/text/account-rules";
import { z } from "zod";
import { defineCall, HISTORY_WEIGHT } from "./call.ts";
import { deposit, withdrawal } from "./chain-objects.ts";
import {
  balance,
  contractFunds,
  customerService,
  frozenAccounts,
  fundRecord,
  verification,
} from "./objects.ts";
import {
  amount,
  asset,
  count,
  id,
  judgedAmount,
  MIN_SEQ,
  milliseconds,
  newKey,
  nextCursor,
  PAGE,
  paymentPassword,
  price,
  result,
  seq,
  signedAmount,
  TIME_RANGE,
  url,
  wallet,
} from "./primitives.ts";

const group = "Wallet";
/** Filters of fund records. */
const RECORD_FILTERS = {
  wallet: wallet.optional(),
  margin: z
    .boolean()
    .optional()
    .meta({ description: "true: only entries of margin accounts; false: none of them." }),
  asset: asset.optional(),
  kind: z.array(z.enum(FUND_RECORD_KINDS)).optional(),
  result: result.optional(),
  ...TIME_RANGE,
} as const;
const transferOrder = z
  .strictObject({ transferId: id, asset, from: wallet, to: wallet, amount, createdAtMs: milliseconds })
  .meta({ id: "Transfer" });
const conversionOrder = z
  .strictObject({
    convertId: id,
    wallet,
    fromAsset: asset,
    fromAmount: amount,
    toAsset: asset,
    toAmount: amount,
    createdAtMs: milliseconds,
  })
  .meta({ id: "Conversion" });
const transferable = z.strictObject({ available: amount, frozen: amount, transferable: amount });

export const WALLET_CALLS = {
  walletIndex: defineCall({
    call: "GET /wallet/index",
    marks: "L R wallet",
    group,
    summary: "The caller's balances.",
    weight: HISTORY_WEIGHT,
    request: z.object({ ...MIN_SEQ }),
    reply: z.strictObject({
      main: z.strictObject({
        balance: amount,
        available: amount,
        frozen: amount,
        contract: contractFunds,
      }),
      allBalance: signedAmount,
      money: amount,
      contract: contractFunds,
      u_address: z.string().nullable(),
      verification: z.int().min(0).max(2),
      veriInfo: verification,
      kefu: customerService,
      wallets: z.strictObject({
        main: z.array(balance),
        coin: z.array(balance),
        contract: z.array(balance),
        option: z.array(balance),
      }),
      totalEquity: z.strictObject({
        asset: z.literal("USDT"),
        amount: signedAmount.meta({
          description:
            "The value of all wallets and of the parts below. Negative only while a loss exceeds everything else.",
        }),
        leverage: signedAmount.meta({
          description: "The part in margin accounts: assets minus debts.",
        }),
        mining: amount.meta({
          description:
            "The part in mining machines: what their claimed output has not earned back of the price.",
        }),
        options: amount.meta({ description: "The part in open timed options: their stakes." }),
        unrealizedProfit: signedAmount.meta({
          description: "The part from open positions: unrealized profit or loss.",
        }),
        unpriced: z.array(asset),
        prices: z
          .array(z.strictObject({ asset, price }))
          .meta({ description: "Index prices in USDT used for all values in this reply." }),
      }),
      earnings: z.strictObject({ miningToday: amount, miningTotal: amount, referralTotal: amount }),
      frozen: frozenAccounts,
      asOfSeq: seq,
    }),
  }),
  marketBalance: defineCall({
    call: "POST /Market/balance",
    marks: "L R wallet",
    group,
    summary: "Transferable amount of each wallet.",
    request: z.object({ asset: asset.default("USDT"), ...MIN_SEQ }),
    reply: z.strictObject({
      asset,
      minTransfer: amount,
      fee: z.literal("0"),
      wallets: z.strictObject({
        main: transferable,
        coin: transferable,
        contract: transferable,
        option: transferable,
      }),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError"],
  }),
  transfer: defineCall({
    call: "POST /Wallet/transfer",
    marks: "L M wallet",
    group,
    summary: "Moves an amount between two of the caller's wallets, free of charge.",
    request: z.strictObject({
      asset,
      from: wallet,
      to: wallet,
      amount: judgedAmount.optional(),
      paymentPassword: paymentPassword.optional(),
      paymentGrant: z.string().max(43).optional().meta({
        description: "Grant from an earlier transfer of this session, instead of `paymentPassword`.",
      }),
      wantsGrant: z
        .boolean()
        .default(false)
        .meta({ description: "With a correct `paymentPassword`: the reply contains a `grant`." }),
      requestId: newKey.optional(),
    }),
    reply: z.strictObject({
      transferId: id,
      asset,
      from: wallet,
      to: wallet,
      amount,
      balances: z.array(balance).length(2),
      grant: z.strictObject({ token: z.string(), untilMs: milliseconds }).optional().meta({
        description:
          "Replaces the payment password for transfers of this session for five minutes; keep it only in memory.",
      }),
      replayed: z.boolean().optional(),
      asOfSeq: seq,
    }),
    rejects: [
      "request.parameterError",
      "wallet.amountError",
      "wallet.belowMinimumTransfer",
      "user.paymentPasswordUnset",
      "user.paymentPasswordLocked",
      "wallet.paymentPasswordError",
      "account.coinFrozen",
      "account.contractFrozen",
      "account.optionFrozen",
      "wallet.insufficientBalance",
      "wallet.remainderBelowMinimum",
    ],
    secrets: ["paymentPassword", "paymentGrant", "wantsGrant"],
  }),
  moneyLog: defineCall({
    call: "POST /wallet/moneyLog",
    marks: "L R wallet",
    group,
    summary: "The caller's ledger entries.",
    weight: HISTORY_WEIGHT,
    request: z.object({ ...RECORD_FILTERS, ...PAGE, ...MIN_SEQ }),
    reply: z.strictObject({ list: z.array(fundRecord), nextCursor, asOfSeq: seq }),
    rejects: ["request.parameterError"],
  }),
  getOrder: defineCall({
    call: "GET /wallet/getOrder",
    marks: "L R wallet",
    group,
    summary: "One deposit, withdrawal, transfer or conversion of the caller, with its ledger entries.",
    request: z.object({
      kind: z.enum(["deposit", "withdrawal", "transfer", "convert"]),
      id,
      ...MIN_SEQ,
    }),
    reply: z.strictObject({
      order: z.union([deposit, withdrawal, transferOrder, conversionOrder]),
      records: z.array(fundRecord).max(20),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  exportRecords: defineCall({
    call: "POST /Wallet/export",
    marks: "L R wallet +",
    group,
    summary: "A link to the caller's ledger entries as a CSV file, valid for five minutes without a token.",
    rateClass: "export",
    request: z.object({ ...RECORD_FILTERS, ...MIN_SEQ }),
    reply: z.strictObject({ url, fullurl: url, fileName: z.string(), rows: count, asOfSeq: seq }),
    rejects: ["request.parameterError"],
  }),
  outbox: defineCall({
    call: "GET /Sandbox/outbox",
    marks: "- R other +",
    group,
    summary: "Mails and text messages that the sandbox did not send.",
    request: z.object({ to: z.string().max(MAX_EMAIL).optional(), ...PAGE }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          id,
          to: z.string(),
          channel: z.enum(["ems", "sms"]),
          subject: z.string(),
          text: z.string(),
          timeMs: milliseconds,
        }),
      ),
      nextCursor,
    }),
    rejects: ["request.featureOff"],
  }),
} as const;
