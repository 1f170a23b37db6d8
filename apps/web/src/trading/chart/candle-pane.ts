/** The library's id of the pane with the candles. */
export const CANDLE_PANE = "candle_pane";
