import type { OrderChanged } from "@candor/domain/events/events";

/** Maximum orders that the exchange scans for one impact price. */
const MAX_ORDERS = 500;

interface Resting {
  readonly isBuy: boolean;
  readonly ticks: bigint;
  readonly lots: bigint;
  readonly reduceOnly: boolean;
}

/** The resting orders of a contract, rebuilt from events, for its impact prices. */
export class MarkedBook {
  private readonly resting = new Map<number, Resting>();
  private readonly tickE8: bigint;
  private readonly factor: bigint;

  constructor(tickE8: bigint, factor: bigint) {
    this.tickE8 = tickE8;
    this.factor = factor;
  }

  order({ orderId, side, status, priceTicks, quantityLots, executedLots, reduceOnly }: OrderChanged): void {
    const rests = (status === "open" || status === "partially-filled") && priceTicks > 0;
    if (!rests) this.resting.delete(orderId);
    else
      this.resting.set(orderId, {
        isBuy: side === "buy",
        ticks: BigInt(priceTicks),
        lots: BigInt(quantityLots - executedLots),
        reduceOnly,
      });
  }

  /** The midpoint of both sides' average prices for the notional; undefined when a side lacks the depth. */
  impactMidE8(units: bigint): bigint | undefined {
    const bid = this.impactE8(true, units);
    const ask = this.impactE8(false, units);
    return bid === undefined || ask === undefined ? undefined : bid + (ask - bid) / 2n;
  }

  averageE8(lots: bigint, units: bigint): bigint {
    return (units * this.tickE8) / (lots * this.factor);
  }

  private impactE8(isBuy: boolean, wanted: bigint): bigint | undefined {
    const side = [...this.resting.values()].filter((order) => order.isBuy === isBuy);
    const sign = isBuy ? -1 : 1;
    side.sort((a, b) => Number(a.ticks - b.ticks) * sign);
    let lots = 0n;
    let units = 0n;
    for (const order of side.slice(0, MAX_ORDERS)) {
      if (order.reduceOnly) continue;
      const perLot = order.ticks * this.factor;
      const needed = (wanted - units + perLot - 1n) / perLot;
      const taken = order.lots < needed ? order.lots : needed;
      lots += taken;
      units += taken * perLot;
      if (units >= wanted) return this.averageE8(lots, units);
    }
    return undefined;
  }
}
