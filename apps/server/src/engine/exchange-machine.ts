import { Exchange } from "@candor/core/exchange";
import type { MachineFactory } from "./engine-machine.ts";

/** The exchange as the engine's machine. */
export const machineFactory: MachineFactory = {
  create: () => new Exchange(),
  restore: (snapshot) => Exchange.restore(snapshot),
};
