import type { RecordedState } from "../../../kit/durable/record-store.ts";
import type { ComingLabel, KeptLabel, LabelSource, OrderLabel } from "./order-label.ts";

/** Labeled orders over all users; the oldest are forgotten. */
const MAX_KEPT = 100_000;

/** Labels of placed orders, and of those that are being placed. */
export class LabelBook implements RecordedState<KeptLabel> {
  /** Forgotten labels that are still in the journal. */
  outdated = 0;
  /** Oldest first. */
  private kept = new Map<number, KeptLabel>();
  /** Numbers of lists by their user and id. */
  private lists = new Map<string, number>();
  private coming = new Map<string, OrderLabel>();

  /** Returns the label of an order, from before it is placed. */
  of({ key, orderId, userId }: Parameters<LabelSource["of"]>[0]): OrderLabel | undefined {
    const kept = this.kept.get(orderId);
    if (kept !== undefined || this.coming.size === 0) return kept?.label;
    return this.coming.get(nameOf(userId, key));
  }

  /** Returns the number of the user's newest list with that id, if its orders' ids do not tell it. */
  listOf(userId: number, listClientOrderId: string): number | undefined {
    return this.lists.get(nameOf(userId, listClientOrderId));
  }

  /** Returns a user's labels. */
  ofUser(userId: number): readonly KeptLabel[] {
    return [...this.kept.values()].filter((each) => each.userId === userId);
  }

  expect({ clientOrderId, label, userId }: ComingLabel): void {
    this.coming.set(nameOf(userId, clientOrderId), label);
  }

  /** The order is placed or was refused. */
  settle({ clientOrderId, label, userId }: ComingLabel): void {
    const name = nameOf(userId, clientOrderId);
    if (isSame(this.coming.get(name), label)) this.coming.delete(name);
  }

  apply(record: KeptLabel): void {
    const { groupId, label, orderId, userId } = record;
    this.kept.set(orderId, record);
    if (label.listClientOrderId !== undefined && groupId !== undefined)
      this.lists.set(nameOf(userId, label.listClientOrderId), groupId);
    const [oldest] = this.kept.values();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.forget(oldest);
  }

  dump(): Iterable<KeptLabel> {
    return [...this.kept.values()];
  }

  rewritten(): void {
    this.outdated = 0;
  }

  clear(): void {
    this.kept = new Map();
    this.lists = new Map();
    this.coming = new Map();
  }

  private forget({ groupId, label, orderId, userId }: KeptLabel): void {
    this.kept.delete(orderId);
    this.outdated += 1;
    const name = nameOf(userId, label.listClientOrderId ?? "");
    if (groupId !== undefined && this.lists.get(name) === groupId) this.lists.delete(name);
  }
}

const nameOf = (userId: number, id: string): string => `${userId} ${id}`;

const isSame = (one: OrderLabel | undefined, other: OrderLabel): boolean =>
  one !== undefined &&
  one.strategyId === other.strategyId &&
  one.strategyType === other.strategyType &&
  one.listClientOrderId === other.listClientOrderId;
