import type { ServerMessage } from "./server-message.ts";

/**
 * A source of public messages. It exists while somebody listens: `start` is called for the first listener and
 * `stop` after the last one.
 */
export interface Channel {
  readonly name: string;
  /** `collect` is called each so many ticks of the clock. */
  readonly paceTicks: number;
  start(): void;
  stop(): void;
  /**
   * What a connection needs to follow this channel from here on.
   * @param missedSinceSeq for a connection that was held back: the sequence number up to which it has had
   * everything; undefined for a new listener
   */
  current(nowMs: number, missedSinceSeq: number | undefined): readonly ServerMessage[];
  /** What happened since the last call, conflated; empty when nothing did. */
  collect(nowMs: number): readonly ServerMessage[];
}
