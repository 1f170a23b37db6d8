/** Bounds and timing of the socket, as the wire's documentation promises them. */
export interface SocketLimits {
  /** Of one inbound message, in bytes. */
  readonly maxInboundBytes: number;
  /** Inbound messages of one connection in a second. */
  readonly maxMessagesPerSecond: number;
  readonly maxChannelsPerConnection: number;
  /** Connections bound to one user. */
  readonly maxConnectionsPerUser: number;
  /**
   * Connections from one network address (of IPv6 one /64; wider networks may have more): further ones are refused at the
   * upgrade with HTTP 429. The server's own machine, where proxies and tools run, only has the bound below.
   */
  readonly maxConnectionsPerAddress: number;
  /** Connections that one address may open in a minute, likewise. */
  readonly maxUpgradesPerMinute: number;
  /** Messages of all connections of one address in ten seconds; the one that sends one too many is closed. */
  readonly maxMessagesPerTenSeconds: number;
  /** Connections of this process, visitors included; further ones are refused at the upgrade with HTTP 503. */
  readonly maxConnections: number;
  /** A connection that has not been heard of for this long is closed. */
  readonly silentAfterMs: number;
  /** Unsent bytes beyond which a connection is closed. */
  readonly maxBacklogBytes: number;
  /** Unsent bytes beyond which public data is held back; the connection gets fresh snapshots once it has drained. */
  readonly lagBacklogBytes: number;
  /** Unsent bytes below which a lagging connection is resynchronised. */
  readonly drainedBacklogBytes: number;
  /** A connection that lags for longer than this is closed. */
  readonly maxLagMs: number;
  /** How long a close may take before the connection is cut. */
  readonly closeTimeoutMs: number;
  /** Shortest time between two snapshots that a client asks for, by channel. */
  readonly resyncIntervalMs: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  maxInboundBytes: 4_096,
  maxMessagesPerSecond: 20,
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

/** What the greeting tells clients to do. */
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

/** The clock that all public data is sent by; every pace is a whole number of its ticks. */
export const TICK_MS = 50;
export const PACE_TICKS = {
  /** Every tick of an index is a message of its own, sent with the next tick of the clock. */
  index: 1,
  tape: 2,
  depthDiff: 2,
  depth: 5,
  kline: 5,
  mark: 20,
  lunbo: 20,
} as const;

/** After so many ticks of the clock `lunbo` sends all its rows again: 60 s. */
export const LUNBO_FULL_TICKS = 1_200;

export const DEPTH_LEVELS = 20;
export const DEPTH_DIFF_LEVELS = 500;
