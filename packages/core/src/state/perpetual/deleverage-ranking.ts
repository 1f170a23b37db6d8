import { deleverageRankPpm } from "@candor/formulas/perpetual/profit";
import type { Contract } from "./contract.ts";
import type { Position } from "./position.ts";
import { unrealizedAtMark } from "./position-value.ts";

/**
 * The open positions of one side in deleveraging order: by profit % × leverage at the mark, ties by row. A heap:
 * building it visits each position once, and only the requested ones are sorted.
 */
class RankedSide {
  private readonly heap: Position[] = [];
  private readonly ranks: number[] = [];
  /** Already taken from the heap. */
  private readonly first: Position[] = [];

  constructor(contract: Contract, isLong: boolean) {
    for (const position of contract.positions) {
      if (position.lots === 0 || position.lots > 0 !== isLong || position.cost <= 0) continue;
      this.heap.push(position);
      this.ranks.push(rankOf(position));
    }
    for (let at = (this.heap.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  /** The position at rank `index`, or undefined when there are fewer. */
  at(index: number): Position | undefined {
    while (this.first.length <= index && this.heap.length > 0) this.take();
    return this.first[index];
  }

  private take(): void {
    const { heap, ranks } = this;
    this.first.push(heap[0] as Position);
    const position = heap.pop() as Position;
    const rank = ranks.pop() as number;
    if (heap.length === 0) return;
    heap[0] = position;
    ranks[0] = rank;
    this.sink(0);
  }

  private sink(from: number): void {
    let at = from;
    for (;;) {
      let next = at;
      for (const child of [at * 2 + 1, at * 2 + 2])
        if (child < this.heap.length && this.isBefore(child, next)) next = child;
      if (next === at) return;
      this.swap(at, next);
      at = next;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [first, second] = [this.ranks[a] as number, this.ranks[b] as number];
    if (first !== second) return first > second;
    return (this.heap[a] as Position).row < (this.heap[b] as Position).row;
  }

  private swap(a: number, b: number): void {
    const { heap, ranks } = this;
    [heap[a], heap[b]] = [heap[b] as Position, heap[a] as Position];
    [ranks[a], ranks[b]] = [ranks[b] as number, ranks[a] as number];
  }
}

/** Both sides of a contract, as of the moment when a command first had to deleverage at a mark. */
export class Ranking {
  readonly longs: RankedSide;
  readonly shorts: RankedSide;
  /** The command and mark it was built for. */
  readonly seq: number;
  readonly markTicks: number;

  constructor(contract: Contract, seq: number) {
    this.longs = new RankedSide(contract, true);
    this.shorts = new RankedSide(contract, false);
    this.seq = seq;
    this.markTicks = contract.markTicks;
  }
}

/** What a position is ranked by: profit % × leverage at the mark. */
export function rankOf(position: Position): number {
  return deleverageRankPpm(unrealizedAtMark(position), position.cost, position.leverage);
}
