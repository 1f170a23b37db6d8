import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { pacedStream, SlowReaderError } from "./paced-stream.ts";

async function* parts(count: number): AsyncGenerator<string> {
  for (let part = 0; part < count; part++) yield `part ${part}\n`;
}

test("SEC-14 a download is aborted when its reader stops or stays too slow", async () => {
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
  await expect(pipeline(pacedStream(parts(100), 20, 60_000), stuck)).rejects.toThrow(SlowReaderError);
  const dripping = new Writable({ highWaterMark: 1, write: (_part, _encoding, done) => setTimeout(done, 5) });
  await expect(pipeline(pacedStream(parts(10_000), 60_000, 50), dripping)).rejects.toThrow(SlowReaderError);
});

test("SEC-14 a client that reads gets all of it", async () => {
  const read: string[] = [];
  for await (const part of pacedStream(parts(1_000), 60_000, 60_000)) read.push(String(part));
  expect(read.length).toBe(1_000);
  expect(read.at(-1)).toBe("part 999\n");
});
