import { expect, test, vi } from "vitest";
import { DigestChecker } from "./digest-checker.ts";
import { outputDigest } from "./output-digest.ts";

const LENGTH = 1_000;
const content = (n: number): Uint8Array => new Uint8Array(LENGTH).fill(n % 251);

/** Starts a checker and waits for its thread. */
async function startChecker<T>(): Promise<DigestChecker<T>> {
  const checker = new DigestChecker<T>();
  await vi.waitFor(() => expect(checker.room()).toBeDefined());
  return checker;
}

/** Checks `count` contents, the one at `wrong` with another's digest. @returns the reported subject */
async function check(count: number, wrong: number): Promise<number | undefined> {
  const checker = await startChecker<number>();
  for (let n = 0; n < count; n++) {
    const room = checker.room() as Float64Array;
    new Uint8Array(room.buffer, room.byteOffset).set(content(n));
    const found = checker.submit(LENGTH, outputDigest(content(n === wrong ? n + 1 : n)), n);
    if (found !== undefined) {
      checker.stop();
      return found;
    }
  }
  return checker.finish();
}

test.each([0, 9, 10, 11, 40, 99])("ENG-11 a digest that differs at frame %i is found", async (wrong) => {
  expect(await check(100, wrong)).toBe(wrong);
});

test("ENG-11 digests that hold are no finding", async () => {
  expect(await check(100, -1)).toBeUndefined();
});

test("ENG-11 there is no room before the thread is at work", () => {
  const checker = new DigestChecker<number>();
  expect(checker.room()).toBeUndefined();
  expect(checker.finish()).toBeUndefined();
});
