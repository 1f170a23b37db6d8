import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import type { ConsoleCell } from "@candor/wire/console/command-result";
import { useState } from "react";
import { useAct, useReadCommand } from "../api/use-console.ts";
import { ReasonField } from "../parts/reason-field.tsx";

type Row = Readonly<Record<string, ConsoleCell>>;

/** Announced limit increases not in effect yet; any single operator can withdraw them. */
export function AnnouncedSettings({ mayWithdraw }: { readonly mayWithdraw: boolean }) {
  const { data } = useReadCommand({ command: "setting announced" }, { everyMs: 10_000 });
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <Card className="stack-4" title="Announced, not in force yet">
      {data.rows.map((row) => (
        <Announced key={String(row["setting"])} row={row} mayWithdraw={mayWithdraw} />
      ))}
    </Card>
  );
}

function Announced({ row, mayWithdraw }: { readonly row: Row; readonly mayWithdraw: boolean }) {
  const setting = String(row["setting"]);
  return (
    <section className="console-proposal stack" aria-label={`Announced ${setting}`}>
      <p>
        <span className="med">{setting}</span> <Badge tone="warn">from {row["from"]}</Badge>
      </p>
      <p className="console-wrap">{row["change"]}</p>
      <p>Reason: {row["reason"]}</p>
      <p className="muted small">
        Proposed by {row["proposedBy"]}, confirmed by {row["confirmedBy"]}
      </p>
      {mayWithdraw && <TakeBack setting={setting} />}
    </section>
  );
}

function TakeBack({ setting }: { readonly setting: string }) {
  const [reason, setReason] = useState("");
  const act = useAct();
  return (
    <>
      <ReasonField
        label="Reason to take it back, for the audit log"
        value={reason}
        onValueChange={setReason}
      />
      <div className="console-actions">
        <Button
          size="medium"
          busy={act.isPending}
          disabled={reason.trim() === ""}
          onClick={() => act.mutate({ command: "setting withdraw", target: setting, reason })}
        >
          Take back the announcement
        </Button>
      </div>
    </>
  );
}
