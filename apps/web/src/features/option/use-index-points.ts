import { useEffect, useMemo, useRef, useState } from "react";
import { useCall } from "../../shell/calls/use-call.ts";
import { live, socket } from "../../shell/services/services.ts";
import { LINE_SPAN_MS, type Point, TICK_MS, tickPoints } from "./line-plot.ts";

const MINUTE_MS = 60_000;
const MINUTES = {
  market: "spot",
  period: "1min",
  price: "index",
  size: LINE_SPAN_MS / MINUTE_MS,
} as const;
const MAX_POINTS = 1_200;

/**
 * The last minutes of an index, oldest first: ticks stored by the server, then live ones. Before the first tick
 * (shortly after a server start), one point per minute.
 */
export function useIndexPoints(symbol: string): readonly Point[] {
  const ticks = useTicks(symbol);
  const kept = useKeptTicks(symbol, ticks[0]?.atMs ?? 0);
  const minutes = useMinutes(symbol, kept[0]?.atMs ?? ticks[0]?.atMs ?? 0);
  return useMemo(() => {
    const oldestMs = (ticks.at(-1)?.atMs ?? 0) - LINE_SPAN_MS;
    return [...minutes, ...kept].filter(({ atMs }) => atMs >= oldestMs).concat(ticks);
  }, [minutes, kept, ticks]);
}

/** Ticks before `untilMs` stored by the server. */
function useKeptTicks(symbol: string, untilMs: number): readonly Point[] {
  const { data } = useCall("indexTicks", { symbol }, { freshMs: 0 });
  return useMemo(() => tickPoints(data?.ticks ?? [], untilMs), [data, untilMs]);
}

/** Opening price of each minute before `untilMs`. Adding the close would draw a step that no tick made. */
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

/** Live ticks of the index, by the server's clock like the contracts; an unchanged index is extended with time. */
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
      while ((points[0]?.atMs ?? atMs) < atMs - LINE_SPAN_MS || points.length > MAX_POINTS) points.shift();
      setShown([...points]);
    };
    const stop = store.subscribe(add);
    const timer = setInterval(add, TICK_MS);
    add();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [store, symbol]);
  return shown;
}
