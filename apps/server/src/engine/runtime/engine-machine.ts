import type { StateMachine } from "@candor/core/exchange/state-machine";
import type { KeyedQuestion } from "@candor/domain/commands/commands";
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

/** A state machine that can also be asked. Answers are plain data, nothing of the live state. */
export interface EngineMachine extends StateMachine {
  accountView(userId: number): Omit<AccountView, "asOfSeq">;
  bookView(marketId: number, levels: number): Omit<BookView, "asOfSeq">;
  exchangeView(): Omit<ExchangeView, "asOfSeq">;
  withdrawalsView(userId?: number): Omit<WithdrawalsView, "asOfSeq">;
  optionsView(userId?: number): Omit<OptionsView, "asOfSeq">;
  openPositionsView(): Omit<OpenPositionsView, "asOfSeq">;
  settingsView(): Omit<SettingsView, "asOfSeq">;
  solvencyView(): Omit<SolvencyView, "asOfSeq">;
  miningView(userId?: number): Omit<MiningView, "asOfSeq">;
  keyedAnswer(question: KeyedQuestion): Omit<KeyedAnswer, "asOfSeq">;
}

/** How the engine comes by its machine; a module for the engine's worker exports one as `machineFactory`. */
export interface MachineFactory<Machine extends EngineMachine = EngineMachine> {
  create(): Machine;
  /** From what `snapshot` gave. Throws when this version cannot read it; the journal is replayed then. */
  restore(snapshot: Uint8Array<ArrayBuffer>): Machine;
}
