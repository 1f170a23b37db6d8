import { CommandReader } from "@candor/codec/command-reader";
import type { Command } from "@candor/domain/commands/commands";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { EXCHANGE_JOURNAL, type ExchangeHome } from "../../engine/runtime/exchange-home.ts";
import { readSkips } from "../../engine/runtime/skip-list.ts";

/** Prints up to `limit` commands, one per line, starting at sequence number `from`. */
export function dumpJournal(
  home: ExchangeHome,
  from: number,
  limit: number,
  print: (line: string) => void,
): void {
  const reader = new CommandReader();
  const skips = readSkips(home);
  let left = limit;
  new JournalReader(home.journalDirectory, EXCHANGE_JOURNAL).read((frame) => {
    if (frame.lastSeq < from) return undefined;
    const time = new Date(frame.timeMs).toISOString();
    let { firstSeq: seq } = frame;
    const skipped = skips.in(frame.payload, frame.firstSeq, frame.records);
    reader.open(frame.payload);
    for (let command = reader.next(); command !== undefined && left > 0; command = reader.next(), seq++) {
      if (seq < from) continue;
      const isSkipped = skipped?.has(seq - frame.firstSeq) === true;
      print(
        `${String(seq).padStart(10)}  ${time}  ${describeCommand(command)}${isSkipped ? " (skipped)" : ""}`,
      );
      left--;
    }
    return left === 0 ? STOP_READING : undefined;
  });
}

/** Returns a command's kind and its non-empty fields. */
function describeCommand(command: Command): string {
  const fields = Object.entries(command).filter(
    ([name, value]) =>
      name !== "kind" && value !== "" && !(value === 0 && name !== "marketId" && name !== "assetId"),
  );
  const shown = fields.map(
    ([name, value]) => `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`,
  );
  return `${command.kind.padEnd(17)} ${shown.join(" ")}`.trimEnd();
}
