import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { useOffered } from "../../shell/routing/offered.ts";
import type { ArticleCategory } from "../../shell/routing/routes.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { FoundRow } from "./found-row.ts";
import { inTraditional } from "./han.ts";
import { numberIn } from "./number-in.ts";
import { pageRow, pagesFor } from "./pages.ts";
import { isNamed, rank } from "./rank.ts";
import { articleRow, marketRows, ownRow } from "./search-rows.ts";

/** Delay after typing before the server is queried. */
const PAUSE_MS = 250;
const MAX_PER_KIND = 8;
const MAX_ARTICLES = 5;
/** Maximum query length on the server. */
const LONGEST_QUESTION = 40;

export interface FoundGroup {
  readonly key: "own" | "markets" | "pages" | "help" | "news";
  readonly rows: readonly FoundRow[];
}

export interface Found {
  /** Nonempty groups. */
  readonly groups: readonly FoundGroup[];
  /** The server has not replied yet. */
  readonly isWaiting: boolean;
  /** Why the server's results are missing or incomplete. */
  readonly failure: Failure | undefined;
}

interface Failure {
  readonly error: unknown;
  readonly retry: () => void;
}

/** Puts what the query names before what only mentions it; otherwise the order stays. */
function namedFirst<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly Item[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}

/** Returns the search text after it has been unchanged for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What one call contributes. */
interface Source {
  readonly rows: readonly FoundRow[];
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

function useArticleRows(category: ArticleCategory, q: string): Source {
  const query = useCall("article", { category, q, limit: MAX_ARTICLES }, { enabled: q !== "" });
  const { data, isPending, isError, error, refetch } = query;
  const rows = data !== undefined && "list" in data ? data.list.map(articleRow) : [];
  return { rows, isPending, isError, error, refetch };
}

/**
 * All results for a search text: pages and markets immediately, articles and the user's orders when the server replies.
 */
export function useFound(text: string): Found {
  const t = useT();
  const formats = useFormats();
  const isOffered = useOffered();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { markets, assets } = useTicker();
  const settled = useSettled(text.trim()).slice(0, LONGEST_QUESTION);
  const isSettled = settled === text.trim().slice(0, LONGEST_QUESTION);
  const searched = formats.tag === "zh-Hant" ? inTraditional(settled) : settled;
  const help = useArticleRows("help", searched);
  const guide = useArticleRows("guide", searched);
  const news = useArticleRows("news", searched);
  const id = isLoggedIn ? numberIn(settled) : undefined;
  const own = useCall("findOwn", { id: id ?? "" }, { enabled: id !== undefined, freshMs: 0 });
  const sources = [help, guide, news, ...(id === undefined ? [] : [own])];
  const failed = sources.filter(({ isError }) => isError);
  const pages = pagesFor(isLoggedIn, isOffered).map((page) => pageRow(t, page));
  const places = markets.flatMap((market) => marketRows(t, market, assets, isOffered, formats.tag));
  const articles = namedFirst([...help.rows, ...guide.rows], (row) => isNamed(row, text));
  const groups: readonly FoundGroup[] = [
    { key: "own", rows: (isSettled && own.data?.list.map((each) => ownRow(t, formats, each))) || [] },
    { key: "markets", rows: rank(places, text).slice(0, MAX_PER_KIND) },
    { key: "pages", rows: rank(pages, text).slice(0, MAX_PER_KIND) },
    { key: "help", rows: isSettled ? articles.slice(0, MAX_ARTICLES) : [] },
    { key: "news", rows: isSettled ? news.rows : [] },
  ];
  return {
    groups: namedFirst(
      groups.filter(({ rows }) => rows.length > 0),
      ({ key, rows }) => key === "own" || rows.some((row) => isNamed(row, text)),
    ),
    isWaiting: text.trim() !== "" && !(isSettled && sources.every(({ isPending }) => !isPending)),
    failure:
      isSettled && failed[0] !== undefined
        ? {
            error: failed[0].error,
            retry: () => {
              for (const { refetch } of failed) void refetch();
            },
          }
        : undefined,
  };
}
