import { formatDecimal } from "@candor/money/decimal";
import type { Side } from "@candor/protocol/enumerations";
import type { MarketScale, SpotMarketSpec } from "@candor/protocol/listing";
import type { GatewayClient } from "./gateway-client.ts";
import {
  DEFAULT_LADDER,
  type LadderMarket,
  planLadder,
  type RestingQuote,
  type WantedQuote,
} from "./quote-ladder.ts";
import type { Random } from "./random.ts";

/** Orders and cancels that one step may send: keeps a maker well inside everybody's rate limits. */
const MAX_CHANGES_PER_STEP = 5;

export interface MarketTerms {
  readonly spec: SpotMarketSpec;
  readonly scale: MarketScale;
}

interface WireOrder {
  readonly orderId: string;
  readonly side: Side;
  readonly price: string | null;
}

/** Quotes one market around its index, as an ordinary trader who happens to be labelled. */
export class MarketMaker {
  private readonly client: GatewayClient;
  private readonly token: string;
  private readonly terms: MarketTerms;
  private readonly random: Random;
  private readonly ladderMarket: LadderMarket;
  private readonly shape;

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
    this.shape = { ...DEFAULT_LADDER, innermostValue: DEFAULT_LADDER.innermostValue / quoteUsd };
  }

  /** Forgets what an earlier run left behind. */
  async withdraw(): Promise<void> {
    await this.client.post(
      "/Entrus/cancelAll",
      { product: "spot", symbol: this.terms.spec.symbol },
      this.token,
    );
  }

  /** One look at the market and at most MAX_CHANGES_PER_STEP changes: wrong quotes first, the inside first. */
  async step(indexTicks: number): Promise<void> {
    const plan = planLadder(indexTicks, await this.resting(), this.ladderMarket, this.shape, this.random);
    let changes = 0;
    for (const orderId of plan.cancel) {
      if (changes++ >= MAX_CHANGES_PER_STEP) return;
      await this.client.post("/Entrus/cancel", { orderId }, this.token);
    }
    const place = [...plan.place].sort(
      (a, b) => Math.abs(a.priceTicks - indexTicks) - Math.abs(b.priceTicks - indexTicks),
    );
    for (const quote of place) {
      if (changes++ >= MAX_CHANGES_PER_STEP) return;
      await this.place(quote);
    }
  }

  private async resting(): Promise<RestingQuote[]> {
    const { symbol } = this.terms.spec;
    const reply = await this.client.post(
      "/Entrus/record",
      { product: "spot", symbol, limit: 100 },
      this.token,
    );
    const orders = (reply.data.list ?? []) as readonly WireOrder[];
    return orders.map((order) => ({
      orderId: order.orderId,
      side: order.side,
      priceTicks: Math.round(Number(order.price) / Number(this.terms.spec.tick)),
    }));
  }

  private async place(quote: WantedQuote): Promise<void> {
    const { spec, scale } = this.terms;
    await this.client.post(
      "/Entrus/doOrder",
      {
        product: "spot",
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
