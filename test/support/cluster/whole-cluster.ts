import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readSecrets } from "@candor/server/start/cluster/cluster-secrets";
import type { ClusterProcess } from "@candor/server/start/cluster/cluster-status";
import pg from "pg";
import { CLUSTER_PROGRAM, ClusterUnderTest } from "./cluster-process.ts";
import { until } from "./until.ts";

const OPERATOR = path.resolve(import.meta.dirname, "../../../apps/server/src/start/cli/operator.ts");
const COMPLETE_MS = 120_000;

/** An exchange whose prices nobody else moves, and without other traders. */
const SETTINGS = {
  CANDOR_PRICES: "simulated",
  CANDOR_CHART_BARS: "50",
  CANDOR_LIQUIDITY: "off",
  CANDOR_OUTBOX: "open",
  CANDOR_DEMO_REVIEWER: "off",
  LOG_LEVEL: "info",
} as const;

/** `npm run cluster` with the real roles. */
export class WholeCluster {
  readonly process = new ClusterUnderTest(CLUSTER_PROGRAM, SETTINGS);

  /** Resolves when it is ready. */
  async start(gateways: number): Promise<void> {
    await this.process.start(["--json", "--gateways", String(gateways)]);
  }

  get directory(): string {
    return path.join(this.process.home, "cluster");
  }

  get keyFile(): string {
    return path.join(this.directory, "keys", "sealing.key");
  }

  homeOf(core: string): string {
    return path.join(this.directory, "homes", core);
  }

  /** The public address. */
  get publicUrl(): string {
    return this.process.status.url;
  }

  get gatewayUrls(): readonly string[] {
    return this.process.status.processes.flatMap((each) => (each.role === "gateway" ? [each.url] : []));
  }

  /** Addresses of all databases, as the roles have them. */
  get url(): string {
    const { exchange } = readSecrets(path.join(this.directory, "secrets.json"));
    const hosts = this.databases.map(({ port }) => `127.0.0.1:${port}`).join(",");
    return `postgres://candor:${exchange}@${hosts}/candor`;
  }

  private get databases() {
    return this.process.status.processes.filter((each) => each.role === "database");
  }

  get leader(): ClusterProcess {
    return this.process.find((each) => each.role === "core" && each.leader);
  }

  get standby(): ClusterProcess {
    return this.process.find((each) => each.role === "core" && !each.leader);
  }

  get custody(): ClusterProcess {
    return this.process.find((each) => each.role === "custody");
  }

  get primary(): ClusterProcess {
    return this.process.find((each) => each.role === "database" && each.primary);
  }

  named(name: string): ClusterProcess {
    return this.process.find((each) => each.name === name);
  }

  /** Resolves when it is complete, with the process of this name not being the former one. */
  async recovered({ name, pid }: ClusterProcess): Promise<void> {
    const { process } = this;
    await until(
      () =>
        process.status.ready &&
        process.status.processes.some((each) => each.name === name && each.pid !== pid),
      `${name} runs again and the cluster is complete`,
      COMPLETE_MS,
    );
  }

  /** Resolves when every process runs. */
  async complete(): Promise<void> {
    await until(() => this.process.status.ready, "the cluster is complete", COMPLETE_MS);
  }

  /** Runs a query on the primary. */
  async query<R extends object>(sql: string): Promise<readonly R[]> {
    const primary = this.primary as ClusterProcess & { readonly port: number };
    const client = new pg.Client({ connectionString: this.urlOf(primary.port) });
    await client.connect();
    try {
      return (await client.query<R & pg.QueryResultRow>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  private urlOf(port: number): string {
    const { exchange } = readSecrets(path.join(this.directory, "secrets.json"));
    return `postgres://candor:${exchange}@127.0.0.1:${port}/candor`;
  }

  /** Runs `npm run operator -- …` on the leading core's machine. Rejects if it fails. */
  async operator(...words: readonly string[]): Promise<string> {
    const env = {
      ...process.env,
      ...SETTINGS,
      CANDOR_HOME: this.homeOf(this.leader.name),
      CANDOR_KEY_FILE: this.keyFile,
      CANDOR_JOURNAL_URL: this.url,
      DATABASE_URL: this.url,
    };
    return await new Promise((resolve, reject) =>
      execFile(process.execPath, [OPERATOR, ...words], { env }, (error, out, errors) =>
        error === null ? resolve(out) : reject(new Error(`operator ${words.join(" ")}: ${out}${errors}`)),
      ),
    );
  }

  /** Returns a process's log, for failures. */
  logOf(name: string): string {
    return readFileSync(path.join(this.directory, "logs", `${name}.log`), "utf8");
  }

  async close(): Promise<void> {
    await this.process.close();
  }
}
