import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { Ranking, rankOf } from "../../state/perpetual/deleverage-ranking.ts";
import type { Position } from "../../state/perpetual/position.ts";

/** Number of ranks in a view: 4 goes first. */
const QUINTILES = 5;

/**
 * Yields the positions to deleverage on a side, in order. Everybody is ranked only when book and fund have failed, and
 * then once per command: the caller must check for changes since.
 */
export function* deleverageCandidates(
  state: ExchangeState,
  contract: Contract,
  isLong: boolean,
): Generator<Position> {
  const known = contract.ranking;
  const isFresh = known?.seq === state.lastSeq && known.markTicks === contract.markTicks;
  const ranking = isFresh && known !== undefined ? known : new Ranking(contract, state.lastSeq);
  contract.ranking = ranking;
  const side = isLong ? ranking.longs : ranking.shorts;
  for (let index = 0; ; index++) {
    const position = side.at(index);
    if (position === undefined) return;
    yield position;
  }
}

/** The position's fifth of its side's queue; 4 is deleveraged first. */
export function deleverageFifth(position: Position): number {
  if (position.lots === 0) return 0;
  const own = rankOf(position);
  let length = 0;
  let behind = 0;
  for (const other of position.contract.positions) {
    if (other.lots === 0 || other.lots > 0 !== position.lots > 0 || other.cost <= 0) continue;
    length++;
    if (other === position) continue;
    const rank = rankOf(other);
    if (rank < own || (rank === own && other.row > position.row)) behind++;
  }
  return Math.min(QUINTILES - 1, fifthOf(behind, length));
}

function fifthOf(behind: number, length: number): number {
  let fifth = 0;
  while ((fifth + 1) * length <= behind * QUINTILES) fifth++;
  return fifth;
}
