import { z } from "zod";
import { decimal, maybe, milliseconds, orderId, rows, text, whole } from "./basic-shapes.ts";
import { order } from "./futures-shapes.ts";

export const constituents = z.strictObject({
  symbol: text,
  time: milliseconds,
  constituents: rows(z.strictObject({ exchange: text, symbol: text, price: decimal, weight: decimal })),
});
export const insuranceBalance = z
  .strictObject({
    symbols: rows(text),
    assets: rows(z.strictObject({ asset: text, marginBalance: decimal, updateTime: milliseconds })),
  })
  .meta({ id: "InsuranceBalance" });
export const adlRisk = z
  .strictObject({ symbol: text, adlRisk: z.enum(["low", "high"]), updateTime: milliseconds })
  .meta({ id: "AdlRisk" });
export const tradingSchedule = z.strictObject({
  updateTime: milliseconds,
  marketSchedules: z.strictObject({}),
});
export const tradingStatus = z.strictObject({ indicators: z.strictObject({}), updateTime: milliseconds });
export const adlQuantile = z.strictObject({
  symbol: text,
  adlQuantile: z.strictObject({ LONG: whole, SHORT: whole, BOTH: whole }),
});
const change = z.strictObject({ before: decimal, after: decimal });
export const amendment = z
  .strictObject({
    amendmentId: whole,
    symbol: text,
    pair: text,
    orderId,
    clientOrderId: text,
    time: milliseconds,
    amendment: z.strictObject({ price: change, origQty: change, count: whole, modifyId: maybe(whole) }),
  })
  .meta({ id: "ContractAmendment" });
export const marginChange = z.strictObject({
  symbol: text,
  type: whole,
  deltaType: text,
  amount: decimal,
  asset: text,
  time: milliseconds,
  positionSide: text,
});
export const forcedOrder = order.omit({ activatePrice: true, priceRate: true }).meta({ id: "ForcedOrder" });
export const basis = z.strictObject({
  indexPrice: decimal,
  contractType: text,
  basisRate: decimal,
  futuresPrice: decimal,
  annualizedBasisRate: text,
  basis: decimal,
  pair: text,
  timestamp: milliseconds,
});
export const openInterest = z.strictObject({
  symbol: text,
  sumOpenInterest: decimal,
  sumOpenInterestValue: decimal,
  CMCCirculatingSupply: decimal,
  timestamp: milliseconds,
});
export const longShortRatio = z
  .strictObject({
    symbol: text,
    longAccount: decimal,
    longShortRatio: decimal,
    shortAccount: decimal,
    timestamp: milliseconds,
  })
  .meta({ id: "LongShortRatio" });
