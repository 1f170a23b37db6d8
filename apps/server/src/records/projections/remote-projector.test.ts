import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import { expect, onTestFinished, test } from "vitest";
import type { FromProjector, ProjectorStatus, ToProjector } from "./projector-messages.ts";
import { RemoteProjector } from "./remote-projector.ts";

const WHILE_MS = 60_000;
const BATCH_BYTES = 80;

const batch = (seq: number): EventBatch => ({
  firstSeq: seq,
  lastSeq: seq,
  timeMs: 0,
  words: new Float64Array(BATCH_BYTES / 8),
});

/** The other side of a remote projector, which does what the test says. */
class Thread {
  readonly failures: Error[] = [];
  readonly distrusted: Error[] = [];
  private readonly port: MessagePort;
  private readonly received: ToProjector[] = [];
  private readonly lost = Promise.withResolvers<never>();
  private onReceived: () => void = () => undefined;
  readonly projector: Promise<RemoteProjector>;

  constructor(maxBacklogBytes = 1_000_000) {
    const { port1, port2 } = new MessageChannel();
    this.port = port2;
    port2.on("message", (message: ToProjector) => {
      this.received.push(message);
      this.onReceived();
    });
    this.projector = RemoteProjector.open(
      port1,
      {
        limits: { maxBacklogBytes },
        onFailure: (error) => this.failures.push(error),
        distrust: (error) => this.distrusted.push(error),
        listener: { warned: () => undefined },
      },
      { lost: this.lost.promise },
    );
    onTestFinished(() => {
      port1.close();
      port2.close();
    });
  }

  async open(): Promise<RemoteProjector> {
    this.post({ kind: "opened", reachedSeq: 0, discarded: undefined, knownSeq: 0 });
    return await this.projector;
  }

  post(message: FromProjector): void {
    this.port.postMessage(message);
  }

  write(status: Partial<ProjectorStatus>): void {
    this.post({
      kind: "written",
      status: { reachedSeq: 0, takenBytes: 0, rows: 0, transactions: 0, ...status },
    });
  }

  die(): void {
    this.lost.reject(new Error("the thread has ended"));
  }

  /** Returns the next message of a kind, skipping others. */
  async next(kind: ToProjector["kind"]): Promise<ToProjector> {
    for (;;) {
      const message = this.received.shift();
      if (message?.kind === kind) return message;
      if (message === undefined)
        await new Promise<void>((resolve) => {
          this.onReceived = resolve;
        });
    }
  }
}

test("READ-46 a thread that dies is one failure, and everybody who waits goes on", async () => {
  const thread = new Thread();
  const projector = await thread.open();
  projector.accept(batch(1));
  const waiting = [projector.waitFor(1, WHILE_MS), projector.waitFor(9, WHILE_MS)];
  const draining = projector.drain();
  const reading = projector.whileStill((seq) => Promise.resolve(seq));
  thread.die();
  await expect(draining).rejects.toThrow("the thread has ended");
  expect(await Promise.all(waiting)).toEqual([0, 0]);
  expect(await reading).toBe(0);
  expect(thread.failures).toEqual([projector.failure]);
  expect(thread.distrusted).toEqual(thread.failures);
  expect(projector.overloaded).toBe(true);
  await expect(projector.room()).rejects.toThrow("the thread has ended");
  await projector.close();
});

test("READ-46 a thread that dies before it has opened its projector fails the opening", async () => {
  const thread = new Thread();
  thread.die();
  await expect(thread.projector).rejects.toThrow("the thread has ended");
  expect(thread.failures).toEqual([]);
});

test("READ-46 a projector that cannot be opened is reported with its name and code", async () => {
  const thread = new Thread();
  const error = { name: "PGliteError", message: "no such table", code: "42P01", stack: "in its thread" };
  thread.post({ kind: "not-opened", error });
  await expect(thread.projector).rejects.toMatchObject(error);
});

test("READ-07 a waiting reader has everything accepted sent at once, also what is accepted later", async () => {
  const thread = new Thread();
  const projector = await thread.open();
  projector.accept(batch(1));
  const waiting = projector.waitFor(2, WHILE_MS);
  expect(await thread.next("accept")).toMatchObject({ batches: [{ lastSeq: 1 }] });
  expect(await thread.next("wait")).toEqual({ kind: "wait", seq: 2, timeoutMs: WHILE_MS });
  projector.accept(batch(2));
  expect(await thread.next("accept")).toMatchObject({ batches: [{ lastSeq: 2 }] });
  thread.write({ reachedSeq: 2, takenBytes: 2 * BATCH_BYTES });
  expect(await waiting).toBe(2);
});

test("READ-06 batches on their way to the thread count as backlog", async () => {
  const thread = new Thread(4 * BATCH_BYTES);
  const projector = await thread.open();
  for (let seq = 1; seq <= 4; seq++) projector.accept(batch(seq));
  expect(projector.overloaded).toBe(true);
  expect(projector.backlog).toEqual({ commands: 4, bytes: 4 * BATCH_BYTES });
  const room = projector.room();
  await thread.next("room");
  thread.write({ reachedSeq: 1, takenBytes: BATCH_BYTES });
  thread.write({ reachedSeq: 2, takenBytes: 2 * BATCH_BYTES });
  await room;
  expect(projector.overloaded).toBe(false);
  expect(projector.reachedSeq).toBe(2);
});

test("READ-10 a closing projector sends no more batches, and pending calls settle once its thread has closed", async () => {
  const thread = new Thread();
  const projector = await thread.open();
  const waiting = projector.waitFor(5, WHILE_MS);
  const closing = projector.close();
  projector.accept(batch(1));
  await thread.next("close");
  thread.write({ reachedSeq: 3 });
  thread.post({ kind: "closed" });
  await closing;
  expect(await waiting).toBe(3);
  expect(projector.queuedSeq).toBe(0);
  expect(thread.failures).toEqual([]);
});
