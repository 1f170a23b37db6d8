import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Account, giveTo } from "../run-as.ts";

/** Users of the databases. The exchange's own has no more rights than its programs need. */
export const USERS = {
  administrator: "candor_administrator",
  replication: "candor_replication",
  exchange: "candor",
} as const;

/** Database of journals, read models and files. */
export const DATABASE = "candor";

export const ADDRESS = "127.0.0.1";

/** Role of a server: which server it follows, and whose acknowledgement it waits for. */
export interface ReplicationSettings {
  /** Port of the server that it follows; undefined: it receives nothing. */
  readonly followsPort: number | undefined;
  /** One of these standbys must have a commit before it is acknowledged; used once it is the primary. */
  readonly voters: readonly string[];
}

/**
 * Settings that all servers share and that never change while one runs. `pg_rewind` copies configuration files from
 * another server, so these are arguments.
 */
export function serverArguments(name: string, directory: string, port: number): readonly string[] {
  const settings: Readonly<Record<string, string>> = {
    listen_addresses: ADDRESS,
    unix_socket_directories: "",
    cluster_name: name,
    // The console shows it of the primary.
    "candor.database_name": name,
    wal_level: "replica",
    max_wal_senders: "10",
    max_connections: "100",
    shared_buffers: "64MB",
    wal_retrieve_retry_interval: "100ms",
    wal_receiver_status_interval: "1s",
    wal_sender_timeout: "5s",
    wal_receiver_timeout: "5s",
    tcp_keepalives_idle: "2",
    tcp_keepalives_interval: "1",
    tcp_keepalives_count: "3",
    hot_standby: "on",
    synchronous_commit: "on",
    password_encryption: "scram-sha-256",
    log_line_prefix: "%m [%p] %q%u %a ",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  return ["-D", directory, "-p", String(port), ...options];
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The value of `synchronous_standby_names`. */
export const standbyNames = (voters: readonly string[]): string =>
  voters.length === 0 ? "" : `ANY 1 (${voters.map((voter) => `"${voter}"`).join(", ")})`;

/** The value of `primary_conninfo`: passwords come from the password file. */
export const sourceOf = (name: string, port: number, passwordFile: string): string =>
  `host=${ADDRESS} port=${port} user=${USERS.replication} application_name=${name} passfile=${passwordFile} ` +
  "connect_timeout=3 keepalives_idle=2 keepalives_interval=1 keepalives_count=3";

/** Replaces the settings that depend on a server's role. A running server must reload them. */
export function writeReplicationSettings(
  account: Account | undefined,
  data: string,
  { source, voters }: { readonly source: string; readonly voters: readonly string[] },
): void {
  const lines = [
    "# Written by npm run cluster.",
    // A server that was away follows again without a copy of everything. In this file, because pg_rewind needs it too.
    "wal_keep_size = 512MB",
    `primary_conninfo = ${quoted(source)}`,
    `synchronous_standby_names = ${quoted(standbyNames(voters))}`,
  ];
  const file = path.join(data, "postgresql.auto.conf");
  const draft = `${file}.new`;
  writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600 });
  giveTo(account, draft);
  renameSync(draft, file);
}

/** Only this machine connects, and only with a password. */
export function writeAccessRules(account: Account | undefined, data: string): void {
  const file = path.join(data, "pg_hba.conf");
  const lines = [
    `host all all ${ADDRESS}/32 scram-sha-256`,
    `host replication ${USERS.replication} ${ADDRESS}/32 scram-sha-256`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  giveTo(account, file);
}

/** Writes the file from which PostgreSQL's own programs read the passwords of the replication and of pg_rewind. */
export function writePasswordFile(
  account: Account | undefined,
  file: string,
  passwords: { readonly administrator: string; readonly replication: string },
): void {
  const lines = [
    `${ADDRESS}:*:*:${USERS.administrator}:${passwords.administrator}`,
    `${ADDRESS}:*:*:${USERS.replication}:${passwords.replication}`,
  ];
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  giveTo(account, file);
}

/** Adds a line to the log of a server, between what the server itself prints. */
export function noteInLog(file: string, text: string): void {
  appendFileSync(file, `${new Date().toISOString()} candor: ${text}\n`, { mode: 0o600 });
}
