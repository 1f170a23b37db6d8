import { COMMAND_KINDS, type Command } from "@candor/domain/commands/commands";
import { LEVER_EFFECTS } from "@candor/domain/commands/lever-commands";
import {
  ACCOUNT_ROLES,
  CORRECTION_ACCOUNTS,
  CORRECTION_WALLETS,
  DIRECTIONS,
  ENDOWABLE_ACCOUNTS,
  FREEZABLE_WALLETS,
  MARGIN_MODES,
  MARKET_STATUSES,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  POSITION_CAUSES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
  WALLETS,
  WITHDRAWAL_STATUSES,
} from "@candor/domain/enumerations";
import { errorIndex } from "@candor/domain/errors/errors";
import type { LeverEvent } from "@candor/domain/events/lever-events";
import { withdrawalIdOf, withdrawalSeqOf } from "@candor/domain/fund-ids";
import { NEWEST_RULES } from "@candor/domain/rules";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CommandOutline, NO_MARKET } from "./command-outline.ts";
import { CommandReader } from "./command-reader.ts";
import { CommandWriter } from "./command-writer.ts";
import { LAYOUT, LAYOUTS, writeEvent } from "./event-layouts.ts";
import { EventCursor, readEvents } from "./event-reader.ts";
import { EVENT, packOrderCodes, withContractTerms } from "./event-record.ts";
import { EventWriter } from "./event-writer.ts";

const key = fc.stringMatching(/^[A-Za-z0-9._:/-]{0,36}$/);
const userId = fc.integer({ min: 1, max: 4_294_967_295 });
const u32 = <T>() => fc.integer({ min: 0, max: 2_000_000_000 }).map((n) => n as T);
const safe = <T>() => fc.maxSafeNat().map((n) => n as T);
const marketId = fc.integer({ min: 0, max: 255 });

/** `0x` and `bytes` bytes in any mixture of letter cases: the case of an address is its checksum. */
const hex = (bytes: number) => fc.stringMatching(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`));

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant("place-order" as const),
    userId,
    marketId,
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom("limit", "market", "stop-limit", "stop-market", "trailing-stop"),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    selfTrade: fc.constantFrom(...SELF_TRADE_MODES),
    quantityLots: u32<Lots>(),
    quoteUnits: safe<Units>(),
    priceTicks: u32<Ticks>(),
    stopTicks: u32<Ticks>(),
    trailingPpm: u32<Ppm>(),
    key,
  }),
  fc.record({
    kind: fc.constant("place-contract-order" as const),
    userId,
    marketId,
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom("limit", "market", "stop-limit", "stop-market", "trailing-stop"),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    selfTrade: fc.constantFrom(...SELF_TRADE_MODES),
    quantityLots: u32<Lots>(),
    priceTicks: u32<Ticks>(),
    stopTicks: u32<Ticks>(),
    trailingPpm: u32<Ppm>(),
    triggerBy: fc.constantFrom(...TRIGGER_BYS),
    reduceOnly: fc.boolean(),
    leverage: fc.integer({ min: 0, max: 125 }),
    takeProfitTicks: u32<Ticks>(),
    stopLossTicks: u32<Ticks>(),
    key,
  }),
  fc.record({
    kind: fc.constant("set-protection" as const),
    userId,
    marketId,
    takeProfitTicks: fc.integer({ min: -1, max: 2_000_000_000 }),
    stopLossTicks: fc.integer({ min: -1, max: 2_000_000_000 }),
    triggerBy: fc.constantFrom(...TRIGGER_BYS),
    key,
  }),
  fc.record({
    kind: fc.constant("place-option" as const),
    userId,
    marketId,
    direction: fc.constantFrom(...DIRECTIONS),
    stakeUnits: safe<Units>(),
    durationSeconds: u32<number>(),
    minPayoutPpm: u32<Ppm>(),
    key,
  }),
  fc.record({ kind: fc.constant("cancel-order" as const), userId, orderId: safe<number>(), key }),
  fc.record({
    kind: fc.constant("cancel-all" as const),
    userId,
    marketId: fc.integer({ min: -1, max: 255 }),
    product: fc.constantFrom(undefined, "spot", "lever", "contract"),
    key,
  }),
  fc.record({
    kind: fc.constant("place-lever-order" as const),
    userId,
    marketId,
    side: fc.constantFrom(...SIDES),
    type: fc.constantFrom("limit", "market", "stop-limit", "stop-market", "trailing-stop"),
    timeInForce: fc.constantFrom(...TIMES_IN_FORCE),
    selfTrade: fc.constantFrom(...SELF_TRADE_MODES),
    quantityLots: u32<Lots>(),
    quoteUnits: safe<Units>(),
    priceTicks: u32<Ticks>(),
    stopTicks: u32<Ticks>(),
    trailingPpm: u32<Ppm>(),
    effect: fc.constantFrom(...LEVER_EFFECTS),
    leverage: fc.nat(10),
    key,
  }),
  fc.record({
    kind: fc.constant("repay-loan" as const),
    userId,
    marketId,
    assetId: fc.nat(63),
    amountUnits: safe<Units>(),
    key,
  }),
  fc.record({
    kind: fc.constant("move-lever-funds" as const),
    userId,
    marketId,
    assetId: fc.nat(63),
    direction: fc.constantFrom("in", "out"),
    amountUnits: safe<Units>(),
    key,
  }),
  fc.record({
    kind: fc.constant("reduce-order" as const),
    userId,
    orderId: safe<number>(),
    quantityLots: u32<Lots>(),
    key,
  }),
  fc.record({ kind: fc.constant("advance-time" as const) }),
  fc.record({
    kind: fc.constant("observe-price" as const),
    marketId,
    sourceId: fc.integer({ min: 0, max: 31 }),
    priceE8: safe<PriceE8>(),
    observedAtMs: safe<number>(),
  }),
  fc.record({
    kind: fc.constant("transfer" as const),
    userId,
    assetId: fc.integer({ min: 0, max: 63 }),
    from: fc.constantFrom(...WALLETS),
    to: fc.constantFrom(...WALLETS),
    amountUnits: safe<Units>(),
    key,
  }),
  fc.record({
    kind: fc.constant("credit-deposit" as const),
    userId,
    assetId: fc.integer({ min: 0, max: 63 }),
    amountUnits: safe<Units>(),
    chainIndex: fc.integer({ min: 0, max: 63 }),
    txHash: hex(32),
    logIndex: fc.integer({ min: -1, max: 2_000_000 }),
    key: fc.constant("" as const),
  }),
  fc.record({
    kind: fc.constant("request-withdrawal" as const),
    userId,
    assetId: fc.integer({ min: 0, max: 63 }),
    chainIndex: fc.integer({ min: 0, max: 63 }),
    address: hex(20),
    amountUnits: safe<Units>(),
    feeUnits: safe<Units>(),
    needsReview: fc.boolean(),
    key,
  }),
  fc.record({
    kind: fc.constant("advance-withdrawal" as const),
    withdrawalId: safe<number>(),
    status: fc.constantFrom("reviewing", "approved", "signed", "broadcast"),
    txHash: fc.oneof(fc.constant(""), hex(32)),
  }),
  fc.record({
    kind: fc.constant("settle-withdrawal" as const),
    withdrawalId: safe<number>(),
    outcome: fc.constantFrom("confirmed", "returned"),
    txHash: fc.oneof(fc.constant(""), hex(32)),
    reason: fc.string({ unit: "grapheme", maxLength: 60 }),
  }),
  fc.record({ kind: fc.constant("open-account" as const), userId, role: fc.constantFrom(...ACCOUNT_ROLES) }),
  fc.record({
    kind: fc.constant("freeze-account" as const),
    userId,
    wallet: fc.constantFrom(...FREEZABLE_WALLETS),
    isFrozen: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("set-inviter" as const), userId, inviterId: userId }),
  fc.record({
    kind: fc.constant("set-referral-rate" as const),
    ratePpm: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  fc.record({
    kind: fc.constant("buy-miners" as const),
    userId,
    planId: fc.integer({ min: 0, max: 63 }),
    quantity: fc.integer({ min: 1, max: 100 }),
    key,
  }),
  fc.record({ kind: fc.constant("claim-mining" as const), userId, minerId: safe<number>(), key }),
  fc.record({
    kind: fc.constant("recycle-miner" as const),
    userId,
    minerId: safe<number>(),
    expectedRefundUnits: safe<number>(),
    key,
  }),
  fc.record({
    kind: fc.constant("endow-pool" as const),
    pool: fc.constantFrom(...ENDOWABLE_ACCOUNTS),
    assetId: fc.integer({ min: 0, max: 63 }),
    totalUnits: safe<Units>(),
  }),
  fc.record({
    kind: fc.constant("correct-balance" as const),
    proposalId: safe<number>(),
    userId,
    wallet: fc.constantFrom(...CORRECTION_WALLETS),
    assetId: fc.integer({ min: 0, max: 63 }),
    amountUnits: safe<Units>(),
    account: fc.constantFrom(...CORRECTION_ACCOUNTS),
    reason: fc.string({ unit: "grapheme", maxLength: 200 }),
    proposedBy: fc.string({ maxLength: 40 }),
    confirmedBy: fc.string({ maxLength: 40 }),
  }),
  fc.record({
    kind: fc.constant("set-market-fees" as const),
    marketId,
    makerFeePpm: fc.nat(999_999),
    takerFeePpm: fc.nat(999_999),
  }),
  fc.record({
    kind: fc.constant("set-funding-terms" as const),
    marketId,
    interestPpm: fc.nat(300),
    fundingCapPpm: fc.nat(30_000),
  }),
  fc.record({
    kind: fc.constant("set-withdrawal-fee" as const),
    chain: fc.string({ maxLength: 40 }),
    assetId: fc.integer({ min: 0, max: 63 }),
    fee: fc.string({ maxLength: 20 }),
  }),
  fc.record({
    kind: fc.constant("adopt-rules" as const),
    version: fc.integer({ min: 0, max: NEWEST_RULES }),
  }),
  fc.record({
    kind: fc.constant("note-stores" as const),
    stores: fc.array(
      fc.record({
        store: fc.string({ maxLength: 60 }),
        generation: safe<number>(),
        records: safe<number>(),
        hash: fc.stringMatching(/^[0-9a-f]{64}$/),
        first: fc.stringMatching(/^[0-9a-f]{64}$/),
      }),
      { maxLength: 30 },
    ),
  }),
  fc.record({
    kind: fc.constant("hold-clock" as const),
    isHeld: fc.boolean(),
    deviationMs: fc.maxSafeInteger(),
  }),
  fc.record({
    kind: fc.constant("set-site" as const),
    isOpen: fc.boolean(),
    message: fc.string({ unit: "grapheme", maxLength: 200 }),
  }),
  fc.record({
    kind: fc.constant("set-market-status" as const),
    marketId,
    status: fc.constantFrom(...MARKET_STATUSES),
  }),
  fc.record({
    kind: fc.constant("list-asset" as const),
    asset: fc.record({
      symbol: fc.stringMatching(/^[A-Z0-9]{2,10}$/),
      name: fc.string({ unit: "grapheme", maxLength: 40 }),
      scale: fc.integer({ min: 0, max: 8 }),
      minTransfer: fc.constant("1"),
    }),
  }),
);

test("PROT-01 every command survives encoding and decoding, in any mixture and order", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const writer = new CommandWriter();
      for (const each of commands) writer.write(each);
      const reader = new CommandReader();
      reader.open(writer.take());
      for (const each of commands) expect({ ...reader.next() }).toEqual(each);
      expect(reader.next()).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

test("PROT-04 the outline of each command names its user, and the market or the order that it is about", () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const writer = new CommandWriter();
      for (const each of commands) writer.write(each);
      const outline = new CommandOutline();
      outline.open(writer.take());
      for (const each of commands) {
        const places = each.kind === "place-order" || each.kind === "place-contract-order";
        const names = each.kind === "cancel-order" || each.kind === "reduce-order";
        expect(outline.next()).toBe(true);
        expect(outline).toMatchObject({
          userId: "userId" in each ? each.userId : 0,
          marketId: places ? each.marketId : NO_MARKET,
          orderId: names ? each.orderId : 0,
        });
      }
      expect(outline.next()).toBe(false);
      expect(outline).toMatchObject({ userId: 0, marketId: NO_MARKET, orderId: 0 });
    }),
    { numRuns: 200 },
  );
});

test("PROT-04 the outline of bytes that are not a command names no user", () => {
  const writer = new CommandWriter();
  writer.write({ kind: "cancel-order", userId: 7, orderId: 12, key: "abc" });
  const whole = writer.take();
  const outline = new CommandOutline();
  for (let length = 1; length < whole.length; length++) {
    outline.open(whole.slice(0, length));
    expect(outline.next()).toBe(false);
    expect(outline).toMatchObject({ userId: 0, marketId: NO_MARKET, orderId: 0 });
  }
  // A length that ends before the kind's fields.
  const short = whole.slice();
  short[0] = 8;
  outline.open(short.slice(0, 8));
  expect(outline.next()).toBe(true);
  expect(outline).toMatchObject({ userId: 7, orderId: 0 });
});

test("PROT-01 a command that does not fit its record is rejected and leaves the buffer unchanged", () => {
  const writer = new CommandWriter();
  writer.write({ kind: "advance-time" });
  const before = writer.take();
  expect(() =>
    writer.write({ kind: "reduce-order", userId: 1, orderId: 1, quantityLots: -1 as Lots, key: "" }),
  ).toThrow(RangeError);
  expect(() => writer.write({ kind: "cancel-order", userId: 1, orderId: 1.5, key: "" })).toThrow(RangeError);
  expect(writer.take()).toEqual(before);
  expect(writer.count).toBe(1);
});

test("CORE-12 rules of a newer version are not read, by name", () => {
  const writer = new CommandWriter();
  writer.write({ kind: "adopt-rules", version: NEWEST_RULES + 1 });
  const reader = new CommandReader();
  reader.open(writer.take());
  expect(() => reader.next()).toThrow(/rules version \d+ .* newer version of Candor/);
});

test("PROT-01 a truncated buffer is rejected, never read past its end", () => {
  const writer = new CommandWriter();
  writer.write({ kind: "cancel-order", userId: 7, orderId: 12, key: "abc" });
  const whole = writer.take();
  for (let length = 1; length < whole.length; length++) {
    const reader = new CommandReader();
    reader.open(whole.slice(0, length));
    expect(() => reader.next()).toThrow(RangeError);
  }
});

test("PROT-02 every enumeration of an order fits its bits", () => {
  expect(ORDER_CAUSES.length).toBeLessThanOrEqual(16);
  expect(PRODUCTS.length).toBeLessThanOrEqual(16);
  expect(ORDER_TYPES.length).toBeLessThanOrEqual(16);
  expect(TIMES_IN_FORCE.length).toBeLessThanOrEqual(8);
  expect(SELF_TRADE_MODES.length).toBeLessThanOrEqual(8);
  expect(ORDER_STATUSES.length).toBeLessThanOrEqual(16);
  expect(ORDER_REASONS.length).toBeLessThanOrEqual(32);
  expect(LAYOUTS.length).toBeLessThanOrEqual(64);
  expect(COMMAND_KINDS.length).toBeLessThanOrEqual(256);
});

test("PROT-02 an order's event carries every combination of enumerations and the key", () => {
  fc.assert(
    fc.property(
      fc.nat(ORDER_CAUSES.length - 1),
      fc.nat(PRODUCTS.length - 1),
      fc.nat(SIDES.length - 1),
      fc.nat(ORDER_TYPES.length - 1),
      fc.nat(TIMES_IN_FORCE.length - 1),
      fc.nat(SELF_TRADE_MODES.length - 1),
      fc.nat(ORDER_STATUSES.length - 1),
      fc.nat(ORDER_REASONS.length - 1),
      fc.nat(1),
      key,
      (cause, product, side, type, force, selfTrade, status, reason, labelled, orderKey) => {
        const codes = packOrderCodes(cause, product, side, type, force, selfTrade, status, reason, labelled);
        const writer = new EventWriter();
        // This order belongs to the previous command but is reported as part of the current one.
        writer.executed(1, 99, 0, 2);
        writer.executed(2, 14, 0, 2);
        const row = Float64Array.of(99, 1, 13, 99);
        writer.orderChanged(codes, row, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, orderKey);
        const event = readEvents(writer.take())[2];
        expect(event).toEqual({
          kind: "order-changed",
          cause: ORDER_CAUSES[cause],
          product: PRODUCTS[product],
          side: SIDES[side],
          type: ORDER_TYPES[type],
          timeInForce: TIMES_IN_FORCE[force],
          selfTrade: SELF_TRADE_MODES[selfTrade],
          status: ORDER_STATUSES[status],
          reason: ORDER_REASONS[reason],
          labelled: labelled === 1,
          orderId: 1,
          userId: 2,
          marketId: 3,
          quantityLots: 4,
          quoteUnits: 5,
          priceTicks: 6,
          stopTicks: 7,
          trailingPpm: 8,
          triggerBy: "last",
          reduceOnly: false,
          groupId: 9,
          executedLots: 10,
          executedQuoteUnits: 11,
          feeUnits: 12,
          createdAtMs: 13,
          updatedAtMs: 14,
          releasedUnits: 15,
          key: orderKey,
        });
      },
    ),
    { numRuns: 300 },
  );
});

test("PROT-02 events are read back in order, with their fields in their places, across a growing buffer", () => {
  const writer = new EventWriter();
  for (let seq = 1; seq <= 3_000; seq++) {
    const place = writer.executed(seq, 1_000 + seq, COMMAND_KINDS.indexOf("transfer"), 10_001);
    if (seq % 3 === 0) writer.reject(place, errorIndex("wallet.insufficientBalance"), 5, 1, 0);
    if (seq % 5 === 0) writer.replay(place, seq - 1);
    writer.fundsPosted(10_001, 1, 2, -30, 70, 5, seq);
    writer.balanceChanged(10_001, 1, 2, 60, 10);
    writer.levelChanged(1, 1, 500, 0);
    writer.indexChanged(1, 6_400_000_000_000, 2);
    writer.marketStatusChanged(1, 1);
    writer.accountOpened(10_001, 1);
    writer.tradeMade(1, 2, 3, 4, 5, 1, 7, 8, 9, 10, 11, 12, 0, 1, 15, 16, 17, 18);
    LAYOUT.assetListed.write(writer, {
      assetId: 3,
      asset: { symbol: "ETH", name: "Ether Ξ", scale: 8, minTransfer: "0.001" },
    });
    writer.accountFrozen(10_001, 2, true);
  }
  const events = readEvents(writer.take());
  expect(events).toHaveLength(3_000 * 10);
  const group = events.slice(14 * 10, 15 * 10);
  expect(group[0]).toEqual({
    kind: "executed",
    seq: 15,
    timeMs: 1_015,
    command: "transfer",
    userId: 10_001,
    error: "wallet.insufficientBalance",
    params: [5, 1, 0],
    replayedSeq: 14,
  });
  expect(group[1]).toMatchObject({
    wallet: "coin",
    amountUnits: -30,
    afterUnits: 70,
    record: "transfer-out",
    refId: 15,
  });
  expect(group[2]).toMatchObject({ wallet: "coin", availableUnits: 60, frozenUnits: 10 });
  expect(group[3]).toMatchObject({ side: "sell", priceTicks: 500, totalLots: 0 });
  expect(group[4]).toMatchObject({ priceE8: 6_400_000_000_000, freshSources: 2 });
  expect(group[5]).toMatchObject({ status: "cancel-only" });
  expect(group[6]).toMatchObject({ role: "labelled" });
  expect(group[7]).toMatchObject({
    takerSide: "sell",
    makerLabelled: false,
    takerLabelled: true,
    takerQuoteAfter: 18,
  });
  expect(group[8]).toMatchObject({ assetId: 3, asset: { name: "Ether Ξ" } });
  expect(group[9]).toMatchObject({ userId: 10_001, wallet: "option", isFrozen: true });
});

test("PROT-02 a chain's texts round-trip exactly, next to any other field", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 80 });
  fc.assert(
    fc.property(
      hex(20),
      hex(32),
      text,
      fc.nat(6),
      fc.boolean(),
      (address, txHash, reason, status, review) => {
        const writer = new EventWriter();
        const deposit = { depositId: 1, userId: 2, assetId: 3, chainIndex: 4, logIndex: -1, txHash };
        const withdrawal = {
          withdrawalId: 5,
          userId: 6,
          assetId: 7,
          chainIndex: 8,
          address,
          amountUnits: 9 as Units,
          feeUnits: 10 as Units,
          status: WITHDRAWAL_STATUSES[status] ?? "frozen",
          needsReview: review,
          holdReason: review ? "new-address" : "",
          txHash: status > 2 ? txHash : "",
          reason,
          createdAtMs: 11,
          updatedAtMs: 12,
        };
        LAYOUT.depositCredited.write(writer, { ...deposit, amountUnits: 13 as Units });
        LAYOUT.withdrawalChanged.write(writer, withdrawal);
        writer.accountOpened(10_001, 1);
        expect(readEvents(writer.take())).toEqual([
          { kind: "deposit-credited", ...deposit, amountUnits: 13 },
          { kind: "withdrawal-changed", ...withdrawal },
          { kind: "account-opened", userId: 10_001, role: "labelled" },
        ]);
      },
    ),
    { numRuns: 200 },
  );
});

test("PROT-02 a contract's order includes its trigger price and whether it is reduce-only", () => {
  for (const reduceOnly of [false, true])
    TRIGGER_BYS.forEach((triggerBy, index) => {
      const codes = withContractTerms(packOrderCodes(4, 2, 1, 5, 1, 2, 5, 12, 1), reduceOnly, index);
      const writer = new EventWriter();
      writer.executed(1, 14, 0, 2);
      writer.orderChanged(codes, Float64Array.of(1, 13), 0, 2, 3, 4, 0, 6, 7, 8, 0, 10, 11, 12, 15, "");
      expect(readEvents(writer.take())[1]).toMatchObject({
        cause: "closed",
        product: "contract",
        type: "trailing-stop",
        status: "expired",
        reason: "market-closed",
        labelled: true,
        triggerBy,
        reduceOnly,
      });
    });
});

const MARK = {
  markTicks: 6_000_000 as Ticks,
  indexE8: 6_000_000_000_000 as PriceE8,
  fundingTermE8: 6_000_000_000_001 as PriceE8,
  basisTermE8: 6_000_000_000_002 as PriceE8,
  lastTermE8: 6_000_000_000_003 as PriceE8,
};

const POSITION = {
  kind: "position-changed",
  cause: "adl",
  positionId: 5,
  userId: 10_001,
  marketId: 3,
  lots: -20,
  entryCostUnits: 6 as Units,
  marginUnits: 7 as Units,
  orderMarginUnits: 8 as Units,
  marginMode: "cross",
  leverage: 20,
  realizedUnits: -9,
  fundingPaidUnits: -10,
  takeProfitTicks: 11 as Ticks,
  stopLossTicks: 12 as Ticks,
  triggerBy: "index",
  liquidationTicks: 13 as Ticks,
  openedAtMs: 14,
  updatedAtMs: 15,
} as const;

test("PROT-02 contract events are read back with their words, samples, accounts and fills in their places", () => {
  const one = 1 as Units;
  const settled = {
    kind: "funding-settled",
    marketId: 3,
    round: 7,
    ratePpm: -120,
    premiumPpm: -620,
    interestPpm: 100,
    capPpm: 3_000,
    markTicks: 6_000_000 as Ticks,
    indexE8: 6_000_000_000_000 as PriceE8,
    dueAtMs: 1_767_225_600_000,
    samplesPpm: [-620, -621, 5],
  } as const;
  const writer = new EventWriter();
  writeEvent(writer, settled);
  writeEvent(writer, POSITION);
  const account = {
    ...MARK,
    marketId: 3,
    marginMode: "isolated",
    lots: -5,
    entryCostUnits: one,
    marginUnits: one,
  } as const;
  const step = {
    ...MARK,
    kind: "liquidation-step",
    liquidationId: 1,
    method: "book",
    userId: 10_001,
    marketId: 3,
    positionId: 2,
    marginMode: "cross",
    lots: 5,
    entryCostUnits: one,
    marginUnits: one,
    equityUnits: -4,
    maintenanceUnits: one,
    walletUnits: one,
    tier: 2,
    closedLots: 5 as Lots,
    closedQuoteUnits: one,
    priceTicks: 13 as Ticks,
    feeUnits: one,
    lossUnits: one,
    fundUnits: one,
    fundLots: -2,
    fundEntryCostUnits: one,
    orderId: 9,
    counterpartyUserId: 0,
    counterpartyRealizedUnits: 0,
    positions: [account, { ...account, marketId: 4, marginMode: "cross" }],
    fills: [
      { tradeId: 21, realizedUnits: -7, feeUnits: one, lossUnits: 0 as Units },
      { tradeId: 22, realizedUnits: 3, feeUnits: 0 as Units, lossUnits: one },
    ],
  } as const;
  writeEvent(writer, step);
  writeEvent(writer, { ...step, positions: [] });
  writeEvent(writer, { ...step, fills: [] });
  writeEvent(writer, { kind: "funding-closed", marketId: 3, round: 7, remainderUnits: -1 });
  expect(readEvents(writer.take())).toEqual([
    settled,
    POSITION,
    step,
    { ...step, positions: [] },
    { ...step, fills: [] },
    { kind: "funding-closed", marketId: 3, round: 7, remainderUnits: -1 },
  ]);
});

test("PROT-02 a position is written the same by name and out of its cells", () => {
  const byName = new EventWriter();
  writeEvent(byName, POSITION);
  const byPlace = new EventWriter();
  // The second row of a position table, with cause, margin mode and trigger as indexes.
  const [ADL, CROSS, BY_INDEX] = [
    POSITION_CAUSES.indexOf("adl"),
    MARGIN_MODES.indexOf("cross"),
    TRIGGER_BYS.indexOf("index"),
  ];
  const cells = Float64Array.of(99, 99, -20, 6, 7, 8, -9, -10, 5, 14, 15, 99);
  byPlace.positionChanged(ADL, 10_001, 3, cells, 2, CROSS, 20, 11, 12, BY_INDEX, 13);
  expect(byPlace.take()).toEqual(byName.take());
  expect(readEvents(byPlace.take())).toEqual([POSITION]);
});

test("PROT-02 every number of an event's kind has its place", () => {
  const camel = (kind: string) => kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(LAYOUTS.map(({ name }) => camel(name))).toEqual(Object.keys(EVENT));
  expect(LAYOUTS.map(({ kind }) => kind)).toEqual(LAYOUTS.map((_, index) => index));
  expect(Object.values(EVENT)).toEqual(LAYOUTS.map((_, index) => index));
  for (const [name, number] of Object.entries(EVENT))
    expect(LAYOUT[name as keyof typeof EVENT].kind).toBe(number);
});

test("PROT-02 leverage events round-trip unchanged", () => {
  const units = 4_503_599_627_370_496 as Units;
  const one = 1 as Units;
  const events: readonly Exclude<LeverEvent, { readonly kind: "lever-listed" }>[] = [
    {
      kind: "lever-changed",
      cause: "margin-call",
      userId: 10_001,
      marketId: 3,
      status: "liquidating",
      baseAvailableUnits: units,
      baseFrozenUnits: one,
      baseDebtUnits: one,
      baseInterestUnits: one,
      quoteAvailableUnits: one,
      quoteFrozenUnits: one,
      quoteDebtUnits: one,
      quoteInterestUnits: one,
      liquidationTicks: 7 as Ticks,
      updatedAtMs: 8,
    },
    {
      kind: "lever-posted",
      userId: 10_001,
      marketId: 3,
      assetId: 1,
      amountUnits: -5,
      afterUnits: units,
      record: "repay",
      refId: 9,
    },
    {
      kind: "loan-changed",
      loanId: 1,
      loanKind: "interest",
      userId: 10_001,
      marketId: 3,
      assetId: 1,
      amountUnits: 0 as Units,
      interestUnits: one,
      chargedUnits: units,
      hourlyPpm: 10,
      hours: 3,
      debtUnits: units,
      owedInterestUnits: one,
    },
  ];
  const writer = new EventWriter();
  for (const event of events) writeEvent(writer, event);
  expect(readEvents(writer.take())).toEqual(events);
});

test("PROT-02 corrections and settings round-trip exactly, with any text", () => {
  const word = fc.string({ unit: "grapheme", maxLength: 60 });
  fc.assert(
    fc.property(word, word, word, fc.maxSafeNat(), (reason, proposedBy, setting, units) => {
      const correction = {
        correctionId: 9,
        proposalId: 4,
        userId: 10_001,
        wallet: "option",
        assetId: 3,
        amountUnits: (0 - units) as Units,
        account: "mining-reserve",
        reason,
        proposedBy,
        confirmedBy: "bob",
      } as const;
      const value = { text: reason, list: [1, true, null] };
      const writer = new EventWriter();
      LAYOUT.balanceCorrected.write(writer, correction);
      LAYOUT.settingChanged.write(writer, { setting, version: 7, value });
      LAYOUT.marketFeesSet.write(writer, { marketId: 3, makerFeePpm: 200, takerFeePpm: 500 });
      LAYOUT.fundingTermsSet.write(writer, { marketId: 4, interestPpm: 100, fundingCapPpm: 7_500 });
      expect(readEvents(writer.take())).toEqual([
        { kind: "balance-corrected", ...correction },
        { kind: "setting-changed", setting, version: 7, value },
        { kind: "market-fees-set", marketId: 3, makerFeePpm: 200, takerFeePpm: 500 },
        { kind: "funding-terms-set", marketId: 4, interestPpm: 100, fundingCapPpm: 7_500 },
      ]);
    }),
    { numRuns: 100 },
  );
});

test("PROT-03 only a withdrawal's number in the wire's format is a withdrawal id", () => {
  expect(withdrawalIdOf(204)).toBe("w-204");
  expect(withdrawalSeqOf(withdrawalIdOf(204))).toBe(204);
  for (const no of ["204", "w-0", "w-", "w-1e3", "W-1", "w-99999999999999999"])
    expect(withdrawalSeqOf(no), no).toBeUndefined();
});

test("PROT-02 a damaged record is rejected", () => {
  expect(() => readEvents(new Float64Array([63 + 64 * 2, 0]))).toThrow(/unknown event kind/);
  const cursor = new EventCursor(new Float64Array([0]));
  expect(() => cursor.next()).toThrow(/invalid event record/);
});
