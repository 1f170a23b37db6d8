import { reject } from "@candor/wire/rejection";
import type { HeldStream } from "../../edge/binance-api/ws-api/api-key-port.ts";
import { sentOutcome } from "../../edge/follower/sent-outcome.ts";
import type { ClaimedReplacement } from "../../edge/socket/orders/replacement-claims.ts";
import type { LinkedMainMethods } from "../gateways/gateway-messages.ts";

/**
 * The main thread's methods for one gateway process, with what they keep for its sockets: streams of the WebSocket API and
 * replacements in progress. Nobody else would end them when the gateway is gone.
 */
export class KeptForGateway {
  readonly methods: LinkedMainMethods;
  private readonly own: LinkedMainMethods;
  private readonly streams = new Map<string, HeldStream>();
  private readonly claims = new Map<string, ClaimedReplacement>();
  private hasEnded = false;

  constructor(own: LinkedMainMethods) {
    this.own = own;
    this.methods = {
      ...own,
      holdStream: (shown, isLoggedOn) => {
        const outcome = own.holdStream(shown, isLoggedOn);
        if ("value" in outcome) this.streams.set(outcome.value.held.listenKey, outcome.value.held);
        return outcome;
      },
      endStream: (held) => {
        this.streams.delete(held.listenKey);
        own.endStream(held);
      },
      claimReplacement: async (replacement) => {
        const known = await own.claimReplacement(replacement);
        if (known === undefined) this.claimed(replacement);
        return known;
      },
      settleReplacement: (replacement, outcome) => {
        this.claims.delete(keyOf(replacement));
        own.settleReplacement(replacement, outcome);
      },
    };
  }

  /**
   * Its link has ended. A replacement in progress has no outcome for those who wait; the gateway may still settle it over
   * its next link.
   */
  end(): void {
    this.hasEnded = true;
    for (const held of this.streams.values()) this.own.endStream(held);
    this.streams.clear();
    for (const replacement of this.claims.values()) this.abandon(replacement);
    this.claims.clear();
  }

  private claimed(replacement: ClaimedReplacement): void {
    if (this.hasEnded) this.abandon(replacement);
    else this.claims.set(keyOf(replacement), replacement);
  }

  private abandon(replacement: ClaimedReplacement): void {
    this.own.settleReplacement(replacement, sentOutcome(reject("system.unavailable")));
  }
}

const keyOf = ({ clientOrderId, userId }: ClaimedReplacement): string => `${userId} ${clientOrderId}`;
