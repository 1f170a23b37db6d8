import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";

/** The part of the exchange's engine that chains use. */
export interface ChainEngine extends Pick<EnginePort, "execute" | "withdrawalsView" | "solvencyView"> {
  /** Calls the listener once per durable batch that changed withdrawals. Returns a function that ends that. */
  onWithdrawals(changed: () => void): () => void;
}

export function chainEngineOf(engine: EnginePort): ChainEngine {
  return {
    execute: (command) => engine.execute(command),
    withdrawalsView: (userId) => engine.withdrawalsView(userId),
    solvencyView: () => engine.solvencyView(),
    onWithdrawals: (changed) => {
      let hasWithdrawal = false;
      return engine.on({
        kinds: [EVENT.withdrawalChanged],
        event: () => {
          hasWithdrawal = true;
        },
        // Once per batch, however many withdrawals it changed.
        end: () => {
          if (!hasWithdrawal) return;
          hasWithdrawal = false;
          changed();
        },
      });
    },
  };
}
