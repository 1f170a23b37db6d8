import type { StateMachine } from "@candor/core/exchange/state-machine";
import type { EngineViews } from "@candor/domain/engine-port";

/** A state machine with queries. Answers are plain copies, not live state. */
export interface EngineMachine extends StateMachine, EngineViews {}

/** Creates the engine's machine. A module for the engine's worker exports one as `machineFactory`. */
export interface MachineFactory<Machine extends EngineMachine = EngineMachine> {
  create(): Machine;
  /**
   * Restores a machine from the result of `snapshot`. Throws when this version cannot read it; the journal is then
   * replayed.
   */
  restore(snapshot: Uint8Array<ArrayBuffer>): Machine;
}
