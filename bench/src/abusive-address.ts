import {
  ADDRESS_LIMITS,
  PAGES_OF_ADDRESS,
  SESSION_READS_OF_ADDRESS,
} from "@candor/server/edge/gateway/rate-limits";
import type { RateLimit } from "@candor/server/kit/limits/rate-limiter";
import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median } from "./harness.ts";
import { RawCaller } from "./raw-caller.ts";

const ORDERS_PER_SECOND = 1_000;
const ROUNDS = 5;
/** Maximum slowdown of the 99th percentile of others' orders. */
const MOST_TIMES_SLOWER = 2;
const ADDRESS = "203.0.113.66";
const TURN_MS = 100;
const SESSIONS = 16;

/**
 * One address that uses all its limits, second by second: pages and scripts, reads with and without sessions, logins.
 * Others send orders at the same pace, alternately with and without it.
 */
export async function* abusiveAddress(): AsyncGenerator<BenchResult> {
  const server = await BenchServer.start("exchange within limits");
  try {
    const quiet: number[] = [];
    const abused: number[] = [];
    const requests: number[] = [];
    await server.load(ORDERS_PER_SECOND);
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      const abuser = new Abuser(
        server.port,
        server.traders.slice(0, SESSIONS).map(({ token }) => token),
      );
      abused.push((await server.load(ORDERS_PER_SECOND)).p99Ms);
      requests.push(await abuser.stop());
    }
    const pace = ORDERS_PER_SECOND.toLocaleString("en");
    const during = `while one address sends ${Math.round(median(requests))} requests/s`;
    yield figure(`orders at ${pace}/s, p99 with nobody else`, median(quiet), "ms");
    yield figure(`orders at ${pace}/s, p99 ${during}`, median(abused), "ms");
    const times = median(quiet.map((value, round) => (abused[round] as number) / value));
    yield figure(`orders: p99 ${during}, times that without`, times, "×", MOST_TIMES_SLOWER);
  } finally {
    server.stop();
  }
}

/** Sends as much as its limits allow, evenly, with one connection per request in progress. */
class Abuser {
  private readonly port: number;
  private readonly tokens: readonly string[];
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly kinds: readonly {
    readonly limit: RateLimit;
    readonly send: (caller: RawCaller) => Promise<unknown>;
  }[];
  private readonly counts: number[];
  private readonly idle: RawCaller[] = [];
  private readonly pending = new Set<Promise<void>>();
  private sent = 0;

  constructor(port: number, tokens: readonly string[]) {
    this.port = port;
    this.tokens = tokens;
    const { read, credential } = ADDRESS_LIMITS;
    if (read === undefined || credential === undefined) throw new Error("an address has no limits");
    this.kinds = [
      { limit: PAGES_OF_ADDRESS, send: (caller) => caller.get(this.pageToAsk(), ADDRESS) },
      { limit: SESSION_READS_OF_ADDRESS, send: (caller) => this.readOwn(caller) },
      { limit: read, send: (caller) => caller.post("/market/depth", { symbol: "BTCUSDT" }, ADDRESS) },
      { limit: credential, send: (caller) => this.logIn(caller) },
    ];
    this.counts = this.kinds.map(() => 0);
    this.timer = setInterval(() => this.turn(), TURN_MS);
  }

  /** @returns requests per second */
  async stop(): Promise<number> {
    clearInterval(this.timer);
    const perSecond = (this.sent * 1_000) / (performance.now() - this.startedAt);
    await Promise.all(this.pending);
    for (const caller of this.idle) caller.end();
    return perSecond;
  }

  private turn(): void {
    const passedMs = performance.now() - this.startedAt;
    for (const [index, { limit, send }] of this.kinds.entries()) {
      const due = (passedMs * limit.count) / limit.windowMs;
      for (; (this.counts[index] as number) < due; this.counts[index] = (this.counts[index] as number) + 1) {
        this.sent++;
        const request = this.request(send).finally(() => this.pending.delete(request));
        this.pending.add(request);
      }
    }
  }

  private async request(send: (caller: RawCaller) => Promise<unknown>): Promise<void> {
    const caller = this.idle.pop() ?? new RawCaller(this.port);
    await send(caller);
    this.idle.push(caller);
  }

  private readonly pageToAsk = (): string => (this.sent % 2 === 0 ? "/" : "/openapi.json");

  private readOwn(caller: RawCaller): Promise<unknown> {
    const token = this.tokens[this.sent % this.tokens.length] ?? "";
    return caller.post("/user/sessions", {}, ADDRESS, `token: ${token}\r\n`);
  }

  private logIn(caller: RawCaller): Promise<unknown> {
    return caller.post("/user/login", { account: `nobody_${this.sent}`, password: "kestrel8" }, ADDRESS);
  }
}
