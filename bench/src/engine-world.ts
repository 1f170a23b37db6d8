import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { PriceE8 } from "@candor/money/brand";
import { type ExchangeHome, exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { exchangeThread, WorkerEngine } from "@candor/server/engine/runtime/worker-engine";
import { openingCommands } from "@candor/simulator/core-flow";

export const USERS = 10_000;
const OPENING_CHUNK = 4_096;

/** Returns a new home directory and a function that removes it. */
export function temporaryHome(): { readonly home: ExchangeHome; readonly remove: () => void } {
  const directory = mkdtempSync(join(tmpdir(), "candor-bench-"));
  return {
    home: exchangeHome(directory),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** Starts the engine in its worker; any error it reports ends the bench. */
export function startEngine(home: ExchangeHome): Promise<WorkerEngine> {
  return WorkerEngine.start({
    home,
    thread: exchangeThread(process.env.CANDOR_CACHE),
    onDown: (error) => {
      throw error;
    },
    warn: (message) => {
      throw new Error(message);
    },
  });
}

/** Lists the market, opens and funds the users, and reports the market's price at `nowMs`. */
export async function openWorld(engine: EnginePort, nowMs: number): Promise<void> {
  let chunk: Promise<unknown>[] = [];
  for (const command of openingCommands(USERS)) {
    chunk.push(engine.execute(command.kind === "observe-price" ? observation(nowMs) : command));
    if (chunk.length < OPENING_CHUNK) continue;
    await Promise.all(chunk);
    chunk = [];
  }
  await Promise.all(chunk);
}

/** Returns the source's price around which the flow trades; must be repeated every ten seconds. */
export function observation(observedAtMs: number): Command {
  const priceE8 = 100_000_000_000 as PriceE8;
  return { kind: "observe-price", marketId: 0, sourceId: 0, priceE8, observedAtMs };
}
