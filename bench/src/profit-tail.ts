import path from "node:path";
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
    yield* comparedLoads({
      name: `order to acknowledgement with profit and loss, ${TRADERS} users, p99`,
      urls: [whole.url],
      peer: "the same server without these read models",
      peerUrls: [peer.url],
      runs: RUNS,
      bar: BAR,
    });
    for (const [server, isExpected] of [
      [whole, true],
      [peer, false],
    ] as const)
      if ((await hasProfit(server)) !== isExpected)
        throw new Error(`expected ${isExpected ? "" : "no "}profit and loss of a new user at ${server.url}`);
  } finally {
    for (const server of servers) await server.stop("SIGTERM");
    for (const home of homes) removeHome(home);
  }
}

/** Whether a user who was just paid has holdings in the read models. */
async function hasProfit({ url }: ServerProcess): Promise<boolean> {
  const client = new WireClient(url);
  await client.register();
  await client.fund("0.1", "BTC");
  const { holdings } = await client.expectOk(client.post("/Profit/holdings"));
  return (holdings as readonly unknown[]).length > 0;
}
