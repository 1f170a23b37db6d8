import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BASELINE_ONLY } from "../../apps/server/src/projections/wasm-compiler.ts";
import { MEMORY_DISK } from "../memory-disk.ts";

/** A real server in a process of its own, on a free port and in a home of its own. */
const MAIN = path.resolve(import.meta.dirname, "../../apps/server/src/main.ts");
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

/** Settings without the sandbox's own traders, half of what a server at rest costs: for tests that look at no book. */
export const QUIET = { CANDOR_LIQUIDITY: "off" } as const;

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly home: string;
  /** Everything it has printed. */
  output(): string;
  /** Sends the signal and waits for the end; @returns the exit code, null after a kill. */
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
  // To optimise what the database runs takes 0.7 s of a processor and 600 MB at each start, more than a test gets back.
  return spawn(process.execPath, [...BASELINE_ONLY, ...ROOMY_HEAP, MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      PORT: "0",
      CANDOR_HOME: home,
      CANDOR_PRICES: "simulated",
      CANDOR_MODE: "sandbox",
      DATABASE_URL: "",
      LOG_LEVEL: "info",
      // A chart's screen is full with these, and a first start has an eighth of the work.
      CANDOR_CHART_BARS: "200",
      // Tests listen on this machine alone.
      CANDOR_OUTBOX: "open",
      // Who submits documents in a test says who reviews them.
      CANDOR_DEMO_REVIEWER: "off",
      ...settings,
    },
  });
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

const ended = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once("exit", (code) => resolve(code)));

/** Starts a server and waits until it is ready. Rejects with what it printed when it ends before. */
export async function startServer(
  home: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawnServer(home, settings);
  const output = collect(child);
  const deadline = Date.now() + START_TIMEOUT_MS;
  let port: number | undefined;
  while (port === undefined) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
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

/** Runs a server that is expected to end by itself; @returns its exit code and what it printed. */
export async function runToEnd(
  home: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnServer(home, settings);
  const output = collect(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const code = await ended(child);
  clearTimeout(timer);
  return { code, output: output() };
}
