import { AlertIcon, CheckIcon } from "@candor/ui/icons.tsx";

export interface CheckLine {
  readonly check: string;
  readonly passed: boolean;
  readonly detail: string;
}

/** All checks and their results. */
export function CheckList({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: readonly CheckLine[];
}) {
  return (
    <ul className="console-checks" aria-label={label}>
      {lines.map(({ check, passed, detail }) => (
        <li key={check}>
          {passed ? <CheckIcon size="s" className="up" /> : <AlertIcon size="s" className="warn" />}
          <span>
            <b className="med">{check}</b> <span className="muted">{detail}</span>
          </span>
          <span className={passed ? "small up" : "small warn"}>{passed ? "passed" : "held it"}</span>
        </li>
      ))}
    </ul>
  );
}
