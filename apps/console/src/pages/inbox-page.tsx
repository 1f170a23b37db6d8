import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Card } from "@candor/ui/card.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { ChatIcon } from "@candor/ui/page-icons.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Switch } from "@candor/ui/switch.tsx";
import type { InboxConversation, InboxPage as InboxPageReply } from "@candor/wire/console/chat";
import { useState } from "react";
import { usePages } from "../api/use-console.ts";
import { DeskHours } from "../parts/desk-hours.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { LoadFailed } from "../parts/load-failed.tsx";
import { Loading } from "../parts/loading.tsx";
import { SupportTalk } from "../parts/support-talk.tsx";
import "./inbox.css";

/** Refetch interval, so that new messages appear by themselves. */
const EVERY_MS = 3_000;

/** Conversations waiting for an answer, longest wait first, and the selected conversation. */
export function InboxPage() {
  const [isAll, setAll] = useState(false);
  const [chosen, setChosen] = useState<number>();
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
          <Conversations key={String(isAll)} isAll={isAll} chosen={chosen} onChoose={setChosen} />
        </Card>
        <DeskHours />
      </div>
      <DetailPane chosen={chosen === undefined ? undefined : String(chosen)}>
        {chosen === undefined ? (
          <Card>
            <Empty icon={ChatIcon} title="No conversation chosen" />
          </Card>
        ) : (
          <SupportTalk key={chosen} userId={chosen} everyMs={EVERY_MS} />
        )}
      </DetailPane>
    </div>
  );
}

function Conversations(props: {
  readonly isAll: boolean;
  readonly chosen: number | undefined;
  readonly onChoose: (userId: number) => void;
}) {
  const { isAll, chosen, onChoose } = props;
  const question = { which: isAll ? "all" : "waiting" };
  const { error, hasMore, isLoadingMore, loadMore, pages, refetch } = usePages<InboxPageReply>(
    "inbox",
    question,
    { everyMs: EVERY_MS },
  );
  const rows = conversationsOf(pages ?? []);
  return (
    <>
      {error !== null && <LoadFailed error={error} again={refetch} />}
      {error === null && pages === undefined && <Loading />}
      {pages !== undefined && rows.length === 0 && (
        <Empty icon={ChatIcon} title="No one is waiting">
          {isAll ? "Nobody has written yet." : "Every conversation has an answer."}
        </Empty>
      )}
      <ul className="list">
        {rows.map((row) => (
          <Conversation
            key={row.userId}
            row={row}
            isChosen={row.userId === chosen}
            onChoose={() => onChoose(row.userId)}
          />
        ))}
      </ul>
      {hasMore && (
        <div className="inbox-more row between">
          <span className="small muted">
            {rows.length} of {pages?.[0]?.total}
          </span>
          {/* No throttle: users click again as soon as the next page is loaded. */}
          <Button size="small" busy={isLoadingMore} throttleMs={0} onClick={loadMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** A conversation answered between two page loads may be on both pages. */
function conversationsOf(pages: readonly InboxPageReply[]): readonly InboxConversation[] {
  return [...new Map(pages.flatMap(({ list }) => list).map((row) => [row.userId, row])).values()];
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
