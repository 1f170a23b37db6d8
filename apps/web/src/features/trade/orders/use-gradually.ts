import { useEffect, useState } from "react";

/** More than a screen shows. */
const AT_ONCE = 20;

/** A long list grows to its length in steps, between which the browser draws and hears: the first rows do not wait. */
export function useGradually<Row>(rows: readonly Row[]): readonly Row[] {
  const [count, setCount] = useState(AT_ONCE);
  const isCut = count < rows.length;
  useEffect(() => {
    if (!isCut) return undefined;
    const timer = setTimeout(() => setCount(count * 2));
    return () => clearTimeout(timer);
  }, [count, isCut]);
  return isCut ? rows.slice(0, count) : rows;
}
