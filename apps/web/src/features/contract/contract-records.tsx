import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { SkeletonRows } from "@candor/ui/feedback.tsx";
import { lazy, Suspense, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { loadPart } from "../../shell/code-loading/load-part.ts";
import { useTapeColumn } from "../../shell/hooks/use-media-query.ts";
import { CONTRACT_HISTORY, closedPositionsPath, contractPath } from "../../shell/routing/routes.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { withCount } from "../../shell/translation/with-count.ts";
import { useAppStore } from "../../state/app-store.ts";
import { TapeColumn } from "../../trading/book/tape-column.tsx";
import { type ShownMarket, useMarketFormats } from "../../trading/market/use-market.ts";
import { OrderChanges } from "../../trading/orders/order-changes.tsx";
import { TabbedSection } from "../../trading/orders/tabbed-section.tsx";
import { useTriggers } from "../../trading/orders/trailing-triggers.ts";
import { useTabInAddress } from "../../trading/orders/use-tab-in-address.ts";
import { CloseAllSheet } from "./close-all-sheet.tsx";
import { CloseSheet } from "./close-sheet.tsx";
import { contractStore, type LiveContracts } from "./contract-live.ts";
import { ContractOrders } from "./contract-orders.tsx";
import type { ContractTerms } from "./contract-terms.ts";
import { ContractAccountLine } from "./contract-wallet.tsx";
import { MarginSheet } from "./margin-sheet.tsx";
import { Positions } from "./positions.tsx";
import { ProtectionSheet } from "./protection-sheet.tsx";
import { ReverseSheet } from "./reverse-sheet.tsx";
import type { ContractActions } from "./use-contract-actions.ts";

const ContractHistory = lazy(async () => ({
  default: (await loadPart(() => import("./contract-history.tsx"))).ContractHistory,
}));

const TAPE_ROWS = 30;
const TABS = ["positions", "orders", "triggers", "history", "trades", "closed", "tape"] as const;
type Tab = (typeof TABS)[number];

/** The pages of the tabs that list the past. */
const HISTORY_PATHS = {
  history: CONTRACT_HISTORY,
  trades: `${CONTRACT_HISTORY}?view=trades`,
  closed: closedPositionsPath,
} as const;
type HistoryTab = keyof typeof HISTORY_PATHS;
const isHistory = (tab: Tab): tab is HistoryTab => tab in HISTORY_PATHS;

export interface ContractRecordsProps {
  readonly shown: ShownMarket;
  readonly terms: ContractTerms;
  readonly contracts: LiveContracts;
  readonly acts: ContractActions;
  readonly isDesktop: boolean;
}

/** Positions and pending orders below the ticket. */
export function ContractRecords(props: ContractRecordsProps) {
  const { contracts } = props;
  const t = useT();
  const { tab: chosen, setTab, section } = useTabInAddress<Tab>(TABS, "positions");
  const [isClosingAll, setClosingAll] = useState(false);
  // Wide windows show the last trades in a separate column.
  const isWide = useTapeColumn();
  const tab = isWide && chosen === "tape" ? "positions" : chosen;
  const isKnown = contracts.state === "ready";
  const waiting = contracts.orders.filter(({ status }) => status === "untriggered").length;
  const label = (words: "contract.positions" | "contract.orders" | "contract.triggers", count: number) =>
    withCount(t(words, { count }), isKnown);
  const tabs = [
    { value: "positions" as const, label: label("contract.positions", contracts.positions.length) },
    { value: "orders" as const, label: label("contract.orders", contracts.orders.length - waiting) },
    { value: "triggers" as const, label: label("contract.triggers", waiting) },
    { value: "history" as const, label: t("trade.orderHistory") },
    { value: "trades" as const, label: t("trade.tradeHistory") },
    { value: "closed" as const, label: t("profit.closedPositions") },
    ...(isWide ? [] : [{ value: "tape" as const, label: t("trade.lastTrades") }]),
  ];
  return (
    <TabbedSection
      ref={section}
      tab={tab}
      onTab={setTab}
      tabs={tabs}
      panelId="contract-panel"
      acts={
        <>
          {tab === "positions" && contracts.live.length > 0 && (
            <Button tone="ghost" size="small" className="close-all" onClick={() => setClosingAll(true)}>
              {t("contract.closeAll")}
            </Button>
          )}
          {isHistory(tab) && (
            <ButtonLink to={HISTORY_PATHS[tab]} tone="ghost" size="small" className="close-all">
              {t("contract.history")}
            </ButtonLink>
          )}
        </>
      }
    >
      <RecordsBody {...props} tab={tab} />
      <CloseAllSheet
        open={isClosingAll}
        onOpenChange={setClosingAll}
        positions={contracts.live}
        orders={contracts.orders.length}
        acts={props.acts}
      />
    </TabbedSection>
  );
}

function RecordsBody(props: ContractRecordsProps & { readonly tab: Tab }) {
  const { tab, shown, contracts } = props;
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  if (tab === "tape") {
    return (
      <div className="pad">
        <TapeColumn symbol={shown.market.symbol} kind="contract" look={shown.look} rows={TAPE_ROWS} />
      </div>
    );
  }
  if (!isLoggedIn) {
    return (
      <LogInFirst title={t("contract.loginForPositions")} returnTo={contractPath(shown.market.symbol)} />
    );
  }
  if (contracts.state === "failed")
    return <LoadFailed error={contractStore().failure} onRetry={() => contractStore().reload()} />;
  if (contracts.state === "loading") return <SkeletonRows count={2} label={t("shell.loading")} />;
  if (tab === "positions") return <OpenPositions {...props} />;
  if (isHistory(tab)) {
    return (
      <Suspense fallback={<SkeletonRows count={4} label={t("shell.loading")} />}>
        <ContractHistory view={tab} />
      </Suspense>
    );
  }
  return <WaitingOrders {...props} kind={tab} />;
}

type Sheet = "protection" | "margin" | "close" | "reverse";

/** The positions and the sheets that change them. */
function OpenPositions({ contracts, acts, terms, isDesktop }: ContractRecordsProps) {
  const [shownSheet, setSheet] = useState<{ readonly sheet: Sheet; readonly name: string } | null>(null);
  const open = (sheet: Sheet) => (name: string) => setSheet({ sheet, name });
  const close = () => setSheet(null);
  // The sheet closes when its position is closed.
  const chosen = contracts.live.find(({ name }) => name === shownSheet?.name);
  const of = (sheet: Sheet) => (shownSheet?.sheet === sheet ? chosen : undefined);
  return (
    <>
      {!isDesktop && contracts.live.length > 0 && (
        <ContractAccountLine account={contracts.account} terms={terms} />
      )}
      <Positions
        positions={contracts.live}
        isDesktop={isDesktop}
        onProtect={open("protection")}
        onMargin={open("margin")}
        onClose={open("close")}
        {...(!contracts.isHedged && { onReverse: open("reverse") })}
      />
      <ProtectionSheet live={of("protection")} onClose={close} acts={acts} />
      <MarginSheet live={of("margin")} account={contracts.account} onClose={close} acts={acts} />
      <CloseSheet live={of("close")} onClose={close} acts={acts} />
      <ReverseSheet live={of("reverse")} contracts={contracts} onClose={close} acts={acts} />
    </>
  );
}

function WaitingOrders({
  contracts,
  acts,
  isDesktop,
  kind,
}: ContractRecordsProps & { kind: "orders" | "triggers" }) {
  const formatOf = useMarketFormats("contract");
  const known = useTriggers("contract", contracts.orders);
  const orders = known.filter(({ status }) => (status === "untriggered") === (kind === "triggers"));
  return (
    <OrderChanges acts={acts} count={contracts.orders.length}>
      {(actions) => (
        <ContractOrders
          actions={actions}
          orders={orders}
          kind={kind}
          formatOf={formatOf}
          isDesktop={isDesktop}
        />
      )}
    </OrderChanges>
  );
}
