import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { z } from "zod";
import {
  amount,
  asset,
  count,
  email,
  flag,
  id,
  key,
  marketKind,
  marketStatus,
  milliseconds,
  mode,
  orderReason,
  orderStatus,
  orderType,
  passwordRule,
  percent,
  positionSide,
  price,
  priceSource,
  product,
  quantity,
  rate,
  result,
  seq,
  side,
  signedAmount,
  signedRate,
  statusReason,
  timeInForce,
  triggerBy,
  url,
  wallet,
} from "./primitives.ts";

/** Objects that replies are made of. Every field is always present unless it is optional here. */
export const market = z
  .strictObject({
    symbol: z.string(),
    market: marketKind,
    tokenCur: asset.meta({ description: "The base coin." }),
    quote: asset,
    chPrice: price.nullable().meta({ description: "Last price." }),
    updown: percent.nullable().meta({ description: "Change over 24 hours." }),
    open: price.nullable(),
    high: price.nullable(),
    low: price.nullable(),
    volume: quantity,
    quoteVolume: amount,
    labelledVolume: quantity.meta({ description: "Part of `volume` in which maker or taker was labeled." }),
    bid: price.nullable(),
    ask: price.nullable(),
    indexPrice: price.nullable(),
    status: marketStatus,
    statusReason: statusReason.nullable().meta({
      description:
        "Why it takes no new orders: the operator, silent sources (stale), disagreeing sources (disputed), or a held clock.",
    }),
    priceSource,
    tick: price,
    lot: quantity,
    minQuantity: quantity,
    maxQuantity: quantity,
    minNotional: amount,
    priceBandRate: rate,
    makerFeeRate: rate,
    takerFeeRate: rate,
    listedAtMs: milliseconds,
    love: z.boolean().nullable().meta({ description: "Whether it is a favorite; null when logged out." }),
    option: z.boolean(),
    lever: z.boolean(),
    markPrice: price
      .nullable()
      .optional()
      .meta({ description: "Only for contracts, as are the following fields." }),
    fundingRate: signedRate.optional().meta({ description: "The next funding rate if nothing changes." }),
    nextFundingAtMs: milliseconds.optional(),
    maxLeverage: count.optional(),
    openInterest: quantity.optional(),
  })
  .meta({ id: "Market" });
export type WireMarket = z.output<typeof market>;

export const order = z
  .strictObject({
    orderId: id,
    clientOrderId: key.nullable(),
    groupId: id.nullable(),
    isOto: z.boolean().optional().meta({
      description: "The other orders of its list wait until the first is filled. Absent for all others.",
    }),
    product,
    symbol: z.string(),
    side,
    type: orderType,
    timeInForce,
    quantity: quantity.nullable(),
    quoteQuantity: amount.nullable(),
    visibleQuantity: quantity.optional().meta({
      description: "The most that an iceberg shows at a time. Absent for all others.",
    }),
    price: price.nullable(),
    stopPrice: price.nullable(),
    trailingRate: rate.nullable(),
    triggerPrice: price.optional().meta({
      description: "Current trigger price of an active trailing stop, in lists of live orders.",
    }),
    frozenQuote: amount.optional().meta({
      description: "Amount that an untriggered trailing buy freezes, in lists of live orders.",
    }),
    triggerBy: triggerBy.nullable(),
    executedQuantity: quantity,
    executedQuote: amount,
    averagePrice: price.nullable(),
    status: orderStatus,
    reason: orderReason.nullable(),
    reduceOnly: z.boolean(),
    expiresAtMs: milliseconds.optional().meta({ description: "When its rest expires. Absent if never." }),
    priceProtect: z.boolean().optional().meta({ description: "Absent if not." }),
    positionSide: positionSide.optional().meta({ description: "In hedge mode." }),
    leverage: z.int().nullable(),
    fee: amount,
    feeAsset: asset,
    createdAtMs: milliseconds,
    updatedAtMs: milliseconds,
  })
  .meta({ id: "Order" });
export type WireOrder = z.output<typeof order>;

export const trade = z
  .strictObject({
    tradeId: id,
    marketTradeId: id.meta({
      description:
        "Its number in the market, without gaps: the id of the trade on the Binance-compatible paths.",
    }),
    orderId: id,
    product,
    symbol: z.string(),
    side,
    positionSide: positionSide.optional().meta({ description: "In hedge mode." }),
    price,
    quantity,
    quote: amount,
    fee: amount,
    feeAsset: asset,
    role: z.enum(["maker", "taker"]),
    realizedProfit: signedAmount.nullable().meta({
      description:
        "Contracts: in the quote coin, before fees. Spot and margin, in histories only: in USDT by average cost, after fees; else null.",
    }),
    labelled: z.boolean().meta({ description: "The other side was a labeled market maker or taker." }),
    timeMs: milliseconds,
  })
  .meta({ id: "Trade" });
export type WireTrade = z.output<typeof trade>;

/** A trade of a new order with another one of its user that self-trade prevention prevented. */
export const preventedMatch = z
  .strictObject({
    matchId: id,
    makerOrderId: id,
    price: price.meta({ description: "That of the other order." }),
    takerQuantity: quantity.optional().meta({ description: "What it took off the new order." }),
    makerQuantity: quantity.optional().meta({ description: "What it took off the other order." }),
  })
  .meta({ id: "PreventedMatch" });
export type WirePreventedMatch = z.output<typeof preventedMatch>;

export const publicTrade = z
  .strictObject({
    tradeId: id,
    price,
    quantity,
    side: side.meta({ description: "The taker's." }),
    labelled: z.boolean(),
    timeMs: milliseconds,
  })
  .meta({ id: "PublicTrade" });
export type WirePublicTrade = z.output<typeof publicTrade>;

export const bar = z
  .strictObject({
    openTimeMs: milliseconds,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantity,
    quoteVolume: amount,
    trades: count,
  })
  .meta({ id: "Bar" });
export type WireBar = z.output<typeof bar>;

export const balance = z
  .strictObject({ wallet, asset, available: amount, frozen: amount })
  .meta({ id: "Balance" });
export type WireBalance = z.output<typeof balance>;

export const fundRecord = z
  .strictObject({
    recordId: id,
    kind: z.enum(FUND_RECORD_KINDS),
    wallet,
    asset,
    timeMs: milliseconds,
    seq,
    amount: signedAmount,
    balanceAfter: amount.meta({ description: "available + frozen" }),
    fee: amount,
    result,
    refId: id.nullable().meta({ description: "Id of its trade, transfer, deposit or withdrawal." }),
    orderId: id.optional().meta({ description: "For a trade and its fee." }),
    marginSymbol: z
      .string()
      .optional()
      .meta({ description: "Pair of the margin account, whose entries have the wallet `coin`." }),
    note: z.string().nullable().meta({ description: "Text in the caller's language." }),
  })
  .meta({ id: "FundRecord" });
export type WireFundRecord = z.output<typeof fundRecord>;

export const verification = z
  .strictObject({
    level: z.int().min(0).max(2),
    status: z.enum(["none", "pending", "passed", "refused"]),
    reason: z.string().nullable(),
    fullName: z.string().nullable(),
    idNumber: z.string().nullable(),
    country: z.string().nullable(),
    submittedAtMs: milliseconds.nullable(),
    reviewedAtMs: milliseconds.nullable(),
  })
  .meta({ id: "Verification" });
export type WireVerification = z.output<typeof verification>;

export const contractFunds = z.strictObject({ balance: amount, blockBalance: amount });

export const session = z
  .strictObject({
    id,
    token: z.string(),
    deviceToken: z.string().meta({
      description:
        "Token of this device, to be sent in the header `device` at each login. Browsers keep it in a cookie.",
    }),
    username: z.string(),
    expiresAtMs: milliseconds,
    u_address: z.string().nullable(),
    allBalance: signedAmount,
    money: amount,
    contract: contractFunds,
    verification: z.int().min(0).max(2),
    verifiinfo: verification,
    success: z.string(),
    asOfSeq: seq,
  })
  .meta({ id: "Session" });

export const frozenAccounts = z.strictObject({
  contract: z.boolean(),
  option: z.boolean(),
  coin: z.boolean(),
});

export const customerService = z.strictObject({
  chat: z.boolean(),
  email,
  hours: z.string(),
  url: url.nullable(),
});
export type WireCustomerService = z.output<typeof customerService>;

export const article = z
  .strictObject({
    id,
    category: z.enum(["news", "help", "about", "guide"]),
    title: z.string(),
    summary: z.string(),
    coverUrl: url.nullable(),
    publishedAtMs: milliseconds,
    contentHtml: z.string().optional(),
  })
  .meta({ id: "Article" });
export type WireArticle = z.output<typeof article>;

const products = z
  .strictObject({ option: z.boolean(), lever: z.boolean(), mining: z.boolean(), contract: z.boolean() })
  .meta({ id: "Products", description: "Products offered in addition to spot trading." });
export type WireProducts = z.output<typeof products>;

export const siteData = z.strictObject({
  open_site: flag,
  mailUrl: url,
  name: z.string(),
  mode,
  testRig: z
    .boolean()
    .optional()
    .meta({ description: "True in a test rig, in which everything can be set; absent everywhere else." }),
  products,
  passwordRule,
  closedMessage: z.string().nullable(),
  serverTimeMs: milliseconds,
});

export const assetRow = z
  .strictObject({ asset, name: z.string(), scale: z.int(), iconUrl: url, minTransfer: amount })
  .meta({ id: "AssetRow" });
export type WireAsset = z.output<typeof assetRow>;

export const released = z.strictObject({ asset, amount });
