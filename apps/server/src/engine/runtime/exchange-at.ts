import type { Exchange } from "@candor/core/exchange/exchange";
import type { MachineFactory } from "./engine-machine.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import { newExchange, restoredExchange } from "./exchange-machine.ts";
import { machineAt } from "./machine-at.ts";

const FACTORY: MachineFactory<Exchange> = {
  create: newExchange,
  restore: restoredExchange,
};

/** Rebuilds the exchange as of command `seq`, the last of its frame, while an engine is running. Throws on any problem. */
export const exchangeAt = (home: ExchangeHome, seq: number): Exchange =>
  machineAt(home, FACTORY, seq).machine;
