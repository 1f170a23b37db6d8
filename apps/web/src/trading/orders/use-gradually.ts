import { useEffect, useState } from "react";

/** More than fits a screen. */
const AT_ONCE = 20;

/** Grows a long list in steps, so that the first rows appear at once and the browser stays responsive. */
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
