import { CommandReader } from "@candor/codec/command-reader";
import type { Frame } from "@candor/journal/frame";

/** A frame, identified after its object was reused. */
export type FramePlace = Pick<Frame, "frameNumber" | "firstSeq" | "lastSeq" | "file" | "offset">;

/**
 * The machine threw while it executed a command: an invariant is broken, and its state is unusable. Nothing of the
 * command is in the journal, unless `place` says where.
 */
export class UnexecutableCommandError extends Error {
  readonly seq: number;
  readonly kind: string;
  /** 0 for a command of the exchange itself. */
  readonly userId: number;
  /** A copy of its bytes. */
  readonly record: Uint8Array<ArrayBuffer>;
  /** The frame that contains it; undefined if it has not been journaled. */
  readonly place: FramePlace | undefined;

  constructor(seq: number, record: Uint8Array<ArrayBuffer>, cause: unknown, place?: FramePlace) {
    const copy = record.slice();
    const { kind, userId } = outlineOf(copy);
    const who = userId === 0 ? "" : ` of user ${userId}`;
    const where =
      place === undefined
        ? "It is not in the journal"
        : `It is in frame ${place.frameNumber} of the journal (${place.file}, byte ${place.offset})`;
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`command ${seq}, ${kind}${who}, cannot be executed: ${why}. ${where}`, { cause });
    this.name = "UnexecutableCommandError";
    if (cause instanceof Error) this.stack = `${this.name}: ${this.message}\n${placesOf(cause)}`;
    this.seq = seq;
    this.kind = kind;
    this.userId = userId;
    this.record = copy;
    this.place = place;
  }
}

/** Where the machine threw, rather than where that was caught. */
const placesOf = ({ stack = "" }: Error): string =>
  stack
    .split("\n")
    .filter((line) => line.startsWith("    at "))
    .join("\n");

function outlineOf(record: Uint8Array<ArrayBuffer>): { readonly kind: string; readonly userId: number } {
  const reader = new CommandReader();
  reader.open(record);
  const command = reader.next();
  const userId = command !== undefined && "userId" in command ? command.userId : 0;
  return { kind: command?.kind ?? "unknown", userId: typeof userId === "number" ? userId : 0 };
}
