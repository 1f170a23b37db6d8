import { BenchServer } from "./bench-server.ts";
import type { Trader } from "./bench-traders.ts";
import { type BenchResult, figure, median } from "./harness.ts";
import { RawCaller } from "./raw-caller.ts";

const CONNECTIONS = 90;
const ORDERS_PER_SECOND = 1_000;
const ROUNDS = 5;
/** Maximum slowdown of the orders' 99th percentile while strangers log in. */
const MOST_TIMES_SLOWER = 2;
/** Much less than the second or more that the reply tells them to wait. */
const REFUSED_PAUSE_MS = 250;
/** No device may log in more often than its limit. */
const OWNERS_PAUSE_MS = 150;

/**
 * Strangers log in to nonexistent accounts, each time from another network: orders at the same pace, alternately with
 * and without them. Meanwhile traders log in from their own networks, and every login must succeed. Server, orders and
 * strangers are processes on one machine.
 */
export async function* strangersFlood(): AsyncGenerator<BenchResult> {
  const server = await BenchServer.start("exchange within limits");
  try {
    const quiet: number[] = [];
    const flooded: number[] = [];
    const tries: number[] = [];
    let owners = 0;
    await server.load(ORDERS_PER_SECOND);
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      const flood = new StrangersFlood(server);
      flooded.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      const { perSecond, ownersLoggedIn } = await flood.stop();
      tries.push(perSecond);
      owners += ownersLoggedIn;
    }
    const pace = ORDERS_PER_SECOND.toLocaleString("en");
    const during = `while strangers try ${Math.round(median(tries))} logins/s`;
    yield figure(`orders at ${pace}/s, p99 without strangers`, median(quiet), "ms");
    yield figure(`orders at ${pace}/s, p99 ${during}`, median(flooded), "ms");
    const times = median(quiet.map((value, round) => (flooded[round] as number) / value));
    yield figure(`orders: p99 ${during}, times that without`, times, "×", MOST_TIMES_SLOWER);
    yield figure("owners' logins meanwhile, all successful", owners, "logins");
  } finally {
    server.stop();
  }
}

class StrangersFlood {
  private over = false;
  private tries = 0;
  private owners = 0;
  private readonly startedAt = performance.now();
  private readonly work: Promise<unknown>;
  private readonly port: number;
  private readonly traders: readonly Trader[];

  constructor({ port, traders }: Pick<BenchServer, "port" | "traders">) {
    this.port = port;
    this.traders = traders;
    const strangers = Array.from({ length: CONNECTIONS }, () => this.tryAgain());
    this.work = Promise.all([...strangers, this.ownersLogIn()]);
  }

  async stop(): Promise<{ readonly perSecond: number; readonly ownersLoggedIn: number }> {
    this.over = true;
    const perSecond = (this.tries * 1_000) / (performance.now() - this.startedAt);
    await this.work;
    return { perSecond, ownersLoggedIn: this.owners };
  }

  private async tryAgain(): Promise<void> {
    const caller = new RawCaller(this.port);
    while (!this.over) {
      const number = this.tries++;
      const address = `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.9`;
      const login = { account: `nobody_${number}`, password: "kestrel8" };
      const { code } = await caller.post("/user/login", login, address);
      if (code === 503) await new Promise((resolve) => setTimeout(resolve, REFUSED_PAUSE_MS));
    }
    caller.end();
  }

  /** One after another, on the devices they registered with, from any network. */
  private async ownersLogIn(): Promise<void> {
    const caller = new RawCaller(this.port);
    for (let next = 0; !this.over; next++) {
      const number = next % this.traders.length;
      const device = this.traders[number]?.deviceToken ?? "";
      const login = { account: `trader_${number}`, password: "kestrel7" };
      const shown = `device: ${device}\r\n`;
      const { code } = await caller.post("/user/login", login, `203.0.${number}.1`, shown);
      if (code !== 1) throw new Error(`${login.account} was refused with ${code}`);
      this.owners++;
      await new Promise((resolve) => setTimeout(resolve, OWNERS_PAUSE_MS));
    }
    caller.end();
  }
}
