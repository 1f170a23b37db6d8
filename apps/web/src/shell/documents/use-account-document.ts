import { useCallback, useMemo, useSyncExternalStore } from "react";
import { documents } from "./account-documents.ts";

/** Reads a stored value, which an older or newer version of the app may have written; `undefined` if it cannot. */
export type ReadDocument<T> = (kept: unknown) => T | undefined;
export type SetDocument<T> = (next: T | undefined | ((current: T) => T)) => void;

/**
 * A JSON value that belongs to the account: shown from this device at once, saved to the account after a short pause,
 * and the same in all tabs. A visitor keeps it on the device.
 * @param name `layout`, `drawings:BTCUSDT`; at most 64 characters, see the call `saveDocument`
 * @param read must be the same function in every render
 * @param fallback the value while there is none that can be read
 * @returns the value, and a function that sets it; `undefined` removes the document
 */
export function useAccountDocument<T>(
  name: string,
  read: ReadDocument<T>,
  fallback: T,
): readonly [T, SetDocument<T>] {
  const subscribe = useCallback((listener: () => void) => documents.subscribe(name, listener), [name]);
  const kept = useSyncExternalStore(subscribe, () => documents.value(name));
  const found = useMemo(() => (kept === undefined ? undefined : read(kept)), [kept, read]);
  const set = useCallback<SetDocument<T>>(
    (next) => {
      if (typeof next !== "function") return documents.set(name, next);
      const current = documents.value(name);
      const known = current === undefined ? undefined : read(current);
      return documents.set(name, (next as (current: T) => T)(known ?? fallback));
    },
    [name, read, fallback],
  );
  return [found ?? fallback, set];
}
