import { DIRECTIONS, type Direction, OPTION_STATUSES } from "@candor/domain/enumerations";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import type { PriceE8, Units } from "@candor/money/brand";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type OpenOption, type Tick, UNSTRUCK } from "../state/timed-option/open-option.ts";
import { OptionMarket } from "../state/timed-option/option-market.ts";
import { activeTerms, applyTerms } from "../timed-option/set-option-terms.ts";
import { SnapshotError, type SnapshotReader, type SnapshotWriter } from "./snapshot-bytes.ts";

const RUNNING = OPTION_STATUSES.indexOf("running");

/**
 * Writes the terms, the queues of each market, every open option, by id, and when the next one is due. The last does
 * not follow from the rest: an option whose market was without an index is due from the next tick on.
 */
export function writeOptions(state: ExchangeState, to: SnapshotWriter): void {
  const { options } = state;
  to.text(options.active === undefined ? "" : JSON.stringify(options.active.terms));
  to.integer(options.lastOptionId);
  to.list((one) => {
    for (const { market, strikes, ticks } of options.markets) {
      one();
      to.u32(market.id);
      to.integer(strikes.newestId);
      to.integer(strikes.coveredId);
      to.list((next) => {
        strikes.forEachBatch((tick, lastOptionId) => {
          next();
          writeTick(tick, to);
          to.integer(lastOptionId);
        });
      });
      to.list((next) => {
        ticks.forEach((tick) => {
          next();
          writeTick(tick, to);
        });
      });
    }
  });
  to.list((one) => {
    for (const option of options.open.values()) {
      one();
      writeOption(option, to);
    }
  });
  to.integer(options.dueAtMs);
}

function writeTick(tick: Tick, to: SnapshotWriter): void {
  to.integer(tick.seq);
  to.integer(tick.atMs);
  to.integer(tick.priceE8);
}

function writeOption(option: OpenOption, to: SnapshotWriter): void {
  to.integer(option.optionId);
  to.u32(option.userId);
  to.u32(option.marketId);
  to.u8(DIRECTIONS.indexOf(option.direction));
  to.integer(option.stakeUnits);
  to.u32(option.payoutPpm);
  to.integer(option.incomeUnits);
  to.u32(option.durationSeconds);
  to.integer(option.acceptedSeq);
  to.integer(option.acceptedAtMs);
  to.integer(option.expiresAtMs);
  to.text(option.key);
  to.u8(OPTION_STATUSES.indexOf(option.status));
  to.integer(option.strikeE8);
  to.integer(option.strikeSeq);
  to.integer(option.strikeAtMs);
}

/** Reads the output of writeOptions. Markets and money must already be restored. */
export function readOptions(state: ExchangeState, from: SnapshotReader): void {
  const { options } = state;
  const terms = from.text();
  if (terms !== "") {
    const active = activeTerms(state, JSON.parse(terms) as OptionTerms);
    if (active === undefined) throw new SnapshotError("option terms do not match the markets");
    applyTerms(state, active);
  }
  options.lastOptionId = from.integer();
  from.list(() => {
    const at = marketAt(state, from.u32());
    at.strikes.newestId = from.integer();
    at.strikes.coveredId = from.integer();
    from.list(() => at.strikes.restoreBatch(readTick(from), from.integer()));
    from.list(() => at.ticks.add(readTick(from)));
    options.isStriking ||= at.strikes.hasWork;
  });
  options.markets.sort((a, b) => a.market.id - b.market.id);
  from.list(() => {
    const option = readOption(from);
    const at = marketAt(state, option.marketId);
    options.add(option, at);
    if (option.status === "accepted") at.strikes.restoreWaiting(option);
  });
  options.dueAtMs = from.integer();
}

/** A market no longer offered exists only for its open options. */
function marketAt(state: ExchangeState, marketId: number): OptionMarket {
  const known = state.options.find(marketId);
  if (known !== undefined) return known;
  const market = state.markets[marketId];
  if (market === undefined) throw new SnapshotError(`option market ${marketId} is missing`);
  const at = new OptionMarket(market);
  state.options.markets.push(at);
  return at;
}

function readTick(from: SnapshotReader): Tick {
  return { seq: from.integer(), atMs: from.integer(), priceE8: from.integer() };
}

function readOption(from: SnapshotReader): OpenOption {
  return {
    ...UNSTRUCK,
    optionId: from.integer(),
    userId: from.u32(),
    marketId: from.u32(),
    direction: DIRECTIONS[from.u8()] as Direction,
    stakeUnits: from.integer() as Units,
    payoutPpm: from.u32(),
    incomeUnits: from.integer() as Units,
    durationSeconds: from.u32(),
    acceptedSeq: from.integer(),
    acceptedAtMs: from.integer(),
    expiresAtMs: from.integer(),
    key: from.text(),
    status: from.u8() === RUNNING ? "running" : "accepted",
    strikeE8: from.integer() as PriceE8,
    strikeSeq: from.integer(),
    strikeAtMs: from.integer(),
  };
}
