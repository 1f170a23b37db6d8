import { LEG_SHIFT as EVENT_LEG_SHIFT } from "@candor/codec/event-record";
import { MARGIN_MODES } from "@candor/domain/enumerations";

const CROSS = MARGIN_MODES.indexOf("cross");
const ISOLATED = MARGIN_MODES.indexOf("isolated");

/** Bits of a position's marks. A separate module, like position-cells.ts. */
export const ONLY = 1;
export const CLEAN = 2;
export const RISK_KNOWN = 4;
export const PARKED = 8;
export const WAITS_LONG = 16;
export const IS_CROSS = 32;
/** Above these bits: two indexes into TRIGGER_BYS, then the leverage and the leg. */
export const BY_BITS = 3;
export const WAITING_BY_SHIFT = 6;
export const TRIGGER_BY_SHIFT = 8;
export const LEVERAGE_SHIFT = 10;
export const LEVERAGE_BITS = 255;
export const LEVERAGE_REST = ~(LEVERAGE_BITS << LEVERAGE_SHIFT);
export const LEG_SHIFT = 18;
export const LEG_BITS = 3;

/** The word of margin mode and leg in a position-changed event. */
export function modeWord(marks: number): number {
  const mode = (marks & IS_CROSS) !== 0 ? CROSS : ISOLATED;
  return mode | (((marks >> LEG_SHIFT) & LEG_BITS) << EVENT_LEG_SHIFT);
}
