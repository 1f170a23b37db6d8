import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { DigestChecker } from "./digest-checker.ts";
import { SLOT_BYTES } from "./digest-ring.ts";
import { outputDigest } from "./output-digest.ts";

const content = (n: number, length = 1_000): Uint8Array => new Uint8Array(length).fill(n % 251);

/** Offers `count` contents, the one at `wrong` with another's digest. @returns what was reported, and where */
async function check(count: number, wrong: number): Promise<{ readonly found: number | undefined }> {
  const checker = new DigestChecker<number>();
  // Until the thread is at work contents are checked at once: both ways are met.
  for (let n = 0; n < count; n++) {
    if (n === 10) await sleep(300);
    const bytes = content(n);
    const found = checker.offer(bytes, outputDigest(n === wrong ? content(n + 1) : bytes), n);
    bytes.fill(255);
    if (found !== undefined) {
      checker.stop();
      return { found };
    }
  }
  return { found: checker.finish() };
}

test.each([0, 9, 10, 11, 40, 99])("ENG-11 a digest that differs at frame %i is found", async (wrong) => {
  expect(await check(100, wrong)).toEqual({ found: wrong });
});

test("ENG-11 digests that hold are no finding", async () => {
  expect(await check(100, -1)).toEqual({ found: undefined });
});

test("ENG-11 a frame larger than a slot is checked too", async () => {
  const checker = new DigestChecker<string>();
  await sleep(300);
  const large = content(7, SLOT_BYTES + 8);
  expect(checker.offer(large, outputDigest(large), "sound")).toBeUndefined();
  expect(checker.offer(large, outputDigest(content(7)), "forged")).toBe("forged");
  expect(checker.finish()).toBeUndefined();
});
