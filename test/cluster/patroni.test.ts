import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { readSecrets } from "@candor/server/start/cluster/cluster-secrets";
import { openPatroniDatabases } from "@candor/server/start/cluster/database/patroni-databases";
import { requirePostgres } from "@candor/server/start/cluster/database/postgres-binaries";
import pino from "pino";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/cluster/until.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { administer, RowWriter, readRows } from "./row-writer.ts";

const TIMEOUT_MS = 240_000;
const KILLS = 2;
const OLDEST = 4;

/** @returns why Patroni cannot be used; undefined if it can */
function obstacle(): string | undefined {
  if (postgresBinaries() === undefined) return "PostgreSQL is not installed";
  try {
    execFileSync("etcd", ["--version"], { stdio: "ignore" });
    const version = execFileSync("patroni", ["--version"], { encoding: "utf8" }).trim();
    const major = Number(/([0-9]+)\./.exec(version)?.[1] ?? "0");
    return major >= OLDEST ? undefined : `Patroni ${OLDEST} is needed, this is ${version}`;
  } catch {
    return "Patroni and etcd are not both installed";
  }
}

const why = obstacle();
if (why !== undefined) process.stderr.write(`Skipping the test of databases under Patroni: ${why}\n`);

describe.skipIf(why !== undefined)("three databases under Patroni", { timeout: TIMEOUT_MS }, () => {
  test("CLUS-48 no acknowledged commit is lost when the primary is killed, and the former primary follows again", async () => {
    const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-patroni-"));
    const databases = await openPatroniDatabases(directory, {
      bin: requirePostgres(),
      secrets: readSecrets(path.join(directory, "secrets.json")),
      log: pino({ level: "silent" }),
      onChange: () => undefined,
    });
    onTestFinished(async () => {
      await databases.stop();
      rmSync(directory, { recursive: true, force: true });
    }, TIMEOUT_MS);
    await databases.start(120_000);
    await administer(databases.url, "create table written (number int primary key)");
    const writer = new RowWriter(databases.url, 0, 1);
    const primary = () => databases.processes().find((each) => each.primary);
    for (let kill = 0; kill < KILLS; kill++) {
      await writer.writes(100, 60_000);
      const former = primary();
      process.kill(former?.pid as number, "SIGKILL");
      await until(
        () => primary() !== undefined && primary()?.name !== former?.name,
        "another server is primary",
      );
      await writer.writes(10, 60_000);
      process.stderr.write(`CLUS-48: pause of ${writer.takePause()} ms\n`);
      await until(() => databases.isComplete, "the former primary follows again");
    }
    await writer.stop();
    const rows = await readRows(databases.url);
    expect(writer.acknowledged.length).toBeGreaterThan(KILLS * 100);
    expect(writer.acknowledged.filter((number) => !rows.has(number))).toEqual([]);
  });
});
