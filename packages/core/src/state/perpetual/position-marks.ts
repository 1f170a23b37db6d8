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
