import { type ChildProcessByStdio, execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type Candor, startCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { freePort } from "../support/server/free-port.ts";
import { askSigned } from "../support/wire/binance-bot.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = path.resolve(import.meta.dirname, "../..");
const SERVE = path.join(ROOT, "packages/sandbox/src/serve.mjs");
const PYTHON = path.join(ROOT, "examples/python");
const run = promisify(execFile);
const key = { key: "k".repeat(64), secret: "s".repeat(64) };

const isDeep = process.env.CANDOR_DEEP === "1";
if (!isDeep) console.warn("skipped: the end of a helper that is killed is tested with CANDOR_DEEP=1");

const python = spawnSync("python3", ["-c", "import sys; assert sys.version_info >= (3, 8)"]).status === 0;
if (!python) console.warn("skipped: the examples for Python need python3 (3.8 or newer)");

/** What the pytest fixture does, without pytest, until it is killed. */
const FIXTURE = `import json, sys
from binance_client import BinanceClient, BinanceError
from candor_sandbox import CandorError, candor_sandbox
with candor_sandbox(env={"CANDOR_LIQUIDITY": "off"}) as candor:
    account = candor.open_account(usdt="5000", btc="2", key="k" * 64, secret="s" * 64)
    client = BinanceClient(candor.url, account["apiKey"], account["secret"])
    free = {each["asset"]: each["free"] for each in client.signed("GET", "/api/v3/account")["balances"]}
    candor.set_faults([{"path": "/api/v3/*", "fault": "answer=429", "times": 1}])
    try:
        client.get("/api/v3/time")
        code = None
    except BinanceError as error:
        code = error.code
    try:
        candor.open_account(usdt="-5")
        refused = None
    except CandorError as error:
        refused = str(error)
    print(json.dumps({"home": candor.home, "url": candor.url, "free": free, "code": code, "refused": refused,
        "applied": candor.faults()[0]["applied"]}), flush=True)
    sys.stdin.readline()
`;

let candor: Candor;
let tlsPort: number;
let fixture: ChildProcessByStdio<Writable, Readable, null>;
let fixtureLine: Promise<string>;
beforeAll(async () => {
  tlsPort = await freePort();
  if (python) {
    // Starts at the same time.
    const env = { ...process.env, PYTHONPATH: PYTHON };
    fixture = spawn("python3", ["-c", FIXTURE], { stdio: ["pipe", "pipe", "inherit"], env });
    fixtureLine = firstLine(fixture);
    fixtureLine.catch(() => undefined);
  }
  candor = await startCandor({ env: { CANDOR_TLS_PORT: String(tlsPort) } });
}, 240_000);
afterAll(() => candor.stop());

/** Returns the first line that a program prints; rejects if it ends before. */
function firstLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the program ended with ${code ?? signal}`)));
  });
}

/** Waits until nothing listens at an address. */
async function silent(url: string): Promise<void> {
  while (await isListening(Number(new URL(url).port))) await sleep(50);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy().destroyed));
    socket.once("error", () => resolve(false));
  });
}

test("SBOX-30 a test starts a sandbox that trades, with accounts of its own keys and faults", async () => {
  expect((await fetch(`${candor.url}/healthz`)).status).toBe(200);
  const account = await candor.openAccount({ usdt: 5_000, futuresUsdt: "1000", btc: "2.5", ...key });
  expect(account).toEqual({
    created: true,
    userId: account.userId,
    username: account.username,
    apiKey: key.key,
    secret: key.secret,
    spot: { USDT: "4000", BTC: "2.5" },
    futures: { USDT: "1000" },
    url: candor.url,
  });
  expect(await candor.openAccount({ usdt: 7, ...key })).toEqual({ ...account, created: false });
  const order = { symbol: "BTCUSDT", side: "SELL", type: "MARKET", quantity: "0.01" };
  const place = () => askSigned(account, "POST", `${candor.url}/api/v3/order`, order);
  expect(await place()).toMatchObject({ status: 200, body: { status: "FILLED" } });
  const rule = { method: "POST", path: "/api/v3/order", fault: "answer=429", times: 1 };
  expect(await candor.setFaults([rule])).toEqual([{ ...rule, applied: 0 }]);
  expect((await place()).status).toBe(429);
  expect(await candor.faults()).toEqual([{ ...rule, applied: 1 }]);
  const bars = await fetch(`${candor.url}/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=1000`);
  expect(await bars.json()).toHaveLength(1_000);
});

test("SBOX-30 what the sandbox refuses is an error with its reason, and changes nothing", async () => {
  await candor.setFaults([]);
  await expect(candor.openAccount({ usdt: -5 })).rejects.toThrow(
    'must be a decimal number such as 1000 or 0.5, got "-5"',
  );
  await expect(candor.setFaults([{ fault: "answer=maybe" }])).rejects.toThrow("The rules are wrong");
  expect(await candor.faults()).toEqual([]);
});

test("SBOX-31 a start that fails shows why, and leaves no temporary home", async () => {
  const env = { CANDOR_MODE: "live", CANDOR_PRICES: "simulated" };
  await expect(startCandor({ env })).rejects.toThrow(
    "Candor ended with 2. Its output:\nCANDOR_PRICES must be `public` in live mode",
  );
  await expect(startCandor({ node: path.join(ROOT, "no-node") })).rejects.toThrow("could not be started");
});

test.skipIf(!isDeep)("SBOX-31 the sandbox ends when the program that started it is killed", async () => {
  const home = mkdtempSync(path.join(tmpdir(), "candor-embedded-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const child = spawn(process.execPath, [SERVE, "--env", "CANDOR_LIQUIDITY=off", "--home", home], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill("SIGKILL");
  await silent(url);
});

test("SBOX-32 the example for JavaScript tests passes, with a sandbox that another process has started", async () => {
  const example = path.join(ROOT, "examples/bot.test.mjs");
  const env = { ...process.env, CANDOR_URL: candor.url, CANDOR_HOME: candor.home };
  const { stdout } = await run(process.execPath, ["--test", example], { env });
  expect(stdout).toMatch(/pass 2\n/);
  expect(stdout).toMatch(/fail 0\n/);
});

test.skipIf(!python)(
  "SBOX-33 SBOX-34 the Python script trades by TLS, with requests and without it",
  async () => {
    const file = path.join(candor.home, "account.json");
    const certificate = path.join(candor.home, "tls/certificate.pem");
    const env = { ...process.env, REQUESTS_CA_BUNDLE: certificate, SSL_CERT_FILE: certificate };
    const url = `https://localhost:${tlsPort}`;
    writeFileSync(file, JSON.stringify({ ...(await candor.openAccount()), url }));
    const script = path.join(PYTHON, "binance_order.py");
    const lines = ["order N is NEW", "order N is CANCELED"];
    const printed = (out: string) =>
      out
        .trim()
        .split("\n")
        .map((line) => line.replace(/[0-9]+/, "N"));
    expect(printed((await run("python3", [script, file], { env })).stdout)).toEqual(lines);
    // A module that is None cannot be imported.
    const without = `import runpy, sys
sys.modules["requests"] = None
sys.argv = ["binance_order.py", ${JSON.stringify(file)}]
runpy.run_path(${JSON.stringify(script)}, run_name="__main__")`;
    const { stdout } = await run("python3", ["-c", without], { env: { ...env, PYTHONPATH: PYTHON } });
    expect(printed(stdout)).toEqual(lines);
  },
);

interface Reported {
  readonly home: string;
  readonly url: string;
  readonly free: Readonly<Record<string, string>>;
}

test.skipIf(!python)(
  "SBOX-31 SBOX-33 the Python fixture starts a sandbox, and leaves nothing when its program is killed",
  async () => {
    const { home, url, free, ...rest } = JSON.parse(await fixtureLine) as Reported;
    expect(free).toMatchObject({ USDT: "2500.00000000", BTC: "2.00000000" });
    expect(rest).toEqual({ code: -1003, applied: 1, refused: expect.stringContaining('got "-5"') });
    fixture.kill("SIGKILL");
    await silent(url);
    while (existsSync(home)) await sleep(50);
  },
);
