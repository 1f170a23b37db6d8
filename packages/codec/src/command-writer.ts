import { type Command, type CommandKind, type PlaceOrder } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import {
  DIRECTIONS,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
} from "@candor/domain/enumerations";
import { HEADER_BYTES, KIND, packScope } from "./command-layout.ts";

const MAX_RECORD_BYTES = 65_535;
const INITIAL_BYTES = 1 << 14;
const U32_MAX = 4_294_967_295;

const indexOf = (list: readonly string[]): Record<string, number> =>
  Object.fromEntries(list.map((name, index) => [name, index]));
const SIDE = indexOf(SIDES);
const TYPE = indexOf(ORDER_TYPES);
const FORCE = indexOf(TIMES_IN_FORCE);
const SELF_TRADE = indexOf(SELF_TRADE_MODES);
const TRIGGER_BY = indexOf(TRIGGER_BYS);
const DIRECTION = indexOf(DIRECTIONS);

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
        this.writePlaceOrder(command);
        break;
      case "place-contract-order":
        this.writeContractOrder(command);
        break;
      case "place-option":
        this.begin(command.kind, command.userId, command.key, 19);
        this.view.setUint16(start + 8, command.marketId, true);
        this.view.setUint8(start + 10, DIRECTION[command.direction] as number);
        this.view.setFloat64(start + 11, safe(command.stakeUnits), true);
        this.view.setUint32(start + 19, u32(command.durationSeconds), true);
        this.view.setUint32(start + 23, u32(command.minPayoutPpm), true);
        this.finish(start, 27, command.key);
        break;
      case "cancel-order":
        this.begin(command.kind, command.userId, command.key, 8);
        this.view.setFloat64(start + 8, safe(command.orderId), true);
        this.finish(start, 16, command.key);
        break;
      case "reduce-order":
        this.begin(command.kind, command.userId, command.key, 12);
        this.view.setFloat64(start + 8, safe(command.orderId), true);
        this.view.setUint32(start + 16, u32(command.quantityLots), true);
        this.finish(start, 20, command.key);
        break;
      case "cancel-all":
        this.begin(command.kind, command.userId, command.key, 4);
        this.view.setInt32(start + 8, packScope(command.marketId, command.product), true);
        this.finish(start, 12, command.key);
        break;
      case "advance-time":
        this.begin(command.kind, 0, "", 0);
        this.finish(start, 8, "");
        break;
      case "observe-price":
        this.begin(command.kind, 0, "", 20);
        this.view.setUint16(start + 8, command.marketId, true);
        this.view.setUint16(start + 10, command.sourceId, true);
        this.view.setFloat64(start + 12, safe(command.priceE8), true);
        this.view.setFloat64(start + 20, safe(command.observedAtMs), true);
        this.finish(start, 28, "");
        break;
      default: {
        const json = new TextEncoder().encode(JSON.stringify(command));
        this.begin(command.kind, "userId" in command ? command.userId : 0, "", json.length);
        this.bytes.set(json, start + HEADER_BYTES);
        this.finish(start, HEADER_BYTES + json.length, "");
      }
    }
  }

  private writePlaceOrder(command: PlaceOrder): void {
    const start = this.length;
    this.begin(command.kind, command.userId, command.key, 30);
    const { view } = this;
    view.setUint16(start + 8, command.marketId, true);
    view.setUint8(start + 10, SIDE[command.side] as number);
    view.setUint8(start + 11, TYPE[command.type] as number);
    view.setUint8(start + 12, FORCE[command.timeInForce] as number);
    view.setUint8(start + 13, SELF_TRADE[command.selfTrade] as number);
    view.setUint32(start + 14, u32(command.quantityLots), true);
    view.setUint32(start + 18, u32(command.priceTicks), true);
    view.setUint32(start + 22, u32(command.stopTicks), true);
    view.setUint32(start + 26, u32(command.trailingPpm), true);
    view.setFloat64(start + 30, safe(command.quoteUnits), true);
    this.finish(start, 38, command.key);
  }

  private writeContractOrder(command: PlaceContractOrder): void {
    const start = this.length;
    this.begin(command.kind, command.userId, command.key, 33);
    const { view } = this;
    view.setUint16(start + 8, command.marketId, true);
    view.setUint8(start + 10, SIDE[command.side] as number);
    view.setUint8(start + 11, TYPE[command.type] as number);
    view.setUint8(start + 12, FORCE[command.timeInForce] as number);
    view.setUint8(start + 13, SELF_TRADE[command.selfTrade] as number);
    view.setUint8(start + 14, TRIGGER_BY[command.triggerBy] as number);
    view.setUint8(start + 15, command.reduceOnly ? 1 : 0);
    view.setUint8(start + 16, u8(command.leverage));
    view.setUint32(start + 17, u32(command.quantityLots), true);
    view.setUint32(start + 21, u32(command.priceTicks), true);
    view.setUint32(start + 25, u32(command.stopTicks), true);
    view.setUint32(start + 29, u32(command.trailingPpm), true);
    view.setUint32(start + 33, u32(command.takeProfitTicks), true);
    view.setUint32(start + 37, u32(command.stopLossTicks), true);
    this.finish(start, 41, command.key);
  }

  private begin(kind: CommandKind, userId: number, key: string, fieldBytes: number): void {
    const need = HEADER_BYTES + fieldBytes + key.length;
    if (need > MAX_RECORD_BYTES) throw new RangeError(`a ${kind} command of ${need} bytes is too long`);
    if (key.length > 255) throw new RangeError("key must be at most 255 characters");
    u32(userId);
    if (this.length + need + HEADER_BYTES > this.bytes.length) this.grow(need + HEADER_BYTES);
    const { view, length: at } = this;
    view.setUint8(at + 2, KIND[kind]);
    view.setUint8(at + 3, key.length);
    view.setUint32(at + 4, userId, true);
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

function u32(value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= U32_MAX))
    throw new RangeError(`not a u32: ${value}`);
  return value;
}

function u8(value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= 255)) throw new RangeError(`not a u8: ${value}`);
  return value;
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
  return value;
}
