import { MAX_MARKET_QUERY } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { assetRow, bar, market, order, publicTrade } from "./objects.ts";
import {
  count,
  flag,
  marketKind,
  milliseconds,
  period,
  price,
  quantity,
  seq,
  symbol,
  text,
} from "./primitives.ts";

const group = "Markets";
const oneMarket = {
  symbol: symbol.default("BTCUSDT"),
  market: marketKind.default("spot"),
} as const;
export const level = z.tuple([price, quantity]);

export const MARKET_CALLS = {
  coinList: defineCall({
    call: "GET /market/coinList",
    marks: "? R other",
    group,
    summary: "All markets and assets.",
    request: z.object({ market: marketKind.optional(), q: text(MAX_MARKET_QUERY).optional() }),
    reply: z.strictObject({ coinsList: z.array(market), assets: z.array(assetRow), asOfSeq: seq }),
    rejects: ["request.parameterError"],
  }),
  merged: defineCall({
    call: "POST /market/merged",
    marks: "- R other",
    group,
    summary: "One market's ticker.",
    request: z.object(oneMarket),
    reply: z.strictObject({
      ticker: market,
      lastQuantity: quantity.nullable(),
      bidQuantity: quantity,
      askQuantity: quantity,
      timeMs: milliseconds,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  depth: defineCall({
    call: "POST /market/depth",
    marks: "- R other",
    group,
    summary: "The order book's best levels.",
    request: z.object({
      ...oneMarket,
      levels: z.literal([5, 10, 20, 50, 100, 500]).default(20),
      step: z.literal([1, 10, 100, 1000]).default(1).meta({ description: "Ticks merged per level." }),
    }),
    reply: z.strictObject({
      symbol: z.string(),
      market: marketKind,
      asks: z.array(level),
      bids: z.array(level),
      sequence: count,
      timeMs: milliseconds,
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  entrusOrder: defineCall({
    call: "POST /market/entrusOrder",
    marks: "? R trade",
    group,
    summary: "The caller's live orders in a market, and its public trades.",
    request: z.object({ ...oneMarket, limit: z.int().min(1).max(100).default(30) }),
    reply: z.strictObject({ orders: z.array(order).max(200), trades: z.array(publicTrade), asOfSeq: seq }),
    rejects: ["trade.invalidParameters", "request.unknownId"],
  }),
  kline: defineCall({
    call: "GET /market/kline",
    marks: "- R other +",
    group,
    summary: "Price bars, oldest first.",
    request: z.object({
      ...oneMarket,
      period,
      size: z.int().min(1).max(1000).default(300).meta({
        description: "Some periods have fewer: 96 of `1mon`, 500 of `6hour`, 200 of `15sec`.",
      }),
      endMs: milliseconds.optional().meta({ description: "Only bars that open before this time." }),
      price: z.enum(["last", "index", "mark"]).default("last"),
    }),
    reply: z.strictObject({
      symbol: z.string(),
      market: marketKind,
      period: z.string(),
      price: z.enum(["last", "index", "mark"]),
      klines: z.array(bar),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  indexTicks: defineCall({
    call: "GET /market/indexTicks",
    marks: "- R other +",
    group,
    summary: "The last minutes of an index, tick by tick, oldest first.",
    request: z.object({ symbol: symbol.default("BTCUSDT") }),
    reply: z.strictObject({
      symbol: z.string(),
      ticks: z
        .array(z.strictObject({ timeMs: milliseconds, price: price.nullable() }).meta({ id: "IndexTick" }))
        .meta({ description: "At most 600, none from before the last start of the exchange." }),
      asOfSeq: seq,
    }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  love: defineCall({
    call: "POST /market/love",
    marks: "L R other",
    group,
    summary: "Sets or toggles a favorite.",
    request: z.object({ symbol, market: marketKind.default("spot"), love: flag.optional() }),
    reply: z.strictObject({ symbol: z.string(), market: marketKind, love: z.boolean() }),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  loveList: defineCall({
    call: "POST /market/loveList",
    marks: "L R other +",
    group,
    summary: "The favorites, in the order they were added.",
    request: z.object({}),
    reply: z.strictObject({ coinsList: z.array(market) }),
  }),
} as const;
