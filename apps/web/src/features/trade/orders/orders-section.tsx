import { ButtonLink } from "@candor/ui/button.tsx";
import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { UsersIcon } from "@candor/ui/icons.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import { type ReactNode, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { loginPath, tradePath } from "../../../shell/routes.ts";
import { live } from "../../../shell/services.ts";
import { useLive } from "../../../shell/use-live.ts";
import { useAppStore } from "../../../state/app-store.ts";
import { TapeColumn } from "../book/tape-column.tsx";
import { type ShownMarket, useLooks } from "../market/use-market.ts";
import { HoldingsPanel } from "./holdings-panel.tsx";
import { OpenOrders } from "./open-orders.tsx";
import { OrderChanges } from "./order-changes.tsx";
import { OrderHistory } from "./order-history.tsx";
import "./orders.css";
import { RECORDS_TABS, type RecordsTab } from "./records-tab.ts";
import { TradeHistory } from "./trade-history.tsx";
import type { OrderActs } from "./use-orders.ts";
import { useTabInAddress } from "./use-tab-in-address.ts";

const TAPE_ROWS = 30;
const PANEL_ID = "orders-panel";

export interface OrdersSectionProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly acts: OrderActs;
}

/** Below the ticket: what waits, what is held, what has been. */
export function OrdersSection(props: OrdersSectionProps) {
  const { isDesktop } = props;
  const t = useT();
  const { openOrders } = useLive(live.account);
  const { tab: chosen, setTab, section } = useTabInAddress(RECORDS_TABS, "open");
  // A desktop has the last trades beside the book.
  const tab = isDesktop && chosen === "tape" ? "open" : chosen;
  const [isThisPairOnly, setThisPairOnly] = useState(false);
  const tabs = [
    { value: "open" as const, label: t("trade.openOrders", { count: openOrders.length }) },
    { value: "holdings" as const, label: t("trade.holdings") },
    ...(isDesktop ? [] : [{ value: "tape" as const, label: t("trade.lastTrades") }]),
    { value: "history" as const, label: t("trade.orderHistory") },
    { value: "trades" as const, label: t("trade.tradeHistory") },
  ];
  return (
    <section ref={section} className="orders-section">
      <div className="row between orders-head">
        <Tabs
          plain
          className="grow"
          label={t("trade.records")}
          value={tab}
          onValueChange={setTab}
          choices={tabs}
          panelId={PANEL_ID}
        />
        {isDesktop && tab === "open" && openOrders.length > 0 && (
          <Checkbox
            label={t("trade.thisPairOnly")}
            checked={isThisPairOnly}
            onCheckedChange={setThisPairOnly}
          />
        )}
      </div>
      <div
        id={PANEL_ID}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        tabIndex={0}
        className="orders-body"
      >
        <RecordsBody {...props} tab={tab} isThisPairOnly={isThisPairOnly} onThisPairOnly={setThisPairOnly} />
      </div>
    </section>
  );
}

interface PairFilter {
  readonly isThisPairOnly: boolean;
  readonly onThisPairOnly: (on: boolean) => void;
}

interface RecordsBodyProps extends OrdersSectionProps, PairFilter {
  readonly tab: RecordsTab;
}

function RecordsBody({ tab, ...props }: RecordsBodyProps) {
  const { shown, isDesktop } = props;
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const lookOf = useLooks();
  if (tab === "tape") {
    return (
      <div className="pad">
        <TapeColumn symbol={shown.market.symbol} look={shown.look} rows={TAPE_ROWS} />
      </div>
    );
  }
  if (!isLoggedIn) {
    return (
      <Empty
        icon={UsersIcon}
        title={t("trade.loginForOrders")}
        action={
          <ButtonLink to={loginPath(tradePath(shown.market.symbol))} tone="primary" size="small">
            {t("shell.logIn")}
          </ButtonLink>
        }
      />
    );
  }
  if (tab === "open") return <LiveOrders {...props} />;
  if (tab === "holdings") return <HoldingsPanel isDesktop={isDesktop} />;
  if (tab === "history") return <OrderHistory lookOf={lookOf} isDesktop={isDesktop} />;
  return <TradeHistory lookOf={lookOf} isDesktop={isDesktop} />;
}

/** The open orders with what can be done to them. */
function LiveOrders(props: OrdersSectionProps & PairFilter): ReactNode {
  const { shown, isDesktop, acts, isThisPairOnly, onThisPairOnly } = props;
  const t = useT();
  const lookOf = useLooks();
  const { openOrders, state } = useLive(live.account);
  const { symbol } = shown.market;
  const orders = isThisPairOnly ? openOrders.filter((order) => order.symbol === symbol) : openOrders;
  if (state === "loading") return <SkeletonRows count={2} label={t("shell.loading")} />;
  const only = isThisPairOnly ? { symbol, name: shown.look.name } : undefined;
  return (
    <OrderChanges acts={acts} count={orders.length} only={only}>
      {(actions) => (
        <OpenOrders
          {...actions}
          orders={orders}
          hasOthers={openOrders.length > orders.length}
          lookOf={lookOf}
          isDesktop={isDesktop}
          isThisPairOnly={isThisPairOnly}
          onThisPairOnly={onThisPairOnly}
        />
      )}
    </OrderChanges>
  );
}
