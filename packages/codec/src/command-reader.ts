import {
  type CancelAll,
  type CancelOrder,
  COMMAND_KINDS,
  type Command,
  type ObservePrice,
  type PlaceOrder,
  type ReduceOrder,
} from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type { PlaceOption } from "@candor/domain/commands/option-commands";
import {
  DIRECTIONS,
  ORDER_TYPES,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
} from "@candor/domain/enumerations";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { HEADER_BYTES, KIND, marketOfScope, productOfScope } from "./command-layout.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads commands from a buffer. Frequent kinds reuse one object each: read its fields before the next call and keep no
 * reference.
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
    const { view, at } = this;
    if (at + HEADER_BYTES > this.end) throw new RangeError(`truncated command at byte ${at}`);
    const length = view.getUint16(at, true);
    if (length < HEADER_BYTES || at + length > this.end)
      throw new RangeError(`truncated command at byte ${at}`);
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
            `unknown command kind ${view.getUint8(at + 2)} at byte ${at}: written by a newer version of Candor`,
          );
        const text = new TextDecoder().decode(this.bytes.subarray(at + HEADER_BYTES, at + length));
        const command = JSON.parse(text) as Command;
        if (command.kind === "adopt-rules" && command.version > NEWEST_RULES)
          throw new RangeError(
            `unknown rules version ${command.version} at byte ${at}: adopted by a newer version of Candor`,
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
