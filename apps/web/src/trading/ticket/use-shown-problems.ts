import { useState } from "react";
import type { TicketProblem } from "./ticket-problems.ts";

interface Judged<Field extends string> {
  readonly problems: Partial<Record<Field, TicketProblem>>;
  /** Absent while the ticket is invalid. */
  readonly payload: object | undefined;
  /** Undefined if unknown. */
  readonly affordable: boolean | undefined;
}

export interface ShownProblems<Field extends string> {
  readonly problemOf: (field: Field) => TicketProblem | undefined;
  readonly touch: (field: Field) => void;
  /** Returns whether the ticket may be sent; otherwise shows all problems. */
  readonly tryToSend: () => boolean;
  /** Failed attempts so far. */
  readonly tries: number;
}

/**
 * Shows problems of visited fields, and all after an attempt to send.
 * @param ticketKind type of the ticket, and its side if it has one: a change resets this
 */
export function useShownProblems<Field extends string>(
  ticketKind: string,
  summary: Judged<Field>,
): ShownProblems<Field> {
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set());
  const [tries, setTries] = useState(0);
  const [kind, setKind] = useState(ticketKind);
  const forget = () => {
    setTouched(new Set());
    setTries(0);
  };
  if (kind !== ticketKind) {
    setKind(ticketKind);
    forget();
  }
  return {
    tries,
    problemOf: (field) => {
      const problem = summary.problems[field];
      if (tries > 0 || problem === undefined) return problem;
      return problem.reason !== "empty" && touched.has(field) ? problem : undefined;
    },
    touch: (field) => setTouched((before) => (before.has(field) ? before : new Set(before).add(field))),
    tryToSend: () => {
      if (summary.payload === undefined) {
        setTries((before) => before + 1);
        return false;
      }
      forget();
      return summary.affordable !== false;
    },
  };
}
