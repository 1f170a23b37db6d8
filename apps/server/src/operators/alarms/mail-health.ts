import { SendError } from "../../people/identity/mail-and-sms/send-error.ts";

/** How long one failure marks mail delivery as failing. */
const TROUBLE_MS = 600_000;

/** Counts emails and text messages that could not be delivered. */
export class MailHealth {
  private readonly nowMs: () => number;
  private lastAtMs = Number.NEGATIVE_INFINITY;
  private count = 0;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  get failures(): number {
    return this.count;
  }

  /** Whether a message failed recently. */
  get isFailing(): boolean {
    return this.nowMs() - this.lastAtMs < TROUBLE_MS;
  }

  /** Accepts any reported error and counts only failed messages. */
  note(error: unknown): void {
    if (!(error instanceof SendError)) return;
    this.count++;
    this.lastAtMs = this.nowMs();
  }
}
