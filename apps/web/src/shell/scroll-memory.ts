import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** How long a page that loads its content late may take to become tall enough. */
const RESTORE_WITHIN_MS = 1_500;
const MOST_PAGES = 100;

const positions = new Map<string, number>();

function remember(key: string, y: number): void {
  positions.delete(key);
  positions.set(key, y);
  if (positions.size > MOST_PAGES) {
    const oldest = positions.keys().next().value;
    if (oldest !== undefined) positions.delete(oldest);
  }
}

/** A new page begins at its top; going back finds the place that was left. */
export function useScrollMemory(): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  // Before the next page stands: the scrolling to its top must not count as this one's place.
  useLayoutEffect(() => {
    window.history.scrollRestoration = "manual";
    const save = () => remember(key, window.scrollY);
    window.addEventListener("scroll", save, { passive: true });
    return () => window.removeEventListener("scroll", save);
  }, [key]);
  useLayoutEffect(() => {
    const wanted = kind === NavigationType.Pop ? (positions.get(key) ?? 0) : 0;
    window.scrollTo(0, wanted);
    if (wanted === 0) return undefined;
    const startedAt = performance.now();
    let frame = 0;
    const follow = () => {
      if (Math.abs(window.scrollY - wanted) < 2 || performance.now() - startedAt > RESTORE_WITHIN_MS) return;
      window.scrollTo(0, wanted);
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    const stop = () => cancelAnimationFrame(frame);
    window.addEventListener("pointerdown", stop, { once: true });
    window.addEventListener("wheel", stop, { once: true, passive: true });
    return () => {
      stop();
      window.removeEventListener("pointerdown", stop);
      window.removeEventListener("wheel", stop);
    };
  }, [key, kind]);
}
