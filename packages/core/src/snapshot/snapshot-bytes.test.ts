import { expect, test } from "vitest";
import { SnapshotReader, SnapshotWriter } from "./snapshot-bytes.ts";

test("CORE-01 a block of words is read from any buffer that holds the snapshot, including a file's", () => {
  const words = Uint32Array.of(1, 0xffff_ffff, 7);
  const numbers = Float64Array.of(0.5, 9_007_199_254_740_991);
  const writer = new SnapshotWriter();
  writer.u8(3);
  writer.block(words);
  writer.block(numbers);
  const bytes = writer.take();
  // Files are read as a view of a larger buffer, whose `slice` copies nothing.
  const buffer = Buffer.concat([Buffer.alloc(5), bytes, Buffer.alloc(9)]).subarray(5, 5 + bytes.length);
  for (const held of [bytes, buffer]) {
    const reader = new SnapshotReader(held);
    expect(reader.u8()).toBe(3);
    expect(new Uint32Array(reader.block())).toEqual(words);
    expect(new Float64Array(reader.block())).toEqual(numbers);
    expect(reader.isAtEnd).toBe(true);
  }
});
