import { SOCKET_CHANNELS, type SocketChannelKind } from "@candor/wire/socket/channels";
import { CLIENT_LIMITS, CLOSE_CODES } from "@candor/wire/socket/terms";

/** Limits and timing of the socket. Those that clients can reach are defined and documented in the wire. */
export interface SocketLimits {
  /** Maximum size of one inbound message, in bytes. */
  readonly maxInboundBytes: number;
  /** Maximum size of an array of messages from a logged-in client, in bytes. */
  readonly maxArrayBytes: number;
  /** Maximum messages in an array. */
  readonly maxArrayLength: number;
  /** Maximum inbound messages per connection and second, without a logged-in client's orders. */
  readonly maxMessagesPerSecond: number;
  /** Maximum order messages of a logged-in client per connection and second; the order limits per user are lower. */
  readonly maxOrdersPerSecond: number;
  /** Maximum order messages of a connection that wait for their replies; further ones are refused. */
  readonly maxUnansweredOrders: number;
  readonly maxChannelsPerConnection: number;
  /** Maximum connections bound to one user. */
  readonly maxConnectionsPerUser: number;
  /**
   * Maximum connections from one network address (an IPv6 /64; larger networks have higher limits): further ones are
   * rejected at the upgrade with HTTP 429. Loopback, used by proxies and tools, only has the limit below.
   */
  readonly maxConnectionsPerAddress: number;
  /** Maximum connections that one address may open per minute, likewise. */
  readonly maxUpgradesPerMinute: number;
  /** Maximum messages in ten seconds from all connections of one address; the connection that exceeds it is closed. */
  readonly maxMessagesPerTenSeconds: number;
  /**
   * Maximum connections of this process, including visitors; further ones are rejected at the upgrade with HTTP 503.
   */
  readonly maxConnections: number;
  /** Silence after which a connection is closed. */
  readonly silentAfterMs: number;
  /** Unsent bytes above which a connection is closed. */
  readonly maxBacklogBytes: number;
  /** Unsent bytes above which public data is held back; the connection gets fresh snapshots once it has drained. */
  readonly lagBacklogBytes: number;
  /** Unsent bytes below which a lagging connection is resynchronized. */
  readonly drainedBacklogBytes: number;
  /** Maximum time that a connection may lag before it is closed. */
  readonly maxLagMs: number;
  /** Maximum duration of a close before the connection is cut. */
  readonly closeTimeoutMs: number;
  /** Minimum time between two snapshots requested by a client, per channel. */
  readonly resyncIntervalMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  maxInboundBytes: CLIENT_LIMITS.maxInboundBytes.value,
  maxArrayBytes: CLIENT_LIMITS.maxArrayBytes.value,
  maxArrayLength: CLIENT_LIMITS.maxArrayLength.value,
  maxMessagesPerSecond: CLIENT_LIMITS.maxMessagesPerSecond.value,
  maxOrdersPerSecond: CLIENT_LIMITS.maxOrdersPerSecond.value,
  maxUnansweredOrders: CLIENT_LIMITS.maxUnansweredOrders.value,
  maxChannelsPerConnection: CLIENT_LIMITS.maxChannelsPerConnection.value,
  maxConnectionsPerUser: CLIENT_LIMITS.maxConnectionsPerUser.value,
  maxConnectionsPerAddress: CLIENT_LIMITS.maxConnectionsPerAddress.value,
  maxUpgradesPerMinute: CLIENT_LIMITS.maxUpgradesPerMinute.value,
  maxMessagesPerTenSeconds: CLIENT_LIMITS.maxMessagesPerTenSeconds.value,
  maxConnections: 20_000,
  silentAfterMs: CLIENT_LIMITS.silentAfterMs.value,
  maxBacklogBytes: CLIENT_LIMITS.maxBacklogBytes.value,
  lagBacklogBytes: 262_144,
  drainedBacklogBytes: 16_384,
  maxLagMs: 10_000,
  closeTimeoutMs: 5_000,
  resyncIntervalMs: CLIENT_LIMITS.resyncIntervalMs.value,
};

export const CLOSE = {
  restart: CLOSE_CODES.restart.code,
  protocol: CLOSE_CODES.protocol.code,
  closedOrBanned: CLOSE_CODES.closedOrBanned.code,
  slow: CLOSE_CODES.slow.code,
  tooMany: CLOSE_CODES.tooMany.code,
  silent: CLOSE_CODES.silent.code,
} as const;

/** Clock tick for sending public data; every pace is a whole number of ticks. */
export const TICK_MS = 50;

/** Returns a channel's pace in clock ticks. */
export const paceTicksOf = (kind: SocketChannelKind): number => SOCKET_CHANNELS[kind].paceMs / TICK_MS;
