import { bindKey } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { UNBOUND } from "../state/keys/key-registry.ts";

/** The caller's key of an order list and the keys of its two legs. */
export interface LegKeys {
  readonly list: string;
  readonly first: string;
  readonly second: string;
}

/**
 * Whether the list's key is bound, but the legs' keys belong to another command. `isDerived`: the second leg's key is
 * made from the list's; its binding may have expired with a leg that ended first, so it needs no comparison.
 */
export function isOtherList(
  { keys, timeMs }: ExchangeState,
  userId: number,
  { list, first, second }: LegKeys,
  isDerived: boolean,
): boolean {
  const seqOf = (key: string): number => {
    const row = key === "" ? UNBOUND : keys.find(userId, key, timeMs);
    return row === UNBOUND ? 0 : keys.seqAt(row);
  };
  const seq = seqOf(list);
  return seq > 0 && (seqOf(first) !== seq || (!isDerived && seqOf(second) !== seq));
}

/** Whether a key of one of the legs is bound to something else. */
export function hasLegKey({ keys, timeMs }: ExchangeState, userId: number, legs: LegKeys): boolean {
  return [legs.first, legs.second].some((key) => key !== "" && keys.find(userId, key, timeMs) !== UNBOUND);
}

/** The caller's key answers repetitions; the legs' keys find the legs, which have consecutive ids. */
export function bindLegKeys(state: ExchangeState, userId: number, legs: LegKeys, groupId: number): void {
  bindKey(state, userId, legs.list, groupId);
  bindKey(state, userId, legs.first, groupId);
  bindKey(state, userId, legs.second, groupId + 1);
}

/** Whether a list's key is bound, but the keys of its orders are not all bound by the same command. */
export function haveOtherSeq(
  { keys, timeMs }: ExchangeState,
  userId: number,
  listKey: string,
  orderKeys: readonly string[],
): boolean {
  const rowOf = (key: string): number => (key === "" ? UNBOUND : keys.find(userId, key, timeMs));
  const list = rowOf(listKey);
  if (list === UNBOUND) return false;
  return orderKeys.some((key) => {
    const row = rowOf(key);
    return row === UNBOUND || keys.seqAt(row) !== keys.seqAt(list);
  });
}

/** Whether one of the keys is bound. */
export function isAnyBound(
  { keys, timeMs }: ExchangeState,
  userId: number,
  among: readonly string[],
): boolean {
  return among.some((key) => key !== "" && keys.find(userId, key, timeMs) !== UNBOUND);
}
