import { reject } from "@candor/wire/rejection";
import { type Remote, ThreadGoneError } from "../../kit/threads/thread-peer.ts";
import type { OrderOutcome } from "../socket/orders/order-reply.ts";
import type { ClaimedReplacement, ReplacementClaims } from "../socket/orders/replacement-claims.ts";
import { receivedOutcome, sentOutcome } from "./sent-outcome.ts";
import type { SocketQuestions } from "./socket-methods.ts";

/** Asks the main thread, which remembers the replacements of all gateways. */
export class FollowedReplacementClaims implements ReplacementClaims {
  private readonly main: Remote<SocketQuestions>;

  constructor(main: Remote<SocketQuestions>) {
    this.main = main;
  }

  async claim(replacement: ClaimedReplacement): Promise<OrderOutcome | undefined> {
    try {
      const sent = await this.main.claimReplacement(replacement);
      return sent === undefined ? undefined : receivedOutcome(sent);
    } catch (error) {
      if (error instanceof ThreadGoneError) return reject("system.unavailable");
      throw error;
    }
  }

  settle(replacement: ClaimedReplacement, outcome: OrderOutcome): void {
    // If nobody takes it, the main thread has ended, and its claims with it.
    this.main.settleReplacement(replacement, sentOutcome(outcome)).catch(() => undefined);
  }
}
