import { MessageChannel } from "node:worker_threads";
import { afterEach, expect, test } from "vitest";
import { ThreadGoneError, ThreadPeer } from "./thread-peer.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface One extends Readonly<Record<string, (...parameters: never[]) => unknown>> {
  readonly add: (a: number, b: number) => number;
  readonly addAndNote: (a: number, b: number) => number;
  readonly later: (value: string) => Promise<string>;
  readonly fail: () => Promise<void>;
  readonly uncopied: () => unknown;
}
interface Other extends Readonly<Record<string, (...parameters: never[]) => unknown>> {
  readonly note: (text: string) => void;
}

function peers() {
  const { port1, port2 } = new MessageChannel();
  const notes: string[] = [];
  const one = new ThreadPeer<One, Other>(port1, {
    add: (a, b) => a + b,
    addAndNote: (a, b) => {
      queueMicrotask(() => void one.other.note("added"));
      return a + b;
    },
    later: async (value) => {
      await new Promise((resolve) => setImmediate(resolve));
      return value;
    },
    fail: () => Promise.reject(Object.assign(new Error("no connection"), { code: "ECONNREFUSED" })),
    uncopied: () => () => 1,
  });
  const other = new ThreadPeer<Other, One>(port2, { note: (text) => void notes.push(text) });
  closers.push(
    () => one.close(),
    () => other.close(),
  );
  return { one, other, notes };
}

test("threads call each other's methods, and get results and errors back", async () => {
  const { one, other, notes } = peers();
  const answers = [other.other.later("slow"), other.other.add(2, 3)] as const;
  await one.other.note("hello");
  expect(notes).toEqual(["hello"]);
  expect(await Promise.all(answers)).toEqual(["slow", 5]);
  await expect(other.other.fail()).rejects.toMatchObject({ message: "no connection", code: "ECONNREFUSED" });
  await expect(other.other.uncopied()).rejects.toThrow(/could not be cloned/);
  expect(await other.other.add(1, 1)).toBe(2);
});

test("what waits for an answer goes on before the next message is received", async () => {
  const { other, notes } = peers();
  // The note is on its way before the answer is read.
  expect(await other.other.addAndNote(2, 3)).toBe(5);
  expect(notes).toEqual([]);
  await expect.poll(() => notes).toEqual(["added"]);
});

test("calls to a thread that has ended are rejected, also those without an answer yet", async () => {
  const { one, other } = peers();
  const pending = other.other.later("lost");
  one.close();
  await expect(pending).rejects.toThrow(ThreadGoneError);
  await expect(other.other.add(1, 1)).rejects.toThrow(ThreadGoneError);
});
