import { Empty, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { TimerIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { Tabs } from "@candor/ui/tabs.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import { useState } from "react";
import type { OptionView } from "../../data/option-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { optionPath } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { LogInFirst } from "../../shell/session/log-in-first.tsx";
import { useServerNow } from "../../shell/time/use-server-now.ts";
import { withCount } from "../../shell/translation/with-count.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useBoughtColumns } from "../../trading/records/option-columns.tsx";
import { OptionRows } from "../../trading/records/option-rows.tsx";
import { DirectionText, OPTION_STATUS_WORDS } from "../../trading/records/option-text.tsx";
import "../../trading/records/records.css";
import { TimeText } from "../../trading/orders/order-text.tsx";
import { RecordCard } from "../../trading/orders/record-card.tsx";
import { useOptions } from "../../trading/records/use-records.ts";
import "../../trading/orders/orders.css";
import { clockText } from "./option-figures.ts";
import { useOptionStore } from "./option-live.ts";

const PANEL_ID = "option-panel";
const EVERYTHING = { symbol: null, side: null, since: null, until: null } as const;
const BEAT_MS = 1_000;

interface Chosen {
  readonly tab: "open" | "settled";
  /** Purchase time of the newest open contract at that moment; 0 if none was open. */
  readonly newest: number;
}

/** Open contracts of all indexes, and settled ones. */
export function OptionRecords({ symbol }: { readonly symbol: string }) {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { open, state } = useLive(useOptionStore());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const newest = Math.max(0, ...open.map(({ orderTimeMs }) => orderTimeMs));
  // A new purchase shows at once, whichever tab was chosen before.
  const isCurrent = chosen !== null && newest <= chosen.newest;
  const tab = isCurrent ? chosen.tab : open.length > 0 ? "open" : "settled";
  const choices = [
    {
      value: "open" as const,
      label: withCount(t("option.open", { count: open.length }), !isLoggedIn || state === "ready"),
    },
    { value: "settled" as const, label: t("records.settled") },
  ];
  return (
    <section className="option-records">
      <Tabs
        plain
        className="pad"
        label={t("trade.records")}
        value={tab}
        onValueChange={(next) => setChosen({ tab: next, newest })}
        choices={choices}
        panelId={PANEL_ID}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div id={PANEL_ID} role="tabpanel" tabIndex={0} className="option-records-body">
        {!isLoggedIn && <LogInFirst title={t("option.loginFor")} returnTo={optionPath(symbol)} />}
        {isLoggedIn && (tab === "open" ? <OpenOptions options={open} state={state} /> : <SettledOptions />)}
      </div>
    </section>
  );
}

function SettledOptions() {
  return <OptionRows pages={useOptions(EVERYTHING)} isNarrowed={false} />;
}

interface OpenProps {
  readonly options: readonly WireOption[];
  readonly state: OptionView["state"];
}

function OpenOptions({ options, state }: OpenProps) {
  const t = useT();
  const isDesktop = useDesktop();
  const bought = useBoughtColumns();
  const nowMs = useServerNow(BEAT_MS);
  const left = ({ sellTimeMs }: WireOption) => (
    <span className="n" translate="no">
      {clockText(sellTimeMs - nowMs)}
    </span>
  );
  const income = ({ expectedIncome }: WireOption) => (
    <FinancialText value={expectedIncome} sign="always" toned maxDecimals={2} />
  );
  if (options.length === 0 && state === "loading")
    return <SkeletonRows count={2} label={t("shell.loading")} />;
  if (options.length === 0)
    return (
      <Empty icon={TimerIcon} title={t("option.noneOpen")}>
        {t("option.noneOpenNote")}
      </Empty>
    );
  if (!isDesktop) {
    return options.map((option) => (
      <RecordCard
        key={option.optionId}
        pair={option.name}
        badge={<DirectionText option={option} />}
        aside={left(option)}
        figures={[
          { label: t("records.optionStake"), value: <FinancialText value={option.amount} minDecimals={2} /> },
          { label: t("records.optionStrike"), value: <FinancialText value={option.strikePrice} /> },
          { label: t("option.ifRight"), value: income(option) },
          { label: t("trade.index"), value: <IndexNow symbol={option.symbol} /> },
          { label: t("records.optionBought"), value: <TimeText timeMs={option.orderTimeMs} /> },
          { label: t("records.optionEnd"), value: <TimeText timeMs={option.sellTimeMs} /> },
        ]}
      />
    ));
  }
  const columns: readonly Column<WireOption>[] = [
    ...bought,
    {
      key: "index",
      header: t("trade.index"),
      align: "right",
      renderCell: ({ symbol }) => <IndexNow symbol={symbol} />,
    },
    { key: "income", header: t("option.ifRight"), align: "right", renderCell: income },
    { key: "status", header: t("trade.status"), renderCell: ({ status }) => t(OPTION_STATUS_WORDS[status]) },
    { key: "left", header: t("option.left"), align: "right", renderCell: left },
  ];
  return (
    <Table
      label={t("option.open", { count: options.length })}
      columns={columns}
      rows={options}
      rowKey={({ optionId }) => optionId}
    />
  );
}

/** Current index of a contract's market. */
function IndexNow({ symbol }: { readonly symbol: string }) {
  const { price } = useLive(live.index(symbol));
  return <FinancialText value={price} />;
}
