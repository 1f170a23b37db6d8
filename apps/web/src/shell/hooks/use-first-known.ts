import { useState } from "react";

/**
 * Returns the first known value and keeps it. The first row of a list sorted by price or turnover would otherwise
 * change while the user works with it.
 */
export function useFirstKnown<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
