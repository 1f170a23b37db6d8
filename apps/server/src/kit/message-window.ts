/** Counts what a connection says in a second of the clock. */
export class MessageWindow {
  private readonly most: number;
  private startMs = 0;
  private messages = 0;

  constructor(mostPerSecond: number) {
    this.most = mostPerSecond;
  }

  /** Counts a message; false when there are too many in one second. A clock that was set back begins a new one. */
  take(nowMs: number): boolean {
    if (nowMs < this.startMs || nowMs - this.startMs >= 1_000) {
      this.startMs = nowMs;
      this.messages = 0;
    }
    this.messages += 1;
    return this.messages <= this.most;
  }
}
