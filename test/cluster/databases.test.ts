import { afterEach, describe, expect, test } from "vitest";
import { until } from "../support/cluster/until.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { type DatabaseStage, holdBack, openDatabaseStage } from "./database-stage.ts";

const KILLS = 5;
/** A bound against hanging, many times what a quiet machine needs. */
const TIMEOUT_MS = 240_000;

describe.skipIf(postgresBinaries() === undefined)("three databases", { timeout: TIMEOUT_MS }, () => {
  let stage: DatabaseStage;
  afterEach(() => stage?.close());

  test("CLUS-41 no acknowledged commit is lost when the primary is killed five times, and each former primary follows again", async () => {
    stage = await openDatabaseStage();
    const pauses: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await stage.writes(50);
      const former = stage.primary();
      process.kill(former.pid as number, "SIGKILL");
      await until(() => stage.primary() !== former, "another server is primary");
      pauses.push(await stage.writes(10));
      await stage.complete();
      expect(await former.isStandby()).toBe(true);
    }
    const { lost, acknowledged } = await stage.finish();
    process.stderr.write(`CLUS-41: ${acknowledged} commits, pauses ${pauses.join(", ")} ms\n`);
    expect(lost).toEqual([]);
    expect(acknowledged).toBeGreaterThan(KILLS * 150);
  });

  test("CLUS-42 the standby with the longer log becomes primary, whatever its name and place", async () => {
    stage = await openDatabaseStage();
    for (const place of [0, 1]) {
      await stage.writes(20);
      const former = stage.primary();
      const [shorter, longer] = [stage.standbys()[place], stage.standbys()[1 - place]] as const;
      if (shorter === undefined || longer === undefined) throw new Error("a standby is missing");
      await holdBack(shorter);
      await stage.writes(50);
      process.kill(former.pid as number, "SIGKILL");
      await until(() => stage.primary() !== former, "another server is primary");
      expect(stage.primary().name).toBe(longer.name);
      await stage.writes(10);
      await stage.complete();
    }
    expect((await stage.finish()).lost).toEqual([]);
  });

  test("CLUS-43 while one of two standbys does not answer, the other is not promoted: the former primary starts again", async () => {
    stage = await openDatabaseStage();
    await stage.writes(20);
    const former = stage.primary();
    const silent = stage.standbys()[0];
    process.kill(silent?.pid as number, "SIGSTOP");
    const pid = former.pid as number;
    await stage.writes(20);
    process.kill(pid, "SIGKILL");
    await until(() => former.isRunning && former.pid !== pid, "the former primary runs again");
    await stage.writes(10);
    expect(stage.primary().name).toBe(former.name);
    process.kill(silent?.pid as number, "SIGCONT");
    await stage.complete();
    expect((await stage.finish()).lost).toEqual([]);
  });

  test("CLUS-44 a killed standby follows again while commits continue, and a frozen primary is replaced", async () => {
    stage = await openDatabaseStage();
    await stage.writes(20);
    const [standby] = stage.standbys();
    process.kill(standby?.pid as number, "SIGKILL");
    const pause = await stage.writes(100);
    process.stderr.write(`CLUS-44: pause of ${pause} ms after a killed standby\n`);
    await stage.complete();
    const former = stage.primary();
    process.kill(former.pid as number, "SIGSTOP");
    await until(() => stage.primary() !== former, "another server is primary");
    await stage.writes(10);
    await stage.complete();
    expect((await stage.finish()).lost).toEqual([]);
  });
});
