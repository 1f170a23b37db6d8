import { Exchange } from "@candor/core/exchange";
import { inlineMore } from "./compiler-flags.ts";
import type { MachineFactory } from "./engine-machine.ts";

/** The exchange as the engine's machine. */
export const machineFactory: MachineFactory = {
  create: () => {
    inlineMore();
    return new Exchange();
  },
  restore: (snapshot) => {
    inlineMore();
    return Exchange.restore(snapshot);
  },
};
