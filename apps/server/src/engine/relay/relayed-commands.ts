import type { Command, CommandKind } from "@candor/domain/commands/commands";
import type {
  CloseAllPositions,
  ClosePosition,
  MoveMargin,
  SetLeverage,
  SetPositionMode,
  SetProtection,
} from "@candor/domain/commands/contract-commands";
import {
  LEVER_EFFECTS,
  type MoveLeverFunds,
  type PlaceLeverOrder,
  type RepayLoan,
} from "@candor/domain/commands/lever-commands";
import { LEG_TYPES } from "@candor/domain/commands/list-commands";
import type { ClaimMining, RecycleMiner } from "@candor/domain/commands/mining-commands";
import {
  MARGIN_MODES,
  ORDER_TYPES,
  POSITION_LEGS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
} from "@candor/domain/enumerations";
import { z } from "zod";

/** Kinds with a binary form, whose fields the codec checks. */
const BINARY_KINDS = [
  "place-order",
  "place-contract-order",
  "place-option",
  "cancel-order",
  "cancel-all",
  "reduce-order",
] as const satisfies readonly CommandKind[];
const MAX_KEY_LENGTH = 255;

const count = z.int().nonnegative();
const key = z.string().max(MAX_KEY_LENGTH);
const owned = { userId: count, key };
const ofMarket = { ...owned, marketId: count };
const ofLeg = { leg: z.enum(POSITION_LEGS).optional() };

const leg = z.strictObject({
  type: z.enum(LEG_TYPES),
  timeInForce: z.enum(TIMES_IN_FORCE),
  priceTicks: count,
  stopTicks: count,
  trailingPpm: count.optional(),
  visibleLots: count.optional(),
  key,
});

const newOrder = {
  ...ofMarket,
  side: z.enum(SIDES),
  type: z.enum(ORDER_TYPES).exclude(["oco"]),
  timeInForce: z.enum(TIMES_IN_FORCE),
  selfTrade: z.enum(SELF_TRADE_MODES),
  quantityLots: count,
  priceTicks: count,
  stopTicks: count,
  trailingPpm: count,
};

const plainOrder = z.strictObject({ kind: z.literal("place-order"), ...newOrder, quoteUnits: count });
const iceberg = z.strictObject({
  kind: z.literal("place-iceberg"),
  ...newOrder,
  quoteUnits: count,
  visibleLots: count,
});
const spotOrder = z.discriminatedUnion("kind", [plainOrder, iceberg]);

const contractOrder = {
  ...newOrder,
  triggerBy: z.enum(TRIGGER_BYS),
  reduceOnly: z.boolean(),
  leverage: count,
  takeProfitTicks: count,
  stopLossTicks: count,
};
const contractTerms = z.strictObject({
  kind: z.literal("place-contract-terms"),
  ...contractOrder,
  expiresAtMs: count,
  closesPosition: z.boolean(),
  priceProtect: z.boolean(),
});

/** Strict forms of the JSON commands that gateways send. */
const FORMS = {
  "place-oco": z.strictObject({
    kind: z.literal("place-oco"),
    ...ofMarket,
    side: z.enum(SIDES),
    selfTrade: z.enum(SELF_TRADE_MODES),
    quantityLots: count,
    priceTicks: count,
    stopTicks: count,
    stopLimitTicks: count,
    limitKey: key.optional(),
    stopKey: key.optional(),
  }),
  "place-list": z.strictObject({
    kind: z.literal("place-list"),
    ...ofMarket,
    side: z.enum(SIDES),
    selfTrade: z.enum(SELF_TRADE_MODES),
    quantityLots: count,
    above: leg,
    below: leg,
  }),
  "place-oto": z.strictObject({
    kind: z.literal("place-oto"),
    ...ofMarket,
    working: spotOrder,
    pending: z.array(spotOrder),
  }),
  "place-again": z.strictObject({
    kind: z.literal("place-again"),
    userId: count,
    marketId: count,
    requestMs: count,
    order: z.discriminatedUnion("kind", [
      plainOrder,
      iceberg,
      z.strictObject({ kind: z.literal("place-contract-order"), ...contractOrder }),
      contractTerms,
    ]),
  }),
  "place-iceberg": iceberg,
  "place-contract-terms": contractTerms,
  "replace-order": z.strictObject({
    kind: z.literal("replace-order"),
    userId: count,
    marketId: count,
    orderId: count,
    requestMs: count,
    order: spotOrder,
  }),
  "change-price": z.strictObject({
    kind: z.literal("change-price"),
    ...ofMarket,
    orderId: count,
    priceTicks: count,
    stopTicks: count,
    trailingPpm: count.optional(),
  }),
  "modify-order": z.strictObject({
    kind: z.literal("modify-order"),
    userId: count,
    marketId: count,
    orderId: count,
    quantityLots: count,
    priceTicks: count,
    modifyId: count.optional(),
  }),
  "place-lever-order": z.strictObject({
    kind: z.literal("place-lever-order"),
    ...ofMarket,
    side: z.enum(SIDES),
    type: z.enum(ORDER_TYPES).exclude(["oco"]),
    timeInForce: z.enum(TIMES_IN_FORCE),
    selfTrade: z.enum(SELF_TRADE_MODES),
    quantityLots: count,
    quoteUnits: count,
    priceTicks: count,
    stopTicks: count,
    trailingPpm: count,
    effect: z.enum(LEVER_EFFECTS),
    leverage: count,
  }) satisfies z.ZodType<Plain<PlaceLeverOrder>>,
  "repay-loan": z.strictObject({
    kind: z.literal("repay-loan"),
    ...ofMarket,
    assetId: count,
    amountUnits: count,
  }) satisfies z.ZodType<Plain<RepayLoan>>,
  "move-lever-funds": z.strictObject({
    kind: z.literal("move-lever-funds"),
    ...ofMarket,
    assetId: count,
    direction: z.enum(["in", "out"]),
    amountUnits: count,
  }) satisfies z.ZodType<Plain<MoveLeverFunds>>,
  "set-protection": z.strictObject({
    kind: z.literal("set-protection"),
    ...ofMarket,
    takeProfitTicks: z.int().min(-1),
    stopLossTicks: z.int().min(-1),
    triggerBy: z.enum(TRIGGER_BYS),
    ...ofLeg,
  }) satisfies z.ZodType<Plain<SetProtection>>,
  "close-position": z.strictObject({
    kind: z.literal("close-position"),
    ...ofMarket,
    quantityLots: count,
    priceTicks: count,
    ...ofLeg,
  }) satisfies z.ZodType<Plain<ClosePosition>>,
  "close-all-positions": z.strictObject({
    kind: z.literal("close-all-positions"),
    ...owned,
    marketId: z.int().min(-1),
  }) satisfies z.ZodType<Plain<CloseAllPositions>>,
  "set-leverage": z.strictObject({
    kind: z.literal("set-leverage"),
    ...ofMarket,
    leverage: count,
    marginMode: z.enum([...MARGIN_MODES, ""]),
  }) satisfies z.ZodType<Plain<SetLeverage>>,
  "move-margin": z.strictObject({
    kind: z.literal("move-margin"),
    ...ofMarket,
    direction: z.enum(["add", "remove"]),
    amountUnits: count,
    ...ofLeg,
  }) satisfies z.ZodType<Plain<MoveMargin>>,
  "set-position-mode": z.strictObject({
    kind: z.literal("set-position-mode"),
    ...owned,
    dual: z.boolean(),
  }) satisfies z.ZodType<Plain<SetPositionMode>>,
  "buy-miners": z.strictObject({
    kind: z.literal("buy-miners"),
    ...owned,
    planId: count,
    quantity: count,
    shown: z
      .strictObject({
        priceUnits: count.optional(),
        totalOutputUnits: count.optional(),
        durationDays: count.optional(),
        refundPpm: count.optional(),
      })
      .optional(),
  }),
  "claim-mining": z.strictObject({
    kind: z.literal("claim-mining"),
    ...owned,
    minerId: count,
  }) satisfies z.ZodType<Plain<ClaimMining>>,
  "recycle-miner": z.strictObject({
    kind: z.literal("recycle-miner"),
    ...owned,
    minerId: count,
    expectedRefundUnits: count,
  }) satisfies z.ZodType<Plain<RecycleMiner>>,
} satisfies Partial<Record<CommandKind, z.ZodType>>;

/** Branded numbers are plain ones in JSON. */
type Plain<T> = { [Name in keyof T]: T[Name] extends number ? number : T[Name] };

const forms: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(FORMS));
const binaryKinds: ReadonlySet<string> = new Set(BINARY_KINDS);

/**
 * Returns why a gateway may not send a decoded command, or `undefined` if it may. Gateways place, change and cancel orders
 * and manage what users hold: everything else, such as money from outside or an operator's command, is refused.
 */
export function whyNotRelayed(command: Command): string | undefined {
  if (binaryKinds.has(command.kind)) {
    const negative = Object.entries(command).find(
      ([name, value]) => typeof value === "number" && value < (name === "marketId" ? -1 : 0),
    );
    return negative === undefined ? undefined : `${negative[0]} ${String(negative[1])} of ${command.kind}`;
  }
  const form = forms.get(command.kind);
  if (form === undefined) return `a gateway may not send ${command.kind}`;
  const { error } = form.safeParse(command);
  return error === undefined ? undefined : `${command.kind}: ${z.prettifyError(error)}`;
}
