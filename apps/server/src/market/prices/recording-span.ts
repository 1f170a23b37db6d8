import path from "node:path";
import { RecordingError } from "./recording-error.ts";

/** A file with the times of its first and last row; of klines, the end of the last one. */
interface Span {
  readonly file: string;
  readonly beginMs: number;
  readonly endMs: number;
}

/** Returns files with the oldest first. Throws RecordingError if two overlap. */
export function inOrder<File extends Span>(files: readonly File[]): File[] {
  const ordered = files.toSorted((one, other) => one.beginMs - other.beginMs);
  for (const [index, { file, beginMs }] of ordered.entries()) {
    const before = ordered[index - 1];
    if (before !== undefined && beginMs < before.endMs)
      throw new RecordingError(
        file,
        `begins at ${timeText(beginMs)}, before the end of ${path.basename(before.file)} at ${timeText(before.endMs)}: keep one of them`,
      );
  }
  return ordered;
}

/** For people, in UTC. */
export const timeText = (timeMs: number): string => new Date(timeMs).toISOString().replace(".000Z", "Z");
