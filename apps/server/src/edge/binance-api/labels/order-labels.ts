import { RecordStore } from "../../../kit/durable/record-store.ts";
import { LabelBook } from "./label-book.ts";
import type { ComingLabel, KeptLabel, LabelSource, OrderLabel } from "./order-label.ts";

/** Forgotten labels before the journal is rewritten. */
const MAX_OUTDATED = 10_000;

export interface OrderLabelOptions {
  /** `<CANDOR_HOME>/order-labels` */
  readonly directory: string;
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** A placed order, as a reply names it. */
interface PlacedOrder {
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly groupId: string | null;
}

/** Keeps a label in all copies, or with `isOver` forgets it: its order is placed or was refused. */
export type AnnounceLabel = (coming: ComingLabel, isOver: boolean) => Promise<void>;

/**
 * Labels that programs put on orders. The exchange does not know them, so they have their own journal. Events of an order
 * may precede the reply that names it; until then its client order id finds the label. A crash in between loses it.
 */
export class OrderLabels implements LabelSource {
  private readonly store: RecordStore<KeptLabel, LabelBook>;
  /** Resolves once all copies in other threads have it. Must not reject. Absent without copies. */
  announce: AnnounceLabel | undefined;

  private constructor(store: RecordStore<KeptLabel, LabelBook>) {
    this.store = store;
  }

  /** Throws the journal's error on a locked or damaged directory. */
  static open({ directory, nowMs, onFailure }: OrderLabelOptions): OrderLabels {
    const store = RecordStore.open<KeptLabel, LabelBook>(directory, {
      name: "order-labels",
      newState: () => new LabelBook(),
      worthRewriting: ({ outdated }) => outdated > 0,
      worthRewritingNow: ({ outdated }) => outdated > MAX_OUTDATED,
      nowMs,
      onFailure,
    });
    return new OrderLabels(store);
  }

  /** Called with each label that is kept, for copies in other threads. */
  set onKept(listener: ((kept: KeptLabel) => Promise<void>) | undefined) {
    this.store.onChange = listener ?? (() => undefined);
  }

  of(order: Parameters<LabelSource["of"]>[0]): OrderLabel | undefined {
    return this.store.state.of(order);
  }

  listOf(userId: number, listClientOrderId: string): number | undefined {
    return this.store.state.listOf(userId, listClientOrderId);
  }

  ofUser(userId: number): readonly KeptLabel[] {
    return this.store.state.ofUser(userId);
  }

  /**
   * Places orders under labels, and keeps those of accepted orders before it returns.
   * @param placedOf returns the orders that a reply has placed
   */
  async place<Reply>(
    coming: readonly ComingLabel[],
    send: () => Promise<Reply>,
    placedOf: (reply: Reply) => readonly PlacedOrder[],
  ): Promise<Reply> {
    if (coming.length === 0) return await send();
    const { state } = this.store;
    for (const each of coming) state.expect(each);
    await this.tell(coming, false);
    try {
      const reply = await send();
      const placed = placedOf(reply);
      await Promise.all(coming.map((each) => this.keep(each, placed)));
      return reply;
    } finally {
      for (const each of coming) state.settle(each);
      await this.tell(coming, true);
    }
  }

  close(): void {
    this.store.close();
  }

  private async tell(coming: readonly ComingLabel[], isOver: boolean): Promise<void> {
    const { announce } = this;
    if (announce !== undefined) await Promise.all(coming.map((each) => announce(each, isOver)));
  }

  private async keep({ clientOrderId, label, userId }: ComingLabel, placed: readonly PlacedOrder[]) {
    const order = placed.find((each) => each.clientOrderId === clientOrderId);
    if (order === undefined) return;
    const group = order.groupId === null ? {} : { groupId: Number(order.groupId) };
    await this.store.commit({ userId, orderId: Number(order.orderId), ...group, label });
  }
}
