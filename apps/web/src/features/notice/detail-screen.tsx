import { Skeleton } from "@candor/ui/feedback.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { useEffect } from "react";
import { useT } from "../../i18n/use-t.ts";
import { Prose } from "../../shared/help/prose.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { ANNOUNCEMENTS } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { queryClient } from "../../shell/services/services.ts";
import { appState } from "../../state/app-store.ts";
import { ContentUnavailable } from "./content-unavailable.tsx";
import "./notice.css";

/** One bulletin, notice or message; opening it marks it as read. */
export function Screen() {
  const t = useT();
  const [params] = useSearchParams();
  const { data, error, refetch } = useCall("message", { id: params.get("id") ?? "" });
  const message = data !== undefined && "message" in data ? data.message : undefined;
  const { kind, timeMs } = message ?? {};
  useEffect(() => {
    if (kind === undefined || timeMs === undefined) return;
    // Lists fetched earlier show it as unread.
    void queryClient.invalidateQueries({ queryKey: ["message"], predicate: isList });
    void queryClient.invalidateQueries({ queryKey: ["notifyUnread"] });
    if (kind !== "personal" && timeMs > appState().noticeTime) appState().set({ noticeTime: timeMs });
  }, [kind, timeMs]);
  return (
    <Page title={t("shell.messages")} hasBack isForm>
      <div className="pad">
        {error !== null && (
          <ContentUnavailable error={error} onRetry={() => void refetch()} listPath={ANNOUNCEMENTS} />
        )}
        {message === undefined && error === null && (
          <div className="card stack" aria-busy="true">
            <Skeleton width="70%" height={22} />
            <Skeleton width="30%" />
            <Skeleton height={120} />
          </div>
        )}
        {message !== undefined && (
          <article className="card article">
            <h2 className="article-title">{message.title}</h2>
            <p className="small muted">
              {t(`notice.${message.kind}`)} · <RelativeTime ms={message.timeMs} />
            </p>
            <Prose html={message.bodyHtml} />
          </article>
        )}
      </div>
    </Page>
  );
}

/** Excludes this message itself, which would be refetched endlessly. */
const isList = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !queryKey.some((part) => typeof part === "object" && part !== null && "id" in part);
