import { useRef } from "react";

/** A second tap within this time is taken for a slip of the finger. */
export const CLICK_THROTTLE_MS = 500;

/** Lets a handler through at most once in `windowMs`; says whether it did. */
export function useThrottled(windowMs: number = CLICK_THROTTLE_MS): () => boolean {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - lastAt.current < windowMs) return false;
    lastAt.current = now;
    return true;
  };
}
