import type { IndicatorFigure, IndicatorFigureStyle } from "klinecharts";

/** #RRGGBB or #RRGGBBAA. */
export interface BarColors {
  readonly up: string;
  readonly down: string;
  readonly same: string;
}

interface MacdValues {
  readonly dif?: number;
  readonly dea?: number;
  readonly macd?: number;
}

interface VolumeValues {
  readonly open: number;
  readonly close: number;
  readonly volume?: number;
}

const filled = (color: string): IndicatorFigureStyle => ({ style: "fill", color, borderColor: color });
const hollow = (color: string): IndicatorFigureStyle => ({ style: "stroke", color, borderColor: color });

/**
 * The library's figures of the MACD: lines, and bars that are hollow while they rise. Its own look up each bar's color
 * by a path in text, which took a sixth of a frame.
 */
export function macdFigures({ up, down, same }: BarColors): IndicatorFigure<MacdValues>[] {
  const looks = {
    up: [filled(up), hollow(up)],
    down: [filled(down), hollow(down)],
    same: [filled(same), hollow(same)],
  };
  return [
    { key: "dif", title: "DIF: ", type: "line" },
    { key: "dea", title: "DEA: ", type: "line" },
    {
      key: "macd",
      title: "MACD: ",
      type: "bar",
      baseValue: 0,
      styles: ({ data }) => {
        const value = data.current?.macd ?? 0;
        const isRising = (data.prev?.macd ?? Number.NEGATIVE_INFINITY) < value;
        const look = value > 0 ? looks.up : value < 0 ? looks.down : looks.same;
        return look[isRising ? 1 : 0] ?? null;
      },
    },
  ];
}

/** The library's bars of the volume, colored by the direction of the price. */
export function volumeFigures({ up, down, same }: BarColors): IndicatorFigure<VolumeValues>[] {
  const looks = { up: filled(up), down: filled(down), same: filled(same) };
  return [
    {
      key: "volume",
      title: "VOLUME: ",
      type: "bar",
      baseValue: 0,
      styles: ({ data }) => {
        // Bars are drawn before their results are known.
        const { open = 0, close = 0 } = data.current ?? {};
        return close > open ? looks.up : close < open ? looks.down : looks.same;
      },
    },
  ];
}
