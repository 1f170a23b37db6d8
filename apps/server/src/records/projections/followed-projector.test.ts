import type { EventBatch } from "@candor/domain/engine-port";
import { expect, onTestFinished, test } from "vitest";
import { FollowedProjector, type SeenCheckpoint } from "./followed-projector.ts";
import { PollingPace } from "./polling-pace.ts";

const MEBIBYTE = 1024 * 1024;

function batch(firstSeq: number, lastSeq: number, bytes = 8): EventBatch {
  return { firstSeq, lastSeq, timeMs: 0, words: new Float64Array(bytes / 8) };
}

/** A projector whose checkpoint the test moves. */
function followed(maxBacklogBytes?: number) {
  const database = { checkpoint: { seq: 10, isOurs: true } as SeenCheckpoint, isDown: false };
  const less: number[] = [];
  const retries: string[] = [];
  const projector = new FollowedProjector(database.checkpoint, {
    look: () =>
      database.isDown ? Promise.reject(new Error("ECONNREFUSED")) : Promise.resolve(database.checkpoint),
    hold: (read) => read(database.checkpoint.seq),
    onLess: () => less.push(database.checkpoint.seq),
    onRetry: (error) => retries.push(error.message),
    maxBacklogBytes,
  });
  onTestFinished(() => projector.close());
  return { projector, database, less, retries };
}

test("READ-49 a backlog of events in bytes is an overload until half of it is written", async () => {
  const { projector, database } = followed(8 * MEBIBYTE);
  for (let seq = 11; seq <= 18; seq++) projector.accept(batch(seq, seq, MEBIBYTE));
  expect(projector.overloaded).toBe(true);
  expect(projector.backlog).toEqual({ commands: 8, bytes: 8 * MEBIBYTE });
  database.checkpoint = { seq: 13, isOurs: true };
  expect(await projector.waitFor(13, 10_000)).toBe(13);
  expect(projector.overloaded).toBe(true);
  database.checkpoint = { seq: 14, isOurs: true };
  expect(await projector.waitFor(14, 10_000)).toBe(14);
  expect(projector.overloaded).toBe(false);
  expect(projector.backlog).toEqual({ commands: 4, bytes: 4 * MEBIBYTE });
});

test("READ-49 tables that go back, or become those of another version, never lower the reached number", async () => {
  const { projector, database, less } = followed();
  projector.accept(batch(11, 20));
  database.checkpoint = { seq: 20, isOurs: true };
  await projector.drain();
  database.checkpoint = { seq: 15, isOurs: true };
  projector.accept(batch(21, 21));
  await expect.poll(() => less).toEqual([15]);
  expect(projector.reachedSeq).toBe(20);
  expect(projector.backlog.commands).toBe(6);
  database.checkpoint = { seq: 30, isOurs: false };
  await expect.poll(() => projector.backlog.commands).toBe(21);
  expect(projector.reachedSeq).toBe(20);
  let isDrained = false;
  const drained = projector.drain().then(() => (isDrained = true));
  expect(await projector.waitFor(20, 0)).toBe(20);
  expect(isDrained).toBe(false);
  database.checkpoint = { seq: 21, isOurs: true };
  await drained;
  expect(projector.reachedSeq).toBe(21);
});

test("READ-49 an unreachable database is reported once and ends nothing; closing releases those who wait", async () => {
  const { projector, database, retries } = followed();
  database.isDown = true;
  const waiting = projector.waitFor(11, 60_000);
  await expect.poll(() => retries).toEqual(["ECONNREFUSED"]);
  database.isDown = false;
  database.checkpoint = { seq: 11, isOurs: true };
  expect(await waiting).toBe(11);
  expect(retries).toHaveLength(1);
  const never = projector.waitFor(99, 60_000);
  await projector.close();
  expect(await never).toBe(11);
});

test("READ-49 the checkpoint is read often while somebody waits, and rarely when nothing is to come", () => {
  const pace = new PollingPace();
  expect([pace.delayMs(true, true), pace.delayMs(false, false), pace.delayMs(false, true)]).toEqual([
    10, 1_000, 25,
  ]);
  for (let looks = 0; looks < 10; looks++) pace.succeeded(false);
  expect(pace.delayMs(false, true)).toBe(400);
  pace.succeeded(true);
  expect(pace.delayMs(false, true)).toBe(25);
  expect(pace.failed()).toBe(true);
  for (let looks = 0; looks < 10; looks++) expect(pace.failed()).toBe(false);
  expect(pace.delayMs(true, true)).toBe(1_000);
});
