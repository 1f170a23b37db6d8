/** Limits and timing of the socket, as documented for the wire. */
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
  maxInboundBytes: 4_096,
  maxArrayBytes: 65_536,
  maxArrayLength: 100,
  maxMessagesPerSecond: 20,
  maxOrdersPerSecond: 1_000,
  maxUnansweredOrders: 256,
  maxChannelsPerConnection: 100,
  maxConnectionsPerUser: 10,
  maxConnectionsPerAddress: 200,
  maxUpgradesPerMinute: 300,
  maxMessagesPerTenSeconds: 2_000,
  maxConnections: 20_000,
  silentAfterMs: 30_000,
  maxBacklogBytes: 1_048_576,
  lagBacklogBytes: 262_144,
  drainedBacklogBytes: 16_384,
  maxLagMs: 10_000,
  closeTimeoutMs: 5_000,
  resyncIntervalMs: 1_000,
};

/** Intervals sent to clients in the greeting. */
export const CLIENT_PING_MS = 10_000;
export const CLIENT_RECONNECT_MS = 3_000;

export const CLOSE = {
  restart: 1001,
  protocol: 4000,
  closedOrBanned: 4002,
  slow: 4008,
  tooMany: 4009,
  silent: 4010,
} as const;

/** Clock tick for sending public data; every pace is a whole number of ticks. */
export const TICK_MS = 50;
export const PACE_TICKS = {
  /** Every index tick is a separate message, sent with the next clock tick. */
  index: 1,
  tape: 2,
  depthDiff: 2,
  depth: 5,
  kline: 5,
  mark: 20,
  lunbo: 20,
} as const;

/** Clock ticks after which `lunbo` sends all its rows again: 60 s. */
export const LUNBO_FULL_TICKS = 1_200;

export const DEPTH_LEVELS = 20;
export const DEPTH_DIFF_LEVELS = 500;
