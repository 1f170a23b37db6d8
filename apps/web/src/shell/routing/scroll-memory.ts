import { useLayoutEffect } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/** How long a page with late content may take to become tall enough. */
const RESTORE_WITHIN_MS = 1_500;
const MAX_PAGES = 100;

const positions = new Map<string, number>();

function remember(key: string, y: number): void {
  positions.delete(key);
  positions.set(key, y);
  if (positions.size > MAX_PAGES) {
    const oldest = positions.keys().next().value;
    if (oldest !== undefined) positions.delete(oldest);
  }
}

/** A new page starts at the top; going back restores the scroll position. */
export function useScrollMemory(): void {
  const { key } = useLocation();
  const kind = useNavigationType();
  // Runs before the next page renders: scrolling to its top must not overwrite this page's position.
  useLayoutEffect(() => {
    window.history.scrollRestoration = "manual";
    const save = () => remember(key, window.scrollY);
    window.addEventListener("scroll", save, { passive: true });
    return () => window.removeEventListener("scroll", save);
  }, [key]);
  useLayoutEffect(() => {
    const targetY = kind === NavigationType.Pop ? (positions.get(key) ?? 0) : 0;
    window.scrollTo(0, targetY);
    if (targetY === 0) return undefined;
    const startedAt = performance.now();
    let frame = 0;
    const follow = () => {
      if (Math.abs(window.scrollY - targetY) < 2 || performance.now() - startedAt > RESTORE_WITHIN_MS) return;
      window.scrollTo(0, targetY);
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
