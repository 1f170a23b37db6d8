import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { withWords } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { useTapeColumn } from "../../shell/hooks/use-media-query.ts";
import { tradePath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { withCount } from "../../shell/translation/with-count.ts";
import { useAppStore } from "../../state/app-store.ts";
import { TapeColumn } from "../../trading/book/tape-column.tsx";
import { type ShownMarket, useMarketFormats } from "../../trading/market/use-market.ts";
import { FilteredOpenOrders, type PairFilter } from "../../trading/orders/filtered-open-orders.tsx";
import { RECORDS_TABS, type RecordsTab } from "../../trading/orders/records-tab.ts";
import { TabbedSection } from "../../trading/orders/tabbed-section.tsx";
import { useTriggers } from "../../trading/orders/trailing-triggers.ts";
import type { SpotOrderActions } from "../../trading/orders/use-orders.ts";
import { useTabInAddress } from "../../trading/orders/use-tab-in-address.ts";

/** Lazy: part of the wallets, not needed for the first render. */
const SpotHoldings = lazy(async () => ({
  default: (await loadPart(() => withWords(["wallet"], () => import("../../shared/funds/spot-holdings.tsx"))))
    .SpotHoldings,
}));

/** Lazy: loaded when its tab is opened. */
const SpotHistory = lazy(async () => ({
  default: (await loadPart(() => import("../../trading/records/spot/spot-history.tsx"))).SpotHistory,
}));

const TAPE_ROWS = 30;

export interface OrdersSectionProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly acts: SpotOrderActions;
}

/** Below the ticket: pending orders, holdings and history. */
export function OrdersSection(props: OrdersSectionProps) {
  const { isDesktop } = props;
  const t = useT();
  const { openOrders, state } = useLive(live.account);
  const { tab: chosen, setTab, section } = useTabInAddress(RECORDS_TABS, "open");
  // Wide windows show the last trades in a separate column.
  const isWide = useTapeColumn();
  const tab = isWide && chosen === "tape" ? "open" : chosen;
  const [isThisPairOnly, setThisPairOnly] = useState(false);
  const isKnown = state === "ready" || state === "signed-out";
  const tabs = [
    {
      value: "open" as const,
      label: withCount(t("trade.openOrders", { count: openOrders.length }), isKnown),
    },
    { value: "holdings" as const, label: t("trade.holdings") },
    ...(isWide ? [] : [{ value: "tape" as const, label: t("trade.lastTrades") }]),
    { value: "history" as const, label: t("trade.orderHistory") },
    { value: "trades" as const, label: t("trade.tradeHistory") },
  ];
  return (
    <TabbedSection
      ref={section}
      tab={tab}
      onTab={setTab}
      tabs={tabs}
      panelId="orders-panel"
      acts={
        isDesktop &&
        tab === "open" &&
        openOrders.length > 0 && (
          <Checkbox
            label={t("trade.thisPairOnly")}
            checked={isThisPairOnly}
            onCheckedChange={setThisPairOnly}
          />
        )
      }
    >
      <RecordsBody {...props} tab={tab} isThisPairOnly={isThisPairOnly} onThisPairOnly={setThisPairOnly} />
    </TabbedSection>
  );
}

interface RecordsBodyProps extends OrdersSectionProps, PairFilter {
  readonly tab: RecordsTab;
}

function RecordsBody({ tab, ...props }: RecordsBodyProps) {
  const { shown, isDesktop } = props;
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const formatOf = useMarketFormats();
  if (tab === "tape") {
    return (
      <div className="pad">
        <TapeColumn symbol={shown.market.symbol} look={shown.look} rows={TAPE_ROWS} />
      </div>
    );
  }
  if (!isLoggedIn) {
    return <LogInFirst title={t("trade.loginForOrders")} returnTo={tradePath(shown.market.symbol)} />;
  }
  if (tab === "open") return <LiveOrders {...props} />;
  return (
    <Suspense fallback={<SkeletonRows count={4} label={t("shell.loading")} />}>
      {tab === "holdings" ? (
        <SpotHoldings isDesktop={isDesktop} />
      ) : (
        <SpotHistory view={tab} formatOf={formatOf} isDesktop={isDesktop} />
      )}
    </Suspense>
  );
}

function LiveOrders(props: OrdersSectionProps & PairFilter): ReactNode {
  const { openOrders, state } = useLive(live.account);
  const orders = useTriggers("spot", openOrders);
  return <FilteredOpenOrders {...props} orders={state === "loading" ? undefined : orders} />;
}
