import { COMMAND_KINDS, type Command } from "@candor/domain/commands/commands";
import { NEWEST_RULES } from "@candor/domain/rules";
import { HEADER_BYTES, KIND, KIND_AT } from "./command-layout.ts";
import { COMMAND_LAYOUT } from "./command-layouts.ts";

/**
 * Reads commands from a buffer. Frequent kinds reuse one object each: read its fields before the next call and keep no
 * reference.
 */
export class CommandReader {
  private bytes = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private end = 0;

  private readonly placeOrder = COMMAND_LAYOUT.placeOrder.blank();
  private readonly placeContractOrder = COMMAND_LAYOUT.placeContractOrder.blank();
  private readonly placeOption = COMMAND_LAYOUT.placeOption.blank();
  private readonly cancelOrder = COMMAND_LAYOUT.cancelOrder.blank();
  private readonly reduceOrder = COMMAND_LAYOUT.reduceOrder.blank();
  private readonly cancelAll = COMMAND_LAYOUT.cancelAll.blank();
  private readonly observePrice = COMMAND_LAYOUT.observePrice.blank();
  private readonly advanceTime = COMMAND_LAYOUT.advanceTime.blank();

  /** Starts at the commands in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.end = bytes.byteLength;
  }

  /** Returns the next command, or undefined at the end. Throws RangeError on bytes that are not a valid command. */
  next(): Command | undefined {
    if (this.at >= this.end) return undefined;
    const { view, bytes, at } = this;
    if (at + HEADER_BYTES > this.end) throw new RangeError(`truncated command at byte ${at}`);
    const length = view.getUint16(at, true);
    if (length < HEADER_BYTES || at + length > this.end)
      throw new RangeError(`truncated command at byte ${at}`);
    this.at = at + length;
    const kind = view.getUint8(at + KIND_AT);
    switch (kind) {
      case KIND["place-order"]:
        return COMMAND_LAYOUT.placeOrder.read(view, bytes, at, this.placeOrder);
      case KIND["place-contract-order"]:
        return COMMAND_LAYOUT.placeContractOrder.read(view, bytes, at, this.placeContractOrder);
      case KIND["place-option"]:
        return COMMAND_LAYOUT.placeOption.read(view, bytes, at, this.placeOption);
      case KIND["cancel-order"]:
        return COMMAND_LAYOUT.cancelOrder.read(view, bytes, at, this.cancelOrder);
      case KIND["reduce-order"]:
        return COMMAND_LAYOUT.reduceOrder.read(view, bytes, at, this.reduceOrder);
      case KIND["cancel-all"]:
        return COMMAND_LAYOUT.cancelAll.read(view, bytes, at, this.cancelAll);
      case KIND["observe-price"]:
        return COMMAND_LAYOUT.observePrice.read(view, bytes, at, this.observePrice);
      case KIND["advance-time"]:
        return this.advanceTime;
      default:
        return readJson(kind, bytes, at, length);
    }
  }
}

function readJson(kind: number, bytes: Uint8Array, at: number, length: number): Command {
  if (COMMAND_KINDS[kind] === undefined)
    throw new RangeError(`unknown command kind ${kind} at byte ${at}: written by a newer version of Candor`);
  const text = new TextDecoder().decode(bytes.subarray(at + HEADER_BYTES, at + length));
  const command = JSON.parse(text) as Command;
  if (command.kind === "adopt-rules" && command.version > NEWEST_RULES)
    throw new RangeError(
      `unknown rules version ${command.version} at byte ${at}: adopted by a newer version of Candor`,
    );
  return command;
}
