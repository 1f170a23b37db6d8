import { MAX_LABEL, TRANSACTION_HASH } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { deposit } from "./chain-objects.ts";
import { amount, asset, count, id, line, milliseconds, newKey, url } from "./primitives.ts";

const group = "Deposit";
const depositSite = z
  .strictObject({
    asset,
    chain: id,
    chainName: z.string(),
    address: z.string(),
    uri: z.string().meta({ description: "Content of a QR code for wallet apps." }),
    minDeposit: amount,
    confirmationsRequired: count,
  })
  .meta({ id: "DepositSite" });
export const withdrawalSite = z
  .strictObject({
    siteId: id,
    chain: id,
    address: z.string(),
    label: z.string(),
    bound: z.boolean().meta({ description: "The only address allowed for this chain's withdrawals." }),
    usableAtMs: milliseconds,
    createdAtMs: milliseconds,
  })
  .meta({ id: "WithdrawalSite" });
export type WireDepositSite = z.output<typeof depositSite>;
export type WireWithdrawalSite = z.output<typeof withdrawalSite>;

export const DEPOSIT_CALLS = {
  rechargeList: defineCall({
    call: "POST /Recharge/list",
    marks: "? R wallet",
    group,
    summary: "Assets that can be deposited on each chain, and the caller's newest deposits.",
    request: z.object({ asset: asset.optional() }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          asset,
          chain: id,
          chainName: z.string(),
          minDeposit: amount,
          confirmationsRequired: count,
          etaSeconds: count,
          enabled: z.boolean(),
          contractAddress: z.string().nullable().meta({ description: "null for the chain's own coin." }),
          explorerUrl: url.nullable(),
          testnet: z.boolean(),
        }),
      ),
      records: z.array(deposit).max(10),
    }),
    rejects: ["request.parameterError"],
  }),
  rechargeOrder: defineCall({
    call: "POST /Recharge/Order",
    marks: "L R wallet",
    group,
    summary: "Looks up a transaction and explains it. Never credits.",
    request: z.object({
      chain: id,
      txHash: z.string().regex(TRANSACTION_HASH),
      asset: asset.optional(),
      amount: amount.optional().meta({ description: "As the user remembers it; display only." }),
    }),
    reply: z.strictObject({
      deposit: deposit.nullable(),
      found: z.boolean(),
      note: z.string().nullable().meta({ description: "The finding, in the caller's language." }),
      success: z.literal("deposit.succeeded").optional(),
    }),
    rejects: ["request.parameterError", "withdrawal.chainPaused"],
  }),
  sites: defineCall({
    call: "POST /Wallet/sites",
    marks: "L R wallet",
    group,
    summary: "The caller's deposit addresses, or the withdrawal address book.",
    request: z.object({
      kind: z.enum(["deposit", "withdrawal"]).default("deposit"),
      asset: asset.optional(),
      chain: id.optional(),
    }),
    reply: z.union([
      z.strictObject({ list: z.array(depositSite) }),
      z.strictObject({ list: z.array(withdrawalSite) }),
    ]),
    rejects: ["request.parameterError"],
  }),
  faucet: defineCall({
    call: "POST /Sandbox/faucet",
    marks: "L M wallet +",
    group,
    summary:
      "Play money, sent on the development chain to the caller's deposit address and credited like any deposit. An asset on no chain is credited at once from the sandbox treasury.",
    rateClass: "faucet",
    request: z.strictObject({
      asset: asset.default("USDT"),
      amount: amount.optional(),
      requestId: newKey.optional(),
    }),
    reply: z.union([
      z.strictObject({
        txHash: z.string(),
        asset,
        amount,
        chain: id,
        address: z.string(),
        replayed: z.boolean().optional(),
      }),
      z.strictObject({
        depositId: id,
        asset,
        amount,
        wallet: z.literal("main"),
        replayed: z.boolean().optional(),
        asOfSeq: z.int().min(0),
      }),
    ]),
    rejects: ["request.parameterError", "request.featureOff", "request.tooFast"],
  }),
  faucetState: defineCall({
    call: "POST /Sandbox/faucetState",
    marks: "L R wallet +",
    group,
    summary: "Remaining play money for today, and when the next portion is available.",
    request: z.strictObject({ asset: asset.default("USDT") }),
    reply: z.strictObject({
      asset,
      most: amount.meta({ description: "A day's portion (UTC)." }),
      left: amount,
      nextAtMs: milliseconds,
    }),
    rejects: ["request.parameterError", "request.featureOff"],
  }),
} as const;

/** Label of an address in the address book. */
export const siteLabel = line(MAX_LABEL);
