import { useState } from "react";

/** What is wrong, field by field, as the last attempt found it. */
export interface FieldProblems<Problems> {
  readonly problems: Problems;
  /** Also takes the reader to the first field in question. */
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
    setProblems: (found) => {
      setProblems(found);
      // Once they are shown.
      if (Object.keys(found).length > 0) setTimeout(focusFirstProblem);
    },
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

/** A sheet has its own fields, and the page behind it cannot be reached. */
function focusFirstProblem(): void {
  const form = document.querySelector("dialog[open]") ?? document;
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
