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

/** Databases of a cluster on one machine. */
export interface Databases {
  readonly set: DatabaseSet;
  readonly servers: readonly DatabaseServer[];
  /** Address of the exchange's database: all servers, of which a client uses the primary. */
  readonly url: string;
}

/**
 * Prepares three PostgreSQL servers below `directory`, without starting them.
 * @param bin directory of PostgreSQL's programs
 */
export async function openDatabases(
  directory: string,
  {
    bin,
    secrets,
    log,
    onChange,
  }: {
    readonly bin: string;
    readonly secrets: ClusterSecrets;
    readonly log: Logger;
    readonly onChange: () => void;
  },
): Promise<Databases> {
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
  const hosts = ports.map((port) => `${ADDRESS}:${port}`).join(",");
  return {
    set,
    servers,
    url: `postgres://${USERS.exchange}:${secrets.exchange}@${hosts}/${DATABASE}`,
  };
}

/** Passwords are hexadecimal, so they need no quoting. */
async function createUsers(primary: DatabaseServer, secrets: ClusterSecrets): Promise<void> {
  const statements = [
    `create role ${USERS.replication} login replication password '${secrets.replication}'`,
    `create role ${USERS.exchange} login password '${secrets.exchange}'`,
    // To read who replicates, and to end the sessions of a former leader.
    `grant pg_monitor, pg_signal_backend to ${USERS.exchange}`,
    `create database ${DATABASE} owner ${USERS.exchange}`,
    `revoke connect on database ${DATABASE} from public`,
  ];
  for (const statement of statements) await primary.queryIn("postgres", statement);
}
