import { LEVER_LIQUIDATION_METHODS, LEVER_STATUSES, LOAN_KINDS } from "@candor/domain/events/lever-events";
import { z } from "zod";
import { amount, asset, count, id, milliseconds, price, quantity, rate, seq, side } from "./primitives.ts";

const coin = z
  .strictObject({
    asset,
    available: amount,
    frozen: amount,
    debt: amount.meta({ description: "Outstanding principal." }),
    interest: amount.meta({ description: "Outstanding interest; repaid first." }),
    borrowable: amount.meta({
      description: "At the pair's maximum leverage, within all limits and the pool.",
    }),
    maxTransferOut: amount,
  })
  .meta({ id: "LeverCoin" });

/** The caller's current margin account of one pair. */
export const leverAccount = z
  .strictObject({
    symbol: z.string(),
    status: z.enum(LEVER_STATUSES),
    base: coin,
    quote: coin,
    hourlyRate: z
      .strictObject({ base: rate, quote: rate })
      .meta({ description: "Charged when borrowing and at each full hour." }),
    marginLevel: z.string().nullable().meta({
      description: "Assets ÷ debt at the index, four decimals, rounded down; null without debt or index.",
    }),
    liquidationPrice: price.nullable().meta({ description: "Index at which the level falls to 1.1." }),
  })
  .meta({ id: "LeverAccount" });
export type WireLeverAccount = z.output<typeof leverAccount>;

export const loan = z
  .strictObject({
    loanId: id,
    symbol: z.string(),
    asset,
    amount: amount.meta({ description: "Principal lent or repaid; 0 for an interest charge." }),
    interest: amount.meta({ description: "Charged, or with `repay` repaid." }),
    rate,
    kind: z.enum(LOAN_KINDS),
    timeMs: milliseconds,
    seq,
  })
  .meta({ id: "Loan" });
export type WireLoan = z.output<typeof loan>;

export const leverLiquidation = z
  .strictObject({
    liquidationId: id,
    symbol: z.string(),
    side: side.meta({ description: "`buy` if base coins were owed." }),
    quantity,
    markPrice: price.meta({ description: "The index at which it was liquidated." }),
    price: price.nullable().meta({ description: "Average price on the book; null if nothing was filled." }),
    method: z.enum(LEVER_LIQUIDATION_METHODS),
    fee: amount,
    timeMs: milliseconds,
    seq,
  })
  .meta({ id: "LeverLiquidation" });
export type WireLeverLiquidation = z.output<typeof leverLiquidation>;

export const leverSteps = z
  .strictObject({ symbol: z.string(), leverages: z.array(count), maxLeverage: count })
  .meta({ id: "LeverSteps" });
