import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { createSealingKey } from "@candor/server/kit/durable/sealed-value";
import { foundExchange } from "@candor/server/kit/journal-database/found-exchange";
import { CONTRACT_CACHE } from "../support/chain/contract-cache.ts";
import { ArchivedDatabase } from "../support/cluster/archived-database.ts";
import { ClusterProcess } from "../support/core/core-processes.ts";
import { linkSettings, makeCertificates } from "../support/link/link-certificates.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { freePort } from "../support/server/free-port.ts";
import { type RoleProcess, startRole } from "../support/server/run-role.ts";

const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli");
const CORE = "core-1";
const GATEWAY = "gateway-1";
const PROJECTOR = "projector-1";
const HOST = "127.0.0.1";

/** An exchange in a database that can be set back, with a signer and a chain that never are. */
export class RestoreStage {
  database: ArchivedDatabase;
  private readonly directory = mkdtempSync(path.join(MEMORY_DISK, "candor-restore-"));
  private readonly databases: ArchivedDatabase[];
  /** Ports of the processes, which stay the same. */
  private readonly links = new Map<string, number>();
  private signer: RoleProcess | undefined;
  private chain: RoleProcess | undefined;
  private processes: readonly ClusterProcess[] = [];

  static async begin(): Promise<RestoreStage> {
    const stage = new RestoreStage(await ArchivedDatabase.start());
    const names = ["signer", "chain", CORE, GATEWAY, PROJECTOR];
    makeCertificates(stage.directory, ...names.map((name) => `${name}=${HOST},localhost`));
    createSealingKey(stage.keyFile);
    await foundExchange({ url: stage.database.url, standbys: 0 });
    for (const name of ["signer", "chain", CORE, GATEWAY]) stage.links.set(name, await freePort());
    stage.chain = await startRole("chain", stage.serving("chain"));
    return stage;
  }

  private constructor(database: ArchivedDatabase) {
    this.database = database;
    this.databases = [database];
  }

  /** Address of the gateway. */
  get url(): string {
    return `http://${HOST}:${this.links.get(GATEWAY)}`;
  }

  get keyFile(): string {
    return path.join(this.directory, "sealing.key");
  }

  get home(): string {
    return this.homeOf(CORE);
  }

  /** Settings of a process that uses the chain as a core does. */
  get chainSettings(): Readonly<Record<string, string>> {
    return { ...linkSettings(this.directory, CORE), ...this.custody };
  }

  /** Links with which the first two owners sign up. */
  get foundingLinks(): readonly string[] {
    const text = readFileSync(path.join(this.home, "console-links.txt"), "utf8");
    return text.match(/\S+\/console\/#\/join\/\S+/g) ?? [];
  }

  async startSigner(): Promise<void> {
    this.signer = await startRole("signer", this.serving("signer"));
  }

  async stopSigner(): Promise<void> {
    await this.signer?.stop("SIGTERM");
  }

  /** Starts core, gateway and projector on the present database. Resolves when the gateway serves. */
  async start(): Promise<void> {
    const core = new ClusterProcess(CORE, this.coreSettings);
    const gateway = new ClusterProcess(GATEWAY, {
      ...this.common(GATEWAY),
      CANDOR_ROLE: "gateway",
      CANDOR_CORE: `${HOST}:${this.links.get(CORE)}`,
      // Clients from before a restore use the same address.
      PORT: String(this.links.get(GATEWAY)),
    });
    const projector = new ClusterProcess(PROJECTOR, {
      ...this.common(PROJECTOR),
      CANDOR_ROLE: "projector",
      CANDOR_JOURNAL_URL: this.database.url,
      CANDOR_JOURNAL_STANDBYS: "0",
    });
    this.processes = [core, gateway, projector];
    await core.prints(/"msg":"core: leading"/);
    await gateway.prints(/Candor is ready: /);
  }

  /** Ends core, gateway and projector, all at once, as when their machines lose power. */
  async crash(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.stop("SIGKILL")));
  }

  /** Ends them in order. */
  async stop(): Promise<void> {
    for (const each of this.processes.toReversed()) await each.stop("SIGTERM");
  }

  /** Replaces the database by one with the state at a time. */
  async restoreTo(time: string): Promise<void> {
    const restored = await this.database.restoreTo(time);
    this.databases.push(restored);
    await this.database.stop();
    this.database = restored;
  }

  /** What the processes have printed. */
  get output(): string {
    return this.processes.map(({ output }) => output).join("\n");
  }

  /** Runs `npm run PROGRAM -- …` on the core's machine. Rejects with its output if it fails. */
  async run(program: "journal" | "operator" | "liabilities", ...words: readonly string[]): Promise<string> {
    const env = { ...process.env, ...this.coreSettings, CANDOR_ROLE: "", CANDOR_LINK: "" };
    return await new Promise((resolve, reject) =>
      execFile(
        process.execPath,
        [path.join(CLI, `${program}.ts`), ...words],
        { env },
        (error, out, errors) =>
          error === null ? resolve(out) : reject(new Error(`${program} ${words.join(" ")}: ${out}${errors}`)),
      ),
    );
  }

  async end(): Promise<void> {
    await this.crash();
    await Promise.all([this.signer?.stop("SIGKILL"), this.chain?.stop("SIGKILL")]);
    for (const database of this.databases) await database.stop();
    this.databases[0]?.remove();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private homeOf(name: string): string {
    return path.join(this.directory, "homes", name);
  }

  private get custody(): Readonly<Record<string, string>> {
    return {
      CANDOR_SIGNER: `${HOST}:${this.links.get("signer")}`,
      CANDOR_DEVELOPMENT_CHAIN: `${HOST}:${this.links.get("chain")}`,
    };
  }

  private get coreSettings(): Readonly<Record<string, string>> {
    return {
      ...this.common(CORE),
      ...this.custody,
      CANDOR_ROLE: "core",
      CANDOR_KEY_FILE: this.keyFile,
      CANDOR_JOURNAL_URL: this.database.url,
      CANDOR_JOURNAL_STANDBYS: "0",
      CANDOR_PROJECTOR: "elsewhere",
      CANDOR_LINK: `${HOST}:${this.links.get(CORE)}`,
    };
  }

  private serving(name: string): Readonly<Record<string, string>> {
    return {
      ...linkSettings(this.directory, name),
      CANDOR_CACHE: CONTRACT_CACHE,
      CANDOR_HOME: this.homeOf(name),
      CANDOR_LINK: `${HOST}:${this.links.get(name)}`,
    };
  }

  private common(name: string): Readonly<Record<string, string>> {
    return {
      ...linkSettings(this.directory, name),
      CANDOR_HOME: this.homeOf(name),
      DATABASE_URL: this.database.url,
      PORT: "0",
      CANDOR_PRICES: "simulated",
      CANDOR_CHART_BARS: "50",
      CANDOR_LIQUIDITY: "off",
      CANDOR_OUTBOX: "open",
      CANDOR_DEMO_REVIEWER: "off",
      CANDOR_PROXY: "local",
      LOG_LEVEL: "info",
    };
  }
}
