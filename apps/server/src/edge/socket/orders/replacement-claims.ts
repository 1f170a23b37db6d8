import { type Rejected, reject } from "@candor/wire/rejection";
import { ReplayCache } from "../../gateway/replay-cache.ts";
import { isReplaced, type OrderOutcome, type Replaced } from "./order-reply.ts";

/** Name of the message, for conflicts. */
const NAME = "order.replace";

/** A replacement with a client order id. */
export interface ClaimedReplacement {
  readonly userId: number;
  readonly clientOrderId: string;
  /** Its whole content. */
  readonly fingerprint: string;
}

/** Makes repeated replacements one. In another thread than the memory of them, the answer must be waited for. */
export interface ReplacementClaims {
  /**
   * Claims a replacement for its execution.
   * @returns `undefined` if the caller must execute and settle it; otherwise the answer of the first one
   */
  claim(replacement: ClaimedReplacement): Promise<OrderOutcome | undefined> | OrderOutcome | undefined;
  settle(replacement: ClaimedReplacement, outcome: OrderOutcome): void;
}

interface InProgress {
  readonly fingerprint: string;
  readonly outcome: PromiseWithResolvers<OrderOutcome>;
}

/** Replacements in progress and the answers of executed ones, in this thread's memory. Rejections bind nothing. */
export class OwnReplacementClaims implements ReplacementClaims {
  private readonly nowMs: () => number;
  private readonly inProgress = new Map<string, InProgress>();
  private readonly done = new ReplayCache<Replaced>(NAME);

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  claim(replacement: ClaimedReplacement): Promise<OrderOutcome> | OrderOutcome | undefined {
    const { clientOrderId, fingerprint, userId } = replacement;
    const running = this.inProgress.get(keyOf(replacement));
    if (running !== undefined)
      return running.fingerprint === fingerprint ? repeated(running.outcome.promise) : conflict();
    const known = this.done.find(userId, clientOrderId, fingerprint, this.nowMs());
    if (known !== undefined) return known;
    this.inProgress.set(keyOf(replacement), { fingerprint, outcome: Promise.withResolvers() });
    return undefined;
  }

  settle(replacement: ClaimedReplacement, outcome: OrderOutcome): void {
    const { clientOrderId, fingerprint, userId } = replacement;
    if (isReplaced(outcome)) this.done.keep(userId, clientOrderId, fingerprint, outcome, this.nowMs());
    this.inProgress.get(keyOf(replacement))?.outcome.resolve(outcome);
    this.inProgress.delete(keyOf(replacement));
  }
}

const keyOf = ({ clientOrderId, userId }: ClaimedReplacement): string => `${userId} ${clientOrderId}`;

const conflict = (): Rejected => reject("request.keyConflict", { call: NAME });

async function repeated(first: Promise<OrderOutcome>): Promise<OrderOutcome> {
  const outcome = await first;
  return isReplaced(outcome) ? { ...outcome, replayed: true } : outcome;
}
