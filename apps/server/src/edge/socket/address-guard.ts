import { AddressCounts } from "../../kit/limits/address-counts.ts";
import { NetworkLimiter, ownLimiter } from "../../kit/limits/network-limiter.ts";
import { isOwnMachine } from "../../kit/limits/network-of.ts";
import type { LimiterMaker } from "../../kit/limits/rate-limiter.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import type { SocketLimits } from "./socket-limits.ts";

const MINUTE_MS = 60_000;
/** Window of the message limit: long, because pages send several at once when they open. */
const MESSAGES_MS = 10_000;

type Limits = Pick<
  SocketLimits,
  "maxConnectionsPerAddress" | "maxUpgradesPerMinute" | "maxMessagesPerTenSeconds"
>;

/** Makes the counts behind a guard, by name. */
export interface AddressCounters {
  readonly make: LimiterMaker;
  /** Makes those of messages, which cannot wait for a limiter that must be prepared; by default `make`. */
  readonly makeAtOnce?: LimiterMaker;
  readonly openOf: (name: string) => Pick<AddressCounts, "enter" | "leave">;
}

/** Counts of this thread alone. */
const OWN_COUNTERS: AddressCounters = { make: ownLimiter, openOf: () => new AddressCounts() };

/** A guard's settings. */
export interface GuardOptions {
  /** Networks exempt from the limits. */
  readonly shared?: SharedNetworks | undefined;
  /** By default, the counts are this thread's alone. */
  readonly counters?: AddressCounters | undefined;
}

/** Makes the counts of all guards, for threads that share them. */
export const makeGuardCounts = (limits: Limits, counters: AddressCounters): readonly AddressGuard[] =>
  (["sockets", "streams"] as const).map((name) => new AddressGuard(name, limits, { counters }));

/**
 * Limits for all connections of one network address together: open connections, new connections and messages. Larger
 * networks have higher limits. Loopback and shared networks are exempt.
 */
export class AddressGuard {
  private readonly limits: Limits;
  private readonly shared: SharedNetworks;
  private readonly open: ReturnType<AddressCounters["openOf"]>;
  private readonly upgrades: NetworkLimiter;
  private readonly messages: NetworkLimiter;

  /** @param name names the counts, which guards of the same name in other threads may share */
  constructor(name: "sockets" | "streams", limits: Limits, { shared, counters }: GuardOptions = {}) {
    const { make, makeAtOnce = make, openOf } = counters ?? OWN_COUNTERS;
    const limiter = (what: string, count: number, windowMs: number, by: LimiterMaker): NetworkLimiter =>
      new NetworkLimiter({ count, windowMs }, SharedNetworks.NONE, by, `${name} ${what}`);
    this.limits = limits;
    this.shared = shared ?? SharedNetworks.NONE;
    this.open = openOf(`${name} open`);
    this.upgrades = limiter("upgrades", limits.maxUpgradesPerMinute, MINUTE_MS, make);
    this.messages = limiter("messages", limits.maxMessagesPerTenSeconds, MESSAGES_MS, makeAtOnce);
  }

  /** Makes the counts for `enter` available, where they are those of another process. */
  prepare(address: string, nowMs: number): Promise<unknown> | undefined {
    return this.isExempt(address) ? undefined : this.upgrades.prepare(address, nowMs);
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
