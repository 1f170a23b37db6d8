import { MAX_ARTICLE_QUERY } from "@candor/text/field-limits";
import { IconButton } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { CloseIcon, SearchIcon } from "@candor/ui/icons.tsx";
import { Input } from "@candor/ui/input.tsx";
import { NewsIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { Page } from "../../shell/page/page.tsx";
import { type ArticleCategory, articlePath, DECISIONS } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { ArticlePage } from "./article-page.tsx";
import "./notice.css";
import { useArticles } from "./use-articles.ts";

const CATEGORIES: readonly ArticleCategory[] = ["news", "help", "guide", "about"];
const PANEL = "articles";
/** Maximum query length on the wire. */

/** The news center, or one of its articles. */
export function Screen() {
  const [params] = useSearchParams();
  const id = params.get("id");
  return id === null ? <Centre /> : <ArticlePage id={id} />;
}

function Centre() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const category = CATEGORIES.find((each) => each === params.get("category")) ?? "news";
  const question = (params.get("q") ?? "").slice(0, MAX_ARTICLE_QUERY);
  const show = (next: ArticleCategory, words: string) =>
    setParams({ category: next, ...(words !== "" && { q: words }) }, { replace: true });
  return (
    <Page title={t("notice.centre")} hasBack isForm>
      <div className="pad notice-search">
        <Input
          label={t("notice.search")}
          labelHidden
          onPage
          type="text"
          inputMode="search"
          enterKeyHint="search"
          placeholder={t("notice.search")}
          autoComplete="off"
          maxLength={MAX_ARTICLE_QUERY}
          value={question}
          onChange={(event) => show(category, event.target.value)}
          leading={<SearchIcon size="s" className="muted" />}
          trailing={
            question !== "" && (
              <IconButton label={t("notice.clearSearch")} onClick={() => show(category, "")}>
                <CloseIcon size="s" />
              </IconButton>
            )
          }
        />
      </div>
      <Tabs
        label={t("notice.sections")}
        value={category}
        onValueChange={(next) => show(next, question)}
        panelId={PANEL}
        choices={CATEGORIES.map((value) => ({ value, label: t(`notice.${value}`) }))}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(`notice.${category}`)}>
        <ArticleList category={category} question={question} />
        {category === "about" && (
          <p className="pad notice-note">
            <Link className="link" to={DECISIONS}>
              {t("decisions.title")}
            </Link>
          </p>
        )}
      </div>
    </Page>
  );
}

function ArticleList({
  category,
  question,
}: {
  readonly category: ArticleCategory;
  readonly question: string;
}) {
  const t = useT();
  const pages = useArticles(category, question);
  const isSearch = question.trim() !== "";
  if (pages.isFailed) return <LoadFailed error={pages.error} onRetry={pages.refetch} />;
  return (
    <div className="group notice-list">
      {pages.isPending && <SkeletonRows count={4} label={t("shell.loading")} />}
      {!pages.isPending && pages.rows.length === 0 && (
        <Empty icon={NewsIcon} title={isSearch ? t("notice.noResults") : t("notice.noArticles")}>
          {isSearch ? t("notice.noResultsNote") : t("notice.noArticlesNote")}
        </Empty>
      )}
      {pages.rows.length > 0 && (
        <ul className="list">
          {pages.rows.map((article) => (
            <li key={article.id} className="notice-row">
              <div className="grow stack-1">
                <Link className="row-act notice-title" to={articlePath(article.id)}>
                  {article.title}
                </Link>
                {article.summary !== "" && (
                  <span className="small muted notice-words">{article.summary}</span>
                )}
                {category === "news" && <RelativeTime ms={article.publishedAtMs} className="small muted" />}
              </div>
            </li>
          ))}
        </ul>
      )}
      {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
    </div>
  );
}
