import { Button } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Select } from "@candor/ui/select.tsx";
import { useT } from "../../i18n/use-t.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { currentMonth, useStatementMonths } from "./statement-months.ts";
import { StatementPaper } from "./statement-paper.tsx";
import { useUtcDates } from "./use-utc-dates.ts";
import "./statement.css";

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** A month's statement, to read and to print. Without a month in the address, the server chooses the current one. */
export function Screen() {
  const t = useT();
  const dates = useUtcDates();
  const [params, setParams] = useSearchParams();
  const given = params.get("month") ?? "";
  const asked = MONTH.test(given) ? given : undefined;
  const query = useCall("profitStatement", asked === undefined ? {} : { month: asked }, {
    sameInAllLanguages: true,
  });
  const { data, isError, error, refetch } = query;
  const month = asked ?? data?.month ?? currentMonth();
  const now = currentMonth();
  const latest = asked !== undefined && asked < now ? now : month;
  const months = useStatementMonths(latest, month);
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
