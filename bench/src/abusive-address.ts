import {
  ADDRESS_LIMITS,
  PAGES_OF_ADDRESS,
  type RateLimit,
  SESSION_READS_OF_ADDRESS,
} from "../../apps/server/src/gateway/rate-limits.ts";
import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median } from "./harness.ts";
import { post } from "./wire-post.ts";

const ORDERS_PER_SECOND = 1_000;
const ROUNDS = 5;
/** What the 99th percentile of others' orders may become. */
const MOST_TIMES_SLOWER = 2;
const ADDRESS = "203.0.113.66";
const TURN_MS = 100;
const SESSIONS = 16;

/**
 * One address that takes all it may, second by second: pages and scripts, reads with sessions and without, logins. Orders of
 * others at the same pace with and without it in turn.
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
      const abuser = new Abuser(server.port, server.traders.slice(0, SESSIONS).map(({ token }) => token));
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

/** Sends as much as its limits let through, evenly. */
class Abuser {
  private readonly port: number;
  private readonly tokens: readonly string[];
  private readonly startedAt = performance.now();
  private readonly timer: NodeJS.Timeout;
  private readonly kinds: readonly { readonly limit: RateLimit; readonly send: () => Promise<unknown> }[];
  private readonly counts: number[];
  private sent = 0;
  private readonly pending = new Set<Promise<unknown>>();

  constructor(port: number, tokens: readonly string[]) {
    this.port = port;
    this.tokens = tokens;
    const { read, credential } = ADDRESS_LIMITS;
    if (read === undefined || credential === undefined) throw new Error("an address has no limits");
    this.kinds = [
      { limit: PAGES_OF_ADDRESS, send: () => this.page() },
      { limit: SESSION_READS_OF_ADDRESS, send: () => this.read(this.tokens[this.sent % this.tokens.length]) },
      { limit: read, send: () => this.read() },
      { limit: credential, send: () => this.logIn() },
    ];
    this.counts = this.kinds.map(() => 0);
    this.timer = setInterval(() => this.turn(), TURN_MS);
  }

  /** @returns requests a second */
  async stop(): Promise<number> {
    clearInterval(this.timer);
    const perSecond = (this.sent * 1_000) / (performance.now() - this.startedAt);
    await Promise.all(this.pending);
    return perSecond;
  }

  private turn(): void {
    const passedMs = performance.now() - this.startedAt;
    for (const [index, { limit, send }] of this.kinds.entries()) {
      const due = (passedMs * limit.count) / limit.windowMs;
      for (; (this.counts[index] as number) < due; this.counts[index] = (this.counts[index] as number) + 1) {
        this.sent++;
        const request = send().finally(() => this.pending.delete(request));
        this.pending.add(request);
      }
    }
  }

  private async page(): Promise<void> {
    const path = this.sent % 2 === 0 ? "/" : "/openapi.json";
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      headers: { "x-forwarded-for": ADDRESS, "accept-encoding": "br, gzip" },
    });
    await response.arrayBuffer();
  }

  private read(token?: string): Promise<unknown> {
    if (token === undefined) return post(this.port, "/market/depth", { symbol: "BTCUSDT" }, ADDRESS);
    return post(this.port, "/user/sessions", {}, ADDRESS, { token });
  }

  private logIn(): Promise<unknown> {
    const login = { account: `nobody_${this.sent}`, password: "kestrel8" };
    return post(this.port, "/user/login", login, ADDRESS);
  }
}
