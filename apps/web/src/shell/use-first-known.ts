import { useState } from "react";

/**
 * A default that stays: the first value that is known, whatever it becomes later. The first of a list that is sorted
 * by prices or turnover would otherwise change under the user's hands.
 */
export function useFirstKnown<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (first === undefined && value !== undefined) setFirst(value);
  return first ?? value;
}
