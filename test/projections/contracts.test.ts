import type { FundingPaid, FundingSettled, LiquidationStep } from "@candor/domain/events/contract-events";
import type { Lots, PriceE8, Ticks, Units } from "@candor/money/brand";
import { DEFAULT_CONTRACTS } from "@candor/server/config/default-contracts";
import { discardDerived } from "@candor/server/records/projections/discard-derived";
import { Projector } from "@candor/server/records/projections/projector";
import { deleveragedPositions } from "@candor/server/records/projections/queries/deleveraged-positions";
import {
  fundingOf,
  fundingPayments,
  fundingRounds,
} from "@candor/server/records/projections/queries/fundings";
import { liquidationOf, liquidations } from "@candor/server/records/projections/queries/liquidations";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";
import { klines } from "./one-chart.ts";
import { LABELLED_USER, openedExchange } from "./random-day.ts";
import type { ToyExchange } from "./toy-exchange.ts";

const ALICE = LABELLED_USER + 1;
const BOB = LABELLED_USER + 2;
const CONTRACT = 2;

const settled = (round: number): FundingSettled => ({
  kind: "funding-settled",
  marketId: CONTRACT,
  round,
  ratePpm: -120,
  premiumPpm: -620,
  interestPpm: 100,
  capPpm: 7_500,
  markTicks: 600_000 as Ticks,
  indexE8: 6_000_100_000_000 as PriceE8,
  dueAtMs: 1_767_225_600_000,
  samplesPpm: [-600, -640, -620],
});
const paid = (fundingId: number, userId: number, lots: number): FundingPaid => ({
  kind: "funding-paid",
  fundingId,
  marketId: CONTRACT,
  round: 1,
  userId,
  lots,
  ratePpm: -120,
  markTicks: 600_000 as Ticks,
  amountUnits: lots * 7_200,
  missingUnits: 0 as Units,
});
const step = (userId: number, method: LiquidationStep["method"], closedLots: number): LiquidationStep => ({
  kind: "liquidation-step",
  liquidationId: 5,
  method,
  userId,
  marketId: CONTRACT,
  positionId: 9,
  marginMode: "isolated",
  lots: -500,
  entryCostUnits: 30_000_000_000 as Units,
  marginUnits: 1_000_000_000 as Units,
  equityUnits: -17,
  maintenanceUnits: 120_000_000 as Units,
  walletUnits: 1_000_000_000 as Units,
  tier: 1,
  markTicks: 620_000 as Ticks,
  indexE8: 6_200_000_000_000 as PriceE8,
  fundingTermE8: 6_200_000_000_001 as PriceE8,
  basisTermE8: 6_200_000_000_002 as PriceE8,
  lastTermE8: 6_200_000_000_003 as PriceE8,
  closedLots: closedLots as Lots,
  closedQuoteUnits: (closedLots * 62_000_000) as Units,
  priceTicks: 620_000 as Ticks,
  feeUnits: 3 as Units,
  lossUnits: 17 as Units,
  fundUnits: 1_000 as Units,
  fundLots: -300,
  fundEntryCostUnits: 18_600_000_000 as Units,
  orderId: 0,
  counterpartyUserId: 0,
  counterpartyRealizedUnits: 0,
  positions: [
    {
      marketId: CONTRACT,
      marginMode: "cross",
      lots: -500,
      entryCostUnits: 30_000_000_000 as Units,
      marginUnits: 1_000_000_000 as Units,
      markTicks: 620_000 as Ticks,
      indexE8: 6_200_000_000_000 as PriceE8,
      fundingTermE8: 6_200_000_000_001 as PriceE8,
      basisTermE8: 6_200_000_000_002 as PriceE8,
      lastTermE8: 6_200_000_000_003 as PriceE8,
    },
  ],
  fills: [],
});

describeAdapters("contracts", (adapter) => {
  let database: ReadModelDatabase;
  let projector: Projector;
  let exchange: ToyExchange;
  beforeAll(async () => {
    database = await adapter.emptied();
    projector = await Projector.open(database);
    exchange = openedExchange(3);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await projector.close();
  });

  test("PERP-25 funding payments, liquidations and marks become rows with their inputs, in any batches, and a rebuild yields the same rows", async () => {
    const [spec] = DEFAULT_CONTRACTS;
    if (spec === undefined) throw new Error("no contract");
    const batches = [exchange.batch()];
    const next = (): void => void batches.push(exchange.batch());
    exchange.listContract(CONTRACT, spec);
    exchange.emit(settled(1), paid(1, ALICE, 500), paid(2, LABELLED_USER, -900));
    next();
    exchange.wait(10);
    exchange.emit(paid(3, BOB, -500), {
      kind: "funding-closed",
      marketId: CONTRACT,
      round: 1,
      remainderUnits: -4,
    });
    exchange.emit(step(ALICE, "orders", 0), step(ALICE, "book", 200), step(ALICE, "insurance-fund", 300));
    // Alice's short is taken over by Bob's long, and the fund's short by an account of the exchange.
    exchange.emit(
      { ...step(ALICE, "adl", 100), counterpartyUserId: BOB, counterpartyRealizedUnits: 7 },
      { ...step(ALICE, "adl", 50), counterpartyUserId: LABELLED_USER },
    );
    exchange.emit(settled(2), { kind: "funding-closed", marketId: CONTRACT, round: 2, remainderUnits: 6 });
    next();
    for (const batch of batches) {
      projector.accept(batch);
      await projector.drain();
    }
    const { db } = database;
    const found = await fundingOf(db, ALICE, 1);
    expect(found?.payment).toMatchObject({ lots: 500, amountUnits: 3_600_000, ratePpm: -120 });
    expect(found?.round).toMatchObject({
      premiumPpm: -620,
      samplesPpm: [-600, -640, -620],
      remainderUnits: -4,
    });
    expect(found?.round.closedSeq).toBeGreaterThan(found?.round.seq ?? 0);
    expect(await fundingOf(db, BOB, 1)).toBeUndefined();
    expect(await fundingOf(db, LABELLED_USER, 2)).toBeUndefined();
    const rounds = await fundingRounds(db, CONTRACT, 1);
    if (rounds === "bad-cursor") throw new Error(rounds);
    expect(rounds.rows.map(({ round, remainderUnits }) => [round, remainderUnits])).toEqual([[2, 6]]);
    const older = await fundingRounds(db, CONTRACT, 1, rounds.nextCursor);
    expect(older).toMatchObject({ rows: [{ round: 1 }] });
    expect(await fundingPayments(db, { userId: BOB }, 10)).toMatchObject({
      rows: [{ fundingId: 3, lots: -500 }],
    });

    const closed = await liquidations(db, { userId: ALICE }, 10);
    expect(closed).toMatchObject({
      rows: [{ method: "adl" }, { method: "adl" }, { method: "insurance-fund" }, { method: "book" }],
    });
    const [deleveraged, ...others] = await deleveragedPositions(db, { userId: BOB, marketId: CONTRACT }, 10);
    expect(deleveraged).toMatchObject({ isLong: true, closedLots: 100, priceTicks: 620_000, leg: undefined });
    expect(others).toEqual([]);
    const untilMs = deleveraged?.timeMs ?? 0;
    expect(await deleveragedPositions(db, { userId: BOB, untilMs }, 10)).toEqual([]);
    expect(await deleveragedPositions(db, { userId: LABELLED_USER }, 10)).toEqual([]);
    expect(await liquidations(db, { userId: ALICE, side: "long" }, 10)).toMatchObject({ rows: [] });
    const steps = await liquidationOf(db, ALICE, 5);
    expect(steps.map((each) => each.step.method)).toEqual(["orders", "book", "insurance-fund", "adl", "adl"]);
    expect(steps[1]?.step).toMatchObject({ equityUnits: -17, lots: -500, lastTermE8: 6_200_000_000_003 });
    const expected = step(ALICE, "book", 200);
    expect(steps[1]?.step).toMatchObject({
      walletUnits: expected.walletUnits,
      fundLots: -300,
      fundEntryCostUnits: expected.fundEntryCostUnits,
      positions: expected.positions,
    });
    expect(await liquidationOf(db, BOB, 5)).toEqual([]);
    expect(await klines(db, CONTRACT, "mark", "1min", Number.MAX_SAFE_INTEGER, 5)).toEqual([]);

    const before = await contentOf(db);
    await projector.close();
    await discardDerived(db);
    projector = await Projector.open(database);
    for (const batch of batches) projector.accept(batch);
    await projector.drain();
    expect(await contentOf(db)).toEqual(before);
  });
});
