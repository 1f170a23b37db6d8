import { signOfDecimal } from "@candor/text/decimal-text";
import { IconButton } from "@candor/ui/button.tsx";
import { Skeleton } from "@candor/ui/feedback.tsx";
import type { Formats } from "@candor/ui/formats";
import { ChevronLeftIcon } from "@candor/ui/icons.tsx";
import { ChevronRightIcon } from "@candor/ui/page-icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireProfitDay } from "@candor/wire/profit-calls";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useProfitDays } from "../../shared/profit/use-profit.ts";
import { firstOfMonth, plusDays } from "../../shared/profit/utc-days.ts";
import { LoadFailed } from "../../shell/calls/load-failed.tsx";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { shownBridge } from "../../shell/wallets/shown-sums.ts";
import { ShownValueText } from "../../shell/wallets/value-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import { DaySheet } from "./day-sheet.tsx";
import { firstWeekday, weeksOf } from "./month-weeks.ts";
import { bridgeOf, equityBefore, sumPeriod } from "./profit-sums.ts";
import { useUtcDates } from "./use-utc-dates.ts";

/** Enough for the current month. */
const MONTH_DAYS = 31;

/** A month of days with what each earned. */
export function Calendar() {
  const t = useT();
  const dates = useUtcDates();
  const current = useProfitDays({ days: MONTH_DAYS });
  const [shown, setShown] = useState<string | null>(null);
  const today = current.data?.days.at(-1)?.date;
  if (today === undefined) {
    return current.isError ? (
      <LoadFailed error={current.error} onRetry={() => void current.refetch()} />
    ) : (
      <div className="pad" role="status" aria-label={t("shell.loading")}>
        <Skeleton height={360} />
      </div>
    );
  }
  const month = shown ?? firstOfMonth(today);
  return (
    <section className="group profit-panel">
      <div className="row between">
        <IconButton label={t("profit.monthBefore")} onClick={() => setShown(firstOfMonth(month, -1))}>
          <ChevronLeftIcon />
        </IconButton>
        <h2 className="profit-month" aria-live="polite">
          {dates.month(month)}
        </h2>
        <IconButton
          label={t("profit.monthAfter")}
          disabled={firstOfMonth(month, 1) > today}
          onClick={() => setShown(firstOfMonth(month, 1))}
        >
          <ChevronRightIcon />
        </IconButton>
      </div>
      <Month key={month} month={month} today={today} />
      <p className="small muted">{t("profit.utcNote")}</p>
    </section>
  );
}

/** @param props.month its first day */
function Month({ month, today }: { readonly month: string; readonly today: string }) {
  const t = useT();
  const last = plusDays(firstOfMonth(month, 1), -1);
  const display = useDisplay();
  const query = useProfitDays(last < today ? { from: month, to: last } : { days: MONTH_DAYS });
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={320} />
    );
  }
  const days = query.data.days.filter(({ date }) => date >= month && date <= last);
  const [first] = days;
  const earned =
    first && sumPeriod({ opening: { ...first.equity, total: equityBefore(first) }, days }, "total");
  return (
    <>
      <p className="row between small">
        <span className="muted">{t("profit.ofMonth")}</span>
        <ShownValueText
          value={earned === undefined ? "0" : shownBridge(earned, display)?.profit}
          hasUnit
          sign="always"
          toned
          className="med"
        />
      </p>
      <MonthTable month={month} last={last} today={today} days={days} />
    </>
  );
}

interface MonthProps {
  readonly month: string;
  readonly last: string;
  readonly today: string;
  readonly days: readonly WireProfitDay[];
}

function MonthTable({ month, last, today, days }: MonthProps) {
  const dates = useUtcDates();
  const { tag } = useFormats();
  const [opened, setOpened] = useState<string | null>(null);
  const weeks = weeksOf(month, last, firstWeekday(tag));
  const heads = weeks[1] ?? [];
  return (
    <>
      <table className="profit-calendar" aria-label={dates.month(month)}>
        <thead>
          <tr>
            {heads.map((day) => (
              <th key={day} scope="col">
                {day !== null && dates.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a place in the week, also without a day
                <td key={index}>
                  {day !== null && (
                    <DayCell
                      day={day}
                      isToday={day === today}
                      earned={days.find(({ date }) => date === day)}
                      onOpen={() => setOpened(day)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DaySheet day={days.find(({ date }) => date === opened) ?? null} onClose={() => setOpened(null)} />
    </>
  );
}

interface CellProps {
  readonly day: string;
  readonly isToday: boolean;
  /** Undefined for days to come. */
  readonly earned: WireProfitDay | undefined;
  readonly onOpen: () => void;
}

/** Amounts are short here; the day's sheet has all digits. */
function DayCell({ day, isToday, earned, onOpen }: CellProps) {
  const t = useT();
  const formats = useFormats();
  const dates = useUtcDates();
  const isHidden = useAppStore((state) => state.balancesHidden);
  const display = useDisplay();
  const { asset, isConverted } = display;
  const number = Number(day.slice(8));
  if (earned === undefined) return <span className="profit-day is-ahead">{number}</span>;
  const shown = shownBridge(bridgeOf(earned), display)?.profit ?? null;
  const sign = signOfDecimal(shown);
  const tone = sign > 0 ? "up" : sign < 0 ? "down" : "none";
  const amount = `${isConverted ? "≈ " : ""}${formats.decimal(shown, { sign: "always" })} ${asset}`;
  return (
    <button
      type="button"
      className={`profit-day is-${tone}`}
      aria-current={isToday ? "date" : undefined}
      aria-label={isHidden ? dates.full(day) : t("profit.dayLabel", { date: dates.full(day), amount })}
      onClick={onOpen}
    >
      <span>{number}</span>
      {sign !== 0 && !isHidden && (
        <b className={`n ${tone}`} translate="no">
          {shortAmount(shown ?? "0", formats)}
        </b>
      )}
    </button>
  );
}

/** Decimals of an amount below one. */
const SMALL_DECIMALS = 4;

/** "+1.2K", "−13.1" or "+0.0024": fits into a day of the calendar. */
function shortAmount(amount: string, formats: Formats): string {
  if (Math.abs(Number(amount)) < 1)
    return formats.decimal(amount, { maxDecimals: SMALL_DECIMALS, sign: "always" });
  return `${signOfDecimal(amount) > 0 ? "+" : ""}${formats.compact(amount)}`;
}
