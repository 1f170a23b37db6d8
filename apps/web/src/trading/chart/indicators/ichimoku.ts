export interface IchimokuBar {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** Lines at one bar, in price units; a line is absent until enough bars are known. */
export interface IchimokuPoint {
  readonly tenkan?: number;
  readonly kijun?: number;
  readonly spanA?: number;
  readonly spanB?: number;
  readonly chikou?: number;
}

export interface IchimokuPeriods {
  /** Bars that each middle looks back. */
  readonly conversion: number;
  readonly base: number;
  readonly span: number;
  /** Bars by which the spans lead, and by which the lagging line lags. */
  readonly displacement: number;
}

/**
 * Ichimoku Kinko Hyo by Goichi Hosoda. Tenkan, Kijun and Senkou B are the middle of the highest high and the lowest low
 * of their period; Senkou A is the middle of Tenkan and Kijun. Both spans lead, and Chikou is the close, which lags.
 *
 * @returns one point per bar, then the spans of the bars to come
 */
export function ichimoku(bars: readonly IchimokuBar[], periods: IchimokuPeriods): readonly IchimokuPoint[] {
  const { displacement } = periods;
  const tenkan = middles(bars, periods.conversion);
  const kijun = middles(bars, periods.base);
  const spanB = middles(bars, periods.span);
  return Array.from({ length: bars.length === 0 ? 0 : bars.length + displacement }, (_, at) => {
    const origin = at - displacement;
    const [fast, slow] = [tenkan[origin], kijun[origin]];
    return {
      ...known("tenkan", tenkan[at]),
      ...known("kijun", kijun[at]),
      ...known("spanA", fast === undefined || slow === undefined ? undefined : (fast + slow) / 2),
      ...known("spanB", spanB[origin]),
      ...known("chikou", bars[at + displacement]?.close),
    };
  });
}

const known = (line: keyof IchimokuPoint, value: number | undefined): IchimokuPoint =>
  value === undefined ? {} : { [line]: value };

/** Returns the middle of the highest high and the lowest low of the last `period` bars. */
function middles(bars: readonly IchimokuBar[], period: number): readonly (number | undefined)[] {
  const highest = new Extreme(bars.map(({ high }) => high));
  const lowest = new Extreme(bars.map(({ low }) => -low));
  return bars.map((_, at) => {
    const middle = (highest.of(at, period) - lowest.of(at, period)) / 2;
    return at + 1 < period ? undefined : middle;
  });
}

/** The greatest of the newest values. Looks at all of them only when the greatest has become too old. */
class Extreme {
  private readonly values: readonly number[];
  private greatest = 0;

  constructor(values: readonly number[]) {
    this.values = values;
  }

  /** Call with each index in turn. */
  of(at: number, period: number): number {
    if (this.greatest <= at - period) {
      this.greatest = at - period + 1;
      for (let each = this.greatest + 1; each < at; each++) this.keep(each);
    }
    this.keep(at);
    return this.values[this.greatest] ?? Number.NaN;
  }

  private keep(at: number): void {
    if ((this.values[at] ?? 0) >= (this.values[this.greatest] ?? 0)) this.greatest = at;
  }
}
