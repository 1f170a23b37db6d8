import { useRef } from "react";

/** A second tap within this time is considered accidental. */
export const CLICK_THROTTLE_MS = 500;

/** Allows at most one call per `windowMs`; returns whether this one is allowed. */
export function useThrottled(windowMs: number = CLICK_THROTTLE_MS): () => boolean {
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = performance.now();
    if (now - lastAt.current < windowMs) return false;
    lastAt.current = now;
    return true;
  };
}
