import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../support/server/free-port.ts";
import {
  QUIET,
  removeHome,
  runToEnd,
  type ServerProcess,
  startServer,
  temporaryHome,
  WITH_CHARTS,
} from "../support/server/run-server.ts";
import { askSigned } from "../support/wire/binance-bot.ts";
import { PAYMENT_PASSWORD, WireClient } from "../support/wire-client.ts";

// Full servers start here in parallel with other tests: allow for a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const SANDBOX = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/sandbox.ts");

/** A coin listed by the second server's operator, in addition to the built-in ones. */
const OWN_LISTING = {
  assets: [{ symbol: "SHIB", name: "Shiba Inu", scale: 2, minTransfer: "1", dailyGift: "40000000" }],
  markets: [
    {
      base: "SHIB",
      quote: "USDT",
      tick: "0.00000001",
      lot: "100",
      minQuantity: "10000",
      maxQuantity: "10000000000",
      minNotional: "5",
      simulated: { price: "0.000025", minuteVolume: 400_000_000 },
    },
  ],
};

/** Behind a reverse proxy; requests without proxy headers come from this machine. */
const BEHIND_PROXY = { CANDOR_PROXY: "local" } as const;
const SUPPORT = "help@exchange.example";

/** Another loopback address; Linux provides it without setup. */
const ELSEWHERE = "127.0.0.2";

/** Two servers for all tests, because a start is expensive; one of them is killed and restarted. */
let first: ServerProcess;
let second: ServerProcess;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  const secondHome = temporaryHome();
  writeFileSync(path.join(secondHome, "listing.json"), JSON.stringify(OWN_LISTING));
  [first, second] = await Promise.all([
    startServer(temporaryHome(), QUIET),
    startServer(secondHome, {
      ...BEHIND_PROXY,
      ...WITH_CHARTS,
      CANDOR_SUPPORT_EMAIL: SUPPORT,
      METRICS_HOST: ELSEWHERE,
      METRICS_PORT: String(metricsPort),
    }),
  ]);
}, 240_000);
afterAll(async () => {
  for (const server of [first, second]) {
    await server.stop("SIGKILL");
    removeHome(server.home);
  }
});

/** Polls until the reply fits; the sandbox's traders need a few seconds to fill the books. */
async function eventually<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, seconds = 40): Promise<T> {
  let answer = await ask();
  for (let i = 0; i < seconds * 4 && !fits(answer); i++) {
    await sleep(250);
    answer = await ask();
  }
  expect(fits(answer), JSON.stringify(answer).slice(0, 600)).toBe(true);
  return answer;
}

test("SEC-04 a server's home can be read by its own account only", () => {
  const open = readdirSync(first.home).filter(
    (name) => (statSync(path.join(first.home, name)).mode & 0o077) !== 0,
  );
  expect(open).toEqual([]);
  expect(readdirSync(first.home)).toEqual(
    expect.arrayContaining(["audit", "exchange", "keys", "read-models"]),
  );
});

test("SEC-35 every file below the home belongs to its account only, so that a copy elsewhere is as private", () => {
  const open = readdirSync(first.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    // A catalog cache of the embedded database with its own mode; its directory is protected.
    .filter(({ name }) => name !== "pg_internal.init")
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0);
  expect(open).toEqual([]);
});

test("SOCK-25 behind a trusted proxy sockets are counted by the proxy's reported address, whatever a client claims", async () => {
  const base = second.url.replace("http", "ws");
  const opened: WebSocket[] = [];
  const open = (path: string, forwardedFor: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(base + path, { headers: { "x-forwarded-for": forwardedFor } });
      socket.once("open", () => resolve("open"));
      socket.once("error", ({ message }) => resolve(message));
      opened.push(socket);
    });
  try {
    for (const path of ["/ws", "/ws-api/v3"]) {
      const forwardedFor = Array.from({ length: 200 }, (_, at) => `192.0.2.${at}, 203.0.113.9`);
      expect(new Set(await Promise.all(forwardedFor.map((each) => open(path, each))))).toEqual(
        new Set(["open"]),
      );
      expect(await open(path, "127.0.0.1, 203.0.113.9")).toMatch(/429/);
      expect(await open(path, "203.0.113.10")).toBe("open");
    }
  } finally {
    for (const socket of opened) socket.terminate();
  }
});

test("SRV-02 after kill -9 a new server has every acknowledged order, balance, session and password", async () => {
  const trader = new WireClient(first.url);
  const { email, password } = await trader.register();
  await trader.fund("5000");
  const markets = await eventually(
    () => trader.expectOk(trader.get("/market/coinList?market=spot")),
    (data) => data.coinsList.some((row) => row.symbol === "BTCUSDT" && row.status === "trading"),
  );
  const btc = markets.coinsList.find((row) => row.symbol === "BTCUSDT");
  const price = (Math.floor(Number(btc?.indexPrice) * 0.9 * 10) / 10).toFixed(1);
  const acknowledged: string[] = [];
  for (let i = 0; i < 20; i++) {
    const reply = await trader.expectOk(
      trader.post("/Entrus/doOrder", {
        product: "spot",
        symbol: "BTCUSDT",
        side: "buy",
        type: "limit",
        price,
        quantity: "0.00100",
        clientOrderId: `kill-${i}`,
      }),
    );
    acknowledged.push(reply.order.orderId);
  }
  const before = (await trader.expectOk(trader.get("/wallet/index"))).wallets.coin;
  await first.stop("SIGKILL");

  first = await startServer(first.home, QUIET);
  const again = new WireClient(first.url);
  again.token = trader.token;
  const { list } = await again.expectOk(again.post("/Entrus/record", { product: "spot", limit: 100 }));
  const open = list.map((order) => ("orderId" in order ? order.orderId : ""));
  expect(new Set(open)).toEqual(new Set(acknowledged));
  expect((await again.expectOk(again.get("/wallet/index"))).wallets.coin).toEqual(before);
  const repeated = await again.expectOk(
    again.post("/Entrus/doOrder", {
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price,
      quantity: "0.00100",
      clientOrderId: "kill-7",
    }),
  );
  expect(repeated.replayed).toBe(true);
  expect(repeated.order.orderId).toBe(acknowledged[7]);
  const session = await again.expectOk(again.post("/user/login", { account: email, password }));
  expect(session.username).toBe(email);
});

test("PROOF-08 a running server's liabilities are computed by a separate thread, and recomputed next to it from the journal", async () => {
  const visitor = new WireClient(first.url);
  const tree = await visitor.expectOk(visitor.post("/Evidence/liabilities"));
  expect(tree).toMatchObject({
    leaves: 256,
    totals: expect.arrayContaining([expect.objectContaining({ asset: "USDT" })]),
  });
  const cli = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/liabilities.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [cli, "verify", "--home", first.home]);
  expect(stdout).toContain(tree.rootHash);
  expect(stdout).toContain("matches all hashes and sums, and the audit log");
});

test("LIQ-03 the sandbox's own traders fill every book through the public gateway and are labelled", async () => {
  const visitor = new WireClient(second.url);
  const { coinsList } = await eventually(
    () => visitor.expectOk(visitor.get("/market/coinList?market=spot")),
    (data) => data.coinsList.every((row) => row.bid !== null && row.ask !== null),
  );
  expect(coinsList).toHaveLength(11);
  for (const row of coinsList) expect(Number(row.ask)).toBeGreaterThan(Number(row.bid));
  await eventually(
    () => visitor.expectOk(visitor.post("/market/depth", { symbol: "BTCUSDT", levels: 20 })),
    (data) => data.asks.length >= 10 && data.bids.length >= 10,
  );
  const { trades } = await eventually(
    () => visitor.expectOk(visitor.post("/market/entrusOrder", { symbol: "BTCUSDT" })),
    (data) => data.trades.length > 0,
  );
  for (const trade of trades) expect(trade.labelled).toBe(true);
  // The other server was started without them.
  const quiet = new WireClient(first.url);
  const { bids, asks } = await quiet.expectOk(quiet.post("/market/depth", { symbol: "ETHUSDT", levels: 20 }));
  expect([bids, asks]).toEqual([[], []]);
});

test("CONF-01 people are asked to write to the operator's configured mailbox", async () => {
  const visitor = new WireClient(second.url);
  const { kefu } = await visitor.expectOk(visitor.get("/home/index"));
  expect(kefu.email).toBe(SUPPORT);
});

test("CONF-07 a coin of the operator's own listing has a price, is paid by the faucet, and trades", async () => {
  const trader = new WireClient(second.url);
  await trader.register();
  await trader.credited(await trader.expectOk(trader.post("/Sandbox/faucet", { asset: "SHIB" })));
  await trader.setPaymentPassword();
  await trader.expectOk(
    trader.post("/Wallet/transfer", {
      asset: "SHIB",
      from: "main",
      to: "coin",
      amount: "40000000",
      paymentPassword: PAYMENT_PASSWORD,
    }),
  );
  await eventually(
    () => trader.expectOk(trader.post("/market/depth", { symbol: "SHIBUSDT", levels: 20 })),
    (data) => data.bids.length > 0,
  );
  const { order } = await trader.expectOk(
    trader.post("/Entrus/doOrder", {
      product: "spot",
      symbol: "SHIBUSDT",
      side: "sell",
      type: "market",
      quantity: "1000000",
    }),
  );
  expect(Number(order.executedQuantity)).toBeGreaterThan(0);
  await eventually(
    () => trader.expectOk(trader.get("/market/kline?symbol=SHIBUSDT&period=1min&size=50")),
    (data) => data.klines.length === 50,
  );
});

const CHAIN = {
  chainId: 61_717,
  name: "Test",
  assets: [
    {
      token: null,
      decimals: 18,
      minDeposit: "0.001",
      withdrawalFee: "0.001",
      minWithdrawal: "0.01",
      maxWithdrawal: "20",
    },
  ],
};

test("CONF-02 a port used by another program is reported by the setting's name", async () => {
  const home = temporaryHome();
  onTestFinished(() => removeHome(home));
  const { code, output } = await runToEnd(home, { ...QUIET, PORT: String(second.port) });
  expect(code).toBe(1);
  expect(output).toContain(`PORT ${second.port} is used by another program`);
});

test("SBOX-01 a running sandbox gives a bot an account with one command", async () => {
  const words = ["account", "--usdt", "500", "--json", "--home", first.home];
  const { stdout } = await promisify(execFile)(process.execPath, [SANDBOX, ...words]);
  const { url, ...key } = JSON.parse(stdout) as { url: string; apiKey: string; secret: string };
  expect(url).toBe(first.url.replace("127.0.0.1", "localhost"));
  const { status, body } = await askSigned(key, "GET", `${first.url}/api/v3/account`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ canTrade: true });
  const { balances } = body as { balances: { asset: string; free: string }[] };
  expect(balances.filter(({ free }) => Number(free) > 0)).toMatchObject([
    { asset: "USDT", free: "250.00000000" },
  ]);
});

test("WIRE-17 metrics listen on METRICS_HOST only", async () => {
  const metricsAt = (host: string) => fetch(`http://${host}:${metricsPort}/metrics`);
  expect(await (await metricsAt(ELSEWHERE)).text()).toContain("candor_");
  await expect(metricsAt("127.0.0.1")).rejects.toThrow();
});

test("SRV-03 a home has one server at a time, and live mode starts only with public prices", async () => {
  const other = await runToEnd(second.home, {});
  expect(other.code).toBe(1);
  expect(other.output).toMatch(/lock/i);
  const home = temporaryHome();
  onTestFinished(() => removeHome(home));
  const live = await runToEnd(home, { CANDOR_MODE: "live" });
  expect(live.code).toBe(2);
  expect(live.output).toMatch(/CANDOR_PRICES/);
});

test("SIGN-04 live mode rejects an unusable signer or chain before it has written anything", async () => {
  const place = temporaryHome();
  onTestFinished(() => removeHome(place));
  const home = path.join(place, "home");
  const refusedWith = async (symbol: string, settings: Readonly<Record<string, string>>) => {
    const file = path.join(place, "chain.json");
    writeFileSync(file, JSON.stringify({ ...CHAIN, assets: [{ ...CHAIN.assets[0], symbol }] }));
    const live = { CANDOR_MODE: "live", CANDOR_PRICES: "public", CANDOR_CHAIN_FILE: file };
    const { code, output } = await runToEnd(home, {
      ...live,
      CANDOR_CHAIN_RPC: "http://127.0.0.1:9",
      ...settings,
    });
    expect(code).toBe(1);
    expect(existsSync(home)).toBe(false);
    return output;
  };
  expect(await refusedWith("ETH", {})).toContain("CANDOR_SIGNER_MNEMONIC_FILE is required in live mode");
  const words = "legal winner thank year wave sausage worth useful legal winner thank yellow";
  const misspelt = { CANDOR_SIGNER_MNEMONIC: words.replace("thank yellow", "thank year") };
  const refused = await refusedWith("ETH", misspelt);
  expect(refused).toContain("CANDOR_SIGNER_MNEMONIC must contain");
  expect(refused).not.toContain("sausage");
  expect(await refusedWith("NONE", { CANDOR_SIGNER_MNEMONIC: words })).toContain(
    "CANDOR_CHAIN_FILE cannot be used: the exchange does not list NONE",
  );
});

test("SRV-01 two servers with homes and ports of their own run side by side, ready on /healthz, and stop cleanly", async () => {
  const servers = [first, second];
  for (const server of servers) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(first.port).not.toBe(second.port);
  for (const server of servers) expect(await server.stop("SIGINT")).toBe(0);
});
