import { CommandOutline } from "@candor/codec/command-outline";
import type { StateMachine } from "@candor/core/exchange/state-machine";

/**
 * Announces commands of a batch to the machine early enough to prefetch their data: the first when the batch is opened,
 * each other one before the previous command is executed.
 */
export class Lookahead {
  private readonly machine: StateMachine;
  private readonly outline = new CommandOutline();
  private isWorthwhile = false;

  constructor(machine: StateMachine) {
    this.machine = machine;
  }

  /** Opens the batch in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.isWorthwhile = this.machine.gainsByPrefetch;
    if (!this.isWorthwhile) return;
    this.outline.open(bytes);
    this.step();
  }

  /** Call before each command is executed. */
  step(): void {
    if (!this.isWorthwhile) return;
    const { machine, outline } = this;
    outline.next();
    machine.prefetch(outline.userId, outline.marketId, outline.orderId);
  }
}
