import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BASELINE_ONLY } from "@candor/server/records/projections/wasm-compiler";
import { MEMORY_DISK } from "../memory-disk.ts";
import { freePort } from "./free-port.ts";

/** A real server in a separate process, on a free port and in a new home. */
const MAIN = path.resolve(import.meta.dirname, "../../../apps/server/src/start/main.ts");
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
/** Time to exit after the last words. Node's exit can deadlock with its compiler threads (nodejs/node issue 54918). */
const EXIT_TIMEOUT_MS = 20_000;
/** Time to exit once the server has said with which code it does. */
const HUNG_EXIT_MS = 5_000;
/** A line of the log that says why the server ends. */
const LAST_WORDS = '"level":60';

/** Disables the sandbox's traders, half of an idle server's cost: for tests that need no book. */
export const QUIET = { CANDOR_LIQUIDITY: "off" } as const;

/**
 * Bars that fill a chart's screen, with an eighth of the work of all: for tests that read bars of before the start, or what is
 * computed from them, as the average price.
 */
export const WITH_CHARTS = { CANDOR_CHART_BARS: "200" } as const;

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly home: string;
  /** Everything it has printed. */
  output(): string;
  /** Sends the signal and waits for the exit; @returns the exit code, null after a kill */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export function temporaryHome(): string {
  return mkdtempSync(path.join(MEMORY_DISK, "candor-server-"));
}

export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true });
}

/** Prices make much garbage: with room for it a server at rest takes a quarter less processor time. */
const ROOMY_HEAP = ["--max-semi-space-size=64"];

function spawnServer(home: string, settings: Readonly<Record<string, string>>): ChildProcess {
  // Optimizing the database's code takes 0.7 s of CPU time and 600 MB per start, more than a test gains from it.
  const child = spawn(process.execPath, [...BASELINE_ONLY, ...ROOMY_HEAP, MAIN], {
    // Over the channel it says its exit code, and ends with the tests.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...process.env,
      PORT: "0",
      CANDOR_HOME: home,
      CANDOR_PRICES: "simulated",
      CANDOR_MODE: "sandbox",
      DATABASE_URL: "",
      LOG_LEVEL: "info",
      // Bars of the past are two fifths of the work of a first start.
      CANDOR_CHART_BARS: "0",
      // Tests only listen on this machine.
      CANDOR_OUTBOX: "open",
      // Tests that submit documents decide who reviews them.
      CANDOR_DEMO_REVIEWER: "off",
      ...settings,
    },
  });
  endHungExit(child);
  return child;
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

/** Exit codes of servers that have said theirs. */
const announced = new WeakMap<ChildProcess, number>();

/** Ends a server whose exit hangs, as scripts/bootstrap.mjs does. */
function endHungExit(child: ChildProcess): void {
  child.on("message", (message) => {
    const { exitCode } = message as { readonly exitCode?: number };
    if (exitCode === undefined) return;
    announced.set(child, exitCode);
    const timer = setTimeout(() => child.kill("SIGKILL"), HUNG_EXIT_MS);
    child.once("exit", () => clearTimeout(timer));
  });
}

/** @returns the exit code, also of one whose exit hung and was killed; null after another kill */
const codeOf = (child: ChildProcess): number | null => child.exitCode ?? announced.get(child) ?? null;

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(codeOf(child))
    : new Promise((resolve) => child.once("exit", () => resolve(codeOf(child))));

/** Starts a server and waits until it is ready. Rejects with its output if it exits early. */
export async function startServer(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawnServer(home, { PORT: String(await freePort()), ...settings });
  const output = collect(child);
  let deadline = Date.now() + START_TIMEOUT_MS;
  let isEnding = false;
  let port: number | undefined;
  while (port === undefined) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended with ${codeOf(child)}:\n${output()}`);
    if (!isEnding && output().includes(LAST_WORDS)) {
      isEnding = true;
      deadline = Date.now() + EXIT_TIMEOUT_MS;
    }
    if (Date.now() > deadline && isEnding) {
      child.kill("SIGKILL");
      throw new Error(`the server ended with 1 (its exit hung and it was killed):\n${output()}`);
    }
    if (Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`the server was not ready within ${START_TIMEOUT_MS} ms:\n${output()}`);
    }
    const ready = /Candor is ready: http:\/\/[^:"]+:([0-9]+)/.exec(output());
    port = ready?.[1] === undefined ? undefined : Number(ready[1]);
    if (port === undefined) await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    home,
    output,
    async stop(signal) {
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      child.kill(signal);
      const code = await ended(child);
      clearTimeout(timer);
      return code;
    },
  };
}

/** Runs a server that is expected to exit; @returns its exit code and output */
export async function runToEnd(
  home: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnServer(home, settings);
  const output = collect(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  // Output may come after the exit.
  const [code] = await Promise.all([ended(child), once(child, "close")]);
  clearTimeout(timer);
  return { code, output: output() };
}
