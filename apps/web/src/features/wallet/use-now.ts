import { useEffect, useState } from "react";

/** The present moment, renewed every so often: for what becomes possible at a certain time. */
export function useNow(everyMs = 5_000): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
