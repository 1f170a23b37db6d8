import type { ReadModels } from "../../gateway/read-models.ts";
import { FUTURES } from "./futures-error.ts";

/** How often an order can be changed. */
export const MAX_ORDER_CHANGES = 10_000;
/** After how many further changes an order's count is read again, because other gateways count by themselves. */
const RECOUNT_EVERY = 100;
/** Orders whose counts are kept. */
const MAX_ORDERS = 10_000;

interface Count {
  changes: number;
  /** Changes when the read models are asked again. */
  recountAt: number;
}

/** Counts the changes of contract orders. The read models know the first ones; asking them each time would take longer. */
export class OrderChanges {
  private readonly readModels: Pick<ReadModels, "amendmentCount">;
  private readonly counts = new Map<number, Count>();

  constructor(readModels: Pick<ReadModels, "amendmentCount">) {
    this.readModels = readModels;
  }

  /** Changes an order if it was changed fewer than 10,000 times. A change that throws does not count. Throws -5026. */
  async change<Reply>(orderId: number, perform: () => Promise<Reply>): Promise<Reply> {
    const count = await this.countOf(orderId);
    if (count.changes >= MAX_ORDER_CHANGES) throw FUTURES.tooManyChanges();
    count.changes++;
    try {
      return await perform();
    } catch (error) {
      count.changes--;
      throw error;
    }
  }

  private async countOf(orderId: number): Promise<Count> {
    const known = this.counts.get(orderId);
    if (known !== undefined && known.changes < known.recountAt) return known;
    const recorded = await this.readModels.amendmentCount(orderId);
    // Others may have counted while this one asked.
    const count = this.counts.get(orderId) ?? { changes: 0, recountAt: 0 };
    count.changes = Math.max(count.changes, recorded);
    count.recountAt = Math.min(count.changes + RECOUNT_EVERY, MAX_ORDER_CHANGES);
    this.counts.delete(orderId);
    this.counts.set(orderId, count);
    const [oldest] = this.counts.keys();
    if (this.counts.size > MAX_ORDERS && oldest !== undefined) this.counts.delete(oldest);
    return count;
  }
}
