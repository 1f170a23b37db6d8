import { Button, IconButton } from "@candor/ui/button.tsx";
import { Empty, Skeleton } from "@candor/ui/feedback.tsx";
import { ChartIcon } from "@candor/ui/icons.tsx";
import { ChevronRightIcon, DepositIcon } from "@candor/ui/page-icons.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Chips, Tabs } from "@candor/ui/tabs.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { useProfitDays } from "../../shared/profit/use-profit.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { refresh } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { Page } from "../../shell/page/page.tsx";
import { closedPositionsPath, FUND_RECORDS, statementPath } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { Calendar } from "./calendar.tsx";
import { ExportSheet } from "./export-sheet.tsx";
import { Overview } from "./overview.tsx";
import { Products } from "./products.tsx";
import "./profit-page.css";
import { isEmpty } from "./profit-sums.ts";
import {
  type ProfitView,
  RANGE_DAYS,
  RANGES,
  type Range,
  readView,
  VIEWS,
  type View,
  writeView,
} from "./profit-view.ts";
import { currentMonth } from "./statement-months.ts";

const VIEW_WORDS: Readonly<Record<View, MessageKey>> = {
  overview: "profit.overview",
  calendar: "profit.calendar",
  products: "profit.byProductTab",
};

const RANGE_WORDS: Readonly<Record<Range, MessageKey>> = {
  "7d": "profit.range7d",
  "30d": "profit.range30d",
  "90d": "profit.range90d",
  "1y": "profit.range1y",
};
const PANEL = "profit-panel";

/** What the user earned: equity, days, products and markets. */
export function Screen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const change = (part: Partial<ProfitView>) => setParams(writeView({ ...view, ...part }), { replace: true });
  return (
    <Page title={t("profit.title")} hasBack actions={<ExportButton />}>
      <div className="group profit-tabs">
        <Tabs
          plain
          label={t("profit.title")}
          value={view.view}
          onValueChange={(next) => change({ view: next })}
          panelId={PANEL}
          choices={VIEWS.map((value) => ({ value, label: t(VIEW_WORDS[value]) }))}
        />
      </div>
      <div id={PANEL} role="tabpanel" aria-label={t(VIEW_WORDS[view.view])}>
        <PullToRefresh onRefresh={() => refresh("profitDays")}>
          {view.view === "calendar" ? <Calendar /> : <Period view={view} onChange={change} />}
          <More />
        </PullToRefresh>
      </div>
    </Page>
  );
}

interface PeriodProps {
  readonly view: ProfitView;
  readonly onChange: (part: Partial<ProfitView>) => void;
}

function Period({ view, onChange }: PeriodProps) {
  const t = useT();
  const query = useProfitDays({ days: RANGE_DAYS[view.range] });
  const reply = query.data;
  if (query.isError && reply === undefined)
    return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <Chips
        className="profit-ranges"
        label={t("profit.range")}
        value={view.range}
        onValueChange={(range) => onChange({ range })}
        choices={RANGES.map((value) => ({ value, label: t(RANGE_WORDS[value]) }))}
      />
      {reply === undefined ? (
        <div className="pad" role="status" aria-label={t("shell.loading")}>
          <Skeleton height={360} />
        </div>
      ) : isEmpty(reply) ? (
        <div className="group">
          <Empty icon={ChartIcon} title={t("profit.emptyTitle")}>
            {t("profit.emptyNote")}
          </Empty>
        </div>
      ) : view.view === "overview" ? (
        <Overview reply={reply} wallet={view.wallet} onWallet={(wallet) => onChange({ wallet })} />
      ) : (
        <Products reply={reply} />
      )}
    </>
  );
}

function ExportButton() {
  const t = useT();
  const isDesktop = useDesktop();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isDesktop ? (
        <Button size="medium" tone="line" onClick={() => setOpen(true)}>
          <DepositIcon size="s" />
          {t("wallet.export")}
        </Button>
      ) : (
        <IconButton label={t("wallet.export")} onClick={() => setOpen(true)}>
          <DepositIcon />
        </IconButton>
      )}
      <ExportSheet open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

/** What else tells of the same: lists, the page to print, and the file for the tax office. */
function More() {
  const t = useT();
  const [isTaxOpen, setTaxOpen] = useState(false);
  const link = (to: string, label: string) => (
    <li className="setting">
      <Link className="row-act grow" to={to}>
        {label}
      </Link>
      <ChevronRightIcon size="s" className="muted" />
    </li>
  );
  return (
    <ul className="list group profit-more">
      {link(closedPositionsPath, t("profit.closedPositions"))}
      {link(FUND_RECORDS, t("wallet.records"))}
      {link(statementPath(currentMonth()), t("profit.statement"))}
      <li className="setting">
        <button type="button" className="row-act grow" onClick={() => setTaxOpen(true)}>
          {t("profit.fileTax")}
        </button>
        <ChevronRightIcon size="s" className="muted" />
        <ExportSheet open={isTaxOpen} onOpenChange={setTaxOpen} first="tax" />
      </li>
    </ul>
  );
}
