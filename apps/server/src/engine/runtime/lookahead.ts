import { CommandOutline } from "@candor/codec/command-outline";
import type { StateMachine } from "@candor/core/exchange/state-machine";

/**
 * Tells the machine of each command of a batch while there is time to fetch what it is about: of the first one when the
 * batch is opened, of every other one before the command in front of it is executed.
 */
export class Lookahead {
  private readonly machine: StateMachine;
  private readonly outline = new CommandOutline();
  private isWorthwhile = false;

  constructor(machine: StateMachine) {
    this.machine = machine;
  }

  /** Points it at the commands in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.isWorthwhile = this.machine.gainsByPrefetch;
    if (!this.isWorthwhile) return;
    this.outline.open(bytes);
    this.step();
  }

  /** To be called before each command is executed. */
  step(): void {
    if (!this.isWorthwhile) return;
    const { machine, outline } = this;
    outline.next();
    machine.prefetch(outline.userId, outline.marketId, outline.orderId);
  }
}
