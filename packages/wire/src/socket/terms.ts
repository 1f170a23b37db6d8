/** Timing, limits and close codes of the socket. The server enforces them and the documents list them. */

/** Interval at which clients should send a `ping`. */
export const CLIENT_PING_MS = 10_000;
/** Wait before a client reconnects. */
export const CLIENT_RECONNECT_MS = 3_000;

interface ClientLimit {
  readonly value: number;
  /** What is counted, and what happens above it. */
  readonly text: string;
}

/** Limits that a client can reach. */
export const CLIENT_LIMITS = {
  maxInboundBytes: { value: 4_096, text: "Bytes of a frame with one message; above: closed with 4000." },
  maxArrayBytes: {
    value: 65_536,
    text: "Bytes of a frame with an array, from a client that is logged in; above: closed with 4000.",
  },
  maxArrayLength: {
    value: 100,
    text: "Messages in an array; above: one `error`, and none of them is executed.",
  },
  maxMessagesPerSecond: {
    value: 20,
    text: "Messages of a connection in a second, without the orders of a client that is logged in; above: closed with 4009.",
  },
  maxOrdersPerSecond: {
    value: 1_000,
    text: "Order messages of a logged-in client in a second; above: closed with 4009. The order limits per user are lower.",
  },
  maxUnansweredOrders: {
    value: 256,
    text: "Order messages of a connection without a reply; above: 104 `trade.tooFast`.",
  },
  maxChannelsPerConnection: { value: 100, text: "Channels of a connection; above: `request.tooLarge`." },
  maxConnectionsPerUser: { value: 10, text: "Connections bound to one user; above: closed with 4009." },
  maxConnectionsPerAddress: {
    value: 200,
    text: "Connections of one network address; above: HTTP 429 instead of the upgrade.",
  },
  maxUpgradesPerMinute: {
    value: 300,
    text: "New connections of one network address in a minute; above: HTTP 429 instead of the upgrade.",
  },
  maxMessagesPerTenSeconds: {
    value: 2_000,
    text: "Messages of all connections of one network address in ten seconds; above: closed with 4009.",
  },
  silentAfterMs: {
    value: 30_000,
    text: "Milliseconds without a message from the client; then closed with 4010.",
  },
  maxBacklogBytes: { value: 1_048_576, text: "Bytes that the client has not read; above: closed with 4008." },
  resyncIntervalMs: {
    value: 1_000,
    text: "Milliseconds between two `resync` of a channel; sooner: `request.tooFast`.",
  },
} as const satisfies Record<string, ClientLimit>;

interface CloseCode {
  readonly code: number;
  readonly text: string;
}

export const CLOSE_CODES = {
  restart: {
    code: 1001,
    text: "The server stops or restarts, or may have missed private messages. Connect again.",
  },
  protocol: {
    code: 4000,
    text: "A frame that is binary, too large, or neither a JSON object nor an array.",
  },
  closedOrBanned: { code: 4002, text: "The site is closed (after a `site` message), or the user is banned." },
  slow: { code: 4008, text: "The client reads too slowly. Connect again." },
  tooMany: { code: 4009, text: "Too many messages, or too many connections of this user." },
  silent: { code: 4010, text: "No message from the client for 30 s. Send `ping`." },
} as const satisfies Record<string, CloseCode>;
