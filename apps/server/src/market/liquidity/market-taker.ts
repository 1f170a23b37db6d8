import { formatDecimal } from "@candor/money/decimal";
import type { GatewayClient } from "./gateway-client.ts";
import { type MarketTerms, orderPath } from "./market-maker.ts";
import type { Random } from "./random.ts";

const MEAN_PAUSE_MS = 3_500;
const TYPICAL_VALUE_USD = 550;
const VALUE_SPREAD = 1.1;
const MAX_VALUE_USD = 6_000;
/** Mean number of trades before a taker switches side: short runs look like a market, coin tosses do not. */
const MEAN_RUN = 4;

/** Trades one market at random with small market orders, as an ordinary trader with a labeled account. */
export class MarketTaker {
  private readonly client: GatewayClient;
  private readonly token: string;
  private readonly terms: MarketTerms;
  private readonly quoteUsd: number;
  private readonly random: Random;
  private buying: boolean;
  private nextAtMs = 0;

  constructor(client: GatewayClient, token: string, terms: MarketTerms, quoteUsd: number, random: Random) {
    this.client = client;
    this.token = token;
    this.terms = terms;
    this.quoteUsd = quoteUsd;
    this.random = random;
    this.buying = random.next() < 0.5;
  }

  /** Trades if it is due. */
  async step(nowMs: number, indexTicks: number): Promise<void> {
    if (nowMs < this.nextAtMs) return;
    this.nextAtMs = nowMs - Math.log(1 - this.random.next()) * MEAN_PAUSE_MS;
    if (this.random.next() < 1 / MEAN_RUN) this.buying = !this.buying;
    const { kind, spec, scale } = this.terms;
    const drawn = TYPICAL_VALUE_USD * Math.exp(this.random.normal() * VALUE_SPREAD);
    const valueUnits = (Math.min(drawn, MAX_VALUE_USD) / this.quoteUsd) * 10 ** scale.quoteScale;
    const wanted = Math.round(
      Math.max(valueUnits, scale.minNotionalUnits * 1.5) / (scale.quoteUnitsPerTickLot * indexTicks),
    );
    const lots = Math.min(scale.maxLots, Math.max(scale.minLots, wanted));
    await this.client.post(
      orderPath(kind),
      {
        symbol: spec.symbol,
        side: this.buying ? "buy" : "sell",
        type: "market",
        quantity: formatDecimal(lots * scale.lotUnits, scale.baseScale, scale.quantityDecimals),
      },
      this.token,
    );
  }
}
