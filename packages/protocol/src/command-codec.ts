import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import {
  type CancelAll,
  type CancelOrder,
  COMMAND_KINDS,
  type Command,
  type CommandKind,
  type ObservePrice,
  type PlaceOrder,
  type ReduceOrder,
} from "./commands.ts";
import type { PlaceContractOrder } from "./contract-commands.ts";
import {
  DIRECTIONS,
  ORDER_TYPES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
} from "./enumerations.ts";
import type { PlaceOption } from "./option-commands.ts";
import { NEWEST_RULES } from "./rules.ts";

/**
 * Commands in binary, as the journal keeps them. A record is: u16 length of the whole record, u8 kind, u8 length
 * of the key, u32 user, then the kind's fields, then the key in ASCII. Frequent kinds have fixed fields; the rare
 * ones carry their JSON. Little-endian throughout.
 */
export const HEADER_BYTES = 8;
const MAX_RECORD_BYTES = 65_535;
const INITIAL_BYTES = 1 << 14;
const U32_MAX = 4_294_967_295;

const KIND = Object.fromEntries(COMMAND_KINDS.map((kind, index) => [kind, index])) as Record<
  CommandKind,
  number
>;

/** The command's number in binary records. */
export function commandIndex(kind: CommandKind): number {
  return KIND[kind];
}

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
  /** Bytes in use. */
  length = 0;
  /** Commands written since the last reset. */
  count = 0;
  private view = new DataView(this.bytes.buffer);

  reset(): void {
    this.length = 0;
    this.count = 0;
  }

  /** A copy of the bytes in use. */
  take(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  /** Appends a command. Throws RangeError when a field does not fit its place; nothing is appended then. */
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
    if (key.length > 255) throw new RangeError("key too long");
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

/** A cancel-all's market and, above it, one more than its product's number; a market alone stands as it is. */
function packScope(marketId: number, product: CancelAll["product"]): number {
  if (product === undefined) return marketId;
  return ((PRODUCTS.indexOf(product) + 1) << SCOPE_SHIFT) | (marketId & SCOPE_MARKET);
}

function marketOfScope(scope: number): number {
  const marketId = scope & SCOPE_MARKET;
  return marketId === SCOPE_MARKET ? -1 : marketId;
}

function productOfScope(scope: number): CancelAll["product"] {
  return scope < 0 ? undefined : (PRODUCTS[(scope >> SCOPE_SHIFT) - 1] as CancelAll["product"]);
}

const SCOPE_SHIFT = 16;
const SCOPE_MARKET = 0xffff;

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

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads commands from a buffer. Frequent kinds come in one reused object each: read its fields before the next
 * call and keep no reference.
 */
export class CommandReader {
  private bytes = new Uint8Array(0);
  private view = new DataView(this.bytes.buffer);
  private at = 0;
  private end = 0;

  private readonly placeOrder: Writable<PlaceOrder> = {
    kind: "place-order",
    userId: 0,
    marketId: 0,
    side: "buy",
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: 0 as Lots,
    quoteUnits: 0 as Units,
    priceTicks: 0 as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: "",
  };
  private readonly contractOrder: Writable<PlaceContractOrder> = {
    kind: "place-contract-order",
    userId: 0,
    marketId: 0,
    side: "buy",
    type: "limit",
    timeInForce: "gtc",
    selfTrade: "expire-taker",
    quantityLots: 0 as Lots,
    priceTicks: 0 as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    triggerBy: "mark",
    reduceOnly: false,
    leverage: 0,
    takeProfitTicks: 0 as Ticks,
    stopLossTicks: 0 as Ticks,
    key: "",
  };
  private readonly placeOption: Writable<PlaceOption> = {
    kind: "place-option",
    userId: 0,
    marketId: 0,
    direction: "up",
    stakeUnits: 0 as Units,
    durationSeconds: 0,
    minPayoutPpm: 0 as Ppm,
    key: "",
  };
  private readonly cancelOrder: Writable<CancelOrder> = {
    kind: "cancel-order",
    userId: 0,
    orderId: 0,
    key: "",
  };
  private readonly cancelAll: Writable<CancelAll> = {
    kind: "cancel-all",
    userId: 0,
    marketId: 0,
    product: undefined,
    key: "",
  };
  private readonly reduceOrder: Writable<ReduceOrder> = {
    kind: "reduce-order",
    userId: 0,
    orderId: 0,
    quantityLots: 0 as Lots,
    key: "",
  };
  private readonly observePrice: Writable<ObservePrice> = {
    kind: "observe-price",
    marketId: 0,
    sourceId: 0,
    priceE8: 0 as PriceE8,
    observedAtMs: 0,
  };
  private readonly advanceTime = { kind: "advance-time" } as const;

  /** Points the reader at the commands in `bytes`. */
  open(bytes: Uint8Array<ArrayBuffer>): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
    this.end = bytes.byteLength;
  }

  /** The next command, or undefined at the end. Throws RangeError on bytes that are no command. */
  next(): Command | undefined {
    if (this.at >= this.end) return undefined;
    const { view, at } = this;
    if (at + HEADER_BYTES > this.end) throw new RangeError(`cut-off command at byte ${at}`);
    const length = view.getUint16(at, true);
    if (length < HEADER_BYTES || at + length > this.end)
      throw new RangeError(`cut-off command at byte ${at}`);
    this.at = at + length;
    const userId = view.getUint32(at + 4, true);
    switch (view.getUint8(at + 2)) {
      case KIND["place-order"]: {
        const command = this.placeOrder;
        command.userId = userId;
        command.marketId = view.getUint16(at + 8, true);
        command.side = SIDES[view.getUint8(at + 10)] as PlaceOrder["side"];
        command.type = ORDER_TYPES[view.getUint8(at + 11)] as PlaceOrder["type"];
        command.timeInForce = TIMES_IN_FORCE[view.getUint8(at + 12)] as PlaceOrder["timeInForce"];
        command.selfTrade = SELF_TRADE_MODES[view.getUint8(at + 13)] as PlaceOrder["selfTrade"];
        command.quantityLots = view.getUint32(at + 14, true) as Lots;
        command.priceTicks = view.getUint32(at + 18, true) as Ticks;
        command.stopTicks = view.getUint32(at + 22, true) as Ticks;
        command.trailingPpm = view.getUint32(at + 26, true) as Ppm;
        command.quoteUnits = view.getFloat64(at + 30, true) as Units;
        command.key = this.readKey(at, 38);
        return command;
      }
      case KIND["place-contract-order"]: {
        const command = this.contractOrder;
        command.userId = userId;
        command.marketId = view.getUint16(at + 8, true);
        command.side = SIDES[view.getUint8(at + 10)] as PlaceContractOrder["side"];
        command.type = ORDER_TYPES[view.getUint8(at + 11)] as PlaceContractOrder["type"];
        command.timeInForce = TIMES_IN_FORCE[view.getUint8(at + 12)] as PlaceContractOrder["timeInForce"];
        command.selfTrade = SELF_TRADE_MODES[view.getUint8(at + 13)] as PlaceContractOrder["selfTrade"];
        command.triggerBy = TRIGGER_BYS[view.getUint8(at + 14)] as PlaceContractOrder["triggerBy"];
        command.reduceOnly = view.getUint8(at + 15) === 1;
        command.leverage = view.getUint8(at + 16);
        command.quantityLots = view.getUint32(at + 17, true) as Lots;
        command.priceTicks = view.getUint32(at + 21, true) as Ticks;
        command.stopTicks = view.getUint32(at + 25, true) as Ticks;
        command.trailingPpm = view.getUint32(at + 29, true) as Ppm;
        command.takeProfitTicks = view.getUint32(at + 33, true) as Ticks;
        command.stopLossTicks = view.getUint32(at + 37, true) as Ticks;
        command.key = this.readKey(at, 41);
        return command;
      }
      case KIND["place-option"]: {
        const command = this.placeOption;
        command.userId = userId;
        command.marketId = view.getUint16(at + 8, true);
        command.direction = DIRECTIONS[view.getUint8(at + 10)] as PlaceOption["direction"];
        command.stakeUnits = view.getFloat64(at + 11, true) as Units;
        command.durationSeconds = view.getUint32(at + 19, true);
        command.minPayoutPpm = view.getUint32(at + 23, true) as Ppm;
        command.key = this.readKey(at, 27);
        return command;
      }
      case KIND["cancel-order"]: {
        const command = this.cancelOrder;
        command.userId = userId;
        command.orderId = view.getFloat64(at + 8, true);
        command.key = this.readKey(at, 16);
        return command;
      }
      case KIND["reduce-order"]: {
        const command = this.reduceOrder;
        command.userId = userId;
        command.orderId = view.getFloat64(at + 8, true);
        command.quantityLots = view.getUint32(at + 16, true) as Lots;
        command.key = this.readKey(at, 20);
        return command;
      }
      case KIND["cancel-all"]: {
        const command = this.cancelAll;
        command.userId = userId;
        const scope = view.getInt32(at + 8, true);
        command.marketId = marketOfScope(scope);
        command.product = productOfScope(scope);
        command.key = this.readKey(at, 12);
        return command;
      }
      case KIND["advance-time"]:
        return this.advanceTime;
      case KIND["observe-price"]: {
        const command = this.observePrice;
        command.marketId = view.getUint16(at + 8, true);
        command.sourceId = view.getUint16(at + 10, true);
        command.priceE8 = view.getFloat64(at + 12, true) as PriceE8;
        command.observedAtMs = view.getFloat64(at + 20, true);
        return command;
      }
      default: {
        const kind = COMMAND_KINDS[view.getUint8(at + 2)];
        if (kind === undefined)
          throw new RangeError(
            `unknown command kind ${view.getUint8(at + 2)} at byte ${at}: a newer version of Candor has written it`,
          );
        const text = new TextDecoder().decode(this.bytes.subarray(at + HEADER_BYTES, at + length));
        const command = JSON.parse(text) as Command;
        if (command.kind === "adopt-rules" && command.version > NEWEST_RULES)
          throw new RangeError(
            `rules of version ${command.version} at byte ${at}: a newer version of Candor has adopted them`,
          );
        return command;
      }
    }
  }

  private readKey(at: number, offset: number): string {
    const length = this.view.getUint8(at + 3);
    if (length === 0) return "";
    let key = "";
    for (let i = 0; i < length; i++) key += String.fromCharCode(this.bytes[at + offset + i] as number);
    return key;
  }
}
