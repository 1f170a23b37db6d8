/** Bars of one series held in memory; more than the 1,440 minutes of the rolling day. */
export const SERIES_CAPACITY = 1_500;
