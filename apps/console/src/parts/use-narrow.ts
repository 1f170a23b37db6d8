import { useCallback, useSyncExternalStore } from "react";

/** Narrower windows are phones. */
const PHONE_PX = 700;

/** Whether the window is narrower than so many pixels, by default as narrow as a phone: columns of tables share cells. */
export function useNarrow(belowPx = PHONE_PX): boolean {
  const query = `(width < ${belowPx}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
