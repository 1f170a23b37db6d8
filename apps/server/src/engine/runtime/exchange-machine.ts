import { randomInt } from "node:crypto";
import { Exchange } from "@candor/core/exchange/exchange";
import { inlineMore } from "./compiler-flags.ts";
import type { MachineFactory } from "./engine-machine.ts";

const SEEDS = 2 ** 48 - 1;

/** Where keys lie in memory is another in each process, so that nobody can choose keys which all lie in one place. */
export const newExchange = (): Exchange => new Exchange(randomInt(SEEDS));
export const restoredExchange = (snapshot: Uint8Array): Exchange =>
  Exchange.restore(snapshot, randomInt(SEEDS));

/** The exchange as the engine's machine. */
export const machineFactory: MachineFactory = {
  create: () => {
    inlineMore();
    return newExchange();
  },
  restore: (snapshot) => {
    inlineMore();
    return restoredExchange(snapshot);
  },
};
