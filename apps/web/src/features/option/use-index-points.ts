import { useEffect, useMemo, useRef, useState } from "react";
import { live, socket } from "../../shell/services.ts";
import { useCall } from "../../shell/use-call.ts";
import { LINE_SPAN_MS, type Point } from "./line-plot.ts";

const MINUTE_MS = 60_000;
const MINUTES = {
  market: "spot",
  period: "1min",
  price: "index",
  size: LINE_SPAN_MS / MINUTE_MS,
} as const;
const MOST_POINTS = 1_200;
const STEP_MS = 500;

/** The last minutes of an index, oldest first: minute by minute, then tick by tick since it is watched. */
export function useIndexPoints(symbol: string): readonly Point[] {
  const ticks = useTicks(symbol);
  const minutes = useMinutes(symbol, ticks[0]?.atMs ?? 0);
  return useMemo(() => [...minutes, ...ticks], [minutes, ticks]);
}

/** What each minute before `untilMs` began with. Its close as well would draw a step that no tick made. */
function useMinutes(symbol: string, untilMs: number): readonly Point[] {
  const { data } = useCall("kline", { ...MINUTES, symbol }, { freshMs: 0 });
  return useMemo(() => {
    const points = (data?.klines ?? []).map(({ openTimeMs, open }) => ({
      atMs: openTimeMs,
      price: Number(open),
    }));
    return points.filter(({ atMs }) => atMs < untilMs);
  }, [data, untilMs]);
}

/** Ticks of the index while this is shown, by the server's clock as the contracts are; where it stands still, it goes on with time. */
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
      const atMs = socket.clock.now();
      points.push({ atMs, price: Number(price) });
      while ((points[0]?.atMs ?? atMs) < atMs - LINE_SPAN_MS || points.length > MOST_POINTS) points.shift();
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
