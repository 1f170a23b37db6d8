import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import {
  removeHome,
  type ServerProcess,
  startServer,
  temporaryHome,
} from "../../test/support/server/run-server.ts";
import { WireClient } from "../../test/support/wire-client.ts";
import { LOADED_SERVER } from "./cluster-orders.ts";
import type { BenchResult } from "./harness.ts";
import { comparedLoads, TRADERS } from "./user-load.ts";

const WITHOUT_PROFIT = pathToFileURL(path.join(import.meta.dirname, "without-profit.ts")).href;
/** Pairs of runs. Single ones differ by more than the bar on a busy machine. */
const RUNS = 7;
const TRIES = 20;
const TRY_PAUSE_MS = 250;
/** With profit and loss, the slowest hundredth may take 1.1 times as long. */
const BAR = 1 / 1.1;

/** Orders on a server with the read models of profit and loss, and on the same server without them. */
export async function* profitTail(): AsyncGenerator<BenchResult> {
  const homes = [temporaryHome(), temporaryHome()] as const;
  const servers: ServerProcess[] = [];
  try {
    const whole = await startServer(homes[0], LOADED_SERVER);
    servers.push(whole);
    const peer = await startServer(homes[1], {
      ...LOADED_SERVER,
      NODE_OPTIONS: `--import=${WITHOUT_PROFIT}`,
    });
    servers.push(peer);
    for (const [server, isExpected] of [
      [whole, true],
      [peer, false],
    ] as const)
      if ((await hasProfit(server)) !== isExpected)
        throw new Error(`expected ${isExpected ? "" : "no "}profit and loss of a new user at ${server.url}`);
    yield* comparedLoads({
      name: `order to acknowledgement with profit and loss, ${TRADERS} users, p99`,
      urls: [whole.url],
      peer: "the same server without these read models",
      peerUrls: [peer.url],
      runs: RUNS,
      bar: BAR,
    });
  } finally {
    for (const server of servers) await server.stop("SIGTERM");
    for (const home of homes) removeHome(home);
  }
}

/** Whether a user who was just paid gets holdings in the read models. */
async function hasProfit({ url }: ServerProcess): Promise<boolean> {
  const client = new WireClient(url);
  await client.register();
  await client.fund("0.1", "BTC");
  for (let tries = 0; tries < TRIES; tries++) {
    const { holdings } = await client.expectOk(client.post("/Profit/holdings"));
    if ((holdings as readonly unknown[]).length > 0) return true;
    await sleep(TRY_PAUSE_MS);
  }
  return false;
}
