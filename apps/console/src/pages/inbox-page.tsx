import type { InboxConversation } from "@candor/protocol/console/chat";
import { Badge } from "@candor/ui/badge.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { ChatIcon } from "@candor/ui/page-icons.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Switch } from "@candor/ui/switch.tsx";
import { useState } from "react";
import { useLook } from "../api/use-console.ts";
import { Beside } from "../parts/beside.tsx";
import { DeskHours } from "../parts/desk-hours.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { SupportTalk } from "../parts/support-talk.tsx";
import "./inbox.css";

/** Whoever writes shows up without anybody asking. */
const EVERY_MS = 3_000;

/** Who waits for an answer, the longest first, and the conversation with one of them. */
export function InboxPage() {
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const flags = isAll ? ["all"] : [];
  const { data, error, refetch } = useLook({ command: "chat list", flags }, { everyMs: EVERY_MS });
  const rows = (data?.data ?? []) as readonly InboxConversation[];
  return (
    <div className="inbox">
      <div className="stack-4">
        <Card
          flush
          title="Conversations"
          aside={
            <span className="row">
              <span className="small muted">All</span>
              <Switch label="All conversations" checked={isAll} onCheckedChange={setAll} />
            </span>
          }
        >
          {error !== null && <LoadFailed error={error} again={refetch} />}
          {error === null && data === undefined && <Loading />}
          {data !== undefined && rows.length === 0 && (
            <Empty icon={ChatIcon} title="Nobody waits">
              {isAll ? "Nobody has written yet." : "Everybody has an answer."}
            </Empty>
          )}
          <ul className="list">
            {rows.map((row) => (
              <Conversation
                key={row.userId}
                row={row}
                isChosen={row.userId === chosen}
                onChoose={() => setChosen(row.userId)}
              />
            ))}
          </ul>
        </Card>
        <DeskHours />
      </div>
      <Beside chosen={chosen === undefined ? undefined : String(chosen)}>
        {chosen === undefined ? (
          <Card>
            <Empty icon={ChatIcon} title="No conversation chosen" />
          </Card>
        ) : (
          <SupportTalk key={chosen} userId={chosen} everyMs={EVERY_MS} />
        )}
      </Beside>
    </div>
  );
}

function Conversation(props: {
  readonly row: InboxConversation;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { row, isChosen, onChoose } = props;
  return (
    <li>
      <button type="button" className="inbox-row" aria-pressed={isChosen} onClick={onChoose}>
        <span className="row between">
          <span className="med trunc">{row.name}</span>
          <RelativeTime ms={row.lastAtMs} className="small muted nowrap" />
        </span>
        <span className="row between">
          <span className="small muted trunc">
            {row.lastFrom === "support" && "You: "}
            {row.lastText ?? "A picture"}
          </span>
          {row.waitingSinceMs !== null && <Badge tone="warn">waits</Badge>}
        </span>
      </button>
    </li>
  );
}
