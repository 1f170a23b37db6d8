import { Button } from "@candor/ui/button.tsx";
import { useState } from "react";
import { useAct } from "../api/use-console.ts";
import { ReasonField } from "./reason-field.tsx";

export interface DecisionProps {
  readonly target: string;
  /** Operator commands. */
  readonly yes: string;
  readonly no: string;
  readonly yesWord: string;
  readonly noWord: string;
  /** Suggested reasons; can be edited. */
  readonly reasons?: readonly string[];
  readonly onDone: () => void;
}

/** Approves, or rejects with a reason that the user sees. */
export function Decision({ target, yes, no, yesWord, noWord, reasons = [], onDone }: DecisionProps) {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const act = useAct();
  const decide = (command: string) => act.mutate({ command, target, reason }, { onSuccess: onDone });
  return (
    <div className="stack-4">
      {reasons.length > 0 && (
        <div className="chips in-form">
          {reasons.map((each) => (
            <button key={each} type="button" className="chip" onClick={() => setReason(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
      <ReasonField
        label="Reason, shown to the user if refused"
        value={reason}
        onValueChange={(value) => {
          setReason(value);
          setMissing(false);
        }}
        error={isMissing ? "The user has to know why." : undefined}
      />
      <div className="console-actions">
        <Button
          size="medium"
          tone="danger"
          busy={act.isPending}
          onClick={() => (reason.trim() === "" ? setMissing(true) : decide(no))}
        >
          {noWord}
        </Button>
        <Button size="medium" tone="primary" busy={act.isPending} onClick={() => decide(yes)}>
          {yesWord}
        </Button>
      </div>
      <p className="small muted">Your decision goes to the audit log.</p>
    </div>
  );
}
