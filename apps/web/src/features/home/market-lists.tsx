import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { MarketIcon } from "@candor/ui/icons.tsx";
import type { WireMarket } from "@candor/wire/objects";
import "@candor/ui/list.css";
import { Sparkline } from "@candor/ui/sparkline.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { memo, useMemo, useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useFirstKnown } from "../../shell/hooks/use-first-known.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import {
  pairOf,
  useMarkets,
  usePricePicture,
  useTicker,
  useTurnover,
  useTurnovers,
} from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { PriceBadge } from "../../shell/markets/price-badge.tsx";
import { contractPath, tradePath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { marketPath, PairName } from "../../trading/market/pair-name.tsx";
import { firstList, type MarketList, orderMarkets } from "./market-order.ts";

/** Number of rows that fit the rest of the screen. */
const ROWS = { phone: 6, desktop: 9 };
/** Only gainers and losers can be empty while there are markets. */
const NOTHING = {
  gainers: "home.noGainers",
  losers: "home.noLosers",
  volume: "home.noMarkets",
  newest: "home.noMarkets",
  contracts: "home.noMarkets",
} as const satisfies Readonly<Record<MarketList, MessageKey>>;
const PANEL = "home-markets";

/** Top gainers and losers, highest turnover and new listings. */
export function MarketLists() {
  const t = useT();
  const isDesktop = useDesktop();
  const { state } = useTicker();
  const [chosen, setList] = useState<MarketList>();
  const first = useFirstKnown(firstList(useMarkets("spot")));
  const list = chosen ?? first ?? "gainers";
  const markets = useMarkets(list === "contracts" ? "contract" : "spot");
  const turnovers = useTurnovers();
  const rows = useMemo(
    () => orderMarkets(list, markets, turnovers).slice(0, isDesktop ? ROWS.desktop : ROWS.phone),
    [markets, turnovers, list, isDesktop],
  );
  return (
    <section className="group home-markets" aria-label={t("home.lists")}>
      <div className="row between">
        <Tabs
          plain
          className="grow"
          label={t("home.lists")}
          value={list}
          onValueChange={setList}
          panelId={PANEL}
          choices={[
            { value: "gainers", label: t("home.topGainers") },
            { value: "losers", label: t("home.topLosers") },
            { value: "volume", label: t("home.topVolume") },
            { value: "newest", label: t("home.newest") },
            { value: "contracts", label: t("shell.navContracts") },
          ]}
        />
        <PriceBadge className="home-badge" />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t("home.lists")}>
        {state === "loading" && <SkeletonRows label={t("shell.loading")} />}
        {state === "failed" && rows.length === 0 && (
          <LoadFailed error={live.tickers.failure} onRetry={() => live.tickers.reload()} />
        )}
        {state === "ready" && rows.length === 0 && (
          <Empty icon={MarketIcon} title={t(markets.length === 0 ? "home.noMarkets" : NOTHING[list])}>
            {t(markets.length === 0 ? "home.noMarketsNote" : "home.noGainersNote")}
          </Empty>
        )}
        {rows.length > 0 && (isDesktop ? <MarketTable rows={rows} /> : <MarketRows rows={rows} />)}
      </div>
    </section>
  );
}

interface RowsProps {
  readonly rows: readonly WireMarket[];
}

function MarketRows({ rows }: RowsProps) {
  return (
    <ul className="list" translate="no">
      {rows.map((market) => (
        <MarketRow key={marketKey(market)} market={market} />
      ))}
    </ul>
  );
}

const MarketRow = memo(function MarketRow({ market }: { readonly market: WireMarket }) {
  const t = useT();
  const turnover = useTurnover(market);
  const formats = useFormats();
  // Period of the change shown next to it.
  const day = usePricePicture(market, "day");
  return (
    <li>
      <CoinIcon symbol={market.tokenCur} />
      <div className="grow stack-1">
        <Link className="row-act med trunc" to={marketPath(market)}>
          <PairName market={market} />
        </Link>
        <span className="small muted trunc n" translate="no">
          {t("home.volumeShort", { volume: formats.compact(turnover, { isInColumn: true }) })}
        </span>
      </div>
      <Sparkline values={day} width={64} height={26} />
      <div className="stack-1 r home-price">
        <FinancialText value={market.chPrice} className="med" />
        <Percent value={market.updown} className="small" />
      </div>
    </li>
  );
});

function Turnover({ market }: { readonly market: WireMarket }) {
  return <FinancialText value={useTurnover(market)} compact />;
}

function Week({ market }: { readonly market: WireMarket }) {
  return <Sparkline values={usePricePicture(market, "week")} width={88} />;
}

function MarketTable({ rows }: RowsProps) {
  const t = useT();
  const columns = useMemo(
    (): readonly Column<WireMarket>[] => [
      {
        key: "pair",
        header: t("home.pair"),
        renderCell: (market) => (
          <Link className="row" to={marketPath(market)}>
            <CoinIcon symbol={market.tokenCur} size="m" />
            <b className="med">
              <PairName market={market} />
            </b>
          </Link>
        ),
      },
      {
        key: "price",
        header: t("home.lastPrice"),
        align: "right",
        renderCell: (market) => <FinancialText value={market.chPrice} className="med" />,
      },
      {
        key: "change",
        header: t("home.change24h"),
        align: "right",
        renderCell: (market) => <Percent value={market.updown} />,
      },
      {
        key: "range",
        className: "roomy",
        header: t("home.highLow24h"),
        align: "right",
        renderCell: (market) => (
          <span className="muted">
            <FinancialText value={market.high} /> / <FinancialText value={market.low} />
          </span>
        ),
      },
      {
        key: "volume",
        header: t("home.volumeUsdt"),
        align: "right",
        renderCell: (market) => <Turnover market={market} />,
      },
      {
        key: "week",
        className: "roomy",
        header: t("home.sevenDays"),
        renderCell: (market) => <Week market={market} />,
      },
      {
        key: "trade",
        header: <span className="vh">{t("home.trade")}</span>,
        align: "right",
        renderCell: (market) => (
          <Link
            className="link"
            to={market.market === "contract" ? contractPath(market.symbol) : tradePath(market.symbol)}
            aria-label={`${t("home.trade")} ${pairOf(market)}`}
          >
            {t("home.trade")}
          </Link>
        ),
      },
    ],
    [t],
  );
  return <Table label={t("home.lists")} rows={rows} rowKey={marketKey} columns={columns} />;
}
