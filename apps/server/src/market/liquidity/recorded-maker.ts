import type { EnginePort } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import type { RecordedLevels } from "../prices/book-row.ts";
import type { GatewayClient } from "./gateway-client.ts";
import { type MarketTerms, orderPath } from "./market-maker.ts";
import { type WantedLevel, wantedLevels } from "./recorded-quotes.ts";

/** Levels a side, of 200 open orders that a user may have. */
const LEVELS = 50;

/** Returns the recorded book at a time, or undefined where it is not known. */
export type LevelsAt = (timeMs: number, limit: number) => Promise<RecordedLevels | undefined>;

type QuotedMarket = MarketTerms & { readonly marketId: number };

interface Resting extends WantedLevel {
  readonly orderId: number;
}

/** Quotes the recorded book of one market, as an ordinary trader with a labeled account. */
export class RecordedMaker {
  private readonly client: GatewayClient;
  private readonly engine: Pick<EnginePort, "accountView">;
  private readonly account: { readonly userId: number; readonly token: string };
  private readonly market: QuotedMarket;
  private readonly levelsAt: LevelsAt;

  constructor(
    client: GatewayClient,
    engine: Pick<EnginePort, "accountView">,
    account: { readonly userId: number; readonly token: string },
    market: QuotedMarket,
    levelsAt: LevelsAt,
  ) {
    this.client = client;
    this.engine = engine;
    this.account = account;
    this.market = market;
    this.levelsAt = levelsAt;
  }

  /**
   * Replaces the orders that differ from the recorded levels: all cancels first, so that quotes never meet. New ones may
   * match other users' orders, as the recorded ones would have.
   */
  async step(nowMs: number): Promise<void> {
    const recorded = await this.levelsAt(nowMs, 2 * LEVELS);
    const wanted = recorded === undefined ? [] : wantedLevels(recorded, this.market.scale, LEVELS);
    const missing = new Map(wanted.map((level) => [keyOf(level), level]));
    const obsolete = (await this.resting()).filter((order) => !missing.delete(keyOf(order)));
    const { token } = this.account;
    await Promise.all(
      obsolete.map(({ orderId }) => this.client.post("/Entrus/cancel", { orderId: String(orderId) }, token)),
    );
    await Promise.all([...missing.values()].map((level) => this.place(level)));
  }

  private async resting(): Promise<Resting[]> {
    const { orders } = await this.engine.accountView(this.account.userId);
    return orders
      .filter(({ marketId }) => marketId === this.market.marketId)
      .map(({ orderId, side, priceTicks, quantityLots, executedLots }) => ({
        orderId,
        side,
        priceTicks,
        quantityLots: quantityLots - executedLots,
      }));
  }

  private async place({ side, priceTicks, quantityLots }: WantedLevel): Promise<void> {
    const { kind, spec, scale } = this.market;
    await this.client.post(
      orderPath(kind),
      {
        symbol: spec.symbol,
        side,
        type: "limit",
        timeInForce: "gtc",
        price: formatDecimal(priceTicks * scale.tickE8, 8, scale.priceDecimals),
        quantity: formatDecimal(quantityLots * scale.lotUnits, scale.baseScale, scale.quantityDecimals),
      },
      this.account.token,
    );
  }
}

const keyOf = ({ side, priceTicks, quantityLots }: WantedLevel): string =>
  `${side} ${priceTicks} ${quantityLots}`;
