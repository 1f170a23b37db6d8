import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs";
import path from "node:path";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { fileSize, listSegments, SEGMENT_HEADER_BYTES, segmentFile } from "@candor/journal/segment";
import { journalName } from "../store-position.ts";
import { copyWhole } from "./copy-whole.ts";
import { HomeChangedError } from "./home-changed-error.ts";

const CHUNK_BYTES = 1024 * 1024;

/** Where a journal is cut: after the frame that ends with record `records`. */
interface Cut {
  readonly segment: number;
  readonly bytes: number;
}

/**
 * Copies a journal up to record `records`, the last of its frame, while its writer continues. Later frames become zeros,
 * as before they were written. Segments before the last one never change, so an earlier backup has the same. Throws HomeChangedError if the journal does
 * not have the record.
 */
export function copyJournal(source: string, target: string, records: number, earlier?: string): void {
  makeDirectory(target);
  const linkable = earlier === undefined ? [] : wholeSegments(earlier);
  const cut = findCut(source, records);
  for (const number of listSegments(source)) {
    const [from, to] = [path.join(source, segmentFile(number)), path.join(target, segmentFile(number))];
    if (number < cut.segment) {
      const linked = earlier !== undefined && linkable.includes(number);
      copyWhole(from, to, linked ? path.join(earlier, segmentFile(number)) : undefined);
    } else if (number === cut.segment) copyStart(from, to, cut.bytes);
  }
  syncPath(target);
}

/** All but the last, which may have been incomplete. */
const wholeSegments = (directory: string): number[] =>
  existsSync(directory) ? listSegments(directory).slice(0, -1) : [];

function findCut(source: string, records: number): Cut {
  if (records === 0) return { segment: 1, bytes: SEGMENT_HEADER_BYTES };
  let cut: Cut | undefined;
  const visit = (frame: Frame): unknown => {
    if (frame.lastSeq < records) return undefined;
    if (frame.lastSeq === records)
      cut = { segment: Number.parseInt(frame.file, 10), bytes: frame.offset + frame.byteLength };
    return STOP_READING;
  };
  new JournalReader(source, journalName(source)).read(visit, records);
  if (cut === undefined)
    throw new HomeChangedError(`${source} has no frame that ends with record ${records}`);
  return cut;
}

/** Copies the first bytes of a segment; the rest is a hole of zeros up to the same size. */
function copyStart(from: string, to: string, bytes: number): void {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const source = openSync(from, "r");
  try {
    const target = openSync(to, "w");
    try {
      for (let at = 0; at < bytes; ) {
        const length = readSync(source, chunk, 0, Math.min(chunk.length, bytes - at), at);
        if (length === 0) throw new HomeChangedError(`${from} ends at byte ${at}`);
        for (let done = 0; done < length; ) done += writeSync(target, chunk, done, length - done, at + done);
        at += length;
      }
      ftruncateSync(target, fileSize(source));
      fsyncSync(target);
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}
