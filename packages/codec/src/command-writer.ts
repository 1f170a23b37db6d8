import type { Command } from "@candor/domain/commands/commands";
import { u32 } from "./command-fields.ts";
import { HEADER_BYTES, KEY_LENGTH_AT, KIND, KIND_AT, USER_AT } from "./command-layout.ts";
import { COMMAND_LAYOUT } from "./command-layouts.ts";

const MAX_RECORD_BYTES = 65_535;
const MAX_KEY_LENGTH = 255;
const INITIAL_BYTES = 1 << 14;

const {
  advanceTime: ADVANCE_TIME,
  cancelAll: CANCEL_ALL,
  cancelOrder: CANCEL_ORDER,
  observePrice: OBSERVE_PRICE,
  placeContractOrder: PLACE_CONTRACT_ORDER,
  placeOption: PLACE_OPTION,
  placeOrder: PLACE_ORDER,
  reduceOrder: REDUCE_ORDER,
} = COMMAND_LAYOUT;

/** Collects encoded commands in one growing buffer. */
export class CommandWriter {
  bytes = new Uint8Array(INITIAL_BYTES);
  /** Number of used bytes. */
  length = 0;
  /** Number of commands since the last reset. */
  count = 0;
  private view = new DataView(this.bytes.buffer);

  reset(): void {
    this.length = 0;
    this.count = 0;
  }

  /** Returns a copy of the used bytes. */
  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  /** Appends a command. Throws RangeError when a field is out of range; nothing is appended then. */
  write(command: Command): void {
    const start = this.length;
    switch (command.kind) {
      case "place-order":
        this.reserve(PLACE_ORDER.bytes, command.key);
        PLACE_ORDER.write(this.view, start, command);
        this.finish(start, PLACE_ORDER.bytes, command.key);
        break;
      case "place-contract-order":
        this.reserve(PLACE_CONTRACT_ORDER.bytes, command.key);
        PLACE_CONTRACT_ORDER.write(this.view, start, command);
        this.finish(start, PLACE_CONTRACT_ORDER.bytes, command.key);
        break;
      case "place-option":
        this.reserve(PLACE_OPTION.bytes, command.key);
        PLACE_OPTION.write(this.view, start, command);
        this.finish(start, PLACE_OPTION.bytes, command.key);
        break;
      case "cancel-order":
        this.reserve(CANCEL_ORDER.bytes, command.key);
        CANCEL_ORDER.write(this.view, start, command);
        this.finish(start, CANCEL_ORDER.bytes, command.key);
        break;
      case "reduce-order":
        this.reserve(REDUCE_ORDER.bytes, command.key);
        REDUCE_ORDER.write(this.view, start, command);
        this.finish(start, REDUCE_ORDER.bytes, command.key);
        break;
      case "cancel-all":
        this.reserve(CANCEL_ALL.bytes, command.key);
        CANCEL_ALL.write(this.view, start, command);
        this.finish(start, CANCEL_ALL.bytes, command.key);
        break;
      case "advance-time":
        this.reserve(ADVANCE_TIME.bytes, "");
        ADVANCE_TIME.write(this.view, start, command);
        this.finish(start, ADVANCE_TIME.bytes, "");
        break;
      case "observe-price":
        this.reserve(OBSERVE_PRICE.bytes, "");
        OBSERVE_PRICE.write(this.view, start, command);
        this.finish(start, OBSERVE_PRICE.bytes, "");
        break;
      default:
        this.writeJson(command);
    }
  }

  private writeJson(command: Command): void {
    const start = this.length;
    const json = new TextEncoder().encode(JSON.stringify(command));
    const bytes = HEADER_BYTES + json.length;
    if (bytes > MAX_RECORD_BYTES)
      throw new RangeError(`a ${command.kind} command of ${bytes} bytes is too long`);
    this.reserve(bytes, "");
    this.view.setUint8(start + KIND_AT, KIND[command.kind]);
    this.view.setUint8(start + KEY_LENGTH_AT, 0);
    this.view.setUint32(start + USER_AT, "userId" in command ? u32(command.userId) : 0, true);
    this.bytes.set(json, start + HEADER_BYTES);
    this.finish(start, bytes, "");
  }

  private reserve(bytes: number, key: string): void {
    if (key.length > MAX_KEY_LENGTH) throw new RangeError(`key must be at most ${MAX_KEY_LENGTH} characters`);
    const need = bytes + key.length + HEADER_BYTES;
    if (this.length + need > this.bytes.length) this.grow(need);
  }

  private finish(start: number, keyOffset: number, key: string): void {
    const keyAt = start + keyOffset;
    for (let i = 0; i < key.length; i++) this.bytes[keyAt + i] = key.charCodeAt(i);
    const length = keyOffset + key.length;
    this.view.setUint16(start, length, true);
    this.length = start + length;
    this.count++;
  }

  private grow(more: number): void {
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
