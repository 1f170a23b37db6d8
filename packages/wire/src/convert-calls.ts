import { z } from "zod";
import { defineCall } from "./call.ts";
import { balance, trade } from "./objects.ts";
import { amount, asset, id, judgedAmount, key, milliseconds, price, rate, seq } from "./primitives.ts";

const group = "Convert";

export const CONVERT_CALLS = {
  convertQuote: defineCall({
    call: "POST /Convert/quote",
    marks: "L R wallet +",
    group,
    summary: "What a conversion pays and brings; it holds for 8 seconds.",
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
      fromAmount: amount.meta({ description: "At most so much is paid." }),
      toAsset: asset,
      toAmount: amount.meta({ description: "At least so much is received, fees taken off." }),
      price: price.meta({ description: "Of one `fromAsset` in `toAsset`, all included." }),
      indexPrice: price.meta({ description: "The same at the index prices." }),
      spreadRate: rate.meta({ description: "How far the price is below the index price, fees included." }),
      fee: amount.meta({ description: "Of the books, about, in `feeAsset`; part of the spread." }),
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
    summary: "Executes a quote on the books: as it was given or better, all of it or nothing.",
    request: z.strictObject({ quoteId: id, requestId: key.optional() }),
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
