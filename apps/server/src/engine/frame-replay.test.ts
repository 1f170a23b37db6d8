import { setTimeout as sleep } from "node:timers/promises";
import { Frame } from "@candor/journal/frame";
import { CommandWriter } from "@candor/protocol/command-codec";
import { EventWriter } from "@candor/protocol/event-writer";
import { expect, test } from "vitest";
import { FrameReplay } from "./frame-replay.ts";
import { outputDigest } from "./output-digest.ts";
import { machineFactory, tally } from "./testing/tally-machine.ts";

const TIME_MS = 5;
/** So many that digests are compared in a thread of their own from here on. */
const FIRST_RECORDS = 20_001;
const FORGED = 4;

test("ENG-11 a divergence that is found beside the replay names its frame, not the one that is read by then", async () => {
  const replay = new FrameReplay(machineFactory.create(), 0);
  const acknowledged = machineFactory.create();
  // The journal's reader hands out the same object each time.
  const frame = new Frame();
  const run = (frameNumber: number, records: number): void => {
    const firstSeq = frame.firstSeq + frame.records;
    const writer = new CommandWriter();
    const events = new EventWriter();
    for (let n = 0; n < records; n++) {
      writer.write(tally(1, 5));
      acknowledged.execute(tally(1, frameNumber === FORGED ? 0 : 5), firstSeq + n, TIME_MS, events);
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
  };
  frame.firstSeq = 1;
  run(1, FIRST_RECORDS);
  // The thread is at work by now: what follows is compared by it.
  await sleep(500);
  const rest = (): void => {
    for (let frameNumber = 2; frameNumber <= FORGED + 2; frameNumber++) run(frameNumber, 2);
    replay.finish();
  };
  expect(rest).toThrow(/frame 4, sequence numbers 20006–20007 /);
});
