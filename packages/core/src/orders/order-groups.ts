import { CODES, GROUP_ID, HAS_MORE, NONE, SLOTS } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { PENDING, statusOf } from "../state/orders/order-codes.ts";

/** Orders of the longest list. */
const LONGEST_LIST = 3;

/** The list that the order belongs to, as in its events; 0 if none. */
export function groupOf(state: ExchangeState, slot: number): number {
  const { ints, moreNumbers } = state.orders.slab;
  const row = slot & SLOTS;
  return ((ints[row + CODES] as number) & HAS_MORE) === 0
    ? 0
    : (moreNumbers[(row >> 1) + GROUP_ID] as number);
}

/** Whether the order waits for the first order of its list. */
export function isPending(state: ExchangeState, slot: number): boolean {
  return statusOf(state.orders.slab.ints[(slot & SLOTS) + CODES] as number) === PENDING;
}

/**
 * The other of two orders that cancel each other while it is live, else NONE. Their ids are consecutive: in a pair the
 * first is the list's number, in other lists the first order comes before both.
 */
export function siblingOf(state: ExchangeState, slot: number): number {
  const groupId = groupOf(state, slot);
  if (groupId === 0) return NONE;
  const id = state.orders.slab.idOf(slot);
  if (groupId > 0) return state.orders.find(id === groupId ? groupId + 1 : groupId);
  const first = 0 - groupId;
  return id === first || isPending(state, slot)
    ? NONE
    : findInList(state, groupId, id === first + 1 ? first + 2 : first + 1);
}

/** The list whose orders wait for this one, or with this one; 0 if none waits. */
export function waitingListOf(state: ExchangeState, slot: number): number {
  const groupId = groupOf(state, slot);
  const isFirst = 0 - groupId === state.orders.slab.idOf(slot);
  return groupId < 0 && (isFirst || isPending(state, slot)) ? groupId : 0;
}

/** The list's live orders after the first. */
export function waitingOrders(state: ExchangeState, groupId: number): readonly number[] {
  const slots: number[] = [];
  for (let id = 1 - groupId; id < LONGEST_LIST - groupId; id++) {
    const slot = findInList(state, groupId, id);
    if (slot !== NONE) slots.push(slot);
  }
  return slots;
}

/** The live order with this id if it belongs to the list, else NONE. */
function findInList(state: ExchangeState, groupId: number, id: number): number {
  const slot = state.orders.find(id);
  return slot !== NONE && groupOf(state, slot) === groupId ? slot : NONE;
}
