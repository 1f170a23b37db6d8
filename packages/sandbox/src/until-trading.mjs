import { setTimeout as sleep } from "node:timers/promises";

const PAUSE_MS = 50;
const SYMBOL = "BTCUSDT";

const isHealthy = (url) => ask(`${url}/healthz`);
const trades = async (url) =>
  (await ask(`${url}/api/v3/exchangeInfo?symbol=${SYMBOL}`))?.symbols[0].status === "TRADING";

/**
 * Resolves when a server is healthy and its largest markets trade; with market makers, when their books have both sides.
 * Which markets trade in a replay depends on its files and its time, which may stand still: then a healthy server is enough.
 * @param check throws when there is nothing to wait for
 */
export async function untilTrading(url, { hasMakers, isReplay }, check) {
  const books = ["/api/v3", "/fapi/v1"].map((api) => () => hasBook(`${url}${api}`));
  const steps = [
    () => isHealthy(url),
    ...(isReplay ? [] : [() => trades(url)]),
    ...(isReplay || !hasMakers ? [] : books),
  ];
  for (const step of steps) {
    while (!(await step())) {
      check();
      await sleep(PAUSE_MS);
    }
  }
}

async function hasBook(api) {
  const best = await ask(`${api}/ticker/bookTicker?symbol=${SYMBOL}`);
  return Number(best?.bidPrice) > 0 && Number(best?.askPrice) > 0;
}

/** Returns the JSON of a reply, and undefined if the server does not give any yet. */
async function ask(url) {
  const response = await fetch(url).catch(() => undefined);
  return response?.status === 200 ? await response.json() : undefined;
}
