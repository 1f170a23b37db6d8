import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { writeDurably } from "../../../kit/durable/write-durably.ts";
import type { ClusterSecrets } from "../cluster-secrets.ts";
import { freePorts } from "../free-ports.ts";
import { type Account, accountFor, giveTo, letEnter, runAs } from "../run-as.ts";
import { SupervisedProgram } from "../supervised-program.ts";
import { ADDRESS, USERS } from "./database-settings.ts";
import {
  type DatabaseOptions,
  type DatabaseProcess,
  type Databases,
  databaseUrl,
  foundingStatements,
} from "./open-databases.ts";
import { etcdArguments, type PatroniNode, patroniConfiguration } from "./patroni-configuration.ts";

const NODES = 3;
const PORTS_PER_NODE = 4;
const OLDEST_PATRONI = 4;
const POLL_MS = 250;
const REQUEST_TIMEOUT_MS = 2_000;
const PATRONI_STOP_MS = 40_000;
const ETCD_STOP_MS = 10_000;

const portsSchema = z.array(z.int().min(1)).length(NODES * PORTS_PER_NODE);

/** What Patroni says about one server. */
interface NodeState {
  readonly isPrimary: boolean;
  /** Whether its acknowledgement is enough for a commit. */
  readonly votes: boolean;
}

/** Throws an error that says what to install. */
function requirePrograms(): { readonly patroni: string; readonly etcd: string } {
  const find = (name: string): string | undefined =>
    (process.env.PATH ?? "")
      .split(path.delimiter)
      .map((directory) => path.join(directory, name))
      .find((file) => existsSync(file));
  const [patroni, etcd] = [find("patroni"), find("etcd")];
  if (patroni === undefined || etcd === undefined)
    throw new Error(
      "--patroni needs the programs patroni and etcd: apt-get install patroni etcd-server (Debian 13)",
    );
  const version = execFileSync(patroni, ["--version"], { encoding: "utf8" }).trim();
  const major = Number(/([0-9]+)\./.exec(version)?.[1] ?? "0");
  if (major < OLDEST_PATRONI)
    throw new Error(
      `--patroni needs Patroni ${OLDEST_PATRONI} or newer, which has synchronous_mode: quorum; this is ${version}. Debian 13 has it`,
    );
  return { patroni, etcd };
}

/** Prepares three etcd and three Patroni below `directory` without starting them. Each Patroni runs one PostgreSQL. */
export async function openPatroniDatabases(
  directory: string,
  { bin, secrets, log, onChange }: DatabaseOptions,
): Promise<Databases> {
  const { patroni, etcd } = requirePrograms();
  const account = accountFor("postgres");
  const home = path.join(directory, "patroni");
  for (const each of [home, path.join(directory, "logs")]) mkdirSync(each, { recursive: true, mode: 0o700 });
  letEnter(account, [directory, home]);
  const nodes = await nodesBelow(home, account);
  for (const node of nodes) writeConfiguration(node, nodes, { bin, secrets, account });
  const supervise = (name: string, node: PatroniNode, program: string, args: readonly string[]) =>
    new SupervisedProgram(
      name,
      {
        ...runAs(account, "TERM", program, args),
        directory: node.home,
        environment: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
        logFile: path.join(directory, "logs", `${name}.log`),
      },
      { log, onChange },
    );
  return new PatroniDatabases({
    nodes,
    secrets,
    onChange,
    etcds: nodes.map((node) => supervise(`etcd-${node.name}`, node, etcd, etcdArguments(node, nodes))),
    patronis: nodes.map((node) => supervise(`patroni-${node.name}`, node, patroni, [configurationOf(node)])),
  });
}

const configurationOf = ({ home }: PatroniNode): string => path.join(home, "patroni.yml");

function writeConfiguration(
  node: PatroniNode,
  nodes: readonly PatroniNode[],
  { bin, secrets, account }: { bin: string; secrets: ClusterSecrets; account: Account | undefined },
): void {
  const file = configurationOf(node);
  writeFileSync(file, JSON.stringify(patroniConfiguration(node, nodes, { bin, secrets }), undefined, 2), {
    mode: 0o600,
  });
  giveTo(account, file);
}

/** etcd keeps the addresses of its members, so the ports of the first start are used again. */
async function nodesBelow(home: string, account: Account | undefined): Promise<readonly PatroniNode[]> {
  const file = path.join(home, "ports.json");
  if (!existsSync(file)) writeDurably(file, JSON.stringify(await freePorts(NODES * PORTS_PER_NODE)));
  const ports = portsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return Array.from({ length: NODES }, (_, at) => {
    const name = `database-${at + 1}`;
    const nodeHome = path.join(home, name);
    mkdirSync(nodeHome, { recursive: true, mode: 0o700 });
    giveTo(account, nodeHome);
    const [databasePort, restPort, etcdPort, etcdPeerPort] = ports.slice(at * PORTS_PER_NODE) as [
      number,
      number,
      number,
      number,
    ];
    return { name, databasePort, restPort, etcdPort, etcdPeerPort, home: nodeHome };
  });
}

class PatroniDatabases implements Databases {
  readonly url: string;
  private readonly nodes: readonly PatroniNode[];
  private readonly secrets: ClusterSecrets;
  private readonly onChange: () => void;
  private readonly etcds: readonly SupervisedProgram[];
  private readonly patronis: readonly SupervisedProgram[];
  private readonly states = new Map<string, NodeState>();
  private watching: Promise<void> | undefined;
  private stopping = false;

  constructor(parts: {
    readonly nodes: readonly PatroniNode[];
    readonly secrets: ClusterSecrets;
    readonly onChange: () => void;
    readonly etcds: readonly SupervisedProgram[];
    readonly patronis: readonly SupervisedProgram[];
  }) {
    this.nodes = parts.nodes;
    this.secrets = parts.secrets;
    this.onChange = parts.onChange;
    this.etcds = parts.etcds;
    this.patronis = parts.patronis;
    this.url = databaseUrl(
      parts.secrets,
      parts.nodes.map(({ databasePort }) => databasePort),
    );
  }

  get isComplete(): boolean {
    const states = [...this.states.values()];
    return (
      states.filter(({ isPrimary }) => isPrimary).length === 1 &&
      states.filter(({ votes }) => votes).length === NODES - 1
    );
  }

  async start(timeoutMs: number): Promise<void> {
    const deadlineMs = Date.now() + timeoutMs;
    for (const program of [...this.etcds, ...this.patronis]) program.start();
    this.watching = this.watch();
    while (!this.isComplete) {
      if (this.stopping) throw new Error("stopped before the databases were ready");
      if (Date.now() > deadlineMs)
        throw new Error(`the databases were not ready within ${timeoutMs / 1_000} s; see Patroni's logs`);
      await sleep(POLL_MS);
    }
    await this.createUsers();
  }

  /** The primary last: nothing writes any more, and no standby may take over. */
  async stop(): Promise<void> {
    this.stopping = true;
    await this.watching;
    const isPrimary = (at: number): boolean =>
      this.states.get((this.nodes[at] as PatroniNode).name)?.isPrimary === true;
    await Promise.all(
      this.patronis.filter((_, at) => !isPrimary(at)).map((each) => each.stop(PATRONI_STOP_MS)),
    );
    await Promise.all(this.patronis.map((each) => each.stop(PATRONI_STOP_MS)));
    await Promise.all(this.etcds.map((each) => each.stop(ETCD_STOP_MS)));
  }

  processes(): readonly DatabaseProcess[] {
    return this.nodes.flatMap((node) => {
      const state = this.states.get(node.name);
      const pid = state === undefined ? undefined : postmasterOf(node);
      return pid === undefined || state === undefined
        ? []
        : [{ name: node.name, pid, port: node.databasePort, primary: state.isPrimary }];
    });
  }

  private async watch(): Promise<void> {
    while (!this.stopping) {
      await Promise.all(
        this.nodes.map(async (node) => {
          const state = await askPatroni(node.restPort);
          if (state === undefined) this.states.delete(node.name);
          else this.states.set(node.name, state);
        }),
      );
      this.onChange();
      await sleep(POLL_MS);
    }
  }

  /** Patroni creates the administrator and the replication's user; the exchange's own is created once. */
  private async createUsers(): Promise<void> {
    const primary = this.nodes.find(({ name }) => this.states.get(name)?.isPrimary);
    const client = new pg.Client({
      host: ADDRESS,
      port: primary?.databasePort ?? 0,
      user: USERS.administrator,
      password: this.secrets.administrator,
      database: "postgres",
    });
    await client.connect();
    try {
      const { rows } = await client.query("select 1 from pg_database where datname = 'candor'");
      if (rows.length > 0) return;
      for (const statement of foundingStatements(this.secrets))
        if (!statement.includes(USERS.replication)) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

/** @returns undefined if Patroni does not answer or its server does not run */
async function askPatroni(port: number): Promise<NodeState | undefined> {
  try {
    const reply = await fetch(`http://${ADDRESS}:${port}/patroni`, {
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const state = (await reply.json()) as { state?: string; role?: string; quorum_standby?: boolean };
    if (state.state !== "running" && state.state !== "streaming") return undefined;
    return { isPrimary: state.role === "primary", votes: state.quorum_standby === true };
  } catch {
    return undefined;
  }
}

/** The process id is the first line of PostgreSQL's own file. */
function postmasterOf({ home }: PatroniNode): number | undefined {
  const file = path.join(home, "data", "postmaster.pid");
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10);
  } catch {
    return undefined;
  }
}
