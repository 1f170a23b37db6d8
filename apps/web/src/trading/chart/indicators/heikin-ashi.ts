export interface OhlcBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Heikin-Ashi bars: close = (open + high + low + close) ÷ 4; open = middle of the previous Heikin-Ashi body, of the
 * first bar (open + close) ÷ 2; high and low include both.
 */
export function heikinAshi(bars: readonly OhlcBar[]): readonly OhlcBar[] {
  let previous: OhlcBar | undefined;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open = previous === undefined ? (bar.open + bar.close) / 2 : (previous.open + previous.close) / 2;
    previous = { open, close, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close) };
    return previous;
  });
}
