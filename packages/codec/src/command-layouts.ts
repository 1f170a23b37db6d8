import type { CancelAll, Command } from "@candor/domain/commands/commands";
import {
  DIRECTIONS,
  ORDER_TYPES,
  type OrderType,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
} from "@candor/domain/enumerations";
import {
  enumOf,
  factor,
  flag,
  listingId,
  lots,
  orderId,
  packed,
  ppm,
  priceE8,
  seconds,
  ticks,
  timeMs,
  units,
} from "./command-fields.ts";
import { marketOfScope, packScope, productOfScope } from "./command-layout.ts";
import { type CommandRecord, keyedRecord, plainRecord } from "./command-record.ts";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type Records = {
  readonly [Kind in Command["kind"] as CamelCase<Kind>]?: CommandRecord<
    Extract<Command, { readonly kind: Kind }>
  >;
};

/** An OCO is a command of its own. */
const orderType = enumOf(ORDER_TYPES as readonly Exclude<OrderType, "oco">[]);

/**
 * The frequent commands with the fields of their records, in their order. That each has the type of its command in
 * `@candor/domain` is checked here by the compiler. The record of a kind in use never changes: journals contain it.
 */
export const COMMAND_LAYOUT = {
  placeOrder: keyedRecord("place-order", {
    marketId: listingId,
    side: enumOf(SIDES),
    type: orderType,
    timeInForce: enumOf(TIMES_IN_FORCE),
    selfTrade: enumOf(SELF_TRADE_MODES),
    quantityLots: lots,
    priceTicks: ticks,
    stopTicks: ticks,
    trailingPpm: ppm,
    quoteUnits: units,
  }),
  placeContractOrder: keyedRecord("place-contract-order", {
    marketId: listingId,
    side: enumOf(SIDES),
    type: orderType,
    timeInForce: enumOf(TIMES_IN_FORCE),
    selfTrade: enumOf(SELF_TRADE_MODES),
    triggerBy: enumOf(TRIGGER_BYS),
    reduceOnly: flag,
    leverage: factor,
    quantityLots: lots,
    priceTicks: ticks,
    stopTicks: ticks,
    trailingPpm: ppm,
    takeProfitTicks: ticks,
    stopLossTicks: ticks,
  }),
  placeOption: keyedRecord("place-option", {
    marketId: listingId,
    direction: enumOf(DIRECTIONS),
    stakeUnits: units,
    durationSeconds: seconds,
    minPayoutPpm: ppm,
  }),
  cancelOrder: keyedRecord("cancel-order", { orderId }),
  reduceOrder: keyedRecord("reduce-order", { orderId, quantityLots: lots }),
  cancelAll: keyedRecord("cancel-all", {
    scope: packed<Pick<CancelAll, "marketId" | "product">>(
      "Int32",
      { marketId: marketOfScope, product: productOfScope },
      packScope,
    ),
  }),
  observePrice: plainRecord("observe-price", {
    marketId: listingId,
    sourceId: listingId,
    priceE8,
    observedAtMs: timeMs,
  }),
  advanceTime: plainRecord("advance-time", {}),
} satisfies Records;
