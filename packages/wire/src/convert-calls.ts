import { z } from "zod";
import { defineCall } from "./call.ts";
import { balance, trade } from "./objects.ts";
import { amount, asset, id, judgedAmount, milliseconds, newKey, price, rate, seq } from "./primitives.ts";

const group = "Convert";

export const CONVERT_CALLS = {
  convertQuote: defineCall({
    call: "POST /Convert/quote",
    marks: "L R wallet +",
    group,
    summary: "Quotes a conversion; valid for 8 seconds.",
    request: z.object({
      fromAsset: asset,
      toAsset: asset,
      fromAmount: judgedAmount.optional(),
      toAmount: judgedAmount.optional(),
      wallet: z.enum(["main", "coin"]).default("main"),
    }),
    reply: z.strictObject({
      quoteId: id,
      fromAsset: asset,
      fromAmount: amount.meta({ description: "Maximum paid." }),
      toAsset: asset,
      toAmount: amount.meta({ description: "Minimum received, after fees." }),
      price: price.meta({ description: "Of one `fromAsset` in `toAsset`, including all costs." }),
      indexPrice: price.meta({ description: "The same at the index prices." }),
      spreadRate: rate.meta({ description: "How far the price is below the index price, including fees." }),
      fee: amount.meta({ description: "Approximate trading fee, in `feeAsset`; part of the spread." }),
      feeAsset: asset,
      expiresAtMs: milliseconds,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "wallet.amountError", "convert.noQuote", "wallet.insufficientAmount"],
  }),
  convertAccept: defineCall({
    call: "POST /Convert/accept",
    marks: "L M wallet +",
    group,
    summary: "Executes a quote on the books, at the quoted terms or better, all or nothing.",
    request: z.strictObject({ quoteId: id, requestId: newKey.optional() }),
    reply: z.strictObject({
      convertId: id,
      fromAmount: amount,
      toAmount: amount,
      fills: z.array(trade).max(100),
      balances: z.array(balance).length(2),
      replayed: z.literal(true).optional(),
      asOfSeq: seq,
    }),
    rejects: [
      "request.parameterError",
      "request.unknownId",
      "convert.quoteExpired",
      "account.coinFrozen",
      "wallet.insufficientAmount",
      "convert.noQuote",
    ],
  }),
} as const;
