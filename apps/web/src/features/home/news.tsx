import "@candor/ui/display.css";
import { Empty } from "@candor/ui/feedback.tsx";
import { NewsIcon } from "@candor/ui/page-icons.tsx";
import "@candor/ui/list.css";
import { RelativeTime } from "@candor/ui/relative-time.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { articlePath, articlesPath } from "../../shell/routing/routes.ts";

interface Article {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly publishedAtMs: number;
}

/** Headlines; undefined while loading. */
export function News({ articles }: { readonly articles: readonly Article[] | undefined }) {
  const t = useT();
  if (articles === undefined) return null;
  return (
    <section className="group home-news">
      <div className="card-h">
        <h2>{t("home.news")}</h2>
        <Link className="link small" to={articlesPath("news")}>
          {t("home.allNews")}
        </Link>
      </div>
      {articles.length === 0 ? (
        <Empty icon={NewsIcon} title={t("home.newsEmpty")}>
          {t("home.newsEmptyNote")}
        </Empty>
      ) : (
        <ul className="list">
          {articles.map((article) => (
            <li key={article.id}>
              <div className="stack-1">
                <Link className="row-act med" to={articlePath(article.id)}>
                  {article.title}
                </Link>
                <span className="small muted">{article.summary}</span>
                <RelativeTime ms={article.publishedAtMs} className="small muted" />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
