import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Form } from "@candor/ui/form.tsx";
import { Input } from "@candor/ui/input.tsx";
import { useState } from "react";
import { useAct, useReadCommand } from "../api/use-console.ts";

/** Answer times shown to users, read-only. */
export function DeskHours() {
  const { data } = useReadCommand({ command: "chat desk" });
  const set = data?.rows[0]?.["hours"];
  return typeof set === "string" ? <SetHours key={set} set={set} /> : null;
}

function SetHours({ set }: { readonly set: string }) {
  const [hours, setHours] = useState(set);
  const act = useAct();
  return (
    <Card className="stack-4" title="Hours">
      <Form className="stack" onSubmit={() => act.mutate({ command: "chat hours", input: { hours } })}>
        <Input
          label="When somebody answers, in UTC"
          placeholder="Mon-Fri 08:00-18:00"
          help="Empty: no hours are promised. Users read them in their own words."
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <div>
          <Button type="submit" size="small" busy={act.isPending} disabled={hours.trim() === set}>
            Set hours
          </Button>
        </div>
      </Form>
    </Card>
  );
}
