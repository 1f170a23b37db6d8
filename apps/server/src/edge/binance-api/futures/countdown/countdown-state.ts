import type { RecordedState } from "../../../../kit/durable/record-store.ts";

/** When all of a user's orders in a contract will be canceled. */
export interface Countdown {
  readonly userId: number;
  readonly symbol: string;
  /** 0: stopped or executed. */
  readonly endsAtMs: number;
}

/** Running countdowns, one per user and contract. */
export class CountdownState implements RecordedState<Countdown> {
  outdated = 0;
  private readonly running = new Map<string, Countdown>();

  get all(): Iterable<Countdown> {
    return this.running.values();
  }

  find(userId: number, symbol: string): Countdown | undefined {
    return this.running.get(nameOf(userId, symbol));
  }

  apply(countdown: Countdown): void {
    const name = nameOf(countdown.userId, countdown.symbol);
    if (this.running.delete(name)) this.outdated++;
    if (countdown.endsAtMs > 0) this.running.set(name, countdown);
    else this.outdated++;
  }

  dump(): Iterable<Countdown> {
    return [...this.running.values()];
  }

  rewritten(): void {
    this.outdated = 0;
  }
}

const nameOf = (userId: number, symbol: string): string => `${userId} ${symbol}`;
