import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { type MouseEvent, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { ARTICLES } from "../../shell/routing/routes.ts";
import { Prose } from "./prose.tsx";

interface Props {
  readonly article: string;
  /** Title while it loads. */
  readonly topic: string;
  readonly onClose: () => void;
}

const LINK = `#${ARTICLES}?id=`;

/** Returns the article that a pressed link leads to; undefined for any other press. */
function linkedArticle({ target }: MouseEvent): string | undefined {
  const href = target instanceof Element ? target.closest("a")?.getAttribute("href") : undefined;
  return href?.startsWith(LINK) === true ? decodeURIComponent(href.slice(LINK.length)) : undefined;
}

/** A help article above the page. Links to other articles open in the same sheet, so a filled form stays. */
export function HelpSheet({ article: first, topic, onClose }: Props) {
  const t = useT();
  const [id, setId] = useState(first);
  const { data, error, refetch } = useCall("article", { id });
  const article = data !== undefined && "article" in data ? data.article : undefined;
  const follow = (event: MouseEvent) => {
    const next = linkedArticle(event);
    if (next === undefined) return;
    event.preventDefault();
    setId(next);
  };
  return (
    <Sheet open onOpenChange={onClose} title={article?.title ?? topic}>
      {error !== null && article === undefined && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {article === undefined && error === null && <SkeletonRows count={6} label={t("shell.loading")} />}
      {article !== undefined && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- catches the presses of its links
        <div key={id} onClick={follow}>
          <Prose html={article.contentHtml ?? ""} />
        </div>
      )}
    </Sheet>
  );
}
