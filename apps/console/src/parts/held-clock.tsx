import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { useState } from "react";
import { useAct } from "../api/use-console.ts";
import { ReasonField } from "./reason-field.tsx";

/** Lets an authorized operator accept a clock jump. */
export function HeldClock({ detail }: { readonly detail: string }) {
  const [reason, setReason] = useState("");
  const act = useAct();
  return (
    <Card className="stack-4" title="The clock jumped">
      <p>
        The clock is {detail}. Set the machine’s clock right, and the exchange goes on by itself. Accept the
        clock only if it is right: everything due until then happens at once. For more than a day another
        operator confirms it, and everybody can read both names and the reason.
      </p>
      <ReasonField label="Why the clock is right" value={reason} onValueChange={setReason} />
      <div className="console-actions">
        <Button
          tone="primary"
          size="medium"
          busy={act.isPending}
          disabled={reason.trim() === ""}
          onClick={() => act.mutate({ command: "clock accept", reason })}
        >
          Accept the clock
        </Button>
      </div>
    </Card>
  );
}
