/**
 * Where a position's numbers lie: three cache lines, in which what belongs together stands together. A module of its own,
 * because the bundler writes imported constants as numbers: see docs/adr/0016-engine-as-one-module.md.
 */

/** Cells of one position. */
export const POSITION_CELLS = 24;
/** Positions whose numbers lie in one table. */
export const TABLE_POSITIONS = 1_024;
/** A place in a table `& PLACES` is itself; what V8 gets from it: see SLOTS. */
export const PLACES = 0x7fff;

/** From here to TRIGGER_BY a position-changed event copies them as they stand, see EventWriter.positionChanged. */
export const LOTS = 0;
export const COST = 1;
export const MARGIN = 2;
export const ORDER_MARGIN = 3;
export const MARGIN_MODE = 4;
export const LEVERAGE = 5;
export const REALIZED = 6;
export const FUNDING_PAID = 7;
export const TAKE_PROFIT_TICKS = 8;
export const STOP_LOSS_TICKS = 9;
export const TRIGGER_BY = 10;
export const BUY_LOTS = 11;
export const BUY_UNITS = 12;
export const SELL_LOTS = 13;
export const SELL_UNITS = 14;
export const ORDERS = 15;
export const REDUCE_ONLY_ORDERS = 16;
export const FUNDED_ROUND = 17;
export const SHOWN_TICKS = 18;
export const WAITING_TAKE_PROFIT = 19;
export const WAITING_STOP_LOSS = 20;
export const ID = 21;
export const OPENED_AT_MS = 22;
export const UPDATED_AT_MS = 23;
