const ORDER_ID = /^[1-9][0-9]{0,14}$/;

/** Matches no order. */
export const NO_ORDER = Number.MAX_SAFE_INTEGER;

/** Parses an order number; other ids match no order. */
export function orderNumber(id: string): number | undefined {
  return ORDER_ID.test(id) ? Number(id) : undefined;
}
