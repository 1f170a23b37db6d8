import { setTimeout as sleep } from "node:timers/promises";
import { CommandWriter } from "@candor/codec/command-writer";
import { EventWriter } from "@candor/codec/event-writer";
import { Frame } from "@candor/journal/frame";
import { expect, test } from "vitest";
import { SLOT_BYTES } from "./digest-ring.ts";
import { FrameReplay } from "./frame-replay.ts";
import { outputDigest } from "./output-digest.ts";
import { machineFactory, tally } from "./testing/tally-machine.ts";

const TIME_MS = 5;
/** Enough commands that digests are compared in a separate thread. */
const FIRST_RECORDS = 20_001;
/** Enough records that their events exceed a slot of that thread. */
const LARGE_RECORDS = Math.ceil(SLOT_BYTES / 80) + 1;

/** Starts a replay whose thread runs after its first frame. Returns it with a function that adds frames. */
async function startReplay(forged: number): Promise<{
  readonly replay: FrameReplay;
  readonly run: (frameNumber: number, records: number) => number;
}> {
  const replay = new FrameReplay(machineFactory.create(), 0);
  const acknowledged = machineFactory.create();
  // Like the journal's reader, which reuses one object.
  const frame = new Frame();
  /** @returns the bytes of the frame's events */
  const run = (frameNumber: number, records: number): number => {
    const firstSeq = frame.firstSeq + frame.records;
    const writer = new CommandWriter();
    const events = new EventWriter();
    for (let n = 0; n < records; n++) {
      writer.write(tally(1, 5));
      acknowledged.execute(tally(1, frameNumber === forged ? 0 : 5), firstSeq + n, TIME_MS, events);
    }
    const outputsDigest = new Uint8Array(outputDigest(events.usedBytes()));
    Object.assign(frame, {
      frameNumber,
      firstSeq,
      records,
      timeMs: TIME_MS,
      payload: writer.take(),
      outputsDigest,
    });
    replay.run(frame);
    return events.usedBytes().length;
  };
  frame.firstSeq = 1;
  run(1, FIRST_RECORDS);
  await sleep(500);
  return { replay, run };
}

test("ENG-11 a divergence found by a concurrent check names its own frame, not the one read by then", async () => {
  const { replay, run } = await startReplay(4);
  const rest = (): void => {
    for (let frameNumber = 2; frameNumber <= 6; frameNumber++) run(frameNumber, 2);
    replay.finish();
  };
  expect(rest).toThrow(/frame 4, sequence numbers 20006–20007 /);
});

test("ENG-11 a frame whose events are more than that thread has room for is compared too", async () => {
  const { replay, run } = await startReplay(5);
  run(2, 2);
  expect(run(3, LARGE_RECORDS)).toBeGreaterThan(SLOT_BYTES);
  run(4, 2);
  expect(() => run(5, LARGE_RECORDS)).toThrow(/frame 5, /);
  replay.finish();
});
