import { Button } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { BellIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/list.css";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { memo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { refresh, toastError, useAct, useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { announcementPath } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import "./notice.css";
import { type MessageKind, type MessageRow, useMessages } from "./use-articles.ts";

const PANEL = "announcements";

/** Public bulletins and notices, and the user's own messages. */
export function Screen() {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const [kind, setKind] = useState<MessageKind | "all">("all");
  return (
    <Page title={t("shell.messages")} hasBack isForm>
      <Tabs
        label={t("shell.messages")}
        value={kind}
        onValueChange={setKind}
        panelId={PANEL}
        choices={[
          { value: "all", label: t("notice.all") },
          { value: "bulletin", label: t("notice.bulletins") },
          { value: "notice", label: t("notice.notices") },
          ...(isLoggedIn ? [{ value: "personal" as const, label: t("notice.personal") }] : []),
        ]}
      />
      <div id={PANEL} role="tabpanel" aria-label={t("shell.messages")}>
        {isLoggedIn && (kind === "personal" || kind === "all") && <ReadAll />}
        <Messages kind={kind} />
        {!isLoggedIn && <p className="small muted pad notice-note">{t("notice.markNote")}</p>}
      </div>
    </Page>
  );
}

/** Marks the user's own messages as read; announcements are read one by one. */
function ReadAll() {
  const t = useT();
  const { data } = useCall("notifyUnread", {});
  const act = useAct("notifyRead");
  if ((data?.messages ?? 0) === 0) return null;
  const readAll = async () => {
    const outcome = await act.run({});
    if (outcome !== null && !outcome.ok) toastError(outcome.error);
    await refresh("notifyUnread", "message");
  };
  return (
    <div className="pad notice-note">
      <Button size="small" tone="line" busy={act.isBusy} onClick={() => void readAll()}>
        {t("notice.readAll")}
      </Button>
    </div>
  );
}

function Messages({ kind }: { readonly kind: MessageKind | "all" }) {
  const t = useT();
  const pages = useMessages(kind);
  if (pages.isFailed) return <LoadFailed error={pages.error} onRetry={pages.refetch} />;
  return (
    <div className="group notice-list">
      {pages.isPending && <SkeletonRows count={4} label={t("shell.loading")} />}
      {!pages.isPending && pages.rows.length === 0 && (
        <Empty icon={BellIcon} title={t("notice.nothing")}>
          {t("notice.nothingNote")}
        </Empty>
      )}
      {pages.rows.length > 0 && (
        <ul className="list">
          {pages.rows.map((row) => (
            <MessageItem key={row.id} row={row} />
          ))}
        </ul>
      )}
      {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
    </div>
  );
}

const MessageItem = memo(function MessageItem({ row }: { readonly row: MessageRow }) {
  const t = useT();
  const noticeTime = useAppStore((state) => state.noticeTime);
  // Visitors have no account to store this in, so the device remembers it.
  const isUnread = row.read === null ? row.timeMs > noticeTime : !row.read;
  return (
    <li className="notice-row">
      <div className="grow stack-1">
        <Link
          className={isUnread ? "row-act notice-title is-unread" : "row-act notice-title"}
          to={announcementPath(row.id)}
        >
          {row.title}
          {isUnread && <span className="vh">, {t("notice.unread")}</span>}
        </Link>
        {row.summary !== "" && <span className="small muted notice-words">{row.summary}</span>}
        <span className="small muted">
          {t(`notice.${row.kind}`)} · <RelativeTime ms={row.timeMs} />
        </span>
      </div>
      {isUnread && <span className="notice-dot" aria-hidden="true" />}
    </li>
  );
});
