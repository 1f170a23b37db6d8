import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { createSealingKey } from "../../kit/durable/sealed-value.ts";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import { foundExchange } from "../../kit/journal-database/found-exchange.ts";
import type { ClusterOptions } from "./cluster-options.ts";
import { readSecrets } from "./cluster-secrets.ts";
import type { ClusterProcess, ClusterStatus } from "./cluster-status.ts";
import { type Databases, openDatabases } from "./database/open-databases.ts";
import { openPatroniDatabases } from "./database/patroni-databases.ts";
import { requirePostgres } from "./database/postgres-binaries.ts";
import { type Leader, LeaderWatch } from "./leader-watch.ts";
import { prepareRoles, type Roles, type ServingProgram } from "./prepare-roles.ts";
import { keyFileOf } from "./role-programs.ts";
import { accountFor, letEnter } from "./run-as.ts";
import type { SupervisedProgram } from "./supervised-program.ts";

const WATCH_MS = 200;
const HEALTH_TIMEOUT_MS = 2_000;
const DATABASE_START_MS = 120_000;
const ROLE_START_MS = 180_000;
const ROLE_STOP_MS = 20_000;
const PROXY_STOP_MS = 2_000;
/** How often a start says what it waits for. */
const SAY_EVERY_MS = 5_000;

/** What a cluster needs from outside. */
export interface ClusterContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Logger;
  /** Called with what runs, once it is ready and again after each change. */
  readonly onStatus: (status: ClusterStatus) => void;
  /** Program of all roles, in place of the server's. */
  readonly main?: string;
}

/** All processes of an exchange on one machine. They start in the order of their needs and end in reverse. */
export class Cluster {
  private readonly options: ClusterOptions;
  private readonly context: ClusterContext;
  private databases: Databases | undefined;
  private roles: Roles | undefined;
  private leaderWatch: LeaderWatch | undefined;
  private leader: Leader | undefined;
  /** Why the leader cannot be read: logged once, not five times a second. */
  private leaderProblem: string | undefined;
  /** Programs that answer /healthz with 200. */
  private readonly healthy = new Set<SupervisedProgram>();
  private isStarted = false;
  private stopping = false;
  private watching: Promise<void> | undefined;
  private shown = "";

  constructor(options: ClusterOptions, context: ClusterContext) {
    this.options = options;
    this.context = context;
  }

  /** Resolves when clients are served. Rejects with what is missing. */
  async start(): Promise<void> {
    const { directory } = this.options;
    const { log, environment, main } = this.context;
    const bin = requirePostgres();
    mkdirSync(path.join(directory, "logs"), { recursive: true, mode: 0o700 });
    letEnter(accountFor("postgres"), [path.dirname(directory), directory]);
    const secretsFile = path.join(directory, "secrets.json");
    // Created with the cluster only: without its key, an existing exchange cannot open what is sealed.
    if (!existsSync(secretsFile) && !environment.CANDOR_KEY_FILE)
      createSealingKey(keyFileOf({ environment, directory }));
    const secrets = readSecrets(secretsFile);
    const onChange = (): void => this.show();
    const open = this.options.patroni ? openPatroniDatabases : openDatabases;
    this.databases = await open(directory, { bin, secrets, log, onChange });
    await this.databases.start(DATABASE_START_MS);
    log.info("the databases are ready");
    const { url: databaseUrl } = this.databases;
    await foundOnce(directory, databaseUrl);
    // For command-line tools. It has the password.
    writeDurably(path.join(directory, "journal-url.txt"), `${databaseUrl}\n`);
    this.roles = await prepareRoles(this.options, { databaseUrl, environment, main, log, onChange });
    this.leaderWatch = new LeaderWatch(databaseUrl);
    this.watching = this.watch(this.roles);
    for (const program of programsOf(this.roles)) if (!this.stopping) program.start();
    await this.untilReady(this.roles);
    this.isStarted = true;
    this.show();
  }

  /** Ends all processes: first those that clients reach, and the databases last. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.roles !== undefined) await this.stopRoles(this.roles);
    await this.watching;
    this.leaderWatch?.close();
    await this.databases?.stop();
  }

  private async stopRoles({ proxy, gateways, projector, cores, custody, services }: Roles): Promise<void> {
    await proxy?.program.stop(PROXY_STOP_MS);
    await Promise.all(gateways.map(({ program }) => program.stop(ROLE_STOP_MS)));
    await projector.stop(ROLE_STOP_MS);
    // The standby first: it would take over from a leader that ends.
    for (const core of cores) if (core.name !== this.leader?.name) await core.stop(ROLE_STOP_MS);
    for (const core of cores) await core.stop(ROLE_STOP_MS);
    await custody.stop(ROLE_STOP_MS);
    await Promise.all(services.map((service) => service.stop(ROLE_STOP_MS)));
  }

  /** Returns what runs now. */
  status(): ClusterStatus {
    const { roles } = this;
    if (roles === undefined)
      return { ready: false, url: "", processes: this.databaseProcesses(), missing: ["the databases start"] };
    const missing = this.missing(roles);
    const { proxy, gateways, cores, projector, custody, services } = roles;
    const entry = (served: ServingProgram, role: "proxy" | "gateway"): readonly ClusterProcess[] =>
      withPid(served.program, (pid) => ({ role, name: served.program.name, pid, url: urlOf(served) }));
    return {
      ready: missing.length === 0,
      url: urlOf(proxy ?? (gateways[0] as ServingProgram)),
      processes: [
        ...(proxy === undefined ? [] : entry(proxy, "proxy")),
        ...gateways.flatMap((gateway) => entry(gateway, "gateway")),
        ...cores.flatMap((core) =>
          withPid(core, (pid) => ({
            role: "core",
            name: core.name,
            pid,
            leader: this.isLeader(core.name, pid),
          })),
        ),
        ...services.flatMap((service) =>
          withPid(service, (pid) => ({ role: service.name as "signer" | "chain", name: service.name, pid })),
        ),
        ...withPid(custody, (pid) => ({ role: "custody", name: custody.name, pid })),
        ...withPid(projector, (pid) => ({ role: "projector", name: projector.name, pid })),
        ...this.databaseProcesses(),
      ],
      missing,
    };
  }

  private databaseProcesses(): readonly ClusterProcess[] {
    return (this.databases?.processes() ?? []).map((each) => ({ role: "database", ...each }));
  }

  private isReady(roles: Roles): boolean {
    return this.missing(roles).length === 0;
  }

  /** Says what keeps the cluster from being complete. */
  private missing(roles: Roles): readonly string[] {
    // A killed leader is started again at once, under the same name: only the process that reports leads.
    const leads = roles.cores.some(({ name, pid }) => pid !== undefined && this.isLeader(name, pid));
    const absent = programsOf(roles).filter(({ pid }) => pid === undefined);
    const silent = servingOf(roles).filter(({ program }) => !this.healthy.has(program));
    const idle = roles.cores.filter(
      ({ name, pid }) =>
        pid !== undefined &&
        !this.isLeader(name, pid) &&
        this.leader?.standbys.some((standby) => standby.name === name && standby.pid === pid) !== true,
    );
    return [
      ...(leads ? [] : ["no core leads"]),
      ...idle.map(({ name }) => `${name} does not follow the leader`),
      ...absent.map(({ name }) => `${name} does not run`),
      ...silent.map(({ program }) => `${program.name} does not answer /healthz with 200`),
      ...(this.databases?.isComplete === true ? [] : ["a database is missing"]),
    ];
  }

  private isLeader(name: string, pid: number): boolean {
    return name === this.leader?.name && pid === this.leader.pid;
  }

  private async untilReady(roles: Roles): Promise<void> {
    const deadlineMs = Date.now() + ROLE_START_MS;
    const { log } = this.context;
    log.info(`starting ${programsOf(roles).length} processes`);
    for (let sayAtMs = Date.now() + SAY_EVERY_MS; !this.isReady(roles); ) {
      if (Date.now() > sayAtMs) {
        sayAtMs = Date.now() + SAY_EVERY_MS;
        log.info(`waiting: ${this.missing(roles).join(", ")}`);
      }
      const halted = programsOf(roles).find((program) => program.halted !== undefined)?.halted;
      if (halted !== undefined) throw new Error(halted);
      if (this.stopping) throw new Error("stopped before it was ready");
      if (Date.now() > deadlineMs)
        throw new Error(
          `not ready within ${ROLE_START_MS / 1_000} s: ${this.missing(roles).join(", ")}. ` +
            `See ${path.join(this.options.directory, "logs")}`,
        );
      await sleep(WATCH_MS);
    }
  }

  private async watch(roles: Roles): Promise<void> {
    while (!this.stopping) {
      await Promise.all([this.watchLeader(), ...servingOf(roles).map((each) => this.watchHealth(each))]);
      this.show();
      await sleep(WATCH_MS);
    }
  }

  private async watchLeader(): Promise<void> {
    const primary = this.databases?.processes().find((database) => database.primary);
    if (primary === undefined) return;
    try {
      this.leader = await this.leaderWatch?.read(primary.port);
      this.leaderProblem = undefined;
    } catch (error) {
      // Between two primaries the last known leader remains.
      const { message } = error as Error;
      if (message !== this.leaderProblem)
        this.context.log.warn({ err: error, database: primary.name }, "who leads cannot be read");
      this.leaderProblem = message;
    }
  }

  private async watchHealth(served: ServingProgram): Promise<void> {
    const { program } = served;
    if (program.pid !== undefined && (await isHealthy(urlOf(served)))) this.healthy.add(program);
    else this.healthy.delete(program);
  }

  private show(): void {
    if (!this.isStarted || this.stopping) return;
    const status = this.status();
    const text = JSON.stringify(status);
    if (text === this.shown) return;
    this.shown = text;
    this.context.onStatus(status);
  }
}

const urlOf = ({ port }: ServingProgram): string => `http://127.0.0.1:${port}`;

/** Programs that clients reach. */
const servingOf = ({ gateways, proxy }: Roles): readonly ServingProgram[] =>
  proxy === undefined ? gateways : [...gateways, proxy];

/** All programs in the order in which they start. */
const programsOf = (roles: Roles): readonly SupervisedProgram[] => [
  ...roles.services,
  roles.custody,
  ...roles.cores,
  roles.projector,
  ...servingOf(roles).map(({ program }) => program),
];

const withPid = (
  { pid }: SupervisedProgram,
  entryOf: (pid: number) => ClusterProcess,
): readonly ClusterProcess[] => (pid === undefined ? [] : [entryOf(pid)]);

async function isHealthy(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

/** Databases that lost their exchange later must not get another one, so this is done once. */
async function foundOnce(directory: string, url: string): Promise<void> {
  const mark = path.join(directory, "founded");
  if (existsSync(mark)) return;
  const { exchange } = await foundExchange({ url, standbys: 1 });
  writeDurably(mark, exchange);
}
