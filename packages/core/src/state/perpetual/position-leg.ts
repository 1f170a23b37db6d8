/**
 * The leg of a position and of a contract order: one more than its index into POSITION_LEGS. In one-way mode a user has
 * one position per contract, in hedge mode a long and a short one.
 */
export const BOTH = 0;
export const LONG = 1;
export const SHORT = 2;
