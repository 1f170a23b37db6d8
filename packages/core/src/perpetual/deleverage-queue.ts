import { deleverageRankPpm } from "@candor/protocol/perpetual-formulas/profit";
import type { ExchangeState } from "../exchange-state.ts";
import { unrealizedAtMark } from "./account-risk.ts";
import type { Contract } from "./contract.ts";
import type { Position } from "./position.ts";

/** Ranks of a view: 4 goes first. */
const QUINTILES = 5;

/** The contract's open positions of each side, those first that are deleveraged first. */
export class Ranking {
  readonly longs: Position[];
  readonly shorts: Position[];
  /** The command and the mark that it was made for. */
  readonly seq: number;
  readonly markTicks: number;

  constructor(contract: Contract, seq: number) {
    const rank = (position: Position): number =>
      deleverageRankPpm(unrealizedAtMark(position), position.cost, position.leverage);
    const ranked = contract.positions
      .filter((position) => position.lots !== 0 && position.cost > 0)
      .map((position) => ({ position, rank: rank(position) }))
      .sort((a, b) => b.rank - a.rank || a.position.row - b.position.row)
      .map(({ position }) => position);
    this.longs = ranked.filter((position) => position.lots > 0);
    this.shorts = ranked.filter((position) => position.lots < 0);
    this.seq = seq;
    this.markTicks = contract.markTicks;
  }
}

/**
 * Whom to deleverage for a position, the first first: profit % × leverage at the mark. Only when the book and the fund
 * have failed is there need to rank everybody, and then once a command: what has changed since is the caller's to see.
 */
export function deleverageCandidates(state: ExchangeState, position: Position): readonly Position[] {
  return rankedBySide(state, position.contract, position.lots < 0);
}

/** The same by side: the contract's long positions, or its short ones. */
export function rankedBySide(state: ExchangeState, contract: Contract, isLong: boolean): readonly Position[] {
  const known = contract.ranking;
  const isFresh = known?.seq === state.lastSeq && known.markTicks === contract.markTicks;
  const ranking = isFresh && known !== undefined ? known : new Ranking(contract, state.lastSeq);
  contract.ranking = ranking;
  return isLong ? ranking.longs : ranking.shorts;
}

/** The position's fifth of the queue of its side, 4: the first to be deleveraged. */
export function deleverageFifth(position: Position): number {
  if (position.lots === 0) return 0;
  const ranking = new Ranking(position.contract, 0);
  const queue = position.lots > 0 ? ranking.longs : ranking.shorts;
  const behind = queue.length - 1 - queue.indexOf(position);
  return Math.min(QUINTILES - 1, Math.max(0, fifthOf(behind, queue.length)));
}

function fifthOf(behind: number, length: number): number {
  let fifth = 0;
  while ((fifth + 1) * length <= behind * QUINTILES) fifth++;
  return fifth;
}
