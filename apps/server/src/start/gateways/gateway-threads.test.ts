import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request as requestByHttp } from "node:http";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { DEFAULT_API } from "../../config/api-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { newSharedTime } from "../../engine/runtime/shared-time.ts";
import { exchangeThread, WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import { SharedAddressCounts } from "../../kit/limits/shared-address-counts.ts";
import { SharedProgress } from "../../records/projections/shared-progress.ts";
import { GatewayThreads, type GatewayThreadsOptions } from "./gateway-threads.ts";

let home = "";
let engine: WorkerEngine;
const startEngine = (directory: string): Promise<WorkerEngine> =>
  WorkerEngine.start({
    home: exchangeHome(directory),
    thread: exchangeThread(process.env.CANDOR_CACHE),
    onDown: (error) => expect.unreachable(error.message),
    warn: (message) => expect.unreachable(message),
  });
beforeEach(async () => {
  home = mkdtempSync(join(MEMORY_DISK, "candor-gateways-"));
  engine = await startEngine(join(home, "first"));
});
afterEach(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

function optionsOf(port: number, onFatal: (error: Error) => void): GatewayThreadsOptions {
  return {
    count: 2,
    place: { prefix: "", port, host: "127.0.0.1" },
    settings: {
      place: { socketPath: join(home, "gateway.sock"), secret: "secret", trustProxy: false },
      host: "127.0.0.1",
      mode: "sandbox",
      version: "test",
      createdAtMs: 0,
      journalDirectory: exchangeHome(home).journalDirectory,
      sharedNetworks: [],
      api: DEFAULT_API,
      maxConnections: 100,
      maxConnectionsOfAddress: 100,
      addresses: SharedAddressCounts.memory(),
      limits: {},
      progress: new SharedProgress().memory,
      time: newSharedTime(),
    },
    link: () => engine.link(),
    methods: {
      caller: () => ({ ended: undefined }),
      leverages: () => Promise.resolve({ seq: 0, set: [], orders: new Map() }),
      recentTrades: () => Promise.resolve([]),
      klines: () => Promise.resolve(undefined),
      priceSource: () => "simulated",
      charts: () => Promise.resolve({ asOfSeq: 0, version: 0, markets: [] }),
      withdrawal: () => Promise.reject(new Error("this exchange has no withdrawals")),
      streamKey: () => undefined,
      orderLabels: () => [],
      apiCall: () => Promise.reject(new Error("this exchange has no API")),
      logOn: () => ({ value: null }),
      holdStream: () => {
        throw new Error("this exchange has no API keys");
      },
      claimReplacement: () => Promise.resolve(undefined),
      settleReplacement: () => undefined,
      endStream: () => undefined,
      isKeyUsable: () => false,
      readModel: () => Promise.reject(new Error("this exchange has no read models")),
    },
    log: pino({ level: "silent" }),
    onFatal,
  };
}

/** Asks for something that the main thread would answer, on a new connection. */
const askOnce = (port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    requestByHttp({ port, host: "127.0.0.1", agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });

test("GW-09 the threads share a port, and answer 503 where the main thread's own listener is missing", async () => {
  const lost: Error[] = [];
  const threads = new GatewayThreads(optionsOf(0, (error) => lost.push(error)));
  const port = await threads.listen();
  expect(threads.running).toBe(2);
  expect(await Promise.all(Array.from({ length: 8 }, () => askOnce(port)))).toEqual(Array(8).fill(503));
  await threads.close();
  expect([threads.running, lost]).toEqual([0, []]);
  await expect(askOnce(port)).rejects.toThrow(/ECONNRE(?:FUSED|SET)/);
  // Nobody is left to ask.
  await threads.forget({ userId: 1 });
});

test("GW-09 a thread that ends by itself is reported once; the other one goes on until it is closed", async () => {
  const doomed = await startEngine(join(home, "second"));
  const engines = [doomed, engine];
  const lost: string[] = [];
  const options = optionsOf(0, ({ message }) => lost.push(message));
  const threads = new GatewayThreads({ ...options, link: () => (engines.shift() ?? engine).link() });
  const port = await threads.listen();
  // Without its engine, the first thread cannot go on.
  await doomed.close();
  await expect.poll(() => threads.running, { timeout: 60_000 }).toBe(1);
  expect(lost).toEqual(["gateway 1 is lost: engine unavailable: the link to the engine is closed"]);
  // The system may still give a connection to the thread that has just ended, which resets it.
  await expect.poll(() => askOnce(port).catch(({ code }: NodeJS.ErrnoException) => code)).toBe(503);
  await threads.forget({ userId: 1 });
  await threads.close();
  expect([threads.running, lost.length]).toEqual([0, 1]);
});

/** A gateway thread that hangs as soon as it is asked for something. */
const HANGING = `
  import { parentPort, workerData } from "node:worker_threads";
  parentPort.on("message", () => parentPort.postMessage({ kind: "listening", port: 1 }));
  workerData.main.on("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  parentPort.postMessage({ kind: "ready" });
`;

test("GW-09 a thread that hangs is reported once and ended, and what waits for it continues", async () => {
  const lost: string[] = [];
  const threads = new GatewayThreads({
    ...optionsOf(0, ({ message }) => lost.push(message)),
    count: 1,
    answerTimeoutMs: 100,
    entry: new URL(`data:text/javascript,${encodeURIComponent(HANGING)}`),
  });
  await threads.listen();
  await Promise.all([threads.forget({ userId: 1 }), threads.forget({ userId: 2 })]);
  await expect.poll(() => threads.running).toBe(0);
  expect(lost).toEqual(["gateway 1 is lost: it has not answered for 0.1 s"]);
  await threads.close();
});

test("GW-09 a start on a used port names the setting, and leaves no thread behind", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const lost: Error[] = [];
  const threads = new GatewayThreads(optionsOf(port, (error) => lost.push(error)));
  await expect(threads.listen()).rejects.toThrow(SettingError);
  await threads.close();
  expect([threads.running, lost]).toEqual([0, []]);
  other.close();
});
