import type { AlarmChange, Alarms } from "./alarms.ts";

/** Changes within this time are sent in one message. */
const GATHER_MS = 2_000;
/** Minimum interval between messages on one channel. Later changes go into the next message. */
const AT_MOST_EVERY_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;
/** Changes queued per channel while it does not answer. The oldest are dropped first. */
const MAX_WAITING = 500;

/** One way to notify people. */
export interface AlarmChannel {
  readonly name: string;
  /** Rejects when the message was not accepted; delivery then retries. */
  send(changes: readonly AlarmChange[]): Promise<void>;
}

export interface DeliveryOptions {
  readonly alarms: Alarms;
  readonly channels: readonly AlarmChannel[];
  readonly warn: (error: unknown, message: string) => void;
  /** Overrides the default intervals, for tests. */
  readonly gatherMs?: number;
  readonly atMostEveryMs?: number;
  readonly firstRetryMs?: number;
}

/** Sends raised and cleared alarms on every channel, retrying each until it accepts them. */
export class AlarmDelivery {
  private readonly queues: readonly ChannelQueue[];
  private readonly stopListening: () => void;

  constructor(options: DeliveryOptions) {
    this.queues = options.channels.map((channel) => new ChannelQueue(channel, options));
    this.stopListening = options.alarms.subscribe((change) => {
      for (const queue of this.queues) queue.add(change);
    });
  }

  /** Failed sends since the start. */
  get failures(): number {
    return this.queues.reduce((sum, { failures }) => sum + failures, 0);
  }

  /** Sends what is queued once, then stops. */
  async close(): Promise<void> {
    this.stopListening();
    await Promise.all(this.queues.map((queue) => queue.close()));
  }
}

class ChannelQueue {
  failures = 0;
  private readonly channel: AlarmChannel;
  private readonly options: DeliveryOptions;
  private waiting: AlarmChange[] = [];
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private retryMs = 0;
  private sentAtMs = Number.NEGATIVE_INFINITY;
  private isClosed = false;

  constructor(channel: AlarmChannel, options: DeliveryOptions) {
    this.channel = channel;
    this.options = options;
  }

  add(change: AlarmChange): void {
    this.waiting.push(change);
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    this.schedule();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.sending;
    if (this.waiting.length > 0) await this.send();
  }

  private schedule(): void {
    if (this.isClosed || this.timer !== undefined || this.sending !== undefined) return;
    const { gatherMs = GATHER_MS, atMostEveryMs = AT_MOST_EVERY_MS } = this.options;
    const restMs = this.sentAtMs + atMostEveryMs - performance.now();
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.sending = this.send().finally(() => {
          this.sending = undefined;
          if (this.waiting.length > 0) this.schedule();
        });
      },
      Math.max(gatherMs, restMs, this.retryMs),
    );
    this.timer.unref();
  }

  private async send(): Promise<void> {
    const changes = this.waiting;
    this.waiting = [];
    try {
      await this.channel.send(changes);
      this.sentAtMs = performance.now();
      this.retryMs = 0;
    } catch (error) {
      this.failures++;
      this.waiting = [...changes, ...this.waiting].slice(-MAX_WAITING);
      const { firstRetryMs = FIRST_RETRY_MS, warn } = this.options;
      this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs === 0 ? firstRetryMs : 2 * this.retryMs);
      warn(error, `alarms: ${this.channel.name} did not accept a message`);
    }
  }
}
