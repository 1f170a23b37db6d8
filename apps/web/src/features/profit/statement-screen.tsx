import { Button } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { firstOfMonth, utcDay } from "../../shared/profit/utc-days.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { socket } from "../../shell/services/services.ts";
import { statementMonths } from "./statement-months.ts";
import { StatementPaper } from "./statement-paper.tsx";
import { useUtcDates } from "./use-utc-dates.ts";
import "./statement.css";

/** A month's statement, to read and to print. */
export function Screen() {
  const t = useT();
  const dates = useUtcDates();
  const [params, setParams] = useSearchParams();
  const [months] = useState(() => statementMonths(firstOfMonth(utcDay(socket.clock.now()))));
  const month = months.find((each) => each === params.get("month")) ?? months[0] ?? "";
  const { data, isError, error, refetch } = useCall(
    "profitStatement",
    { month },
    { sameInAllLanguages: true },
  );
  return (
    <Page title={t("profit.statement")} hasBack>
      <div className="statement-acts">
        <Select
          label={t("profit.statementMonth")}
          value={month}
          onValueChange={(next) => setParams({ month: next }, { replace: true })}
          choices={months.map((value) => ({ value, label: dates.month(`${value}-01`) }))}
        />
        <Button tone="primary" disabled={data === undefined} onClick={() => globalThis.print()}>
          {t("profit.statementPrint")}
        </Button>
      </div>
      {data !== undefined ? (
        <StatementPaper statement={data} />
      ) : isError ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="pad" role="status" aria-label={t("shell.loading")}>
          <Skeleton height={480} />
        </div>
      )}
    </Page>
  );
}
