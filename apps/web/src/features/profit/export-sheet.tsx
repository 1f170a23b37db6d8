import { Button, ButtonLink } from "@candor/ui/button.tsx";
import { DayField } from "@candor/ui/day-field.tsx";
import { Select } from "@candor/ui/select.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { useState } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { plusDays, utcDay } from "../../shared/profit/utc-days.ts";
import { statementPath } from "../../shell/routing/routes.ts";
import { socket } from "../../shell/services/services.ts";
import { currentMonth, useStatementMonths } from "./statement-months.ts";
import { EXPORT_FILES, type ExportFile, MAX_EXPORT_DAYS, useFileExport } from "./use-file-export.ts";
import { useUtcDates } from "./use-utc-dates.ts";

/** A file, or the page to print. */
type Choice = ExportFile | "statement";

const FILE_WORDS: Readonly<Record<Choice, MessageKey>> = {
  statement: "profit.statement",
  profit: "profit.fileDays",
  positions: "profit.closedPositions",
  trades: "profit.fileTrades",
  orders: "profit.fileOrders",
  funds: "wallet.records",
  tax: "profit.fileTax",
};

const FILE_NOTES: Readonly<Record<Choice, MessageKey>> = {
  statement: "profit.statementNote",
  profit: "profit.fileDaysNote",
  positions: "profit.filePositionsNote",
  trades: "profit.fileTradesNote",
  orders: "profit.fileOrdersNote",
  funds: "profit.fileFundsNote",
  tax: "profit.fileTaxNote",
};

/** Days of the first proposal, the current one included. */
const USUAL_DAYS = 30;

const YEAR_CHARACTERS = "2026".length;
const MONTH_CHARACTERS = "2026-01".length;

/** The years since the account was opened, the current one first. */
function useYears(today: string): readonly string[] {
  const months = useStatementMonths(today.slice(0, MONTH_CHARACTERS), today.slice(0, MONTH_CHARACTERS));
  return [...new Set(months.map((month) => month.slice(0, YEAR_CHARACTERS)))];
}

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Chosen at first; profit per day by default. */
  readonly first?: Choice;
}

/** Chooses a file and a period. */
export function ExportSheet({ open, onOpenChange, first = "profit" }: Props) {
  const t = useT();
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("wallet.export")}>
      <ExportForm first={first} onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}

function ExportForm({ first, onDone }: { readonly first: Choice; readonly onDone: () => void }) {
  const t = useT();
  const [today] = useState(() => utcDay(socket.clock.now()));
  const [choice, setChoice] = useState<Choice>(first);
  return (
    <div className="stack-4">
      <Select<Choice>
        label={t("profit.file")}
        labelShown
        value={choice}
        onValueChange={setChoice}
        choices={[...EXPORT_FILES, "statement" as const].map((value) => ({
          value,
          label: t(FILE_WORDS[value]),
        }))}
      />
      <p className="small muted">{t(FILE_NOTES[choice])}</p>
      {choice === "statement" ? (
        <StatementMonth />
      ) : (
        <FilePeriod file={choice} today={today} onDone={onDone} />
      )}
    </div>
  );
}

function StatementMonth() {
  const t = useT();
  const dates = useUtcDates();
  const [latest] = useState(currentMonth);
  const [month, setMonth] = useState(latest);
  const months = useStatementMonths(latest, month);
  return (
    <>
      <Select
        label={t("profit.statementMonth")}
        labelShown
        value={month}
        onValueChange={setMonth}
        choices={months.map((value) => ({ value, label: dates.month(`${value}-01`) }))}
      />
      <p className="small muted">{t("profit.utcNote")}</p>
      <ButtonLink tone="primary" block to={statementPath(month)}>
        {t("profit.statementOpen")}
      </ButtonLink>
    </>
  );
}

interface PeriodProps {
  readonly file: ExportFile;
  readonly today: string;
  readonly onDone: () => void;
}

function FilePeriod({ file, today, onDone }: PeriodProps) {
  const t = useT();
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState<string | null>(null);
  const { isBusy, run } = useFileExport();
  const [year, setYear] = useState(today.slice(0, 4));
  const years = useYears(today);
  const isTax = file === "tax";
  const last = isTax ? `${year}-12-31` : (to ?? today);
  const first = isTax ? `${year}-01-01` : (from ?? plusDays(last, 1 - USUAL_DAYS));
  const isTooLong = first < plusDays(last, 1 - MAX_EXPORT_DAYS);
  const isBackward = first > last;
  return (
    <>
      {isTax ? (
        <Select
          label={t("profit.year")}
          labelShown
          value={year}
          onValueChange={setYear}
          choices={years.map((value) => ({ value, label: value }))}
        />
      ) : (
        <div className="g2">
          <DayField label={t("wallet.since")} value={first} most={last} onValueChange={setFrom} />
          <DayField label={t("wallet.until")} value={last} least={first} most={today} onValueChange={setTo} />
        </div>
      )}
      {(isTooLong || isBackward) && (
        <p className="small down" role="alert">
          {t(isTooLong ? "profit.exportTooLong" : "profit.exportBackward", { days: MAX_EXPORT_DAYS })}
        </p>
      )}
      <p className="small muted">{t("profit.utcNote")}</p>
      <Button
        tone="primary"
        block
        busy={isBusy}
        disabled={isTooLong || isBackward}
        onClick={() => void run(file, first, last).then((isDone) => isDone && onDone())}
      >
        {t("wallet.export")}
      </Button>
    </>
  );
}
