<<<<<<< 3a10f6eaba1b792002e427de3c21914609d457d4
import type { StateMachine } from "@candor/core/exchange/state-machine";
import type { KeyedQuery } from "@candor/domain/commands/commands";
import type {
  AccountView,
  BookView,
  ExchangeView,
  KeyedAnswer,
  MiningView,
  OpenPositionsView,
  OptionsView,
  SettingsView,
  SolvencyView,
  WithdrawalsView,
} from "@candor/domain/engine-port";
=======
import type { StateMachine } from "@candor/core/state-machine";
import type { EngineViews } from "@candor/domain/engine-port";
>>>>>>> 6b6182f135c88945c4a87b1f9f2cbfbacd23bae1

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
