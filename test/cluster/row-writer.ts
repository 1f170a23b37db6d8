import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const CONNECT_TIMEOUT_MS = 1_000;
const RETRY_MS = 50;

/** Returns the URLs of the single servers in a URL that names several. */
export function singleUrls(url: string): readonly string[] {
  const [, start, hosts, end] = /^(postgres:\/\/[^@]+@)([^/]+)(\/.*)$/.exec(url) ?? [];
  if (hosts === undefined) throw new Error("not a URL of databases");
  return hosts.split(",").map((host) => `${start}${host}${end}`);
}

/** Connects to the server that commits; @returns undefined if none answers now */
export async function connectToPrimary(
  urls: readonly string[],
  onNotice: () => unknown,
): Promise<pg.Client | undefined> {
  for (const connectionString of urls) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on("error", () => undefined);
    client.on("notice", onNotice);
    try {
      await client.connect();
      const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
      if (rows[0]?.standby === false) return client;
      await client.end();
    } catch {
      await client.end().catch(() => undefined);
    }
  }
  return undefined;
}

/**
 * Writes rows with unique numbers, as fast as they are acknowledged, through every failover. A commit whose wait for a
 * standby was canceled is reported as done with a warning: it does not count as acknowledged.
 */
export class RowWriter {
  readonly acknowledged: number[] = [];
  /** Pauses between two acknowledged rows, the longest since the last call of `takePause`. */
  private longestPauseMs = 0;
  private lastAtMs = Date.now();
  private readonly urls: readonly string[];
  private stopping = false;
  private next: number;
  private readonly step: number;
  private readonly running: Promise<void>;

  /** @param at number of this writer, @param of number of writers: their rows never have the same number */
  constructor(url: string, at: number, of: number) {
    this.urls = singleUrls(url);
    this.next = at;
    this.step = of;
    this.running = this.run();
  }

  /** Resolves once `count` more rows are acknowledged. */
  async writes(count: number, timeoutMs: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    const deadlineMs = Date.now() + timeoutMs;
    while (this.acknowledged.length < wanted) {
      if (Date.now() > deadlineMs)
        throw new Error(`no ${count} rows were acknowledged within ${timeoutMs} ms`);
      await sleep(10);
    }
  }

  takePause(): number {
    const pause = this.longestPauseMs;
    this.longestPauseMs = 0;
    return pause;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const doubts: Date[] = [];
      const client = await connectToPrimary(this.urls, () => doubts.push(new Date()));
      if (client === undefined) {
        await sleep(RETRY_MS);
        continue;
      }
      try {
        while (!this.stopping && doubts.length === 0) {
          const number = this.next;
          this.next += this.step;
          await client.query("insert into written values ($1)", [number]);
          if (doubts.length === 0) this.acknowledge(number);
        }
      } catch {
        // Not acknowledged: the row may be there or not.
      }
      client.end().catch(() => undefined);
    }
  }

  private acknowledge(number: number): void {
    this.acknowledged.push(number);
    const nowMs = Date.now();
    this.longestPauseMs = Math.max(this.longestPauseMs, nowMs - this.lastAtMs);
    this.lastAtMs = nowMs;
  }
}

/** Returns all rows of the primary. */
export async function readRows(url: string): Promise<ReadonlySet<number>> {
  const client = await connectToPrimary(singleUrls(url), () => undefined);
  if (client === undefined) throw new Error("no primary answers");
  try {
    const { rows } = await client.query<{ number: number }>("select number from written");
    return new Set(rows.map(({ number }) => number));
  } finally {
    await client.end();
  }
}

/** Runs a statement on the primary. */
export async function administer(url: string, sql: string): Promise<void> {
  const client = await connectToPrimary(singleUrls(url), () => undefined);
  if (client === undefined) throw new Error("no primary answers");
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
