import { commandIndex, HEADER_BYTES } from "./command-layout.ts";

/** A command that names no market; 0 is one. */
export const NO_MARKET = -1;

const PLACE_ORDER = commandIndex("place-order");
const PLACE_CONTRACT_ORDER = commandIndex("place-contract-order");
const CANCEL_ORDER = commandIndex("cancel-order");
const REDUCE_ORDER = commandIndex("reduce-order");

/**
 * Goes through encoded commands and reads of each only whom and what it is about: for whoever looks ahead of the
 * CommandReader, which reads and checks all of it.
 */
export class CommandOutline {
  /** 0: nobody. */
  userId = 0;
  /** Of an order that is placed on a market or contract; NO_MARKET of other commands. */
  marketId = NO_MARKET;
  /** Of an order that is canceled or reduced by its id; 0 of other commands. May be any number. */
  orderId = 0;
  private view = new DataView(new ArrayBuffer(0));
  private at = 0;

  /** Points it at the commands in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** Goes to the next command. @returns false, and names nobody: there is none, or none that can be read */
  next(): boolean {
    const { view, at } = this;
    const rest = view.byteLength - at;
    const length = rest < HEADER_BYTES ? 0 : view.getUint16(at, true);
    this.marketId = NO_MARKET;
    this.orderId = 0;
    if (length < HEADER_BYTES || length > rest) {
      this.userId = 0;
      return false;
    }
    this.at = at + length;
    this.userId = view.getUint32(at + 4, true);
    const kind = view.getUint8(at + 2);
    if (kind === PLACE_ORDER || kind === PLACE_CONTRACT_ORDER) {
      if (length >= HEADER_BYTES + 2) this.marketId = view.getUint16(at + HEADER_BYTES, true);
    } else if (kind === CANCEL_ORDER || kind === REDUCE_ORDER) {
      if (length >= HEADER_BYTES + 8) this.orderId = view.getFloat64(at + HEADER_BYTES, true);
    }
    return true;
  }
}
