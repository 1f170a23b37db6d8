import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type BenchResult, figure } from "./harness.ts";
import { threadTimesOf } from "./thread-times.ts";

/**
 * A sandbox that nobody uses: how long it takes until it trades, and then its memory and processor time. Ours is the
 * package that `npm pack` makes; the peer is the same server from its sources, with the signer in a process of its own.
 * Both start with a new home and a prepared cache. Linux only.
 */
const ROOT = path.resolve(import.meta.dirname, "../..");
const PACKAGED = ["scripts/candor.mjs"];
const SOURCES = ["--max-semi-space-size=8", "--heap-growing-percent=50", "apps/server/src/start/main.ts"];
/** Until charts have their history and the garbage of the start is collected. */
const SETTLING_MS = 60_000;
const MEASURED_MS = 20_000;
const POLL_MS = 25;
const READY_TIMEOUT_MS = 120_000;
/** Threads with less are not shown, in percent of a core. */
const SHOWN_PERCENT = 0.1;
const PARTS = [
  ["answers", "/healthz", ""],
  ["spot book", "/api/v3/ticker/bookTicker?symbol=BTCUSDT", '"bidPrice":"0'],
  ["contract book", "/fapi/v1/ticker/bookTicker?symbol=BTCUSDT", '"bidPrice":"0'],
] as const;

interface AtRest {
  /** Milliseconds from the start of the process, by part. */
  readonly readyMs: ReadonlyMap<string, number>;
  /** Resident memory in MB by process; pages that processes share count once for each. */
  readonly residentMb: ReadonlyMap<string, number>;
  /** Percent of a core by thread. */
  readonly percent: ReadonlyMap<string, number>;
}

export async function* serverAtRest(): AsyncGenerator<BenchResult> {
  const { status } = spawnSync(process.execPath, ["scripts/package/main.ts"], {
    cwd: ROOT,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("the package could not be made");
  const cache = mkdtempSync(path.join(tmpdir(), "candor-rest-cache-"));
  try {
    for (const [name, program, bars] of [
      ["package", PACKAGED, { ready: 8_000, memory: 400, percent: 8 }],
      ["sources", SOURCES, {}],
    ] as const) {
      await measure(program, cache, 0);
      const { readyMs, residentMb, percent } = await measure(program, cache, SETTLING_MS);
      const { ready, memory, percent: most }: { ready?: number; memory?: number; percent?: number } = bars;
      for (const [part, ms] of readyMs)
        yield figure(`${name}: start until ${part}`, ms, "ms", part === "contract book" ? ready : undefined);
      yield figure(`${name}: resident at rest`, sumOf(residentMb), "MB", memory);
      for (const [process_, mb] of residentMb) yield figure(`${name}: resident, ${process_}`, mb, "MB");
      yield figure(`${name}: processor at rest`, sumOf(percent), "% of a core", most);
      for (const [thread, used] of percent)
        if (used >= SHOWN_PERCENT) yield figure(`${name}: processor, ${thread}`, used, "% of a core");
    }
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

async function measure(program: readonly string[], cache: string, settlingMs: number): Promise<AtRest> {
  const home = mkdtempSync(path.join(tmpdir(), "candor-rest-"));
  const port = await freePort();
  const variables = { CANDOR_HOME: home, CANDOR_CACHE: cache, NODE_COMPILE_CACHE: path.join(cache, "node") };
  const env = {
    ...process.env,
    ...variables,
    PORT: String(port),
    CANDOR_PRICES: "simulated",
    LOG_LEVEL: "silent",
  };
  const startedMs = performance.now();
  const child = spawn(process.execPath, program, { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(child, "exit");
  try {
    const readyMs = new Map<string, number>();
    for (const [part, at, missing] of PARTS) {
      await answered(`http://127.0.0.1:${port}${at}`, missing, startedMs);
      readyMs.set(part, performance.now() - startedMs);
    }
    await sleep(settlingMs);
    const pids = familyOf(child.pid ?? 0);
    const before = timesOf(pids);
    await sleep(settlingMs === 0 ? 0 : MEASURED_MS);
    const after = timesOf(pids);
    const share = (thread: string): number =>
      ((after.get(thread) ?? 0) - (before.get(thread) ?? 0)) / (MEASURED_MS * 10);
    const percent = new Map([...after.keys()].map((thread) => [thread, share(thread)]));
    const residentMb = new Map(pids.map((pid) => [`${nameOf(pid)} ${pid}`, residentOf(pid)]));
    return { readyMs, residentMb, percent };
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(home, { recursive: true, force: true });
  }
}

/** Resolves once the address answers 200 without the text that a reply of an empty market contains. */
async function answered(url: string, missing: string, startedMs: number): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    const text = await response?.text();
    if (response?.status === 200 && (missing === "" || text?.includes(missing) === false)) return;
    if (performance.now() - startedMs > READY_TIMEOUT_MS) throw new Error(`${url} was not ready in time`);
    await sleep(POLL_MS);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Returns a process and all its descendants. */
function familyOf(pid: number): readonly number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(familyOf)];
}

const nameOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, "utf8").trim();

function residentOf(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}

/** Returns microseconds by process and thread; threads of one name count together. */
function timesOf(pids: readonly number[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids)
    for (const { name, microseconds } of threadTimesOf(pid)) {
      const thread = `${nameOf(pid)} ${pid}, ${name}`;
      times.set(thread, (times.get(thread) ?? 0) + microseconds);
    }
  return times;
}

const sumOf = (figures: ReadonlyMap<string, number>): number =>
  [...figures.values()].reduce((sum, each) => sum + each, 0);
