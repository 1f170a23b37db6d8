import { DIRECTIONS, OPTION_STATUSES } from "@candor/domain/enumerations";
import { z } from "zod";
import { amount, count, id, key, milliseconds, price, rate, seq, signedAmount } from "./primitives.ts";

export const direction = z.enum(DIRECTIONS).meta({ id: "Direction" });
export const optionStatus = z.enum(OPTION_STATUSES).meta({ id: "OptionStatus" });

/** A timed option. Prices are those that decide it, in full: at least the market's decimals, at most eight. */
export const optionOrder = z
  .strictObject({
    optionId: id,
    clientOrderId: key.nullable(),
    symbol: z.string(),
    name: z.string(),
    direction,
    amount: amount.meta({ description: "The stake." }),
    payoutRate: rate,
    expectedIncome: amount.meta({ description: "floor(amount × payoutRate)" }),
    houseEdge: rate.meta({ description: "(1 − payoutRate) ÷ 2" }),
    durationSeconds: count,
    orderTimeMs: milliseconds,
    strikePrice: price.nullable(),
    strikeTimeMs: milliseconds.nullable(),
    currentPrice: price.nullable().meta({ description: "The current index in full; null once settled." }),
    sellPrice: price.nullable().meta({ description: "The settlement price in full." }),
    sellTimeMs: milliseconds.meta({ description: "The expiry: order time + duration." }),
    status: optionStatus,
    payout: amount.nullable().meta({ description: "Stake + income, the stake (tied, void), or 0." }),
    profit: signedAmount.nullable(),
    seq: seq.meta({ description: "Sequence number of its acceptance." }),
  })
  .meta({ id: "OptionOrder" });
export type WireOption = z.output<typeof optionOrder>;
