import { useEffect, useState } from "react";
import { socket } from "../services/services.ts";

/** Current time by the server's clock, updated periodically; for events scheduled by the server. */
export function useServerNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(() => socket.clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(socket.clock.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
