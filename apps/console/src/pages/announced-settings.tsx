import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { useState } from "react";
import { useAct, useLook } from "../api/use-console.ts";
import { ReasonField } from "../parts/reason-field.tsx";

/** Raised limits that everybody can see and that do not count yet; any one operator takes them back. */
export function AnnouncedSettings({ mayWithdraw }: { readonly mayWithdraw: boolean }) {
  const { data } = useLook({ command: "setting announced" }, { everyMs: 10_000 });
  const [reason, setReason] = useState("");
  const act = useAct();
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <Card className="stack-4" title="Announced, not in force yet">
      {data.rows.map(({ setting, value, from, proposedBy, confirmedBy, reason: why }) => (
        <section key={String(setting)} className="console-proposal stack" aria-label={`Announced ${setting}`}>
          <p>
            <span className="med">{setting}</span> <Badge tone="warn">from {from}</Badge>
          </p>
          <p className="mono small console-wrap">{value}</p>
          <p>{why}</p>
          <p className="muted small">
            Proposed by {proposedBy}, confirmed by {confirmedBy}
          </p>
          {mayWithdraw && (
            <div className="console-actions">
              <Button
                size="medium"
                busy={act.isPending}
                disabled={reason.trim() === ""}
                onClick={() => act.mutate({ command: "setting withdraw", target: String(setting), reason })}
              >
                Take it back
              </Button>
            </div>
          )}
        </section>
      ))}
      {mayWithdraw && (
        <ReasonField
          label="Reason to take it back, for the audit log"
          value={reason}
          onValueChange={setReason}
        />
      )}
    </Card>
  );
}
