import type { EventWriter } from "@candor/codec/event-writer";
import type { Command } from "@candor/domain/commands/commands";

/**
 * The engine's complete interface to the exchange. `Exchange` is the real implementation; engine tests may use a
 * smaller one.
 */
export interface StateMachine {
  /**
   * Executes one command and appends its events, `executed` first. A rejection is a value in `executed`. A broken
   * invariant throws, and the process must exit. `timeMs` never decreases; `seq` grows by one.
   */
  execute(command: Command, seq: number, timeMs: number, out: EventWriter): void;
  /**
   * Rejects one command with `request.skipped` instead of executing it. Its only event is `executed`, and nothing changes
   * but sequence number and time.
   */
  skip(command: Command, seq: number, timeMs: number, out: EventWriter): void;
  /** Whether announcing commands is worth the time. */
  readonly gainsByPrefetch: boolean;
  /**
   * Announces the command after the next one to execute: its user (0: none), the market where it places an order
   * (negative: none) and the order that it cancels or reduces (0: none). None of them need exist, and the command may
   * never come. Only speed depends on it.
   */
  prefetch(userId: number, marketId: number, orderId: number): void;
  /** The complete state in a canonical form: same state, same bytes. */
  snapshot(): Uint8Array;
}
