import { connect } from "node:net";
import type pg from "pg";
import type { DatabaseHost } from "../../kit/journal-database/database-settings.ts";

/** A connection that is in use for so long may wait for a machine that is gone. */
const SLOW_MS = 2_000;
const PROBE_EVERY_MS = 1_000;
const PROBE_TIMEOUT_MS = 2_000;
const MAX_FAILED_PROBES = 2;

/**
 * Checks a server while its connections are slow: a machine that vanished does not close them, and the system would repeat
 * its packets for a quarter of an hour. Ends them when new connections to it fail.
 */
export class ServerProbe {
  private readonly host: Pick<DatabaseHost, "host" | "port">;
  private readonly lent = new Map<pg.PoolClient, number>();
  private timer: NodeJS.Timeout | undefined;
  private failed = 0;

  constructor(host: Pick<DatabaseHost, "host" | "port">) {
    this.host = host;
  }

  /** From here on, the connection is in use. */
  add(client: pg.PoolClient): void {
    this.lent.set(client, performance.now());
    this.timer ??= setInterval(() => this.probeIfSlow(), PROBE_EVERY_MS).unref();
  }

  remove(client: pg.PoolClient): void {
    this.lent.delete(client);
    if (this.lent.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.failed = 0;
  }

  private probeIfSlow(): void {
    // In the order of their loans.
    const [oldest] = this.lent.values();
    if (oldest === undefined || performance.now() - oldest < SLOW_MS) return;
    const socket = connect({ ...this.host, timeout: PROBE_TIMEOUT_MS });
    const missed = (): void => {
      socket.destroy();
      if (++this.failed >= MAX_FAILED_PROBES) this.endAll();
    };
    socket.once("connect", () => {
      this.failed = 0;
      socket.destroy();
    });
    socket.once("timeout", missed);
    socket.once("error", missed);
  }

  private endAll(): void {
    for (const client of this.lent.keys())
      socketOf(client)?.destroy(new Error("connection terminated: the server does not answer"));
  }
}

function socketOf(client: pg.PoolClient): { destroy(error: Error): void } | undefined {
  return (
    client as unknown as { readonly connection?: { readonly stream?: { destroy(error: Error): void } } }
  ).connection?.stream;
}
