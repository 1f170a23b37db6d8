import { useState } from "react";

/** Problems by field, from the last attempt. */
export interface FieldProblems<Problems> {
  readonly problems: Problems;
  /** Also focuses the first invalid field. */
  readonly setProblems: (problems: Problems) => void;
  /** Wraps a setter: a new value clears the problems of these fields until the next check. */
  readonly clearingProblems: <Value>(
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
      // After they are rendered.
      if (Object.keys(found).length > 0) setTimeout(focusFirstProblem);
    },
    clearingProblems:
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

/** An open sheet has its own fields, and the page behind it is inert. */
function focusFirstProblem(): void {
  const form = document.querySelector("dialog[open]") ?? document;
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
