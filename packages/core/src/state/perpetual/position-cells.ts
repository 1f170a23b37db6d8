/**
 * Positions of a position's numbers: two cache lines. A separate module, because the bundler inlines imported
 * constants: see docs/adr/0016-engine-as-one-module.md.
 */

/** Cells per position. */
export const POSITION_CELLS = 16;
/** Positions per table. */
export const TABLE_POSITIONS = 1_024;
export const TABLE_SHIFT = 10;
/** `place & PLACES` equals a place in a table. It helps V8; see SLOTS. */
export const PLACES = 0x3fff;

/**
 * A position-changed event copies the cells from here to UPDATED_AT_MS in this order, see EventWriter.positionChanged.
 */
export const LOTS = 0;
export const COST = 1;
export const MARGIN = 2;
export const ORDER_MARGIN = 3;
export const REALIZED = 4;
export const FUNDING_PAID = 5;
export const ID = 6;
export const OPENED_AT_MS = 7;
export const UPDATED_AT_MS = 8;
export const BUY_LOTS = 9;
export const BUY_UNITS = 10;
export const SELL_LOTS = 11;
export const SELL_UNITS = 12;
export const ORDERS = 13;
export const FUNDED_ROUND = 14;
export const SHOWN_TICKS = 15;
