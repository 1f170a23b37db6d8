import { Badge } from "@candor/ui/badge.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireLeverLiquidation, WireLoan } from "@candor/wire/lever-objects";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import { type ReactNode, useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { LoadMore } from "../../shell/calls/load-more.tsx";
import { usePages } from "../../shell/calls/use-pages.ts";
import { useTapeColumn } from "../../shell/hooks/use-media-query.ts";
import { LEVERAGE } from "../../shell/routing/routes.ts";
import { api } from "../../shell/services/services.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { withCount } from "../../shell/translation/with-count.ts";
import { useAppStore } from "../../state/app-store.ts";
import { EvidenceLink } from "../../trading/records/record-text.tsx";
import "../../trading/records/records.css";
import { TapeColumn } from "../../trading/book/tape-column.tsx";
import { type ShownMarket, useMarketFormats } from "../../trading/market/use-market.ts";
import { FilteredOpenOrders } from "../../trading/orders/filtered-open-orders.tsx";
import { SideBadge } from "../../trading/orders/order-text.tsx";
import { RecordCard } from "../../trading/orders/record-card.tsx";
import { TabbedSection } from "../../trading/orders/tabbed-section.tsx";
import { HistoryCard } from "../../trading/records/spot/order-history.tsx";
import { TradeCard, tradeKeyOf } from "../../trading/records/spot/trade-history.tsx";
import type { LeverActions } from "./use-lever.ts";

const PAGE_ROWS = 20;
const KIND_WORDS: Readonly<Record<WireLoan["kind"], MessageKey>> = {
  borrow: "lever.kindBorrow",
  interest: "lever.kindInterest",
  repay: "lever.kindRepay",
};

interface Props {
  readonly shown: ShownMarket;
  readonly acts: LeverActions;
  /** The account's open orders of all pairs; undefined if logged out or not loaded yet. */
  readonly orders: readonly WireOrder[] | undefined;
  readonly isDesktop: boolean;
}

const TAPE_ROWS = 30;

type Tab = "open" | "loans" | "history" | "trades" | "liquidations" | "tape";

/** Pending orders, loans and history below the ticket. */
export function LeverRecords({ orders, ...props }: Props) {
  const t = useT();
  const [chosen, setTab] = useState<Tab>("open");
  // Wide windows show the last trades in a separate column.
  const isWide = useTapeColumn();
  const tab = isWide && chosen === "tape" ? "open" : chosen;
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const tabs = [
    {
      value: "open" as const,
      label: withCount(
        t("trade.openOrders", { count: orders?.length ?? 0 }),
        !isLoggedIn || orders !== undefined,
      ),
    },
    { value: "loans" as const, label: t("lever.loans") },
    { value: "history" as const, label: t("lever.history") },
    { value: "trades" as const, label: t("trade.tradeHistory") },
    { value: "liquidations" as const, label: t("lever.liquidations") },
    ...(isWide ? [] : [{ value: "tape" as const, label: t("trade.lastTrades") }]),
  ];
  const { symbol } = props.shown.market;
  return (
    <TabbedSection tab={tab} onTab={setTab} tabs={tabs} panelId="lever-records">
      {tab === "tape" && (
        <div className="pad">
          <TapeColumn symbol={symbol} look={props.shown.look} rows={TAPE_ROWS} />
        </div>
      )}
      {tab !== "tape" && isLoggedIn && <Body {...props} tab={tab} orders={orders} />}
      {tab !== "tape" && !isLoggedIn && (
        <LogInFirst title={t("lever.loginNote")} returnTo={`${LEVERAGE}?symbol=${symbol}`} />
      )}
    </TabbedSection>
  );
}

interface BodyProps extends Props {
  readonly tab: Exclude<Tab, "tape">;
}

function Body({ tab, orders, ...props }: BodyProps): ReactNode {
  if (tab === "open") return <Open {...props} orders={orders} />;
  if (tab === "loans") return <Loans />;
  if (tab === "trades") return <Trades />;
  return tab === "history" ? <History /> : <Liquidations />;
}

function Open(props: Omit<BodyProps, "tab">) {
  const [isThisPairOnly, setThisPairOnly] = useState(false);
  return <FilteredOpenOrders {...props} isThisPairOnly={isThisPairOnly} onThisPairOnly={setThisPairOnly} />;
}

interface RowOf {
  readonly loans: WireLoan;
  readonly history: WireOrder;
  readonly trades: WireTrade;
  readonly liquidations: WireLeverLiquidation;
}

interface ListProps<View extends keyof RowOf> {
  readonly view: View;
  readonly emptyTitle: string;
  readonly renderCard: (row: RowOf[View]) => ReactNode;
}

/** One paginated list. */
function RecordPages<View extends keyof RowOf>({ view, emptyTitle, renderCard }: ListProps<View>) {
  const t = useT();
  const pages = usePages<RowOf[View]>(["orderLRecord", view], async (start, signal) => {
    const page = await api.call("orderLRecord", { view, limit: PAGE_ROWS, ...start }, { signal });
    // The call returns the row type of the requested view.
    return { ...page, list: page.list as unknown as readonly RowOf[View][] };
  });
  if (pages.isPending) return <SkeletonRows count={4} label={t("shell.loading")} />;
  if (pages.isFailed) return <LoadFailed error={pages.error} onRetry={pages.refetch} />;
  if (pages.rows.length === 0) return <Empty icon={HistoryIcon} title={emptyTitle} />;
  return (
    <>
      {pages.rows.map(renderCard)}
      {pages.hasMore && <LoadMore isBusy={pages.isFetchingMore} onMore={pages.fetchMore} />}
    </>
  );
}

function Loans() {
  const t = useT();
  const formats = useFormats();
  const formatOf = useMarketFormats();
  return (
    <RecordPages
      view="loans"
      emptyTitle={t("lever.noLoans")}
      renderCard={(loan) => (
        <RecordCard
          key={loan.loanId}
          pair={formatOf(loan.symbol)?.name ?? loan.symbol}
          badge={<Badge>{t(KIND_WORDS[loan.kind])}</Badge>}
          aside={
            <span className="small muted n" translate="no">
              {formats.date(loan.timeMs, "time")}
            </span>
          }
          figures={[
            {
              label: t("lever.amount"),
              value: <FinancialText value={loan.amount} asset={loan.asset} minDecimals={2} />,
            },
            {
              label: t("lever.kindInterest"),
              value: <FinancialText value={loan.interest} asset={loan.asset} minDecimals={2} />,
            },
            { label: t("lever.hourly"), value: formats.rate(loan.rate) },
          ]}
        >
          {loan.kind !== "repay" && <EvidenceLink kind="lever-interest" id={loan.loanId} />}
        </RecordCard>
      )}
    />
  );
}

function History() {
  const t = useT();
  const formatOf = useMarketFormats();
  return (
    <RecordPages
      view="history"
      emptyTitle={t("lever.noHistory")}
      renderCard={(order) => <HistoryCard key={order.orderId} order={order} look={formatOf(order.symbol)} />}
    />
  );
}

function Trades() {
  const t = useT();
  const formatOf = useMarketFormats();
  return (
    <RecordPages
      view="trades"
      emptyTitle={t("trade.noTradeHistory")}
      renderCard={(trade) => (
        <TradeCard
          key={tradeKeyOf(trade)}
          trade={trade}
          pair={formatOf(trade.symbol)?.name ?? trade.symbol}
        />
      )}
    />
  );
}

function Liquidations() {
  const t = useT();
  const formats = useFormats();
  const formatOf = useMarketFormats();
  return (
    <RecordPages
      view="liquidations"
      emptyTitle={t("lever.noLiquidations")}
      renderCard={(row) => (
        <RecordCard
          key={row.liquidationId}
          pair={formatOf(row.symbol)?.name ?? row.symbol}
          badge={<SideBadge of={row}>{t("lever.liquidations")}</SideBadge>}
          aside={
            <span className="small muted n" translate="no">
              {formats.date(row.timeMs, "time")}
            </span>
          }
          figures={[
            { label: t("trade.amount"), value: <FinancialText value={row.quantity} minDecimals={0} /> },
            { label: t("lever.price"), value: <FinancialText value={row.price} /> },
            { label: t("lever.liquidation"), value: <FinancialText value={row.markPrice} /> },
          ]}
        >
          <EvidenceLink kind="liquidation" id={row.liquidationId} />
        </RecordCard>
      )}
    />
  );
}
