import type { SystemStatus } from "@candor/wire/console/system";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";

let office: ConsoleUnderTest;
let owner: ConsoleClient;
beforeAll(async () => {
  office = await ConsoleUnderTest.start();
  owner = await office.operator("olga", "owner");
});
afterAll(() => office.close());

async function system(): Promise<SystemStatus> {
  const { status, body } = await owner.call<SystemStatus>("system");
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test("CONS-19 backups are listed as the audit log has them, newest first; on a single machine there is no cluster", async () => {
  expect(await system()).toMatchObject({ journal: "files", cluster: null, backups: [] });
  const { desk } = office.operators;
  const about = (target: string) => ({ operator: "bert", action: "backup", target, reason: "" });
  const first = desk.noteBackup({ ...about("/mnt/one"), phase: "begun" });
  const second = desk.noteBackup({ ...about("/mnt/two"), phase: "begun" });
  desk.noteBackup({ ...about("/mnt/two"), phase: "failed", begun: second.number, problem: "disk full" });
  desk.noteBackup({ ...about("/mnt/three"), phase: "begun" });
  desk.noteBackup({ ...about("/mnt/one"), phase: "done", begun: first.number, after: { seq: 42 } });
  const { backups, seq } = await system();
  expect(seq).toBe(office.exchange.engine.durableSeq);
  expect(backups.map(({ target, state, seq: upTo, problem }) => ({ target, state, upTo, problem }))).toEqual([
    { target: "/mnt/three", state: "not finished", upTo: null, problem: "" },
    { target: "/mnt/two", state: "failed", upTo: null, problem: "disk full" },
    { target: "/mnt/one", state: "complete", upTo: 42, problem: "" },
  ]);
  const ended = backups.map(({ startedAtMs, endedAtMs }) => endedAtMs !== null && endedAtMs >= startedAtMs);
  expect(ended).toEqual([false, true, true]);
});

test("CONS-19 roles that may not read the log do not see the system page", async () => {
  const support = await office.operator("sven", "support");
  expect((await support.call("system")).status).toBe(403);
});
