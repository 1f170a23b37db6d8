import { commandIndex } from "@candor/codec/command-layout";
import { CommandReader } from "@candor/codec/command-reader";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import type { Frame } from "@candor/journal/frame";

const NOTE_STORES = commandIndex("note-stores");
const KIND_AT = 2;

/** A position and the command that recorded it. */
export interface NotedPosition extends StorePosition {
  readonly seq: number;
}

/** Collects the positions of the other stores recorded in the exchange's journal, frame by frame. */
export class NoteReader {
  /** Sequence number of the newest note; 0 if there was none. */
  seq = 0;
  readonly positions = new Map<string, NotedPosition>();
  private readonly reader = new CommandReader();

  visit(frame: Frame): void {
    const { payload } = frame;
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    let seq = frame.firstSeq;
    for (let at = 0; at + KIND_AT < payload.length; at += view.getUint16(at, true), seq++)
      if (view.getUint8(at + KIND_AT) === NOTE_STORES)
        this.take(payload.subarray(at, at + view.getUint16(at, true)), seq);
  }

  private take(record: Uint8Array<ArrayBuffer>, seq: number): void {
    this.reader.open(record);
    const command = this.reader.next();
    if (command?.kind !== "note-stores") throw new Error(`command ${seq} is not a note of stores`);
    for (const { store } of command.accepted ?? []) this.positions.delete(store);
    for (const position of command.stores) this.positions.set(position.store, { ...position, seq });
    this.seq = seq;
  }
}
