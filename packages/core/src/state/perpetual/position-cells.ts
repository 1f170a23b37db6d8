/**
 * Where a position's numbers lie: two cache lines. A module of its own, because the bundler writes imported constants as
 * numbers: see docs/adr/0016-engine-as-one-module.md.
 */

/** Cells of one position. */
export const POSITION_CELLS = 16;
/** Positions whose numbers lie in one table. */
export const TABLE_POSITIONS = 1_024;
export const TABLE_SHIFT = 10;
/** A place in a table `& PLACES` is itself; what V8 gets from it: see SLOTS. */
export const PLACES = 0x3fff;

/** From here to UPDATED_AT_MS a position-changed event copies them as they stand, see EventWriter.positionChanged. */
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
