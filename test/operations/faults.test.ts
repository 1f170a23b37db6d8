import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { FaultTextError, latencyMs, readCallFault } from "@candor/server/edge/binance-api/faults/call-fault";
import { FaultRules } from "@candor/server/edge/binance-api/faults/fault-rules";
import { FundedAccounts } from "@candor/server/edge/sandbox-door/funded-accounts";
import { openSandboxDoor, type SandboxDoor } from "@candor/server/edge/sandbox-door/open-sandbox-door";
import { Refusal } from "@candor/server/operators/protocol/operator-messages";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { keyFileIn } from "../support/home-parts.ts";
import { type ApiKey, askSigned, listenFor } from "../support/wire/binance-bot.ts";
import { ContractWorld } from "../support/wire/contract-world.ts";
import type { GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { listenAt, type ServedStreams, streamsOf } from "../support/wire/streams.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const COMMAND = path.join(ROOT, "apps/server/src/start/cli/sandbox.ts");
const execute = promisify(execFile);
const SILENT = { error: () => {}, warn: () => {}, info: () => {} };
const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  timeInForce: "GTC",
  price: "57000",
  quantity: "0.01",
};
const PATH = "/api/v3/order";

describe("a text of a fault", () => {
  test.each([
    ["latency=20", { latency: { kind: "between", fromMs: 20, toMs: 20 }, answer: undefined }],
    ["latency=5..10; answer=429; retry=7", { answer: "429", retrySeconds: 7, isExecuted: false }],
    ["answer=-1007; executed", { answer: "-1007", isExecuted: true }],
    ["latency=~200", { latency: { kind: "around", meanMs: 200 } }],
  ])("SBOX-20 %s is read", (text, fault) => {
    expect(readCallFault(text)).toMatchObject(fault);
  });

  test.each([
    "",
    "latency",
    "latency=-5",
    "latency=9..3",
    "latency=120001",
    "latency=1e3",
    "latency=5; latency=5",
    "answer=429; answer=418",
    "answer=-1007; executed; executed",
    "answer=200",
    "answer=-1003; executed",
    "executed",
    "answer=429; retry=x",
    "answer=__proto__",
    "speed=3",
  ])("SBOX-20 %j is refused", (text) => {
    expect(() => readCallFault(text)).toThrow(FaultTextError);
  });

  test("SBOX-20 delays are within their bounds, and around their mean", () => {
    const between = { kind: "between", fromMs: 5, toMs: 7 } as const;
    expect([0, 0.5, 0.999_999].map((random) => latencyMs(between, random))).toEqual([5, 6, 7]);
    const around = { kind: "around", meanMs: 100 } as const;
    expect(latencyMs(around, 0)).toBe(0);
    expect(latencyMs(around, 1 - 1e-12)).toBe(1_000);
    const mean =
      Array.from({ length: 999 }, (_, at) => latencyMs(around, (at + 0.5) / 999)).reduce((a, b) => a + b) /
      999;
    expect(Math.round(mean / 10)).toBe(10);
  });
});

describe("rules", () => {
  let nowMs = 0;
  const rules = new FaultRules(() => nowMs);
  const call = { method: "POST", path: PATH, apiKey: "a" };

  test("SBOX-21 method, path, key, number and time choose the calls, and the first rule that fits counts", () => {
    const wrong = rules.set([
      { method: "POST", path: "/api/v3/*", apiKey: "a", fault: "answer=429", times: 2 },
      { path: PATH, fault: "answer=-1001", afterMs: 10, forMs: 5 },
    ]);
    expect(wrong).toBeUndefined();
    const answers = (each: typeof call) => rules.ofCall(each)?.answer;
    expect(answers({ ...call, method: "GET" })).toBeUndefined();
    expect(answers({ ...call, apiKey: "b" })).toBeUndefined();
    expect([answers(call), answers(call), answers(call)]).toEqual(["429", "429", undefined]);
    nowMs = 10;
    expect(answers(call)).toBe("-1001");
    nowMs = 15;
    expect(answers(call)).toBeUndefined();
    expect(rules.list().map(({ applied }) => applied)).toEqual([2, 1]);
  });

  test("SBOX-21 the same rules meet the same calls each time", () => {
    const run = () => {
      rules.set([{ fault: "answer=429", chance: 0.3 }]);
      return Array.from({ length: 1_000 }, () => rules.ofCall(call) !== undefined);
    };
    const first = run();
    expect(run()).toEqual(first);
    const share = first.filter(Boolean).length;
    expect(share).toBeGreaterThan(250);
    expect(share).toBeLessThan(350);
  });

  test.each([
    [{}, "expected array"],
    [[{ fault: "answer=200" }], "answer must be one of"],
    [[{ fault: "answer=429", chance: 2 }], "chance"],
    [[{ stream: "btcusdt@depth", do: "explode" }], "rule 1: do"],
    [[{ stream: "btcusdt@depth", fault: "answer=429" }], "rule 1: do"],
    [Array.from({ length: 101 }, () => ({ fault: "answer=429" })), "100"],
  ])("SBOX-21 wrong rules are refused and change nothing: %o", (body, problem) => {
    rules.set([{ fault: "answer=418" }]);
    expect(rules.set(body)).toContain(problem);
    expect(rules.list()).toEqual([{ fault: "answer=418", applied: 0 }]);
  });
});

describe("a sandbox that fails on demand", () => {
  let exchange: GatewayUnderTest;
  let url: string;
  let key: Pick<ApiKey, "apiKey" | "secret">;
  let rules: FaultRules;
  let streams: ServedStreams;
  let door: SandboxDoor;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    const world = await ContractWorld.start({ nowMs: Date.now });
    ({ exchange } = world);
    url = await listenFor(exchange);
    const { engine, listings, identity, calls } = exchange;
    const { faults, listenKeys } = calls.binancePorts;
    if (faults === undefined) throw new Error("a sandbox has faults");
    rules = faults;
    streams = await streamsOf(exchange, listenKeys);
    const accounts = new FundedAccounts({ engine, listings, identity, url });
    await world.observe(60_000);
    const account = await accounts.open({});
    if (account instanceof Refusal) throw new Error(account.problem);
    key = account;
    const keyFile = keyFileIn(exchange.home);
    door = await openSandboxDoor({
      home: exchange.home,
      keyFile,
      adminPort: undefined,
      accounts,
      faults,
      time: undefined,
      scenario: undefined,
      log: SILENT,
    });
  });
  const eventually = <T>(read: () => T) => expect.poll(read, { interval: 20 });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.terminate();
    rules.set([]);
  });
  afterAll(async () => {
    await door.close();
    await streams.close();
    await exchange.close();
  });

  const place = () => askSigned(key, "POST", url + PATH, ORDER);
  const open = async () =>
    (await askSigned(key, "GET", `${url}/api/v3/openOrders`)).body as readonly object[];
  const cancelAll = () => askSigned(key, "DELETE", `${url}/api/v3/openOrders`, { symbol: "BTCUSDT" });

  test.each([
    ["429", 429, -1003],
    ["418", 418, -1003],
    ["503", 503, 0],
    ["-1000", 500, -1000],
    ["-1001", 503, -1001],
    ["-1003", 429, -1003],
    ["-1007", 503, -1007],
    ["-1015", 429, -1015],
    ["-1016", 503, -1016],
    ["-1021", 400, -1021],
  ])(
    "SBOX-22 answer=%s has Binance's status and code, and the order is not placed",
    async (answer, status, code) => {
      rules.set([{ method: "POST", path: PATH, fault: `answer=${answer}`, times: 1 }]);
      expect(await place()).toMatchObject({ status, body: { code } });
      expect(await open()).toEqual([]);
      // The rule applied once.
      expect((await place()).status).toBe(200);
      await cancelAll();
    },
  );

  test.each(["-1007", "drop"])(
    "SBOX-22 answer=%s; executed loses the answer of an order that was placed",
    async (answer) => {
      rules.set([{ method: "POST", path: PATH, fault: `answer=${answer}; executed`, times: 1 }]);
      const outcome = await place().catch(() => "no answer");
      expect(outcome).toEqual(
        answer === "drop" ? "no answer" : { status: 503, body: expect.objectContaining({ code: -1007 }) },
      );
      expect(await open()).toHaveLength(1);
      await cancelAll();
    },
  );

  test("SBOX-22 a stalled call has no answer until its client gives up, and the order is not placed", async () => {
    const abort = AbortSignal.timeout(300);
    const headers = { "x-candor-fault": "answer=stall" };
    await expect(fetch(`${url}/api/v3/time`, { headers, signal: abort })).rejects.toThrow("timeout");
    expect((await fetch(`${url}/api/v3/time`)).status).toBe(200);
  });

  test("SBOX-22 a header asks for the fault of one call; one that cannot be read is refused", async () => {
    const ask = (fault: string) => fetch(`${url}/api/v3/time`, { headers: { "x-candor-fault": fault } });
    const banned = await ask("answer=418; retry=120");
    expect([banned.status, banned.headers.get("retry-after")]).toEqual([418, "120"]);
    const wrong = await ask("answer=maybe");
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: -1100 }]);
    const late = await ask("latency=1..3");
    expect(late.status).toBe(200);
  });

  test("SBOX-23 messages of a stream are left out, and its connection is closed", async () => {
    const { received, socket } = await listenAt(
      `${url.replace("http", "ws")}/ws/btcusdt@depth@100ms`,
      sockets,
    );
    rules.set([{ stream: "btcusdt@depth*", do: "skip", times: 1 }]);
    await place();
    await eventually(() => rules.list().map(({ applied }) => applied)).toEqual([1]);
    await cancelAll();
    await eventually(() => received.length).toBe(1);
    const skipped = received[0] as { readonly U: number };
    await place();
    await eventually(() => received.length).toBe(2);
    // Between the two that arrived nothing is missing; the one that did not come was before them.
    expect(received[1]).toMatchObject({ U: Number(received[0]?.u) + 1 });
    expect(skipped.U).toBeGreaterThan(0);
    rules.set([{ stream: "btcusdt@depth*", do: "close" }]);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await cancelAll();
    expect(await closed).toBe(1011);
  });

  test("SBOX-24 npm run sandbox -- faults sets, lists and removes the rules, and refuses wrong ones", async () => {
    const file = path.join(exchange.home, "rules.json");
    const run = async (word: string, json?: unknown): Promise<string> => {
      if (json !== undefined) writeFileSync(file, JSON.stringify(json));
      const words = [COMMAND, "faults", word, "--home", exchange.home];
      const ended = await execute(process.execPath, words).catch((error: object) => error);
      const { stdout, stderr } = ended as { readonly stdout: string; readonly stderr: string };
      return (stdout + stderr).trim();
    };
    const rule = { fault: "answer=429", times: 3 };
    expect(await run(file, [rule])).toBe(`0 times  ${JSON.stringify(rule)}`);
    await fetch(`${url}/api/v3/time`);
    expect(await run("list")).toBe(`1 times  ${JSON.stringify(rule)}`);
    expect(await run(file, [{ fault: "answer=maybe" }])).toContain("The rules are wrong: ");
    expect(rules.list()).toEqual([{ ...rule, applied: 1 }]);
    expect(await run("off")).toBe("No faults.");
    expect(await run("none.json")).toContain("none.json does not exist");
  });
});
