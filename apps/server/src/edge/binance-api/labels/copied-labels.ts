import { LabelBook } from "./label-book.ts";
import type { ComingLabel, KeptLabel, LabelSource, OrderLabel } from "./order-label.ts";

/** Labels in another thread or process than that which places orders. It sends new ones; a user's older ones are asked for. */
export class CopiedLabels implements LabelSource {
  private readonly book = new LabelBook();
  private readonly ask: (userId: number) => Promise<readonly KeptLabel[]>;

  constructor(ask: (userId: number) => Promise<readonly KeptLabel[]>) {
    this.ask = ask;
  }

  of(order: Parameters<LabelSource["of"]>[0]): OrderLabel | undefined {
    return this.book.of(order);
  }

  async load(userId: number): Promise<void> {
    for (const kept of await this.ask(userId)) this.book.apply(kept);
  }

  comes(coming: ComingLabel, isOver: boolean): void {
    if (isOver) this.book.settle(coming);
    else this.book.expect(coming);
  }

  kept(kept: KeptLabel): void {
    this.book.apply(kept);
  }

  clear(): void {
    this.book.clear();
  }
}
