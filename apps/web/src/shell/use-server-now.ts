import { useEffect, useState } from "react";
import { socket } from "./services.ts";

/** The present moment by the server's clock, renewed every so often: for what the server does at a certain time. */
export function useServerNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => socket.clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(socket.clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
