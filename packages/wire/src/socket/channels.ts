import { CHART_PERIODS } from "@candor/domain/enumerations";

/** Levels per side of a depth message: with all levels, and of the snapshot before diffs. */
export const DEPTH_LEVELS = 20;
export const DEPTH_DIFF_LEVELS = 500;
/** Interval at which `lunbo` sends all its rows again. */
export const LUNBO_FULL_MS = 60_000;

interface SocketChannel {
  /** Its name, with placeholders. */
  readonly name: string;
  readonly example: string;
  /** Types of its messages. */
  readonly types: readonly string[];
  /** Changes are sent at most this often. */
  readonly paceMs: number;
  /** What a new subscriber gets at once, and what follows. */
  readonly summary: string;
}

/** Public channels. The server's clock derives from `paceMs`. */
export const SOCKET_CHANNELS = {
  lunbo: {
    name: "lunbo",
    example: "lunbo",
    types: ["lunbo"],
    paceMs: 1_000,
    summary: `Tickers of all markets. All rows at first and every ${LUNBO_FULL_MS / 1_000} s (\`snapshot\`), otherwise the changed ones (\`diff\`). Merge rows by \`market\` and \`symbol\`.`,
  },
  kline: {
    name: "kline.<market>.<symbol>.<period>",
    example: "kline.spot.BTCUSDT.1min",
    types: CHART_PERIODS,
    paceMs: 250,
    summary:
      "The open bar at first and while it changes, and each bar once more when it has closed (`closed`). Bars of one second come only closed. Merge by `openTimeMs`.",
  },
  depth: {
    name: "depth.<market>.<symbol>",
    example: "depth.spot.BTCUSDT",
    types: ["depth"],
    paceMs: 250,
    summary: `The best ${DEPTH_LEVELS} levels per side, at first and whenever one of them changed. Every message is complete (\`snapshot\`).`,
  },
  "depth-diff": {
    name: "depth.<market>.<symbol>.diff",
    example: "depth.spot.BTCUSDT.diff",
    types: ["depth"],
    paceMs: 100,
    summary: `A \`snapshot\` of ${DEPTH_DIFF_LEVELS} levels per side at first, then each change as a \`diff\`.`,
  },
  tape: {
    name: "tape.<market>.<symbol>",
    example: "tape.spot.BTCUSDT",
    types: ["tape"],
    paceMs: 100,
    summary:
      "Public trades from the subscription on, newest first in a message. Earlier ones: `/market/entrusOrder`.",
  },
  mark: {
    name: "mark.<symbol>",
    example: "mark.BTCUSDT",
    types: ["mark"],
    paceMs: 1_000,
    summary: "A contract's mark, index, funding and open interest, at first and when one of them changed.",
  },
  index: {
    name: "index.<symbol>",
    example: "index.BTCUSDT",
    types: ["index"],
    paceMs: 50,
    summary: "The last tick of an index at first, then every tick as a message of its own.",
  },
} as const satisfies Record<string, SocketChannel>;

export type SocketChannelKind = keyof typeof SOCKET_CHANNELS;
