import { mkdirSync } from "node:fs";
import path from "node:path";
import type { Logger } from "pino";
import type { ClusterSecrets } from "../cluster-secrets.ts";
import { freePorts } from "../free-ports.ts";
import { accountFor, giveTo, letEnter } from "../run-as.ts";
import { DatabaseServer } from "./database-server.ts";
import { DatabaseSet } from "./database-set.ts";
import { ADDRESS, DATABASE, USERS, writePasswordFile } from "./database-settings.ts";

const SERVERS = 3;

/** One PostgreSQL server that runs. */
export interface DatabaseProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  /** Whether it commits; the others follow it. */
  readonly primary: boolean;
}

/** The databases of a cluster on one machine. */
export interface Databases {
  /** Address of the exchange's database: all servers; a client uses the primary. */
  readonly url: string;
  /** Resolves when a primary and all standbys are ready. Rejects after `timeoutMs`. */
  start(timeoutMs: number): Promise<void>;
  /** Ends them in order. */
  stop(): Promise<void>;
  /** Returns those that run now. */
  processes(): readonly DatabaseProcess[];
  /** Whether the primary answers and each standby has everything. */
  readonly isComplete: boolean;
}

/** What databases of either kind need. */
export interface DatabaseOptions {
  /** Directory of PostgreSQL's programs. */
  readonly bin: string;
  readonly secrets: ClusterSecrets;
  readonly log: Logger;
  /** Called after a server started or ended, and after a promotion. */
  readonly onChange: () => void;
}

/** Databases that this process replaces itself when one fails. */
export interface OwnDatabases extends Databases {
  readonly set: DatabaseSet;
  readonly servers: readonly DatabaseServer[];
}

/** Prepares three PostgreSQL servers below `directory`, without starting them. */
export async function openDatabases(
  directory: string,
  { bin, secrets, log, onChange }: DatabaseOptions,
): Promise<OwnDatabases> {
  const account = accountFor("postgres");
  const home = path.join(directory, "databases");
  const logDirectory = path.join(directory, "logs");
  for (const each of [home, logDirectory]) mkdirSync(each, { recursive: true, mode: 0o700 });
  letEnter(account, [directory, home]);
  const passwordFile = path.join(home, "passwords");
  writePasswordFile(account, passwordFile, secrets);
  const context = { bin, account, passwordFile, administratorPassword: secrets.administrator, logDirectory };
  const ports = await freePorts(SERVERS);
  const servers = ports.map((port, at) => {
    const name = `database-${at + 1}`;
    const serverHome = path.join(home, name);
    mkdirSync(serverHome, { recursive: true, mode: 0o700 });
    giveTo(account, serverHome);
    return new DatabaseServer(name, port, serverHome, context);
  });
  const set = new DatabaseSet({
    servers,
    recordFile: path.join(directory, "quorum.json"),
    log,
    found: (primary) => createUsers(primary, secrets),
    onChange,
  });
  return {
    set,
    servers,
    url: databaseUrl(secrets, ports),
    start: (timeoutMs) => set.start(timeoutMs),
    stop: () => set.stop(),
    processes: () =>
      servers.flatMap((server) => {
        const { name, pid, port } = server;
        return pid === undefined ? [] : [{ name, pid, port, primary: server === set.primary }];
      }),
    get isComplete() {
      return set.isComplete;
    },
  };
}

/** Address of the exchange's database on servers of this machine. */
export function databaseUrl(secrets: ClusterSecrets, ports: readonly number[]): string {
  const hosts = ports.map((port) => `${ADDRESS}:${port}`).join(",");
  return `postgres://${USERS.exchange}:${secrets.exchange}@${hosts}/${DATABASE}`;
}

async function createUsers(primary: DatabaseServer, secrets: ClusterSecrets): Promise<void> {
  for (const statement of foundingStatements(secrets)) await primary.queryIn("postgres", statement);
}

/** Users and the database. Passwords are hexadecimal, so they need no quoting. */
export function foundingStatements(secrets: ClusterSecrets): readonly string[] {
  return [
    `create role ${USERS.replication} login replication password '${secrets.replication}'`,
    `create role ${USERS.exchange} login password '${secrets.exchange}'`,
    // To read who replicates, and to end the sessions of a former leader.
    `grant pg_monitor, pg_signal_backend to ${USERS.exchange}`,
    `create database ${DATABASE} owner ${USERS.exchange}`,
    `revoke connect on database ${DATABASE} from public`,
  ];
}
