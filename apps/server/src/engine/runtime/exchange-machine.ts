import { randomInt } from "node:crypto";
import { Exchange } from "@candor/core/exchange/exchange";
import { inlineMore } from "./compiler-flags.ts";
import type { MachineFactory } from "./engine-machine.ts";

const SEEDS = 2 ** 48 - 1;

/** Random per process, so that nobody can choose keys that collide in the hash table. */
export const newExchange = (): Exchange => new Exchange(randomInt(SEEDS));
export const restoredExchange = (snapshot: Uint8Array): Exchange =>
  Exchange.restore(snapshot, randomInt(SEEDS));

/** Runs the exchange as the engine's machine. */
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
