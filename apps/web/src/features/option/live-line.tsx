import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services.ts";
import { useCall } from "../../shell/use-call.ts";
import { useLive } from "../../shell/use-live.ts";

interface Point {
  readonly atMs: number;
  readonly price: number;
}

/** What the line shows: the last five minutes, first by their minutes, then tick by tick since it is watched. */
const SPAN_MS = 300_000;
const MINUTE_MS = 60_000;
const MINUTES = { market: "spot", period: "1min", price: "index", size: SPAN_MS / MINUTE_MS } as const;
const MOST_POINTS = 1_200;
const WIDTH = 600;
const HEIGHT = 214;
const PADDING = 18;
const STEP_MS = 500;

interface LiveLineProps {
  readonly symbol: string;
  /** Strikes of the open contracts on this index. */
  readonly strikes: readonly string[];
}

/** The index as it ticks, and the strikes of what is open. It is a picture; the figures beside it are exact. */
export function LiveLine({ symbol, strikes }: LiveLineProps) {
  const t = useT();
  const formats = useFormats();
  const { price } = useLive(live.index(symbol));
  const ticks = useTicks(symbol);
  const minutes = useMinutes(symbol, ticks[0]?.atMs ?? 0);
  const points = [...minutes, ...ticks];
  const last = points.at(-1);
  const first = points[0];
  if (first === undefined || last === undefined) return <div className="option-line" aria-busy="true" />;
  const lines = strikes.map(Number);
  const { x, y } = scalesOf(points, lines, last.atMs);
  const path = points.map((point) => `${x(point.atMs).toFixed(1)},${y(point.price).toFixed(1)}`).join(" ");
  const end = `${x(last.atMs).toFixed(1)},${HEIGHT}`;
  return (
    <div className="option-line">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t("option.lineLabel", { price: formats.decimal(price) })}
      >
        <polygon className="option-area" points={`${x(first.atMs).toFixed(1)},${HEIGHT} ${path} ${end}`} />
        <polyline className="option-path" points={path} />
        {lines.map((strike, at) => (
          <line
            // oxlint-disable-next-line react/no-array-index-key -- two contracts may have one strike
            key={at}
            className="option-strike"
            x1="0"
            x2={WIDTH}
            y1={y(strike)}
            y2={y(strike)}
          />
        ))}
      </svg>
      <i
        className="option-now"
        style={{ left: `${(x(last.atMs) / WIDTH) * 100}%`, top: `${(y(last.price) / HEIGHT) * 100}%` }}
      />
    </div>
  );
}

/** Open and close of the minutes before `untilMs`, oldest first. */
function useMinutes(symbol: string, untilMs: number): readonly Point[] {
  const { data } = useCall("kline", { ...MINUTES, symbol }, { freshMs: 0 });
  return useMemo(() => {
    const points = (data?.klines ?? []).flatMap(({ openTimeMs, open, close }) => [
      { atMs: openTimeMs, price: Number(open) },
      { atMs: openTimeMs + MINUTE_MS, price: Number(close) },
    ]);
    return points.filter(({ atMs }) => atMs < untilMs);
  }, [data, untilMs]);
}

/** Ticks of the index while this is shown; where it stands still, it goes on with time. */
function useTicks(symbol: string): readonly Point[] {
  const store = live.index(symbol);
  const kept = useRef<{ readonly symbol: string; readonly points: Point[] }>({ symbol, points: [] });
  const [shown, setShown] = useState<readonly Point[]>([]);
  useEffect(() => {
    kept.current = { symbol, points: [] };
    const add = (): void => {
      const { price } = store.getSnapshot();
      if (price === null) return;
      const { points } = kept.current;
      const atMs = Date.now();
      points.push({ atMs, price: Number(price) });
      while ((points[0]?.atMs ?? atMs) < atMs - SPAN_MS || points.length > MOST_POINTS) points.shift();
      setShown([...points]);
    };
    const stop = store.subscribe(add);
    const timer = setInterval(add, STEP_MS);
    add();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [store, symbol]);
  return shown;
}

/** Time from left to right, the newest at three quarters; prices with room above and below. */
function scalesOf(points: readonly Point[], strikes: readonly number[], nowMs: number) {
  const prices = [...points.map(({ price }) => price), ...strikes];
  const high = Math.max(...prices);
  const low = Math.min(...prices);
  const middle = (high + low) / 2;
  // A line that stands still is not a storm: it shows at least a ten-thousandth of the price.
  const span = Math.max(high - low, middle / 10_000);
  const fromMs = Math.max(points[0]?.atMs ?? nowMs, nowMs - SPAN_MS);
  const shownMs = Math.max(nowMs - fromMs, MINUTE_MS / 2);
  return {
    x: (atMs: number): number => WIDTH * 0.86 - ((nowMs - atMs) / shownMs) * WIDTH * 0.86,
    y: (price: number): number => HEIGHT / 2 - ((price - middle) / span) * (HEIGHT - 2 * PADDING),
  };
}
