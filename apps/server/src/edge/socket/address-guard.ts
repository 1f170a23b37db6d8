import { AddressCounts } from "../../kit/limits/address-counts.ts";
import { NetworkLimiter } from "../../kit/limits/network-limiter.ts";
import { isOwnMachine } from "../../kit/limits/network-of.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import type { SocketLimits } from "./socket-limits.ts";

const MINUTE_MS = 60_000;
/** Window of the message limit: long, because pages send several at once when they open. */
const MESSAGES_MS = 10_000;

type Limits = Pick<
  SocketLimits,
  "maxConnectionsPerAddress" | "maxUpgradesPerMinute" | "maxMessagesPerTenSeconds"
>;

/**
 * Limits for all connections of one network address together: open connections, new connections and messages. Larger
 * networks have higher limits. Loopback and shared networks are exempt.
 */
export class AddressGuard {
  private readonly limits: Limits;
  private readonly shared: SharedNetworks;
  private readonly open = new AddressCounts();
  private readonly upgrades: NetworkLimiter;
  private readonly messages: NetworkLimiter;

  constructor(limits: Limits, shared: SharedNetworks = SharedNetworks.NONE) {
    this.limits = limits;
    this.shared = shared;
    this.upgrades = new NetworkLimiter({ count: limits.maxUpgradesPerMinute, windowMs: MINUTE_MS });
    this.messages = new NetworkLimiter({ count: limits.maxMessagesPerTenSeconds, windowMs: MESSAGES_MS });
  }

  /** Counts a connection from its handshake on; returns false if it exceeds the limit. */
  enter(address: string, nowMs: number): boolean {
    if (this.isExempt(address)) return true;
    return (
      this.upgrades.take(address, nowMs) === 0 &&
      this.open.enter(address, this.limits.maxConnectionsPerAddress)
    );
  }

  /** Call once for every accepted connection. */
  leave(address: string): void {
    if (!this.isExempt(address)) this.open.leave(address);
  }

  /** Counts messages; returns false if they exceed its address's limit. */
  countMessages(address: string, nowMs: number, count = 1): boolean {
    return this.isExempt(address) || this.messages.take(address, nowMs, 1, count) === 0;
  }

  private isExempt(address: string): boolean {
    return isOwnMachine(address) || this.shared.has(address);
  }
}
