import type { Side } from "@candor/domain/enumerations";
import type { MarketScale, SpotMarketSpec } from "@candor/domain/specs/listing";
import { formatDecimal } from "@candor/money/decimal";
import type { MarketKind } from "../market-data/listings.ts";
import type { GatewayClient } from "./gateway-client.ts";
import {
  DEFAULT_LADDER,
  type LadderMarket,
  planLadder,
  prioritizeChanges,
  type QuoteChange,
  type RestingQuote,
  type WantedQuote,
} from "./quote-ladder.ts";
import type { Random } from "./random.ts";

/**
 * Orders and cancels that a maker may send: a burst to fill an empty book at once, then this many per second. Both are
 * well below the public rate limits (50 orders in ten seconds).
 */
const BURST_CHANGES = 40;
const CHANGES_PER_SECOND = 4;

export interface MarketTerms {
  readonly kind: MarketKind;
  readonly spec: SpotMarketSpec;
  readonly scale: MarketScale;
}

/** Relative to a spot ladder: a contract's is thinner, because it is margined. */
const CONTRACT_DEPTH = 0.5;

interface WireOrder {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string | null;
}

/** Returns the order path for a kind of market. */
export function orderPath(kind: MarketKind): string {
  return kind === "contract" ? "/Contract/doOrder" : "/Entrus/doOrder";
}

/** Quotes one market around its index, as an ordinary trader with a labeled account. */
export class MarketMaker {
  private readonly client: GatewayClient;
  private readonly token: string;
  private readonly terms: MarketTerms;
  private readonly random: Random;
  private readonly ladderMarket: LadderMarket;
  private readonly shape;
  private allowance = BURST_CHANGES;
  private allowedAtMs = Number.NEGATIVE_INFINITY;

  constructor(client: GatewayClient, token: string, terms: MarketTerms, quoteUsd: number, random: Random) {
    this.client = client;
    this.token = token;
    this.terms = terms;
    this.random = random;
    const quoteUnit = 10 ** terms.scale.quoteScale;
    this.ladderMarket = {
      minLots: terms.scale.minLots,
      maxLots: terms.scale.maxLots,
      minValue: terms.scale.minNotionalUnits / quoteUnit,
      valuePerTickLot: terms.scale.quoteUnitsPerTickLot / quoteUnit,
    };
    const depth = terms.kind === "contract" ? CONTRACT_DEPTH : 1;
    this.shape = { ...DEFAULT_LADDER, innermostValue: (DEFAULT_LADDER.innermostValue * depth) / quoteUsd };
  }

  /** Cancels what an earlier run left in the book. */
  async withdraw(): Promise<void> {
    const { kind: product, spec } = this.terms;
    await this.client.post("/Entrus/cancelAll", { product, symbol: spec.symbol }, this.token);
  }

  /** Checks the market once and makes as many changes as allowed. */
  async step(nowMs: number, indexTicks: number): Promise<void> {
    const refill = ((nowMs - this.allowedAtMs) / 1_000) * CHANGES_PER_SECOND;
    this.allowance = Math.min(BURST_CHANGES, this.allowance + refill);
    this.allowedAtMs = nowMs;
    const plan = planLadder(indexTicks, await this.resting(), this.ladderMarket, this.shape, this.random);
    const changes = prioritizeChanges(plan, indexTicks).slice(0, Math.floor(this.allowance));
    this.allowance -= changes.length;
    // New quotes would match those on the wrong side, so these go first; the rest is sent at once, as one batch for the
    // engine.
    const firstQuote = changes.findIndex((change) => "place" in change);
    const leading = firstQuote < 0 ? changes.length : firstQuote;
    await this.change(changes.slice(0, leading));
    await this.change(changes.slice(leading));
  }

  private async change(changes: readonly QuoteChange[]): Promise<void> {
    await Promise.all(
      changes.map((change) =>
        "place" in change
          ? this.place(change.place)
          : this.client.post("/Entrus/cancel", { orderId: change.cancel.orderId }, this.token),
      ),
    );
  }

  private async resting(): Promise<RestingQuote[]> {
    const { kind, spec } = this.terms;
    const { symbol } = spec;
    const reply =
      kind === "contract"
        ? await this.client.post("/Contract/record", { view: "orders", symbol, limit: 100 }, this.token)
        : await this.client.post("/Entrus/record", { product: "spot", symbol, limit: 100 }, this.token);
    const orders = (reply.data.list ?? []) as readonly WireOrder[];
    return orders.map((order) => ({
      orderId: order.orderId,
      side: order.side,
      priceTicks: Math.round(Number(order.price) / Number(this.terms.spec.tick)),
    }));
  }

  private async place(quote: WantedQuote): Promise<void> {
    const { kind, spec, scale } = this.terms;
    await this.client.post(
      orderPath(kind),
      {
        symbol: spec.symbol,
        side: quote.side,
        type: "limit",
        timeInForce: "post-only",
        price: formatDecimal(quote.priceTicks * scale.tickE8, 8, scale.priceDecimals),
        quantity: formatDecimal(quote.quantityLots * scale.lotUnits, scale.baseScale, scale.quantityDecimals),
      },
      this.token,
    );
  }
}
