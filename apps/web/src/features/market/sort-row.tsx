import { classNames } from "@candor/ui/class-names";
import { SortMark } from "@candor/ui/table.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { Sort, SortKey } from "./market-sort.ts";
import { nextSort } from "./market-sort.ts";

interface Props {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Column heads of a phone's list; tapping one sorts by it. */
export function SortRow({ sort, onSort }: Props) {
  const t = useT();
  const direction = sort.isAscending ? "ascending" : "descending";
  const head = (key: SortKey, word: string) => (
    <button
      type="button"
      className={classNames(sort.key === key && "on")}
      aria-pressed={sort.key === key}
      aria-label={
        sort.key === key
          ? `${t("market.sortBy")}: ${word}, ${t(`market.${direction}`)}`
          : `${t("market.sortBy")}: ${word}`
      }
      onClick={() => onSort(nextSort(sort, key))}
    >
      <span className="trunc">{word}</span>
      <SortMark sorted={sort.key === key ? direction : undefined} />
    </button>
  );
  return (
    <div className="sortrow">
      <span className="row">
        {head("tokenCur", t("market.name"))}
        <span aria-hidden="true">/</span>
        {head("turnover", t("market.volume"))}
      </span>
      {head("chPrice", t("market.price"))}
      {head("updown", t("market.change"))}
    </div>
  );
}
