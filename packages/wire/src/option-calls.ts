import { z } from "zod";
import { defineCall } from "./call.ts";
import { amount, asset, count, price, rate, seq, symbol } from "./primitives.ts";

const duration = z
  .strictObject({
    durationSeconds: count,
    payoutRate: rate,
    houseEdge: rate,
    remaining: amount.meta({ description: "Maximum stake that caps and pool still cover." }),
  })
  .meta({ id: "OptionDuration" });

const offer = z
  .strictObject({
    symbol: z.string(),
    name: z.string(),
    minAmount: amount,
    maxAmount: amount,
    open: z.boolean(),
    indexPrice: price.nullable(),
    durations: z.array(duration),
  })
  .meta({ id: "OptionOffer" });
export type WireOptionOffer = z.output<typeof offer>;

const pool = z
  .strictObject({
    asset,
    size: amount.meta({ description: "Total balance of the pool." }),
    free: amount.meta({ description: "The part available to cover new timed options." }),
    escrow: amount.meta({
      description: "Stakes and profits of all open options: their maximum payout.",
    }),
  })
  .meta({ id: "OptionPool" });

export const OPTION_CALLS = {
  optionInfo: defineCall({
    call: "POST /Entrus/optionInfo",
    marks: "? R trade +",
    group: "Orders",
    summary: "Timed options: payout rates, house edge, cover, and the pool behind them.",
    request: z.object({ symbol: symbol.optional() }),
    reply: z.strictObject({
      list: z.array(offer),
      pool: pool.nullable().meta({ description: "null if none was ever offered." }),
      userRemaining: amount
        .nullable()
        .meta({ description: "The caller's remaining stake; null when logged out." }),
      asOfSeq: seq,
    }),
    rejects: ["trade.invalidParameters"],
  }),
} as const;
