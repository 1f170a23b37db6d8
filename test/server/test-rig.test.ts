import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Candor, type CandorAccount, startCandor } from "@candor/sandbox";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

// A full server starts here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
const env = { CANDOR_CHART_BARS: "0" };

const isDeep = process.env.CANDOR_DEEP === "1";
if (!isDeep)
  console.warn("skipped: a sandbox that can be reset, which starts three, is tested with CANDOR_DEEP=1");

let home: string;
let candor: Candor;
let account: CandorAccount;
let timeMs: number;
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "candor-rig-"));
  candor = await startCandor({ home, seed: 1, clock: "manual", mode: "scenario", env });
  account = await candor.openAccount({ usdt: 20_000, futuresUsdt: 10_000 });
  ({ timeMs } = await candor.time());
}, 240_000);
afterAll(async () => {
  await candor.stop();
  rmSync(home, { recursive: true, force: true });
});

async function signed<T>(
  method: string,
  at: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<T> {
  const query = new URLSearchParams({ ...fields, timestamp: String(timeMs) }).toString();
  const signature = createHmac("sha256", account.secret).update(query).digest("hex");
  const headers = { "x-mbx-apikey": account.apiKey };
  const response = await fetch(`${candor.url}${at}?${query}&signature=${signature}`, { method, headers });
  return (await response.json()) as T;
}

const advance = async (ms: number): Promise<void> => {
  ({ timeMs } = await candor.advance(ms));
};

const sandbox = (...words: string[]) =>
  run(process.execPath, [
    path.join(ROOT, "apps/server/src/start/cli/sandbox.ts"),
    ...words,
    "--home",
    home,
  ]).then(
    ({ stdout }) => stdout,
    ({ stderr, code }: { readonly stderr: string; readonly code: number }) => `${code}: ${stderr}`,
  );

interface Position {
  readonly symbol: string;
  readonly positionAmt: string;
  readonly liquidationPrice: string;
}
const position = async (): Promise<string> => {
  const rows = await signed<Position[]>("GET", "/fapi/v2/positionRisk", { symbol: "BTCUSDT" });
  return rows[0]?.positionAmt ?? "";
};

test("RIG-09 balances, books, index and funding are set, and a moved index liquidates a position", async () => {
  const { userId } = account;
  await candor.pushIndex("BTCUSDT", 50_000);
  await candor.placeBook({
    symbol: "BTCUSDT",
    market: "futures",
    bids: [[49_990, 5]],
    asks: [
      ["50010", "2"],
      ["50020", "3"],
    ],
  });
  const book = await (await fetch(`${candor.url}/fapi/v1/depth?symbol=BTCUSDT&limit=5`)).json();
  expect(book).toMatchObject({
    bids: [["49990.0", "5.000"]],
    asks: [
      ["50010.0", "2.000"],
      ["50020.0", "3.000"],
    ],
  });
  const spot = { symbol: "ETHUSDT", bids: [[3_000, 1]], asks: [[3_100, "2.5"]] } as const;
  await candor.pushIndex("ETHUSDT", 3_050);
  const { orderIds } = await candor.placeBook(spot);
  expect(orderIds.map(Number)).toEqual([expect.any(Number), expect.any(Number)]);
  expect(orderIds.map(Number)).not.toContain(Number.NaN);
  await expect(candor.placeBook({ ...spot, bids: [[9_000_000, 1]] })).rejects.toThrow(
    /buy 1 at 9000000: the exchange rejects/,
  );
  await candor.placeBook(spot);
  expect(await (await fetch(`${candor.url}/api/v3/depth?symbol=ETHUSDT&limit=5`)).json()).toMatchObject({
    bids: [["3000.00000000", "1.00000000"]],
    asks: [["3100.00000000", "2.50000000"]],
  });
  await candor.setBalance({ userId, wallet: "futures", asset: "USDT", amount: "6000" });
  await signed("POST", "/fapi/v1/leverage", { symbol: "BTCUSDT", leverage: "20" });
  const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quantity: "2" };
  expect(await signed("POST", "/fapi/v1/order", { ...order, newOrderRespType: "RESULT" })).toMatchObject({
    status: "FILLED",
    avgPrice: "50010.0",
  });
  expect(await position()).toBe("2.000");

  await candor.settleFunding("BTCUSDT");
  await advance(1_000);
  const [funding] = await signed<{ readonly incomeType: string; readonly income: string }[]>(
    "GET",
    "/fapi/v1/income",
    { incomeType: "FUNDING_FEE" },
  );
  expect(Number(funding?.income)).toBeLessThan(0);

  // Nobody buys at a better price: the position goes to the book's account.
  await candor.placeBook({ symbol: "BTCUSDT", market: "futures" });
  await candor.pushIndex("BTCUSDT", 40_000);
  await advance(5_000);
  expect(await position()).toBe("0.000");
  // The pushed price stays.
  const { indexPrice } = (await (
    await fetch(`${candor.url}/fapi/v1/premiumIndex?symbol=BTCUSDT`)
  ).json()) as {
    readonly indexPrice: string;
  };
  expect(Number(indexPrice)).toBe(40_000);
});

test("RIG-09 the example passes, with a test rig that runs already", async () => {
  const example = path.join(ROOT, "examples/rig.test.mjs");
  const variables = { ...process.env, CANDOR_URL: candor.url, CANDOR_HOME: home };
  const { stdout } = await run(process.execPath, ["--test", example], { env: variables });
  expect(stdout).toMatch(/pass 1\n/);
  expect(stdout).toMatch(/fail 0\n/);
  ({ timeMs } = await candor.time());
});

test("RIG-09 a wrong request is refused with its reason, and changes nothing", async () => {
  const { seq } = await candor.time();
  const { userId } = account;
  const wallet = { userId, wallet: "spot", asset: "USDT" } as const;
  await expect(candor.setBalance({ ...wallet, amount: -1 })).rejects.toThrow(/amount must be 0 or more/);
  await expect(candor.setBalance({ ...wallet, asset: "DOGS", amount: 1 })).rejects.toThrow(
    /DOGS is not listed/,
  );
  await expect(candor.pushIndex("BTCUSD", 1)).rejects.toThrow(/BTCUSD is no spot market/);
  await expect(candor.pushIndex("BTCUSDT", 0)).rejects.toThrow(/price must be above 0/);
  await expect(candor.settleFunding("XYZ")).rejects.toThrow(/XYZ is no contract/);
  expect((await candor.time()).seq).toBe(seq);
  await expect(candor.setBalance({ ...wallet, userId: 999, amount: 1 })).rejects.toThrow(/parameterError/);
});

test("RIG-09 the command sets the same, and moves the time", async () => {
  expect(await sandbox("index", "ETHUSDT", "2500")).toMatch(/^\{"seq":[0-9]+\}\n$/);
  expect(await sandbox("balance", String(account.userId), "spot", "ETH", "7")).toMatch(/seq/);
  expect(await sandbox("funding", "ETHUSDT")).toMatch(/seq/);
  expect(await sandbox("balance", "ana", "spot", "ETH", "7")).toMatch(/^2: USER_ID must be a number/);
  expect(await sandbox("index", "ETHUSDT", "free")).toMatch(/^1: Not done: price must be above 0/);
  expect(await sandbox("advance", "250")).toMatch(
    /^It is 2026-01-05T00:00:[0-9.]+Z\. Journal: [0-9]+ commands, [0-9a-f]{64}\n$/,
  );
  expect(await sandbox("advance", "1s")).toMatch(/^2: MS must be milliseconds/);
  const { balances } = await signed<{ readonly balances: readonly { asset: string; free: string }[] }>(
    "GET",
    "/api/v3/account",
  );
  expect(balances.find(({ asset }) => asset === "ETH")?.free).toBe("7.00000000");
});

test("RIG-04 app and console are told, the journal begins with it, and the home opens in no other mode", async () => {
  const reply = await fetch(`${candor.url}/api/home/index`, { method: "GET" });
  const envelope = (await reply.json()) as { readonly data: string };
  const { siteData } = JSON.parse(Buffer.from(envelope.data, "base64").toString("utf8")) as {
    readonly siteData: object;
  };
  expect(siteData).toMatchObject({ mode: "sandbox", testRig: true });
  const asConsole = { "content-type": "application/json", "x-candor-console": "1" };
  const me = await fetch(`${candor.url}/console/api/me`, { method: "POST", headers: asConsole, body: "{}" });
  expect([me.status, me.headers.get("x-candor-test-rig")]).toEqual([401, "1"]);
  expect(JSON.parse(readFileSync(path.join(home, "instance.json"), "utf8"))).toMatchObject({
    mode: "scenario",
    seed: 1,
  });
  await candor.stop();
  await expect(startCandor({ home, env })).rejects.toThrow(/was created in scenario mode/);
  // It continues at the same time.
  candor = await startCandor({ home, clock: "manual", mode: "scenario", env });
  expect((await candor.time()).timeMs).toBe(timeMs + 250);
});

test.skipIf(!isDeep)(
  "RIG-10 a reset begins again with the state of the founding, at the same URL",
  async () => {
    const again = await startCandor({ seed: 1, clock: "manual", mode: "scenario", resettable: true, env });
    onTestFinished(() => again.stop());
    const { url } = again;
    const founded = await again.time();
    for (let round = 0; round < 2; round++) {
      const opened = await again.openAccount({ usdt: 100 });
      expect(opened.url).toBe(url);
      await again.pushIndex("BTCUSDT", 1_000);
      await again.advance(500);
      expect((await again.time()).hash).not.toBe(founded.hash);
      const { pid } = again;
      await again.reset();
      expect(await again.time()).toEqual(founded);
      expect(again.pid).not.toBe(pid);
      const { serverTime } = (await (await fetch(`${url}/api/v3/time`)).json()) as {
        readonly serverTime: number;
      };
      expect(serverTime).toBe(founded.timeMs);
    }
    await expect(candor.reset()).rejects.toThrow(/start with `resettable: true`/);
    await expect(startCandor({ home, resettable: true })).rejects.toThrow(/leave `home` out/);
  },
);
