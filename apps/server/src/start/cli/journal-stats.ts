import { CommandReader } from "@candor/codec/command-reader";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "../../engine/runtime/exchange-home.ts";

const count = (value: number): string => value.toLocaleString("en");

/** Prints the journal's size, time range and command counts. Checks checksums and hash chain. */
export function printJournalStats(home: ExchangeHome, print: (line: string) => void): void {
  const kinds = new Map<string, number>();
  const reader = new CommandReader();
  let bytes = 0;
  let payloadBytes = 0;
  let largestFrame = 0;
  let firstTimeMs = 0;
  const end = new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read((frame) => {
    if (frame.frameNumber === 1) firstTimeMs = frame.timeMs;
    bytes += frame.byteLength;
    payloadBytes += frame.payload.length;
    largestFrame = Math.max(largestFrame, frame.records);
    reader.open(frame.payload);
    for (let command = reader.next(); command !== undefined; command = reader.next())
      kinds.set(command.kind, (kinds.get(command.kind) ?? 0) + 1);
  });
  const frames = end.nextFrameNumber - 1;
  const commands = end.nextSeq - 1;
  print(`Journal     ${home.journalDirectory}`);
  print(`Segments    ${count(end.segmentNumber)}`);
  print(`Frames      ${count(frames)}, ${(bytes / 1e6).toFixed(1)} MB`);
  print(`Commands    ${count(commands)}`);
  if (commands > 0) {
    const perFrame = (commands / frames).toFixed(1);
    print(`            ${perFrame} per frame on average, ${count(largestFrame)} at most`);
    print(
      `            ${(payloadBytes / commands).toFixed(1)} bytes each, ${(bytes / commands).toFixed(1)} with frames`,
    );
    print(`From        ${new Date(firstTimeMs).toISOString()}`);
    print(`To          ${new Date(end.lastTimeMs).toISOString()}`);
  }
  for (const [kind, number] of [...kinds].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])))
    print(`  ${kind.padEnd(18)}${count(number).padStart(14)}`);
  const snapshots = new SnapshotStore(home.snapshotDirectory).sequenceNumbers();
  if (snapshots.length > 0) print(`Snapshots   at ${snapshots.map(count).join(" · ")}`);
  print(`Last frame  ${Buffer.from(end.lastHash).toString("hex")}`);
}
