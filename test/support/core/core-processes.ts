import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";
import pg from "pg";
import { foundedDatabase } from "../journal/founded-database.ts";
import { linkSettings, makeCertificates } from "../link/link-certificates.ts";
import { MEMORY_DISK } from "../memory-disk.ts";
import { PostgresServer } from "../projections/postgres-server.ts";
import { freePort } from "../server/free-port.ts";

const MAIN = path.resolve(import.meta.dirname, "../../../apps/server/src/start/main.ts");
const OPERATOR = path.resolve(import.meta.dirname, "../../../apps/server/src/start/cli/operator.ts");
const PATIENCE_MS = 180_000;

/** A process of a cluster. */
export class ClusterProcess {
  readonly name: string;
  readonly child: ChildProcess;
  /** Resolves with its exit code; null after a kill. */
  readonly ended: Promise<number | null>;
  private text = "";

  /** @param runner program and arguments that run it somewhere else, such as in a network of its own */
  constructor(name: string, settings: Readonly<Record<string, string>>, runner: readonly string[] = []) {
    this.name = name;
    const [program, ...args] = [...runner, process.execPath, "--max-semi-space-size=16", MAIN];
    this.child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...settings },
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.text += chunk.toString();
      });
    this.ended = once(this.child, "exit").then(([code]) => code as number | null);
  }

  get output(): string {
    return this.text;
  }

  /** Waits for text in its output. Rejects with the output if it ends before. */
  async prints(pattern: RegExp, patienceMs = PATIENCE_MS): Promise<RegExpExecArray> {
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(5)) {
      const found = pattern.exec(this.text);
      if (found !== null) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null) break;
    }
    throw new Error(`${this.name} has not printed ${String(pattern)}:\n${this.text}`);
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return await this.ended;
  }
}

/** A core is only believed with a certificate for one. */
const certificateOf = (core: string): string => `core-${core}`;

/** A database, cores and gateways on this machine. */
export class CoreProcesses {
  readonly database: PostgresServer;
  readonly url: string;
  readonly directory: string;
  private readonly links = new Map<string, number>();
  private readonly metricsPorts = new Map<string, number>();
  private readonly running: ClusterProcess[] = [];

  static async begin(cores: readonly string[]): Promise<CoreProcesses> {
    const database = await PostgresServer.start();
    const processes = new CoreProcesses(database, await foundedDatabase(database));
    for (const name of cores) {
      processes.links.set(name, await freePort());
      processes.metricsPorts.set(name, await freePort());
    }
    makeCertificates(processes.directory, ...cores.map(certificateOf), "gateway");
    createSealingKey(processes.keyFile);
    return processes;
  }

  private constructor(database: PostgresServer, url: string) {
    this.database = database;
    this.url = url;
    this.directory = mkdtempSync(path.join(MEMORY_DISK, "candor-cores-"));
  }

  /** Shared by the cores, as docs/cluster.md says. */
  get keyFile(): string {
    return path.join(this.directory, "sealing.key");
  }

  homeOf(name: string): string {
    return path.join(this.directory, name);
  }

  healthOf(name: string): string {
    return `http://127.0.0.1:${this.metricsPorts.get(name)}/healthz`;
  }

  private get common(): Readonly<Record<string, string>> {
    return {
      PORT: "0",
      CANDOR_PRICES: "simulated",
      CANDOR_CHART_BARS: "50",
      CANDOR_LIQUIDITY: "off",
      CANDOR_OUTBOX: "open",
      CANDOR_DEMO_REVIEWER: "off",
      CANDOR_PROXY: "local",
      LOG_LEVEL: "info",
      DATABASE_URL: this.url,
    };
  }

  settingsOf(name: string): Readonly<Record<string, string>> {
    return {
      ...this.common,
      ...linkSettings(this.directory, certificateOf(name)),
      CANDOR_NODE: name,
      CANDOR_ROLE: "core",
      CANDOR_HOME: this.homeOf(name),
      CANDOR_KEY_FILE: this.keyFile,
      CANDOR_JOURNAL_URL: this.url,
      CANDOR_JOURNAL_STANDBYS: "0",
      CANDOR_LINK: `127.0.0.1:${this.links.get(name)}`,
      METRICS_PORT: String(this.metricsPorts.get(name)),
    };
  }

  core(name: string, settings: Readonly<Record<string, string>> = {}): ClusterProcess {
    return this.add(new ClusterProcess(name, { ...this.settingsOf(name), ...settings }));
  }

  gateway(): ClusterProcess {
    const cores = [...this.links.values()].map((port) => `127.0.0.1:${port}`).join(",");
    return this.add(
      new ClusterProcess("gateway", {
        ...this.common,
        ...linkSettings(this.directory, "gateway"),
        CANDOR_ROLE: "gateway",
        CANDOR_HOME: path.join(this.directory, "gateway"),
        CANDOR_CORE: cores,
      }),
    );
  }

  projector(): ClusterProcess {
    return this.add(
      new ClusterProcess("projector", {
        ...this.common,
        ...linkSettings(this.directory, "gateway"),
        CANDOR_ROLE: "projector",
        CANDOR_NODE: "projector",
        CANDOR_HOME: path.join(this.directory, "projector"),
        CANDOR_JOURNAL_URL: this.url,
        CANDOR_JOURNAL_STANDBYS: "0",
      }),
    );
  }

  /** Runs `npm run operator -- …` on the machine of the first core. */
  async operator(...words: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
    const [name = ""] = this.links.keys();
    const child = spawn(process.execPath, [OPERATOR, ...words], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...this.settingsOf(name), CANDOR_ROLE: "", CANDOR_LINK: "" },
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    return { code, text };
  }

  async query<R extends object>(sql: string): Promise<readonly R[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<R & pg.QueryResultRow>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends everything that still runs. */
  async end(): Promise<void> {
    for (const each of this.running) each.signal("SIGCONT");
    await Promise.all(this.running.map((each) => each.stop("SIGKILL")));
    await this.database.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private add(process: ClusterProcess): ClusterProcess {
    this.running.push(process);
    return process;
  }
}
