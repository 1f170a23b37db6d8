// Plain JavaScript, so that every test runner can load it. Types: start-candor.d.mts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { askDoor } from "./ask-door.mjs";
import { ServerProcess } from "./server-process.mjs";
import { startResettable } from "./start-resettable.mjs";
import { untilTrading } from "./until-trading.mjs";

const START_TIMEOUT_MS = 120_000;
/** A day with market makers takes a while. */
const ADVANCE_TIMEOUT_MS = 3_600_000;
const DEFAULT_USDT = "1000000";
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };

export async function startCandor({ resettable = false, ...options } = {}) {
  if (!resettable) return await startOne(options);
  const { home, port = 0 } = options;
  if (home !== undefined) throw new Error("Candor: `resettable` needs temporary homes: leave `home` out");
  return await startResettable(() => startOne({ ...options, port: 0 }), port);
}

async function startOne({
  home,
  port = 0,
  env = {},
  node,
  seed,
  clock,
  mode,
  startTimeoutMs = START_TIMEOUT_MS,
}) {
  const directory = home === undefined ? mkdtempSync(path.join(tmpdir(), "candor-")) : path.resolve(home);
  const removeHome = () => {
    if (home === undefined) rmSync(directory, REMOVAL);
  };
  let server;
  try {
    const rig = {
      ...(seed !== undefined && { CANDOR_SEED: String(seed) }),
      ...(clock !== undefined && { CANDOR_CLOCK: clock }),
      ...(mode !== undefined && { CANDOR_MODE: mode }),
    };
    server = new ServerProcess({ ...env, ...rig, PORT: String(port), CANDOR_HOME: directory }, node);
    // A program that ends without `stop` leaves nothing.
    const atExit = () => {
      server.kill();
      removeHome();
    };
    process.once("exit", atExit);
    const stop = async () => {
      await server.stop();
      process.off("exit", atExit);
      removeHome();
    };
    const deadlineMs = Date.now() + startTimeoutMs;
    try {
      const chosen = await server.ready(deadlineMs);
      const url = `http://127.0.0.1:${chosen}`;
      const hasMakers = (env.CANDOR_LIQUIDITY ?? (mode === "scenario" ? "off" : "on")) !== "off";
      const prices = env.CANDOR_PRICES ?? "";
      const isReplay = prices.startsWith("recorded:") && !prices.includes("loop=on");
      await untilTrading(url, { hasMakers, isReplay }, () => server.check(deadlineMs));
      server.unref();
      const { pid } = server;
      const output = () => server.output();
      return { ...connectCandor({ url, home: directory }), pid, output, reset: refuseReset, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    removeHome();
    throw error;
  }
}

async function refuseReset() {
  throw new Error("Candor: start with `resettable: true` to reset");
}

export function connectCandor({ url, home }) {
  const rulesOf = ({ rules }) => rules;
  return {
    url,
    wsUrl: url.replace(/^http/, "ws"),
    port: Number(new URL(url).port),
    home,
    openAccount: async (options = {}) => ({
      ...(await askDoor(home, "POST", "/sandbox/account", accountRequest(options))),
      url,
    }),
    setFaults: async (rules) => rulesOf(await askDoor(home, "PUT", "/sandbox/faults", rules)),
    faults: async () => rulesOf(await askDoor(home, "GET", "/sandbox/faults")),
    advance: (advanceMs, { stepMs = 0 } = {}) =>
      askDoor(home, "POST", "/sandbox/time", { advanceMs, stepMs }, ADVANCE_TIMEOUT_MS),
    time: () => askDoor(home, "GET", "/sandbox/time"),
    setBalance: ({ amount, ...rest }) =>
      askDoor(home, "POST", "/sandbox/balance", { ...rest, amount: String(amount) }),
    pushIndex: (symbol, price) => askDoor(home, "POST", "/sandbox/index", { symbol, price: String(price) }),
    settleFunding: (symbol) => askDoor(home, "POST", "/sandbox/funding", { symbol }),
    placeBook: ({ symbol, market = "spot", bids = [], asks = [] }) =>
      askDoor(home, "POST", "/sandbox/book", {
        symbol,
        market,
        bids: bids.map(textsOf),
        asks: asks.map(textsOf),
      }),
  };
}

const textsOf = ([price, quantity]) => [String(price), String(quantity)];

/** Returns the JSON of docs/sandbox-accounts.md. */
function accountRequest({ usdt = DEFAULT_USDT, futuresUsdt, btc, coins = {}, key, ...rest }) {
  const all = { USDT: usdt, ...(btc !== undefined && { BTC: btc }), ...coins };
  const assets = Object.fromEntries(Object.entries(all).map(([symbol, amount]) => [symbol, String(amount)]));
  return {
    ...rest,
    assets,
    ...(futuresUsdt !== undefined && { futuresUsdt: String(futuresUsdt) }),
    ...(key !== undefined && { apiKey: key }),
  };
}
