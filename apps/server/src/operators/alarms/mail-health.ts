import { SendError } from "../../people/identity/send-error.ts";

/** How long one failure counts as trouble. */
const TROUBLE_MS = 600_000;

/** Counts the mails and phone messages that could not be handed over. */
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

  /** Whether something was not delivered lately. */
  get isFailing(): boolean {
    return this.nowMs() - this.lastAtMs < TROUBLE_MS;
  }

  /** Takes any error that was reported, and counts those of messages. */
  note(error: unknown): void {
    if (!(error instanceof SendError)) return;
    this.count++;
    this.lastAtMs = this.nowMs();
  }
}
