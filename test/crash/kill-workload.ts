import type { Command } from "@candor/protocol/commands";
import { tally } from "../../apps/server/src/engine/testing/tally-machine.ts";

export const machineModule = new URL(
  "../../apps/server/src/engine/testing/tally-machine.ts",
  import.meta.url,
);

/** The command of this number, always the same, with its own idempotency key. */
export function commandNumber(number: number): Command {
  return tally(1 + (number % 50), number, keyOf(number));
}

export function keyOf(number: number): string {
  return `kill-${number}`;
}
