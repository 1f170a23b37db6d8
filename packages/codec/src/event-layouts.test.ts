import { COMMAND_KINDS } from "@candor/domain/commands/commands";
import {
  ACCOUNT_ROLES,
  FREEZABLE_WALLETS,
  FUND_RECORD_KINDS,
  MARGIN_MODES,
  MARKET_STATUSES,
  OPTION_CAUSES,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  POSITION_CAUSES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  STATUS_REASONS,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
  WALLETS,
} from "@candor/domain/enumerations";
import { errorIndex } from "@candor/domain/errors/errors";
import type { ExchangeEvent } from "@candor/domain/events/events";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { LAYOUT, LAYOUTS, writeEvent } from "./event-layouts.ts";
import { EventCursor, readEvents } from "./event-reader.ts";
import { ORDER_WORDS, packOrderCodes, sideFlags, withContractTerms } from "./event-record.ts";
import { EventWriter } from "./event-writer.ts";

/** A writer of EventWriter, the event that it is to write, and what was written before it in its command. */
interface Sample {
  readonly write: (out: EventWriter) => void;
  readonly event: ExchangeEvent;
}

const place = (list: readonly string[], entry: string): number => list.indexOf(entry);
const executed = (out: EventWriter) => out.executed(41, 42, place(COMMAND_KINDS, "place-order"), 43);

const EXECUTED: ExchangeEvent = {
  kind: "executed",
  seq: 41,
  timeMs: 42,
  command: "place-order",
  userId: 43,
  error: "wallet.insufficientBalance",
  params: [44, 45, 46],
  replayedSeq: 47,
};

const ORDER_CODES = withContractTerms(
  packOrderCodes(
    place(ORDER_CAUSES, "closed"),
    place(PRODUCTS, "contract"),
    place(SIDES, "sell"),
    place(ORDER_TYPES, "trailing-stop"),
    place(TIMES_IN_FORCE, "ioc"),
    place(SELF_TRADE_MODES, "expire-maker"),
    place(ORDER_STATUSES, "canceled"),
    place(ORDER_REASONS, "liquidation"),
    1,
  ),
  true,
  place(TRIGGER_BYS, "index"),
);

const ORDER: ExchangeEvent = {
  kind: "order-changed",
  cause: "closed",
  product: "contract",
  side: "sell",
  type: "trailing-stop",
  timeInForce: "ioc",
  selfTrade: "expire-maker",
  status: "canceled",
  reason: "liquidation",
  labelled: true,
  reduceOnly: true,
  triggerBy: "index",
  orderId: 2 ** 40,
  userId: 3,
  marketId: 4,
  quantityLots: 5 as Lots,
  quoteUnits: 6 as Units,
  priceTicks: 7 as Ticks,
  stopTicks: 8 as Ticks,
  trailingPpm: 9 as Ppm,
  groupId: 10,
  executedLots: 11 as Lots,
  executedQuoteUnits: 12 as Units,
  feeUnits: 13 as Units,
  createdAtMs: 14,
  updatedAtMs: 42,
  releasedUnits: 16 as Units,
  key: "a-key-of-17-chars",
};

const SPOT_CODES = packOrderCodes(0, place(PRODUCTS, "spot"), 0, 0, 0, 0, 0, 0, 1);
const LEVER_CODES = packOrderCodes(0, place(PRODUCTS, "lever"), 0, 0, 0, 0, 0, 0, 0);

const OPTION = {
  optionId: 1,
  userId: 2,
  marketId: 3,
  direction: "down",
  status: "won",
  stakeUnits: 6 as Units,
  payoutPpm: 7,
  incomeUnits: 8 as Units,
  durationSeconds: 9,
  acceptedSeq: 10,
  acceptedAtMs: 11,
  expiresAtMs: 12,
  strikeE8: 13 as PriceE8,
  strikeSeq: 14,
  strikeAtMs: 15,
  sellE8: 16 as PriceE8,
  tickCount: 17,
  firstTickSeq: 18,
  lastTickSeq: 19,
  payoutUnits: 20 as Units,
  key: "option-1",
} as const;

const LEVER = {
  userId: 1,
  marketId: 2,
  status: "margin-call",
  baseAvailableUnits: 4 as Units,
  baseFrozenUnits: 5 as Units,
  baseDebtUnits: 6 as Units,
  baseInterestUnits: 7 as Units,
  quoteAvailableUnits: 8 as Units,
  quoteFrozenUnits: 9 as Units,
  quoteDebtUnits: 10 as Units,
  quoteInterestUnits: 11 as Units,
  liquidationTicks: 12 as Ticks,
  updatedAtMs: 13,
} as const;

/** Words of a trade event before rules 7. */
const TRADE_WORDS = [
  1,
  2,
  3,
  4,
  5,
  place(SIDES, "sell"),
  7,
  8,
  9,
  10,
  11,
  12,
  sideFlags(SPOT_CODES),
  sideFlags(LEVER_CODES),
  15,
  16,
  17,
  18,
] as const;

const TRADE: ExchangeEvent = {
  kind: "trade-made",
  tradeId: 1,
  marketId: 2,
  priceTicks: 3 as Ticks,
  quantityLots: 4 as Lots,
  quoteUnits: 5 as Units,
  takerSide: "sell",
  makerOrderId: 7,
  takerOrderId: 8,
  makerUserId: 9,
  takerUserId: 10,
  makerFeeUnits: 11 as Units,
  takerFeeUnits: 12 as Units,
  makerLabelled: true,
  makerLever: false,
  takerLabelled: false,
  takerLever: true,
  makerBaseAfter: 15 as Units,
  makerQuoteAfter: 16 as Units,
  takerBaseAfter: 17 as Units,
  takerQuoteAfter: 18 as Units,
};

const SAMPLES: readonly Sample[] = [
  {
    write: (out) => {
      const at = executed(out);
      out.reject(at, errorIndex("wallet.insufficientBalance"), 44, 45, 46);
      out.replay(at, 47);
    },
    event: EXECUTED,
  },
  {
    write: (out) => {
      const row = Float64Array.of(0, 2 ** 40, 14);
      out.orderChanged(ORDER_CODES, row, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, "a-key-of-17-chars");
    },
    event: ORDER,
  },
  { write: (out) => out.tradeMade(...TRADE_WORDS), event: TRADE },
  {
    write: (out) => out.tradeMade(...TRADE_WORDS, 19, 20),
    event: { ...TRADE, marketTradeId: 19, aggregateId: 20 },
  },
  {
    write: (out) => out.balanceChanged(1, place(WALLETS, "contract"), 3, 4, 5),
    event: {
      kind: "balance-changed",
      userId: 1,
      wallet: "contract",
      assetId: 3,
      availableUnits: 4 as Units,
      frozenUnits: 5 as Units,
    },
  },
  {
    write: (out) =>
      out.fundsPosted(1, place(WALLETS, "coin"), 3, -4, 5, place(FUND_RECORD_KINDS, "convert"), 7),
    event: {
      kind: "funds-posted",
      userId: 1,
      wallet: "coin",
      assetId: 3,
      amountUnits: -4 as Units,
      afterUnits: 5 as Units,
      record: "convert",
      refId: 7,
    },
  },
  {
    write: (out) => out.levelChanged(1, place(SIDES, "sell"), 3, 4),
    event: { kind: "level-changed", marketId: 1, side: "sell", priceTicks: 3 as Ticks, totalLots: 4 as Lots },
  },
  {
    write: (out) => {
      const cells = Float64Array.of(0, -5, 6, 7, 8, -9, 10, 11, 12, 13);
      const [cause, mode] = [place(POSITION_CAUSES, "adl"), place(MARGIN_MODES, "isolated")];
      out.positionChanged(cause, 1, 2, cells, 1, mode, 20, 21, 22, place(TRIGGER_BYS, "index"), 23);
    },
    event: {
      kind: "position-changed",
      cause: "adl",
      positionId: 11,
      userId: 1,
      marketId: 2,
      lots: -5,
      entryCostUnits: 6 as Units,
      marginUnits: 7 as Units,
      orderMarginUnits: 8 as Units,
      marginMode: "isolated",
      leverage: 20,
      realizedUnits: -9,
      fundingPaidUnits: 10,
      takeProfitTicks: 21 as Ticks,
      stopLossTicks: 22 as Ticks,
      triggerBy: "index",
      liquidationTicks: 23 as Ticks,
      openedAtMs: 12,
      updatedAtMs: 13,
    },
  },
  {
    write: (out) => out.indexChanged(1, 2, 3),
    event: { kind: "index-changed", marketId: 1, priceE8: 2 as PriceE8, freshSources: 3 },
  },
  {
    write: (out) => out.marketStatusChanged(1, place(MARKET_STATUSES, "cancel-only")),
    event: { kind: "market-status-changed", marketId: 1, status: "cancel-only" },
  },
  {
    write: (out) => out.marketStatusExplained(1, place(MARKET_STATUSES, "halted"), STATUS_REASONS.length - 1),
    event: {
      kind: "market-status-changed",
      marketId: 1,
      status: "halted",
      reason: STATUS_REASONS.at(-1) ?? "none",
    },
  },
  {
    write: (out) => out.accountOpened(1, place(ACCOUNT_ROLES, "labelled")),
    event: { kind: "account-opened", userId: 1, role: "labelled" },
  },
  {
    write: (out) => out.accountFrozen(1, place(FREEZABLE_WALLETS, "option"), true),
    event: { kind: "account-frozen", userId: 1, wallet: "option", isFrozen: true },
  },
  {
    write: (out) => out.optionChanged(place(OPTION_CAUSES, "settled"), OPTION),
    event: { kind: "option-changed", cause: "settled", ...OPTION },
  },
  {
    write: (out) => out.leverChanged("interest", LEVER),
    event: { kind: "lever-changed", cause: "interest", ...LEVER },
  },
];

/** The methods of EventWriter that write a record. */
const METHODS = Object.getOwnPropertyNames(EventWriter.prototype).filter(
  (name) => !["constructor", "reject", "replay"].includes(name),
);

/** The words of the last record that `write` appends. */
function lastRecord(write: (out: EventWriter) => void): Float64Array {
  const out = new EventWriter();
  executed(out);
  write(out);
  const cursor = new EventCursor(out.words, 0, out.length);
  while (cursor.next());
  return out.words.slice(cursor.at, out.length);
}

test.each(SAMPLES)("PROT-02 $event.kind is written by its method as by its layout", ({ write, event }) => {
  const words = lastRecord(write);
  expect(words).toEqual(lastRecord((out) => writeEvent(out, event)));
  expect(readEvents(words)).toEqual([event]);
});

test("PROT-02 each method of the writer is compared with its layout", () => {
  const called = new Set<string>();
  const out = new Proxy(new EventWriter(), {
    get: (target, name) => {
      called.add(String(name));
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  for (const { write } of SAMPLES) write(out);
  expect([...called].filter((name) => METHODS.includes(name)).sort()).toEqual([...METHODS].sort());
});

test("PROT-02 a field's place in the layout is where the record has it", () => {
  const out = new EventWriter();
  executed(out);
  for (const { write } of SAMPLES) write(out);
  const cursor = new EventCursor(out.words, 0, out.length);
  while (cursor.next()) {
    const event = cursor.decode() as unknown as Readonly<Record<string, unknown>>;
    const { at } = LAYOUTS[cursor.kind] ?? LAYOUT.executed;
    for (const [name, value] of Object.entries(event))
      if (typeof value === "number") expect(cursor.field(at[name as keyof typeof at]), name).toBe(value);
  }
  expect(LAYOUT.orderChanged.words).toBe(ORDER_WORDS);
});
