import { useState } from "react";

/** What is wrong, field by field, as the last attempt found it. */
export interface FieldProblems<Problems> {
  readonly problems: Problems;
  readonly setProblems: (problems: Problems) => void;
  /** Takes a new value, which answers what was wrong with these fields: nobody has looked at it yet. */
  readonly answering: <Value>(
    set: (value: Value) => void,
    ...fields: readonly (keyof Problems)[]
  ) => (value: Value) => void;
}

export function useProblems<Problems extends object>(none: Problems): FieldProblems<Problems> {
  const [problems, setProblems] = useState(none);
  return {
    problems,
    setProblems,
    answering:
      (set, ...fields) =>
      (value) => {
        set(value);
        setProblems((before) => {
          if (!fields.some((field) => before[field] !== undefined)) return before;
          const left = { ...before };
          for (const field of fields) delete left[field];
          return left;
        });
      },
  };
}
