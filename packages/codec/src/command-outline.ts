import { NUMBER_BYTES } from "./command-fields.ts";
import { commandIndex, HEADER_BYTES, KIND_AT, USER_AT } from "./command-layout.ts";
import { COMMAND_LAYOUT } from "./command-layouts.ts";

/** For commands without a market, since 0 is one. */
export const NO_MARKET = -1;

/** Two kinds that keep a field at one position are read by one branch. */
function samePosition(one: number, other: number): number {
  if (one !== other) throw new Error(`expected one position in both layouts, got ${one} and ${other}`);
  return one;
}

const PLACE_ORDER = commandIndex("place-order");
const PLACE_CONTRACT_ORDER = commandIndex("place-contract-order");
const CANCEL_ORDER = commandIndex("cancel-order");
const REDUCE_ORDER = commandIndex("reduce-order");

const { cancelOrder, placeContractOrder, placeOrder, reduceOrder } = COMMAND_LAYOUT;
const MARKET_AT = samePosition(placeOrder.at.marketId, placeContractOrder.at.marketId);
const ORDER_AT = samePosition(cancelOrder.at.orderId, reduceOrder.at.orderId);
const MARKET_END = MARKET_AT + NUMBER_BYTES.Uint16;
const ORDER_END = ORDER_AT + NUMBER_BYTES.Float64;

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
    this.userId = view.getUint32(at + USER_AT, true);
    const kind = view.getUint8(at + KIND_AT);
    if (kind === PLACE_ORDER || kind === PLACE_CONTRACT_ORDER) {
      if (length >= MARKET_END) this.marketId = view.getUint16(at + MARKET_AT, true);
    } else if (kind === CANCEL_ORDER || kind === REDUCE_ORDER) {
      if (length >= ORDER_END) this.orderId = view.getFloat64(at + ORDER_AT, true);
    }
    return true;
  }
}
