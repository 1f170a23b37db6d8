import { hash } from "node:crypto";
import { SnapshotVersionError } from "@candor/core/snapshot/snapshot-bytes";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { MachineFactory } from "../../engine/runtime/engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "../../engine/runtime/exchange-home.ts";
import { FrameReplay } from "../../engine/runtime/frame-replay.ts";
import { readSkips } from "../../engine/runtime/skip-list.ts";

const PROGRESS_COMMANDS = 1_000_000;

/**
 * Reads the whole journal, checks checksums and hash chain, executes every command again, and compares the events with
 * the acknowledged ones and the states with the snapshots. Throws on the first problem.
 */
export function verifyJournal(
  home: ExchangeHome,
  factory: MachineFactory,
  print: (line: string) => void,
): void {
  const machine = factory.create();
  const skips = readSkips(home);
  const replay = new FrameReplay(machine, 0, skips);
  const snapshots = snapshotsBySeq(home, print);
  const unmet = new Set(snapshots.keys());
  const wrong: string[] = [];
  let bytes = 0;
  let nextProgress = PROGRESS_COMMANDS;
  const startedAt = performance.now();
  const end = new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read((frame) => {
    replay.run(frame);
    bytes += frame.byteLength;
    const expected = snapshots.get(frame.lastSeq);
    unmet.delete(frame.lastSeq);
    if (expected !== undefined && hash("sha256", machine.snapshot(), "hex") !== expected) {
      const at = `snapshot at ${frame.lastSeq.toLocaleString("en")}`;
      const why = whyOfAnotherVersion(home, factory, frame.lastSeq);
      if (why === undefined) wrong.push(`the ${at} does not match the state rebuilt from the journal`);
      else print(`Unusable    ${at}: ${why}`);
      snapshots.delete(frame.lastSeq);
    }
    if (replay.commands < nextProgress) return;
    nextProgress += PROGRESS_COMMANDS;
    print(`  … ${replay.commands.toLocaleString("en")} commands`);
  });
  replay.finish();
  const seconds = (performance.now() - startedAt) / 1_000;
  const rate = Math.round(replay.commands / seconds).toLocaleString("en");
  print(`Journal     ${home.journalDirectory}`);
  print(
    `Read        ${(end.nextFrameNumber - 1).toLocaleString("en")} frames, ${(bytes / 1e6).toFixed(1)} MB`,
  );
  print("Frames      all checksums and chain links are valid");
  print(
    `Commands    ${replay.commands.toLocaleString("en")} executed again (${seconds.toFixed(1)} s, ${rate} a second)`,
  );
  print("Events      all frames match the acknowledged events");
  for (const { seq, kind, reason, decidedBy, source } of skips.all)
    print(
      `Skipped     command ${seq}, ${kind}, by ${decidedBy.join(" and ")}: ${reason}` +
        (source === "journal" ? " (its frame's acknowledged events are replaced)" : ""),
    );
  if (end.tornBytes > 0)
    print(
      `Tail        an unfinished write of ${end.tornBytes} bytes, never acknowledged; removed at the next start`,
    );
  print(`Last frame  ${Buffer.from(end.lastHash).toString("hex")}`);
  print(`State hash  ${hash("sha256", machine.snapshot(), "hex")}`);
  print(`            after command ${replay.commands.toLocaleString("en")}`);
  for (const seq of unmet)
    wrong.push(`the snapshot at ${seq.toLocaleString("en")} does not belong to any frame of this journal`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
  if (snapshots.size === 1) print("Snapshots   1 matches the journal");
  if (snapshots.size > 1) print(`Snapshots   ${snapshots.size} match the journal`);
}

/** Another version serializes the same state differently; startup skips its snapshots. */
function whyOfAnotherVersion(home: ExchangeHome, factory: MachineFactory, seq: number): string | undefined {
  const snapshot = new SnapshotStore(home.snapshotDirectory).newest(seq, () => undefined);
  if (snapshot?.seq !== seq) return "the running server has replaced it in the meantime";
  try {
    factory.restore(snapshot.content);
  } catch (error) {
    if (error instanceof SnapshotVersionError) return error.message;
  }
  return undefined;
}

/** Returns hashes of the valid snapshots and prints the others, which startup would skip. */
function snapshotsBySeq(home: ExchangeHome, print: (line: string) => void): Map<number, string> {
  const store = new SnapshotStore(home.snapshotDirectory);
  const found = new Map<number, string>();
  for (let limit = Number.MAX_SAFE_INTEGER; ; ) {
    const snapshot = store.newest(limit, ({ file, why }) => print(`Unusable    ${file}: ${why}`));
    if (snapshot === undefined) return found;
    found.set(snapshot.seq, snapshot.contentHash);
    limit = snapshot.seq - 1;
  }
}
