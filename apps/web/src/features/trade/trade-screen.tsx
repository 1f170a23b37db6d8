import { parseDecimal } from "@candor/money/decimal";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { Empty, ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { UsersIcon } from "@candor/ui/icons.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { lazy, Suspense, useEffect, useMemo, useReducer, useState } from "react";
import { balanceOf } from "../../data/account-store.ts";
import { groupSizes } from "../../data/order-book-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { usePageTitle } from "../../shell/page.tsx";
import { live } from "../../shell/services.ts";
import { useDesktop } from "../../shell/use-desktop.ts";
import { useLive } from "../../shell/use-live.ts";
import { useAppStore } from "../../state/app-store.ts";
import { HoldingsPanel } from "./holdings-panel.tsx";
import { OrderBookView } from "./order-book-view.tsx";
import { OrdersPanel } from "./orders-panel.tsx";
import { PairHeader } from "./pair-header.tsx";
import { PairSheet } from "./pair-sheet.tsx";
import { RecentTradesView } from "./recent-trades-view.tsx";
import { OrderHistory, TradeHistory } from "./records-panel.tsx";
import { ReduceSheet } from "./reduce-sheet.tsx";
import { TicketForm } from "./ticket-form.tsx";
import { TicketWallet } from "./ticket-wallet.tsx";
import { EMPTY_TICKET, reduceTicket } from "./ticket-state.ts";
import { summariseTicket } from "./ticket-summary.ts";
import "./trade.css";
import { type ShownMarket, useLooks, useMarket, useSymbol } from "./use-market.ts";
import { useOrders } from "./use-orders.ts";

const ChartPanel = lazy(async () => ({ default: (await import("../chart/chart-panel.tsx")).ChartPanel }));

const PHONE_ROWS = 8;
const DESKTOP_ROWS = 9;
const TAPE_ROWS = 30;

/** Spot trading: ticket, book, chart, tape and orders of one market. */
export function Screen() {
  const t = useT();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol);
  const [isChoosing, setChoosing] = useState(false);
  usePageTitle(shown ? `${shown.market.chPrice ?? ""} ${shown.look.name}`.trim() : t("trade.title"));
  return (
    <>
      {shown === undefined && <SkeletonRows count={8} label={t("shell.loading")} />}
      {shown === null && (
        <ErrorState
          title={t("chart.notListed")}
          action={
            <Button size="small" tone="line" onClick={() => setChoosing(true)}>
              {t("trade.chooseMarket")}
            </Button>
          }
        >
          {t("chart.notListedNote")}
        </ErrorState>
      )}
      {shown !== undefined && shown !== null && (
        <Terminal key={symbol} shown={shown} onChoosePair={() => setChoosing(true)} />
      )}
      <PairSheet open={isChoosing} onOpenChange={setChoosing} symbol={symbol} onChoose={choose} />
    </>
  );
}

interface TerminalProps {
  readonly shown: ShownMarket;
  readonly onChoosePair: () => void;
}

function Terminal({ shown, onChoosePair }: TerminalProps) {
  const isDesktop = useDesktop();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const acts = useOrders();
  const [ticket, dispatch] = useReducer(reduceTicket, EMPTY_TICKET);
  const { market, terms, look } = shown;
  const account = useLive(live.account);
  const book = useLive(live.orderBook(market.symbol));
  const now = useMemo(() => {
    const ticks = (price: string | null) => {
      const value = price === null ? "format" : parseDecimal(price, 8);
      return typeof value === "string" ? undefined : value / terms.scale.tickE8;
    };
    return { lastTicks: ticks(market.chPrice), bidTicks: ticks(book.bestBid), askTicks: ticks(book.bestAsk) };
  }, [market.chPrice, book.bestBid, book.bestAsk, terms]);
  const paid = ticket.side === "buy" ? look.quote : look.base;
  const paidScale = ticket.side === "buy" ? look.quoteScale : look.baseScale;
  const balance = balanceOf(account, "coin", paid);
  const parsed = balance === undefined ? 0 : parseDecimal(balance.available, paidScale);
  const availableUnits = account.state !== "ready" || typeof parsed === "string" ? undefined : parsed;
  const summary = summariseTicket(ticket, terms, now, availableUnits);
  const submit = async () => {
    if (summary.payload !== undefined && (await acts.place(summary.payload))) dispatch({ kind: "sent" });
  };
  // A limit order starts at the last price, as soon as there is one.
  const firstPrice = market.chPrice ?? market.indexPrice;
  const hasPrice = firstPrice !== null;
  useEffect(() => {
    if (firstPrice !== null) dispatch({ kind: "tap-price", price: firstPrice, terms });
    // oxlint-disable-next-line react/exhaustive-deps -- only once, when the first price is known
  }, [hasPrice, terms]);
  const ticketForm = (
    <TicketForm
      terms={terms}
      status={market.status}
      takerFeeRate={market.takerFeeRate}
      ticket={ticket}
      summary={summary}
      dispatch={dispatch}
      availableUnits={isLoggedIn ? availableUnits : undefined}
      now={now}
      isLoggedIn={isLoggedIn}
      isBusy={acts.isPlacing}
      isDesktop={isDesktop}
      onSubmit={() => void submit()}
    />
  );
  const pick = (price: string) => dispatch({ kind: "tap-price", price, terms });
  const bookColumn = <BookColumn shown={shown} isDesktop={isDesktop} onPick={pick} />;
  const orders = <OrdersSection shown={shown} isDesktop={isDesktop} acts={acts} isLoggedIn={isLoggedIn} />;
  if (isDesktop) {
    return (
      <div className="terminal">
        <PairHeader shown={shown} isDesktop onChoosePair={onChoosePair} />
        <div className="terminal-chart">
          <Suspense fallback={<div className="candles" aria-busy="true" />}>
            <ChartPanel shown={shown} />
          </Suspense>
        </div>
        <div className="terminal-book">
          {bookColumn}
          <TapeColumn shown={shown} />
        </div>
        <div className="terminal-ticket">
          {ticketForm}
          {isLoggedIn && <TicketWallet look={look} account={account} />}
        </div>
        <div className="terminal-orders">{orders}</div>
      </div>
    );
  }
  return (
    <div className="trade-phone">
      <PairHeader shown={shown} isDesktop={false} onChoosePair={onChoosePair} />
      <div className="trade-split">
        {ticketForm}
        {bookColumn}
      </div>
      {orders}
    </div>
  );
}

interface BookColumnProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly onPick: (price: string) => void;
}

function BookColumn({ shown, isDesktop, onPick }: BookColumnProps) {
  const t = useT();
  const { market, look } = shown;
  const rows = isDesktop ? DESKTOP_ROWS : PHONE_ROWS;
  const sizes = useMemo(() => groupSizes(market.tick), [market.tick]);
  const [size, setSize] = useState(market.tick);
  const store = live.orderBook(market.symbol);
  useEffect(() => store.setGrouping({ size: size === market.tick ? undefined : size, rows }), [store, size, rows, market.tick]);
  const book = useLive(store);
  const trades = useLive(live.trades(market.symbol));
  const { openOrders } = useLive(live.account);
  const ownPrices = useMemo(
    () => new Set(openOrders.flatMap((order) => (order.symbol === market.symbol && order.price ? [order.price] : []))),
    [openOrders, market.symbol],
  );
  const lastTrade = trades.trades[0];
  return (
    <div className="book-column">
      {isDesktop && (
        <div className="row between">
          <h2 className="book-title">{t("trade.orderBook")}</h2>
          <GroupingChoice size={size} sizes={sizes} onChoose={setSize} />
        </div>
      )}
      <OrderBookView
        asks={book.asks}
        bids={book.bids}
        rows={rows}
        base={look.base}
        priceDecimals={size.split(".")[1]?.length ?? 0}
        quantityDecimals={look.quantityDecimals}
        hasTotals={isDesktop}
        lastPrice={lastTrade?.price ?? market.chPrice}
        lastSide={lastTrade?.side}
        indexPrice={market.indexPrice}
        isStale={book.status === "stale"}
        ownPrices={ownPrices}
        onPick={onPick}
      />
      {!isDesktop && <GroupingChoice size={size} sizes={sizes} onChoose={setSize} />}
    </div>
  );
}

interface GroupingChoiceProps {
  readonly size: string;
  readonly sizes: readonly string[];
  readonly onChoose: (size: string) => void;
}

function GroupingChoice({ size, sizes, onChoose }: GroupingChoiceProps) {
  const t = useT();
  const trimmed = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  return (
    <div className="grouping">
      <Select
        label={t("trade.grouping")}
        value={size}
        onValueChange={onChoose}
        choices={sizes.map((value) => ({ value, label: trimmed(value) }))}
      />
    </div>
  );
}

function TapeColumn({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const { trades } = useLive(live.trades(shown.market.symbol));
  return (
    <div className="tape-column">
      <h2 className="book-title">{t("trade.lastTrades")}</h2>
      <RecentTradesView
        trades={trades.slice(0, TAPE_ROWS)}
        priceDecimals={shown.look.priceDecimals}
        quantityDecimals={shown.look.quantityDecimals}
      />
    </div>
  );
}

type OrdersTab = "open" | "holdings" | "tape" | "history" | "trades";

interface OrdersSectionProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly acts: ReturnType<typeof useOrders>;
  readonly isLoggedIn: boolean;
}

function OrdersSection({ shown, isDesktop, acts, isLoggedIn }: OrdersSectionProps) {
  const t = useT();
  const lookOf = useLooks();
  const account = useLive(live.account);
  const [tab, setTab] = useState<OrdersTab>("open");
  const [reducing, setReducing] = useState<WireOrder | null>(null);
  const [isAsking, setAsking] = useState(false);
  const tabs = [
    { value: "open" as const, label: t("trade.openOrders", { count: account.openOrders.length }) },
    { value: "holdings" as const, label: t("trade.holdings") },
    ...(isDesktop ? [] : [{ value: "tape" as const, label: t("trade.lastTrades") }]),
    { value: "history" as const, label: t("trade.orderHistory") },
    { value: "trades" as const, label: t("trade.tradeHistory") },
  ];
  return (
    <section className="orders-section">
      <Tabs label={t("trade.records")} value={tab} onValueChange={setTab} choices={tabs} panelId="orders-panel" />
      <div id="orders-panel" role="tabpanel" className="orders-body">
        {tab === "tape" ? (
          <TapeColumn shown={shown} />
        ) : !isLoggedIn ? (
          <Empty icon={UsersIcon} title={t("trade.loginForOrders")} />
        ) : tab === "open" ? (
          <OrdersPanel
            orders={account.openOrders}
            lookOf={lookOf}
            symbol={shown.market.symbol}
            isDesktop={isDesktop}
            busyIds={acts.busyIds}
            onCancel={(order) => void acts.cancel(order)}
            onReduce={setReducing}
            onCancelAll={() => setAsking(true)}
          />
        ) : tab === "holdings" ? (
          <HoldingsPanel balances={account.balances} />
        ) : tab === "history" ? (
          <OrderHistory lookOf={lookOf} isDesktop={isDesktop} />
        ) : (
          <TradeHistory lookOf={lookOf} isDesktop={isDesktop} />
        )}
      </div>
      <ReduceSheet order={reducing} onClose={() => setReducing(null)} onReduce={acts.reduce} />
      <Sheet open={isAsking} onOpenChange={setAsking} title={t("trade.cancelAllTitle")}>
        <div className="stack-4">
          <p>{t("trade.cancelAllNote", { count: account.openOrders.length })}</p>
          <div className="g2">
            <Button onClick={() => setAsking(false)}>{t("trade.keepOrders")}</Button>
            <Button
              tone="danger"
              onClick={() => {
                setAsking(false);
                void acts.cancelAll();
              }}
            >
              {t("trade.cancelAll")}
            </Button>
          </div>
        </div>
      </Sheet>
    </section>
  );
}
