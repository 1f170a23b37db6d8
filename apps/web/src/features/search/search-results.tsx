import { Button } from "@candor/ui/button.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useEffect, useRef, useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import type { SearchResultsProps } from "../../shell/navigation/search-overlay.tsx";
import { useOffered } from "../../shell/routing/offered.ts";
import { useAppStore } from "../../state/app-store.ts";
import { PAGES, pageRow } from "./pages.ts";
import { useRecentSearches } from "./recent-searches.ts";
import "./search.css";
import type { FoundRow } from "./found-row.ts";
import type { FoundGroup } from "./use-found.ts";
import { useFound } from "./use-found.ts";

const GROUP_WORDS: Readonly<Record<FoundGroup["key"], MessageKey>> = {
  own: "search.own",
  markets: "search.markets",
  pages: "search.pages",
  help: "notice.help",
  news: "notice.news",
};
/** Number of popular pages shown while the field is empty. */
const FIRST_PAGES = 7;

const idOf = (at: number): string => `found-${at}`;

/** Search results, or recent searches; arrow keys move through them while the focus stays in the field. */
export function SearchResults({ text, isEntered, onText, onActive, keyRef, onLeave }: SearchResultsProps) {
  const t = useT();
  const { groups, isWaiting, failure } = useFound(text);
  const recent = useRecent();
  const hasQuery = text.trim() !== "";
  const shown = useStartingPages();
  const lists = hasQuery ? groups : shown;
  const before = hasQuery ? [] : recent.texts;
  const count = before.length + lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const leave = () => {
    if (hasQuery) recent.add(text.trim());
    onLeave();
  };
  const walk = useWalk({ count, startsAtFirst: hasQuery, text, isEntered, isWaiting, onActive, keyRef });
  let at = before.length;
  return (
    <div className="search-found" aria-busy={isWaiting}>
      {!hasQuery && <p className="small muted">{t("search.hint")}</p>}
      <div id="found" role="listbox" aria-label={t("shell.search")}>
        {before.length > 0 && (
          <section role="group" aria-label={t("search.recent")}>
            <h3 aria-hidden="true">{t("search.recent")}</h3>
            {before.map((each, index) => (
              <button
                key={each}
                id={idOf(index)}
                type="button"
                role="option"
                aria-selected={walk === index}
                tabIndex={-1}
                className="search-row"
                onClick={() => onText(each)}
              >
                <span className="trunc">{each}</span>
              </button>
            ))}
          </section>
        )}
        {lists.map(({ key, rows }) => (
          <section key={key} role="group" aria-label={t(GROUP_WORDS[key])}>
            <h3 aria-hidden="true">{t(GROUP_WORDS[key])}</h3>
            {rows.map((row) => {
              const index = at++;
              return (
                <Row key={row.key} row={row} id={idOf(index)} isActive={walk === index} onLeave={leave} />
              );
            })}
          </section>
        ))}
      </div>
      {before.length > 0 && (
        <Button size="small" tone="ghost" onClick={recent.clear}>
          {t("search.clearRecent")}
        </Button>
      )}
      {failure !== undefined && <LoadFailed error={failure.error} onRetry={failure.retry} />}
      {/* Without all replies it is unknown whether there is nothing. */}
      <output className={count === 0 && !isWaiting && failure === undefined ? "search-none" : "vh"}>
        {hasQuery && !isWaiting && (count > 0 || failure === undefined) && (
          <Outcome count={count} text={text.trim()} />
        )}
      </output>
      {hasQuery && isWaiting && count === 0 && <p className="small muted">{t("shell.loading")}</p>}
    </div>
  );
}

function Outcome({ count, text }: { readonly count: number; readonly text: string }) {
  const t = useT();
  if (count > 0) return <>{t("search.results", { count })}</>;
  return (
    <>
      <b>{t("search.nothing", { text })}</b>
      <span className="small muted">{t("search.nothingNote")}</span>
    </>
  );
}

/** Recent searches of this user on this device. */
function useRecent() {
  const userId = useAppStore((state) => state.user?.id ?? "");
  const recent = useRecentSearches();
  const { belongTo } = recent;
  useEffect(() => belongTo(userId), [belongTo, userId]);
  return recent.userId === userId ? recent : { ...recent, texts: [] };
}

function useStartingPages(): readonly FoundGroup[] {
  const t = useT();
  const isOffered = useOffered();
  const rows = PAGES.slice(1)
    .filter(({ to }) => isOffered(to))
    .slice(0, FIRST_PAGES)
    .map((page) => pageRow(t, page));
  return [{ key: "pages", rows }];
}

interface Walk extends Pick<SearchResultsProps, "text" | "isEntered" | "onActive" | "keyRef"> {
  readonly count: number;
  readonly startsAtFirst: boolean;
  readonly isWaiting: boolean;
}

/** Tracks the active row. If Enter is pressed before results arrive, the first one opens when it does. */
function useWalk({ count, startsAtFirst, text, isEntered, isWaiting, onActive, keyRef }: Walk): number {
  const first = startsAtFirst && count > 0 ? 0 : -1;
  const [kept, setKept] = useState({ text, at: first });
  const isDue = useRef(isEntered);
  const at = kept.text === text && kept.at >= 0 ? Math.min(kept.at, count - 1) : first;
  useEffect(() => {
    onActive(at < 0 ? undefined : idOf(at));
    document.getElementById(idOf(at))?.scrollIntoView({ block: "nearest" });
  }, [at, onActive]);
  useEffect(() => {
    if (!isDue.current || (count === 0 && isWaiting)) return;
    isDue.current = false;
    document.getElementById(idOf(0))?.click();
  }, [count, isWaiting]);
  useEffect(() => {
    keyRef.current = (event) => {
      const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (step !== 0 && count > 0) {
        event.preventDefault();
        setKept({ text, at: at < 0 && step < 0 ? count - 1 : (at + step + count) % count });
      } else if (event.key === "Enter") {
        event.preventDefault();
        if (at < 0) isDue.current = text.trim() !== "" && isWaiting;
        else document.getElementById(idOf(at))?.click();
      }
    };
    return () => {
      keyRef.current = null;
    };
  }, [at, count, isWaiting, keyRef, text]);
  return at;
}

interface RowProps {
  readonly row: FoundRow;
  readonly id: string;
  readonly isActive: boolean;
  readonly onLeave: () => void;
}

function Row({ row, id, isActive, onLeave }: RowProps) {
  const { name, note, market, to } = row;
  return (
    <Link
      id={id}
      to={to}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className="search-row"
      onClick={onLeave}
    >
      <span className="stack-1 grow">
        <span className="med">{name}</span>
        {note !== undefined && <span className="small muted search-note">{note}</span>}
      </span>
      {market !== undefined && (
        <span className="stack-1 r">
          <FinancialText value={market.chPrice ?? market.indexPrice} className="med" />
          <Percent value={market.updown} className="small" />
        </span>
      )}
    </Link>
  );
}
