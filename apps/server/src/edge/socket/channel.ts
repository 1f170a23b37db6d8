import type { ServerMessage } from "./server-message.ts";

/**
 * A source of public messages. It is active while it has listeners: `start` is called for the first and `stop` after
 * the last one.
 */
export interface Channel {
  readonly name: string;
  /** `collect` is called every this many clock ticks. */
  readonly paceTicks: number;
  start(): void;
  stop(): void;
  /**
   * Returns the messages a connection needs to follow this channel from here on.
   * @param missedSinceSeq for a connection that was throttled: the last sequence number it has fully received;
   * `undefined` for a new listener
   */
  current(nowMs: number, missedSinceSeq: number | undefined): readonly ServerMessage[];
  /** Returns changes since the last call, conflated; empty if there are none. */
  collect(nowMs: number): readonly ServerMessage[];
}
