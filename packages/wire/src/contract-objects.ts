import { z } from "zod";
import {
  amount,
  count,
  id,
  liquidationMethod,
  marginMode,
  milliseconds,
  positionSide,
  price,
  quantity,
  rate,
  seq,
  signedAmount,
  signedRate,
  triggerBy,
} from "./primitives.ts";

/** Contract objects. Money is in the quote coin, which is also the margin coin. */
export const position = z
  .strictObject({
    positionId: id,
    symbol: z.string(),
    side: positionSide,
    quantity,
    averagePrice: price,
    markPrice: price,
    indexPrice: price.nullable(),
    marginMode,
    leverage: count,
    margin: amount,
    maintenanceMargin: amount,
    notional: amount,
    unrealizedProfit: signedAmount,
    realizedProfit: signedAmount.meta({ description: "Since it was opened, without fees." }),
    fundingPaid: signedAmount.meta({ description: "Since it was opened; negative: received." }),
    liquidationPrice: price.nullable().meta({ description: "null when not positive" }),
    bankruptcyPrice: price.nullable(),
    riskRate: rate.meta({
      description:
        "Maintenance ÷ equity, rounded up; above 1 it is liquidated. 999999.999999 means no equity.",
    }),
    holdable: quantity.meta({ description: "Maximum further size on the same side." }),
    takeProfitPrice: price.nullable(),
    stopLossPrice: price.nullable(),
    triggerBy,
    adlRank: z.int().min(0).max(4).meta({ description: "4 is first in the queue." }),
    openedAtMs: milliseconds,
    updatedAtMs: milliseconds,
  })
  .meta({ id: "Position" });
export type WirePosition = z.output<typeof position>;

/** A liquidation step that closed something. */
export const liquidation = z
  .strictObject({
    liquidationId: id.meta({
      description: "Steps of one liquidation share the part before `-`.",
    }),
    symbol: z.string(),
    side: positionSide,
    quantity,
    markPrice: price,
    price: price
      .nullable()
      .meta({ description: "Average price of the closed part; null if nothing was closed." }),
    method: liquidationMethod,
    fee: amount,
    timeMs: milliseconds,
    seq,
  })
  .meta({ id: "Liquidation" });
export type WireLiquidation = z.output<typeof liquidation>;

export const fundingPayment = z
  .strictObject({
    fundingId: id,
    symbol: z.string(),
    positionSide,
    quantity,
    markPrice: price,
    fundingRate: signedRate,
    amount: signedAmount.meta({ description: "Negative: paid." }),
    timeMs: milliseconds,
    seq,
  })
  .meta({ id: "FundingPayment" });
export type WireFundingPayment = z.output<typeof fundingPayment>;

export const fundingRound = z
  .strictObject({
    symbol: z.string(),
    fundingRate: signedRate,
    markPrice: price,
    indexPrice: price,
    timeMs: milliseconds,
    seq,
  })
  .meta({ id: "FundingRound" });
export type WireFundingRound = z.output<typeof fundingRound>;

/** Margin, positions and profit at the current marks. */
export const contractAccount = z
  .strictObject({
    equity: signedAmount,
    available: amount.meta({ description: "Available for new orders, transfers and isolated margin." }),
    margin: amount,
    frozen: amount.meta({ description: "Held for open orders." }),
    maintenanceMargin: amount,
    unrealizedProfit: signedAmount,
    riskRate: rate,
  })
  .meta({ id: "ContractAccount" });
export type WireContractAccount = z.output<typeof contractAccount>;

/** Margin settings for new orders of a contract. */
export const contractSettings = z
  .strictObject({
    symbol: z.string(),
    leverage: count,
    marginMode,
    maxLeverage: count,
    holdable: quantity
      .nullable()
      .meta({ description: "Maximum order at the mark; null without an order or setting." }),
  })
  .meta({ id: "ContractSettings" });
export type WireContractSettings = z.output<typeof contractSettings>;

export const bracket = z
  .strictObject({
    tier: z.int().min(1),
    notionalFloor: amount,
    notionalCap: amount,
    maxLeverage: count,
    maintenanceRate: rate,
    cumulative: amount.meta({
      description: "Deducted so that the maintenance margin has no jumps between tiers.",
    }),
  })
  .meta({ id: "Bracket" });
export type WireBracket = z.output<typeof bracket>;
