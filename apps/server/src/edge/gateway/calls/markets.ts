import type { CallReply } from "@candor/wire/calls";
import type { WireMarket } from "@candor/wire/objects";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import type { MarketKind } from "../../../market/market-data/listings.ts";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { wireDepth } from "../../../market/market-data/market-depth.ts";
import { quoteVolumeE8, toWireMarket } from "../../../market/market-data/market-ticker.ts";
import { toWirePublicTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { type CallContext, type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { readMarket } from "./find-market.ts";
import { minTransfer } from "./wallet.ts";

const favouriteKey = (symbol: string, kind: MarketKind): string => `${kind}:${symbol}`;

/** Returns the market of a favorite, or `undefined` if it is no longer listed. */
function favouriteMarket(mirror: MarketDataMirror, key: string): MirroredMarket | undefined {
  const [kind, symbol = ""] = key.split(":");
  return mirror.marketBySymbol(symbol, kind === "contract" ? "contract" : "spot");
}

/** Formats markets: the favorites are marked if given, and unknown otherwise. */
export function marketWriter(
  { history, priceSource }: Ports<"history" | "priceSource">,
  favourites?: readonly string[],
): (market: MirroredMarket) => WireMarket {
  const loved = favourites === undefined ? undefined : new Set(favourites);
  const source = priceSource();
  return (market) => toWireMarket(market, history, source, loved?.has(keyOf(market)) ?? null);
}

/** Returns the caller's favorites, or `undefined` for a visitor. */
export function favouritesOf(
  { identity }: Ports<"identity">,
  { session }: CallContext,
): readonly string[] | undefined {
  return session === undefined ? undefined : identity.user(session.userId)?.favourites;
}

const keyOf = ({ listed }: MirroredMarket): string => favouriteKey(listed.spec.symbol, listed.kind);

/** Returns markets by 24 h turnover in the quote coin, descending. */
export function byTurnover({ history, mirror }: Ports<"history" | "mirror">): MirroredMarket[] {
  return mirror.markets
    .map((market) => ({ market, turnover: quoteVolumeE8(market, history) }))
    .sort((a, b) =>
      a.turnover === b.turnover
        ? a.market.listed.marketId - b.market.listed.marketId
        : a.turnover < b.turnover
          ? 1
          : -1,
    )
    .map(({ market }) => market);
}

export function coinList(
  ports: Ports<"history" | "identity" | "listings" | "mirror" | "priceSource">,
): CallHandler<"coinList"> {
  const { listings, mirror } = ports;
  return (request, context): CallReply<"coinList"> => {
    const wanted = request.q?.trim().toUpperCase();
    const matching = byTurnover(ports).filter(({ listed }) => {
      if (request.market !== undefined && listed.kind !== request.market) return false;
      const { symbol } = listed.spec;
      const name = listed.base.spec.name.toUpperCase();
      return wanted === undefined || symbol.includes(wanted) || name.includes(wanted);
    });
    return {
      coinsList: matching.map(marketWriter(ports, favouritesOf(ports, context))),
      assets: listings.assets.map(({ spec }) => ({
        asset: spec.symbol,
        name: spec.name,
        scale: spec.scale,
        iconUrl: `/coins/${spec.symbol.toLowerCase()}.svg`,
        minTransfer: minTransfer(spec),
      })),
      asOfSeq: mirror.asOfSeq,
    };
  };
}

export function merged(ports: Ports<"history" | "mirror" | "priceSource">): CallHandler<"merged"> {
  const { mirror } = ports;
  return (request): Outcome<CallReply<"merged">> => {
    const market = readMarket(mirror, request.symbol, request.market);
    if (market instanceof Rejected) return market;
    const { book, listed, trades } = market;
    const bestLots = (side: "buy" | "sell") => book.levels(side, 1)[0]?.[1] ?? 0;
    return {
      ticker: marketWriter(ports)(market),
      lastQuantity: trades.last === undefined ? null : listed.format.quantity(trades.last.quantityLots),
      bidQuantity: listed.format.quantity(bestLots("buy")),
      askQuantity: listed.format.quantity(bestLots("sell")),
      timeMs: mirror.timeMs,
      asOfSeq: mirror.asOfSeq,
    };
  };
}

export function depth({ mirror }: Ports<"mirror">): CallHandler<"depth"> {
  return (request): Outcome<CallReply<"depth">> => {
    const market = readMarket(mirror, request.symbol, request.market);
    if (market instanceof Rejected) return market;
    const { asks, bids, sequence } = wireDepth(market, request.levels, request.step);
    return {
      symbol: market.listed.spec.symbol,
      market: request.market,
      asks: asks.map(([price, quantity]) => [price, quantity]),
      bids: bids.map(([price, quantity]) => [price, quantity]),
      sequence,
      timeMs: mirror.timeMs,
      asOfSeq: mirror.asOfSeq,
    };
  };
}

/** Returns the caller's live orders in a market together with its public trades. */
export function entrusOrder({
  engine,
  mirror,
  orderLeverages,
}: Ports<"engine" | "mirror" | "orderLeverages">): CallHandler<"entrusOrder"> {
  return async (request, context): Promise<Outcome<CallReply<"entrusOrder">>> => {
    const market = readMarket(mirror, request.symbol, request.market);
    if (market instanceof Rejected) return market;
    const { listed } = market;
    const trades = market.trades.newest(request.limit).map((trade) => toWirePublicTrade(trade, listed));
    const seq = mirror.asOfSeq;
    if (context.session === undefined) return { orders: [], trades, asOfSeq: seq };
    const view = await engine.accountView(userOf(context));
    const orders = view.orders
      .filter((order) => order.marketId === listed.marketId)
      .map((order) => toWireOrder(order, listed, orderLeverages.of(order)));
    // The older of the two, so that a client misses no push; it can drop duplicates by id.
    return { orders, trades, asOfSeq: Math.min(seq, view.asOfSeq) };
  };
}

export function indexTicks({ mirror }: Ports<"mirror">): CallHandler<"indexTicks"> {
  return (request): Outcome<CallReply<"indexTicks">> => {
    const market = readMarket(mirror, request.symbol, "spot");
    if (market instanceof Rejected) return market;
    const { spec, format } = market.listed;
    const ticks = market.indexTicks
      .all()
      .map(({ timeMs, priceE8 }) => ({ timeMs, price: format.indexPrice(priceE8) }));
    return { symbol: spec.symbol, ticks, asOfSeq: mirror.asOfSeq };
  };
}

export function love({ identity, mirror }: Ports<"identity" | "mirror">): CallHandler<"love"> {
  return async (request, context): Promise<Outcome<CallReply<"love">>> => {
    const market = readMarket(mirror, request.symbol, request.market);
    if (market instanceof Rejected) return market;
    const userId = userOf(context);
    const key = favouriteKey(request.symbol, request.market);
    const present = identity.user(userId)?.favourites.includes(key) === true;
    const wanted = request.love === undefined ? !present : request.love === 1;
    if (!(await identity.setFavourite(userId, key, wanted)))
      return rejectFields("request.parameterError", { path: "symbol", reason: "range" });
    return { symbol: request.symbol, market: request.market, love: wanted };
  };
}

export function loveList(
  ports: Ports<"history" | "identity" | "mirror" | "priceSource">,
): CallHandler<"loveList"> {
  const { mirror } = ports;
  return (_request, context): CallReply<"loveList"> => {
    const favourites = favouritesOf(ports, context);
    const markets = (favourites ?? []).map((key) => favouriteMarket(mirror, key));
    return {
      coinsList: markets.filter((market) => market !== undefined).map(marketWriter(ports, favourites)),
    };
  };
}
