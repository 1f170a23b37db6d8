import { Skeleton } from "@candor/ui/feedback.tsx";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { useT } from "../../i18n/use-t.ts";
import { Prose } from "../../shared/help/prose.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { articlesPath } from "../../shell/routing/routes.ts";
import { ContentUnavailable } from "./content-unavailable.tsx";

/** One article of the news center. */
export function ArticlePage({ id }: { readonly id: string }) {
  const t = useT();
  const { data, error, refetch } = useCall("article", { id });
  const article = data !== undefined && "article" in data ? data.article : undefined;
  const title = article === undefined ? t("notice.centre") : t(`notice.${article.category}`);
  return (
    <Page title={title} hasBack isForm>
      <div className="pad">
        {error !== null && article === undefined && (
          <ContentUnavailable error={error} onRetry={() => void refetch()} listPath={articlesPath("news")} />
        )}
        {article === undefined && error === null && (
          <div className="card stack" aria-busy="true">
            <Skeleton width="80%" height={22} />
            <Skeleton width="60%" />
            <Skeleton height={240} />
          </div>
        )}
        {article !== undefined && (
          <article className="card article">
            {article.coverUrl !== null && <img className="article-cover" src={article.coverUrl} alt="" />}
            <h2 className="article-title">{article.title}</h2>
            {article.category === "news" && (
              <p className="small muted">
                <RelativeTime ms={article.publishedAtMs} />
              </p>
            )}
            {article.summary !== "" && <p className="muted">{article.summary}</p>}
            <Prose html={article.contentHtml ?? ""} />
          </article>
        )}
      </div>
    </Page>
  );
}
