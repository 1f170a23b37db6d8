import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Input } from "@candor/ui/input.tsx";
import type { ConsoleItem } from "@candor/wire/console/content";
import { useState } from "react";
import { useAct } from "../api/use-console.ts";
import { ReasonField } from "./reason-field.tsx";

interface Props {
  readonly item: ConsoleItem;
  readonly revision: number;
  /** There are unsaved changes, so the visible text is not what would be published. */
  readonly isDirty: boolean;
  readonly onRevisionChange: (revision: number) => void;
  readonly onRemoved: () => void;
}

/** Publishes the draft, withdraws it, or removes it. */
export function ContentPublishing({ item, revision, isDirty, onRevisionChange, onRemoved }: Props) {
  const [isLive, setLive] = useState(item.live !== null);
  const [from, setFrom] = useState("");
  const [reason, setReason] = useState("");
  const act = useAct();
  const target = item.id;
  const publish = () => {
    const input = { revision, ...(from !== "" && { atMs: new Date(from).getTime() }) };
    act.mutate(
      { command: "content publish", target, input },
      {
        onSuccess: ({ rows }) => {
          setLive(true);
          onRevisionChange(Number(rows[0]?.["revision"] ?? revision));
        },
      },
    );
  };
  const unpublish = () =>
    act.mutate(
      { command: "content unpublish", target, reason },
      {
        onSuccess: ({ rows }) => {
          setLive(false);
          onRevisionChange(Number(rows[0]?.["revision"] ?? revision));
        },
      },
    );
  return (
    <Card className="stack-4" title={isLive ? "On the site" : "Not on the site"}>
      <div className="stack-4">
        <div className="console-actions">
          <Input
            label="Public from; empty: now"
            type="datetime-local"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <Button
            tone="primary"
            size="medium"
            busy={act.isPending}
            disabled={isDirty || revision === 0}
            onClick={publish}
          >
            {isLive ? "Publish the changes" : "Publish"}
          </Button>
        </div>
        {(isLive || revision > 0) && (
          <TakeBack
            isLive={isLive}
            reason={reason}
            onReasonChange={setReason}
            onUnpublish={unpublish}
            onRemove={() =>
              act.mutate({ command: "content remove", target, reason }, { onSuccess: onRemoved })
            }
          />
        )}
      </div>
    </Card>
  );
}

interface TakeBackProps {
  readonly isLive: boolean;
  readonly reason: string;
  readonly onReasonChange: (reason: string) => void;
  readonly onUnpublish: () => void;
  readonly onRemove: () => void;
}

/** Both need a reason; an item is removed only when it is off the site. */
function TakeBack({ isLive, reason, onReasonChange, onUnpublish, onRemove }: TakeBackProps) {
  const cannot = reason.trim() === "";
  return (
    <>
      <ReasonField
        label="Reason for taking it back, for the audit log"
        value={reason}
        onValueChange={onReasonChange}
      />
      <div className="console-actions">
        <Button size="medium" tone="danger" disabled={cannot || !isLive} onClick={onUnpublish}>
          Take off the site
        </Button>
        <Button size="medium" tone="danger" disabled={cannot || isLive} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </>
  );
}
