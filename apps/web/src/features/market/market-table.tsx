import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { Sparkline } from "@candor/ui/sparkline.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { Table } from "@candor/ui/table.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import type { WireMarket } from "@candor/wire/objects";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { pairOf, usePricePicture, useTurnover } from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { chartPath, contractPath, tradePath } from "../../shell/routing/routes.ts";
import { FavoriteButton } from "../../trading/market/favorite-button.tsx";
import { marketPath, PairName } from "../../trading/market/pair-name.tsx";
import type { MarketListProps } from "./market-list.tsx";
import { MarketStatus, useNoRows } from "./market-list.tsx";
import type { Sort, SortKey } from "./market-sort.ts";
import { nextSort } from "./market-sort.ts";

interface Props extends MarketListProps {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Week({ market }: { readonly market: WireMarket }) {
  return <Sparkline values={usePricePicture(market, "week")} width={96} />;
}

function Turnover({ market }: { readonly market: WireMarket }) {
  return <FinancialText value={useTurnover(market)} compact />;
}

function Pair({ market, name }: { readonly market: WireMarket; readonly name: string }) {
  return (
    <span className="row">
      <Link className="row" to={marketPath(market)}>
        <CoinIcon symbol={market.tokenCur} size="m" />
        <b className="med">
          <PairName market={market} />
        </b>
        <span className="muted small">{name}</span>
      </Link>
      <MarketStatus status={market.status} statusReason={market.statusReason} />
    </span>
  );
}

function MarketButtons({ market }: { readonly market: WireMarket }) {
  const t = useT();
  return (
    <span className="row market-acts">
      <Link
        className="link"
        to={chartPath(market.symbol, market.market)}
        aria-label={`${t("market.chart")} ${pairOf(market)}`}
      >
        {t("market.chart")}
      </Link>
      <Link
        className="link"
        to={market.market === "contract" ? contractPath(market.symbol) : tradePath(market.symbol)}
        aria-label={`${t("market.trade")} ${pairOf(market)}`}
      >
        {t("market.trade")}
      </Link>
    </span>
  );
}

/** Desktop table of markets. */
export function MarketTable(props: Props) {
  const t = useT();
  const noRows = useNoRows(props);
  const columns = useColumns(props);
  if (noRows !== null) return noRows;
  return <Table label={t("market.title")} rows={props.rows.markets} rowKey={marketKey} columns={columns} />;
}

/** How a column sorts the table; the newest markets have a fixed order. */
function sortedBy(
  key: SortKey,
  { sort, onSort, tab }: Pick<Props, "sort" | "onSort" | "tab">,
): Pick<Column<WireMarket>, "onSort" | "sorted"> {
  if (tab === "newest") return {};
  const sorted = sort.isAscending ? "ascending" : "descending";
  return { onSort: () => onSort(nextSort(sort, key)), ...(sort.key === key && { sorted }) };
}

function useColumns({ rows, sort, onSort, tab }: Props): readonly Column<WireMarket>[] {
  const t = useT();
  const { nameOf } = rows;
  return useMemo(() => {
    const sortable = (key: SortKey) => sortedBy(key, { sort, onSort, tab });
    return [
      {
        key: "love",
        header: <span className="vh">{t("market.favourites")}</span>,
        className: "star-cell",
        renderCell: (market) => <FavoriteButton market={market} />,
      },
      {
        key: "pair",
        header: t("market.pair"),
        ...sortable("tokenCur"),
        renderCell: (market) => <Pair market={market} name={nameOf(market.tokenCur)} />,
      },
      {
        key: "price",
        header: t("market.lastPrice"),
        align: "right",
        ...sortable("chPrice"),
        renderCell: (market) => <FinancialText value={market.chPrice} className="med" />,
      },
      {
        key: "change",
        header: t("market.change24h"),
        align: "right",
        ...sortable("updown"),
        renderCell: (market) => <Percent value={market.updown} />,
      },
      {
        key: "high",
        header: t("market.high24h"),
        align: "right",
        renderCell: (market) => <FinancialText value={market.high} className="muted" />,
      },
      {
        key: "low",
        header: t("market.low24h"),
        align: "right",
        renderCell: (market) => <FinancialText value={market.low} className="muted" />,
      },
      {
        key: "volume",
        header: t("market.volumeUsdt"),
        align: "right",
        ...sortable("turnover"),
        renderCell: (market) => <Turnover market={market} />,
      },
      {
        key: "week",
        className: "roomy",
        header: t("market.sevenDays"),
        renderCell: (market) => <Week market={market} />,
      },
      {
        key: "acts",
        header: <span className="vh">{t("market.trade")}</span>,
        align: "right",
        renderCell: (market) => <MarketButtons market={market} />,
      },
    ];
  }, [t, nameOf, sort, onSort, tab]);
}
