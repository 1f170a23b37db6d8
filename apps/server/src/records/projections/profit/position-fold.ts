import { type MarginMode, POSITION_LEGS, type PositionEnd, type Side } from "@candor/domain/enumerations";
import type { PositionChanged } from "@candor/domain/events/contract-events";
import { closedCostOf } from "@candor/formulas/perpetual/profit";
import { multiplyDivideFloor } from "@candor/money/integer";
import { dayOf } from "../day.ts";
import { RECORDS_PER_COMMAND } from "../fund-record-rows.ts";
import type { CommandFacts, PositionFact, PositionKey } from "./position-facts.ts";

/** A position as in its row. */
export interface FoldedPosition extends PositionKey {
  readonly openedId: number;
  positionId: number;
  marginMode: MarginMode;
  leverage: number;
  readonly side: Side;
  readonly openedAtMs: number;
  closedAtMs: number;
  endedBy: PositionEnd | undefined;
  lots: number;
  entryCostUnits: number;
  maxLots: number;
  entryLots: number;
  entryQuoteUnits: bigint;
  exitLots: number;
  exitQuoteUnits: bigint;
  realizedUnits: number;
  feeUnits: number;
  fundingUnits: number;
  /** The largest cost of its open lots. */
  maxCostUnits: number;
}

/** A position at the end of a day. */
export interface PositionDay extends PositionKey {
  readonly day: number;
  readonly lots: number;
  readonly entryCostUnits: number;
}

export const positionName = ({ userId, marketId, leg }: PositionKey): string =>
  `${userId} ${marketId} ${leg === undefined ? 0 : POSITION_LEGS.indexOf(leg) + 1}`;

/** Applies the facts of one group of commands to the open positions, in order. */
export class PositionFold {
  private readonly open: Map<string, FoldedPosition>;
  readonly changed = new Set<FoldedPosition>();
  readonly days = new Map<string, PositionDay>();
  private opened = 0;

  /** @param open the users' open positions by `positionName` */
  constructor(open: Map<string, FoldedPosition>) {
    this.open = open;
  }

  add({ seq, timeMs, facts }: CommandFacts): void {
    this.opened = 0;
    const terms = new Map<string, PositionChanged>();
    for (const fact of facts) if (fact.kind === "settled") terms.set(positionName(fact), fact.state);
    const moved = new Set<string>();
    for (const fact of facts) {
      const name = positionName(fact);
      if (fact.kind === "moved") {
        moved.add(name);
        this.move(fact, name, terms.get(name), seq, timeMs);
      } else if (fact.kind === "funded") this.fund(name, fact.amountUnits);
      else this.settle(fact.state, name, timeMs, moved.has(name));
    }
  }

  private fund(name: string, amountUnits: number): void {
    const position = this.open.get(name);
    if (position === undefined) return;
    position.fundingUnits += amountUnits;
    this.changed.add(position);
  }

  /** A trade first closes lots of the other side and then opens the rest; each part pays its share of value and fee. */
  private move(
    fact: Extract<PositionFact, { kind: "moved" }>,
    name: string,
    terms: PositionChanged | undefined,
    seq: number,
    timeMs: number,
  ): void {
    const { quoteUnits, result } = fact;
    const lots = Math.abs(fact.lots);
    const before = this.open.get(name);
    const isClosing = before !== undefined && (before.side === "buy") !== fact.lots > 0;
    const closed = isClosing ? Math.min(before.lots, lots) : 0;
    const closedUnits = closed === lots ? quoteUnits : multiplyDivideFloor(quoteUnits, closed, lots);
    const closedFee = closed === lots ? result.feeUnits : multiplyDivideFloor(result.feeUnits, closed, lots);
    if (before !== undefined && closed > 0) {
      before.entryCostUnits -= closedCostOf(before.entryCostUnits, before.lots, closed);
      before.lots -= closed;
      before.exitLots += closed;
      before.exitQuoteUnits += BigInt(closedUnits);
      before.realizedUnits += result.realizedUnits;
      before.feeUnits += closedFee;
      this.changed.add(before);
      if (before.lots === 0) {
        before.closedAtMs = timeMs;
        before.endedBy = fact.end;
        this.open.delete(name);
      }
    }
    if (closed === lots) return;
    const position = this.open.get(name) ?? this.begin(fact, name, terms, seq, timeMs);
    position.lots += lots - closed;
    position.maxLots = Math.max(position.maxLots, position.lots);
    position.entryLots += lots - closed;
    position.entryQuoteUnits += BigInt(quoteUnits - closedUnits);
    position.entryCostUnits += quoteUnits - closedUnits;
    position.feeUnits += result.feeUnits - closedFee;
    if (terms !== undefined) position.leverage = terms.leverage;
    position.maxCostUnits = Math.max(position.maxCostUnits, position.entryCostUnits);
    this.changed.add(position);
  }

  private begin(
    { userId, marketId, leg, lots }: Extract<PositionFact, { kind: "moved" }>,
    name: string,
    terms: PositionChanged | undefined,
    seq: number,
    timeMs: number,
  ): FoldedPosition {
    const position: FoldedPosition = {
      userId,
      marketId,
      leg,
      openedId: seq * RECORDS_PER_COMMAND + this.opened++,
      positionId: 0,
      marginMode: terms?.marginMode ?? "isolated",
      leverage: terms?.leverage ?? 1,
      side: lots > 0 ? "buy" : "sell",
      openedAtMs: timeMs,
      closedAtMs: 0,
      endedBy: undefined,
      lots: 0,
      entryCostUnits: 0,
      maxLots: 0,
      entryLots: 0,
      entryQuoteUnits: 0n,
      exitLots: 0,
      exitQuoteUnits: 0n,
      realizedUnits: 0,
      feeUnits: 0,
      fundingUnits: 0,
      maxCostUnits: 0,
    };
    this.open.set(name, position);
    return position;
  }

  /** Funding that a payer's money does not cover changes the cost, so the exchange's own is taken. */
  private settle(state: PositionChanged, name: string, timeMs: number, isMoved: boolean): void {
    const position = this.open.get(name);
    if (position !== undefined) {
      const isSame =
        position.positionId === state.positionId &&
        position.marginMode === state.marginMode &&
        position.leverage === state.leverage &&
        position.entryCostUnits === state.entryCostUnits;
      position.positionId = state.positionId;
      position.marginMode = state.marginMode;
      position.leverage = state.leverage;
      position.entryCostUnits = state.entryCostUnits;
      if (!isSame) this.changed.add(position);
    }
    if (state.lots === 0 && !isMoved) return;
    const { userId, marketId, leg, lots, entryCostUnits } = state;
    const day = dayOf(timeMs);
    this.days.set(`${day} ${name}`, { userId, marketId, leg, day, lots, entryCostUnits });
  }
}
