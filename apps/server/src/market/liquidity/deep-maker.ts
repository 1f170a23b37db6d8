import type { EnginePort } from "@candor/domain/engine-port";
import type { Side } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { DEEP_BOOK, type DeepQuote, deepLevels, type GridLevel, planDeepSide } from "./deep-quotes.ts";
import type { GatewayClient } from "./gateway-client.ts";
import { type MarketTerms, orderPath } from "./market-maker.ts";
import type { Random } from "./random.ts";

/** A user may have 200 open orders. */
export const ACCOUNTS_PER_SIDE = 3;
const CHECK_MS = 60_000;
const CHANGES_PER_STEP = 100;

export interface DeepAccount {
  readonly userId: number;
  readonly token: string;
}

interface DeepMarket {
  readonly terms: MarketTerms;
  readonly marketId: number;
  readonly quoteUsd: number;
  readonly accounts: Readonly<Record<Side, readonly DeepAccount[]>>;
}

type Send = () => Promise<unknown>;

/** Keeps the outer quotes of one market, as ordinary traders with labeled accounts. */
export class DeepMaker {
  private readonly client: GatewayClient;
  private readonly engine: Pick<EnginePort, "accountView">;
  private readonly market: DeepMarket;
  private readonly random: Random;
  private centerTicks = 0;
  private checkedAtMs = Number.NEGATIVE_INFINITY;
  private waiting: Send[] = [];

  constructor(
    client: GatewayClient,
    engine: Pick<EnginePort, "accountView">,
    market: DeepMarket,
    random: Random,
  ) {
    this.client = client;
    this.engine = engine;
    this.market = market;
    this.random = random;
  }

  /** Whether changes are left. */
  get isFilling(): boolean {
    return this.waiting.length > 0;
  }

  /** Plans if it is due, and makes the next changes. */
  async step(nowMs: number, indexTicks: number): Promise<void> {
    const isAway = Math.abs(indexTicks / this.centerTicks - 1) > DEEP_BOOK.recenter;
    const isDue = this.waiting.length === 0 && nowMs - this.checkedAtMs >= CHECK_MS;
    if (isAway || isDue) {
      if (isAway) this.centerTicks = indexTicks;
      this.checkedAtMs = nowMs;
      this.waiting = await this.plan();
    }
    const now = this.waiting.splice(0, CHANGES_PER_STEP);
    await Promise.all(now.map((send) => send()));
  }

  /** Returns the missing changes, cancels first. */
  private async plan(): Promise<Send[]> {
    const [cancels, quotes]: [Send[], Send[]] = [[], []];
    for (const side of ["buy", "sell"] as const) {
      const resting = await this.resting(side);
      const wanted = deepLevels(side, this.centerTicks, DEEP_BOOK);
      const { cancel, place } = planDeepSide(wanted, resting, this.centerTicks);
      for (const { orderId, token } of cancel)
        cancels.push(() => this.client.post("/Entrus/cancel", { orderId: String(orderId) }, token));
      quotes.push(...place.map((level) => () => this.place(side, level)));
    }
    return [...cancels, ...quotes];
  }

  private async resting(side: Side): Promise<(DeepQuote & { readonly token: string })[]> {
    const { accounts, marketId } = this.market;
    const views = await Promise.all(
      accounts[side].map(async ({ userId, token }) => {
        const { orders } = await this.engine.accountView(userId);
        return orders
          .filter((order) => order.marketId === marketId && order.side === side)
          .map(({ orderId, priceTicks }) => ({ orderId, priceTicks, token }));
      }),
    );
    return views.flat();
  }

  private async place(side: Side, { level, priceTicks }: GridLevel): Promise<void> {
    const { terms, quoteUsd, accounts } = this.market;
    const { kind, spec, scale } = terms;
    const account = accounts[side][level % accounts[side].length];
    if (account === undefined) return;
    const lotUsd = ((scale.quoteUnitsPerTickLot * priceTicks) / 10 ** scale.quoteScale) * quoteUsd;
    const lots = Math.round((DEEP_BOOK.levelUsd * (0.7 + 0.6 * this.random.next())) / lotUsd);
    const quantityLots = Math.min(scale.maxLots, Math.max(scale.minLots, lots));
    await this.client.post(
      orderPath(kind),
      {
        symbol: spec.symbol,
        side,
        type: "limit",
        timeInForce: "post-only",
        price: formatDecimal(priceTicks * scale.tickE8, 8, scale.priceDecimals),
        quantity: formatDecimal(quantityLots * scale.lotUnits, scale.baseScale, scale.quantityDecimals),
      },
      account.token,
    );
  }
}
