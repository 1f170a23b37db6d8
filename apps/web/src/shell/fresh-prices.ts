import { useEffect, useState } from "react";
import { live } from "./services.ts";
import { useLive } from "./use-live.ts";

/** A doubt that is over sooner is not worth a word. */
const TOLD_AFTER_MS = 1_500;

/** Whether an order may go out by the prices that are shown. */
export const useFreshPrices = (): boolean => useLive(live.freshPrices);

/** Prices have not been those of now for a while. */
export function useOldPrices(): boolean {
  const isFresh = useFreshPrices();
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOld(!isFresh), isFresh ? 0 : TOLD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  return isOld && !isFresh;
}
