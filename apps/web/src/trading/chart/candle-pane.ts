/** The library's id of the pane with the candles. */
export const CANDLE_PANE = "candle_pane";

/** The element that the library draws on and that receives key events, in the chart's holder. */
export const canvasIn = (holder: HTMLElement | null): HTMLElement | null | undefined =>
  holder?.querySelector<HTMLElement>("[tabindex]");
