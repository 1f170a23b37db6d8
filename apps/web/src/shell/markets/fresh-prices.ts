import { useEffect, useState } from "react";
import { useLive } from "../hooks/use-live.ts";
import { live } from "../services/services.ts";

/** Shorter interruptions are not reported. */
const NOTICE_AFTER_MS = 1_500;

/** Whether an order may be based on the prices shown. */
export const useFreshPrices = (): boolean => useLive(live.freshPrices);

/** Whether prices have been stale for a while. */
export function useStalePrices(): boolean {
  const isFresh = useFreshPrices();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOld(!isFresh), isFresh ? 0 : NOTICE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  return isOld && !isFresh;
}
