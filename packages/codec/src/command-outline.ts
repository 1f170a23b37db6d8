import { commandIndex, HEADER_BYTES } from "./command-layout.ts";

/** For commands without a market, since 0 is one. */
export const NO_MARKET = -1;

const PLACE_ORDER = commandIndex("place-order");
const PLACE_CONTRACT_ORDER = commandIndex("place-contract-order");
const CANCEL_ORDER = commandIndex("cancel-order");
const REDUCE_ORDER = commandIndex("reduce-order");

/**
 * Walks over encoded commands and reads only the user, market and order of each. Used by Lookahead, ahead of the
 * CommandReader, which reads and checks everything.
 */
export class CommandOutline {
  /** 0 for none. */
  userId = 0;
  /** Market or contract of an order placement; NO_MARKET for other commands. */
  marketId = NO_MARKET;
  /** Order id of a cancel or reduction; 0 for other commands. Not validated. */
  orderId = 0;
  private view = new DataView(new ArrayBuffer(0));
  private at = 0;

  /** Starts at the commands in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  /** Moves to the next command. @returns false and clears the fields when there is none, or it cannot be read */
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
