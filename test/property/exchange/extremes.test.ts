import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import { EXTREME_START_MS, ExtremeWorkload } from "@candor/simulator/extreme-workload";
import { expect, test } from "vitest";
import { repeats } from "../../support/repeats.ts";

/** Set CANDOR_FUZZ_COMMANDS=10000000 for the long run. */
const COMMANDS = Number(process.env.CANDOR_FUZZ_COMMANDS ?? repeats(300_000, 1_000_000));
const FIRST_SEED = Number(process.env.CANDOR_FUZZ_SEED ?? 1);
const COMMANDS_A_WORLD = 2_500;

interface Run {
  readonly commands: number;
  readonly accepted: Readonly<Record<string, number>>;
}

/** Runs one world from its listing. Throws with the seed and the failing command. */
function runWorld(seed: number): Run {
  const workload = new ExtremeWorkload(seed);
  const exchange = new Exchange();
  const out = new EventWriter();
  const accepted: Record<string, number> = {};
  let timeMs = EXTREME_START_MS;
  let seq = 0;
  const execute = (command: Command): void => {
    out.reset();
    try {
      exchange.execute(command, ++seq, timeMs, out);
    } catch (cause) {
      throw new Error(`seed ${seed}, command ${seq}: ${JSON.stringify(command)}`, { cause });
    }
    const [executed] = readEvents(out.take());
    if (executed?.kind === "executed" && executed.error === undefined)
      accepted[command.kind] = (accepted[command.kind] ?? 0) + 1;
  };
  for (const command of workload.opening()) execute(command);
  // What is rejected is rejected immediately, and cannot throw later.
  if (accepted["list-contract"] === undefined) return { commands: 0, accepted: {} };
  for (let step = 0; step < COMMANDS_A_WORLD; step++) {
    timeMs += workload.pause();
    execute(workload.next(timeMs));
  }
  for (const assetId of [0, 1]) expect(exchange.sumOf(assetId), `seed ${seed}`).toBe(0n);
  return { commands: seq, accepted };
}

test(
  `FUZZ-01 after any accepted extreme listings, settings and prices, no later command throws`,
  () => {
    console.info(`extremes: seeds from ${FIRST_SEED} on, ${COMMANDS} commands`);
    const accepted: Record<string, number> = {};
    let done = 0;
    let seed = FIRST_SEED;
    for (; done < COMMANDS; seed++) {
      const run = runWorld(seed);
      done += run.commands;
      for (const [kind, count] of Object.entries(run.accepted))
        accepted[kind] = (accepted[kind] ?? 0) + count;
    }
    console.info(`extremes: ${seed - FIRST_SEED} worlds, accepted: ${JSON.stringify(accepted)}`);
    for (const kind of [
      "place-order",
      "place-contract-order",
      "place-lever-order",
      "observe-price",
      "convert",
    ])
      expect(accepted[kind] ?? 0, kind).toBeGreaterThan(COMMANDS / 100_000);
  },
  30 * 60_000,
);
