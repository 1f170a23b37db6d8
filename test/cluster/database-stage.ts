import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readSecrets } from "@candor/server/start/cluster/cluster-secrets";
import type { DatabaseServer } from "@candor/server/start/cluster/database/database-server";
import { type OwnDatabases, openDatabases } from "@candor/server/start/cluster/database/open-databases";
import { requirePostgres } from "@candor/server/start/cluster/database/postgres-binaries";
import pino from "pino";
import { until } from "../support/cluster/until.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { administer, RowWriter, readRows } from "./row-writer.ts";

const START_TIMEOUT_MS = 120_000;
const COMPLETE_TIMEOUT_MS = 60_000;
const WRITERS = 3;

/** Three databases with writers whose acknowledged rows must never disappear. */
export interface DatabaseStage {
  readonly databases: OwnDatabases;
  readonly writers: readonly RowWriter[];
  /** What it logged. */
  readonly lines: readonly string[];
  primary(): DatabaseServer;
  standbys(): readonly DatabaseServer[];
  serverOf(name: string): DatabaseServer;
  /** Resolves when each writer has `count` more rows acknowledged; @returns the longest pause since the last call in ms */
  writes(count: number): Promise<number>;
  /** Resolves when all three run and both standbys vote. */
  complete(): Promise<void>;
  /** Ends the writers; @returns the numbers of acknowledged rows that are lost, and how many were acknowledged */
  finish(): Promise<{ readonly lost: readonly number[]; readonly acknowledged: number }>;
  close(): Promise<void>;
}

export async function openDatabaseStage(): Promise<DatabaseStage> {
  const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-databases-"));
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const secrets = readSecrets(path.join(directory, "secrets.json"));
  const databases = await openDatabases(directory, {
    bin: requirePostgres(),
    secrets,
    log,
    onChange: () => undefined,
  });
  const close = async (): Promise<void> => {
    await Promise.all(writers.map((writer) => writer.stop()));
    await databases.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  let writers: readonly RowWriter[] = [];
  try {
    await databases.start(START_TIMEOUT_MS);
    await administer(databases.url, "create table written (number int primary key)");
  } catch (error) {
    await close();
    throw error;
  }
  writers = Array.from({ length: WRITERS }, (_, at) => new RowWriter(databases.url, at, WRITERS));
  const primary = (): DatabaseServer => databases.set.primary as DatabaseServer;
  return {
    databases,
    writers,
    lines,
    primary,
    standbys: () => databases.servers.filter((server) => server !== primary()),
    serverOf: (name) => databases.servers.find((server) => server.name === name) as DatabaseServer,
    writes: async (count) => {
      await Promise.all(writers.map((writer) => writer.writes(count, COMPLETE_TIMEOUT_MS)));
      return Math.max(...writers.map((writer) => writer.takePause()));
    },
    complete: () => until(() => databases.set.isComplete, "the databases are complete"),
    finish: async () => {
      await Promise.all(writers.map((writer) => writer.stop()));
      const rows = await readRows(databases.url);
      const acknowledged = writers.flatMap((writer) => writer.acknowledged);
      return { lost: acknowledged.filter((number) => !rows.has(number)), acknowledged: acknowledged.length };
    },
    close,
  };
}

/** Stops a standby from receiving, as a slow network would: it stays a voter, but its log ends earlier. */
export async function holdBack(server: DatabaseServer): Promise<void> {
  const file = path.join(server.data, "postgresql.auto.conf");
  writeFileSync(file, readFileSync(file, "utf8").replace(/primary_conninfo = .*/, "primary_conninfo = ''"));
  process.kill(server.pid as number, "SIGHUP");
  await until(async () => {
    const [row] = await server.query<{ receivers: number }>(
      "select count(*)::int as receivers from pg_stat_wal_receiver",
    );
    return row?.receivers === 0;
  }, `${server.name} receives nothing`);
}
