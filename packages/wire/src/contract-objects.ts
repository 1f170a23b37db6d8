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

/** The objects of contracts. Money is in the quote coin, which is also that of the margin. */
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
    realizedProfit: signedAmount.meta({ description: "Since it was opened, fees not included." }),
    fundingPaid: signedAmount.meta({ description: "Since it was opened; negative: received." }),
    liquidationPrice: price.nullable().meta({ description: "null: none above zero" }),
    bankruptcyPrice: price.nullable(),
    riskRate: rate.meta({
      description:
        "Maintenance ÷ equity, rounded up; above 1 it is liquidated. 999999.999999: no equity is left.",
    }),
    holdable: quantity.meta({ description: "Largest further size on the same side." }),
    takeProfitPrice: price.nullable(),
    stopLossPrice: price.nullable(),
    triggerBy,
    adlRank: z.int().min(0).max(4).meta({ description: "4: first in the queue." }),
    openedAtMs: milliseconds,
    updatedAtMs: milliseconds,
  })
  .meta({ id: "Position" });
export type WirePosition = z.output<typeof position>;

/** One step of a liquidation that closed something. */
export const liquidation = z
  .strictObject({
    liquidationId: id.meta({
      description: "The steps of one liquidation have the part before `-` in common.",
    }),
    symbol: z.string(),
    side: positionSide,
    quantity,
    markPrice: price,
    price: price.nullable().meta({ description: "Of what was closed, on average; null: nothing was." }),
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

/** All that is at stake, at the present marks. */
export const contractAccount = z
  .strictObject({
    equity: signedAmount,
    available: amount.meta({ description: "What new orders, transfers and isolated margin may take." }),
    margin: amount,
    frozen: amount.meta({ description: "Held for open orders." }),
    maintenanceMargin: amount,
    unrealizedProfit: signedAmount,
    riskRate: rate,
  })
  .meta({ id: "ContractAccount" });
export type WireContractAccount = z.output<typeof contractAccount>;

/** What new orders of a contract are margined with. */
export const contractSettings = z
  .strictObject({
    symbol: z.string(),
    leverage: count,
    marginMode,
    maxLeverage: count,
    holdable: quantity
      .nullable()
      .meta({ description: "Largest order at the mark; null: no order or setting yet." }),
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
      description: "Taken off, so that the maintenance grows without steps from tier to tier.",
    }),
  })
  .meta({ id: "Bracket" });
export type WireBracket = z.output<typeof bracket>;
