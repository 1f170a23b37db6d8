/** Counts a connection's messages within one second. */
export class MessageWindow {
  private readonly most: number;
  private startMs = 0;
  private messages = 0;

  constructor(mostPerSecond: number) {
    this.most = mostPerSecond;
  }

  /**
   * Counts a message. Returns false when there are too many within one second. A clock that was set back starts a new
   * second.
   */
  take(nowMs: number): boolean {
    if (nowMs < this.startMs || nowMs - this.startMs >= 1_000) {
      this.startMs = nowMs;
      this.messages = 0;
    }
    this.messages += 1;
    return this.messages <= this.most;
  }
}
