import type { EventWriter } from "@candor/codec/event-writer";
import type { Command } from "@candor/domain/commands/commands";

/**
 * What the engine needs of the exchange, and all that it may know of it. `Exchange` is the real one; engine
 * tests may drive a smaller machine.
 */
export interface StateMachine {
  /**
   * Executes one command and appends its events, `executed` first. A rejection is a value in `executed`; a broken
   * invariant throws, and the process must end. `timeMs` never decreases; `seq` grows by one.
   */
  execute(command: Command, seq: number, timeMs: number, out: EventWriter): void;
  /** Whether it is worth the time to announce commands. */
  readonly gainsByPrefetch: boolean;
  /**
   * Announces the command after the one that is executed next: whose it is (0: nobody's), the market that it places an order
   * on (below zero: none) and the order that it cancels or reduces (0: none). None of them need exist, and the command may
   * never come. Nothing but time depends on it.
   */
  prefetch(userId: number, marketId: number, orderId: number): void;
  /** The whole state in a canonical form: same state, same bytes. */
  snapshot(): Uint8Array;
}
