import { classNames } from "@candor/ui/class-names";
import type { WireFundRecord } from "@candor/wire/objects";
import { ResultBadge } from "./result-badge.tsx";
import "@candor/ui/display.css";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { isoDay } from "@candor/ui/formats";
import "@candor/ui/list.css";
import { signOfDecimal } from "@candor/text/decimal-text";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats, useUi } from "@candor/ui/ui-context.tsx";
import { memo, useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { RecordSheet } from "./record-sheet.tsx";
import { KINDS, walletOf } from "./record-words.ts";

interface Records {
  readonly records: readonly WireFundRecord[];
}

const decimalsOf = (asset: string) =>
  asset === "USDT" ? { minDecimals: 2, maxDecimals: 6 } : { minDecimals: 2 };

function Amount({ record }: { readonly record: WireFundRecord }) {
  const isHidden = useAppStore((state) => state.balancesHidden);
  return (
    <FinancialText
      value={record.amount}
      sign="always"
      asset={record.asset}
      {...decimalsOf(record.asset)}
      hidden={isHidden}
      className={classNames("med", !isHidden && signOfDecimal(record.amount) > 0 && "up")}
    />
  );
}

/** Groups by local calendar day, preserving the order. */
function byDay(
  records: readonly WireFundRecord[],
): readonly (readonly [string, readonly WireFundRecord[]])[] {
  const days = new Map<string, WireFundRecord[]>();
  for (const record of records) {
    const day = isoDay(record.timeMs);
    const list = days.get(day);
    if (list === undefined) days.set(day, [record]);
    else list.push(record);
  }
  return [...days];
}

const DAY_MS = 86_400_000;

/** Phone list with one heading per day. */
export function FundRecordDays({ records }: Records) {
  const t = useT();
  const { formats, nowMs: now } = useUi();
  const [nowMs] = useState(now);
  const today = isoDay(nowMs);
  const yesterday = isoDay(nowMs - DAY_MS);
  return byDay(records).map(([day, list]) => (
    <section key={day}>
      <h2 className="day">
        {day === today
          ? t("wallet.today")
          : day === yesterday
            ? t("wallet.yesterday")
            : formats.date(list[0]?.timeMs ?? 0, "day")}
      </h2>
      <RecordRows records={list} isOfOneDay />
    </section>
  ));
}

interface RowsProps extends Records {
  /** The heading shows the day, so rows show only the time. */
  readonly isOfOneDay?: boolean;
  /** Rendered as a card, on phones too. */
  readonly isBoxed?: boolean;
}

/** A list of entries; each opens its explanation. */
export function RecordRows({ records, isOfOneDay = false, isBoxed = false }: RowsProps) {
  const [opened, setOpened] = useState<WireFundRecord | null>(null);
  return (
    <>
      <ul className={classNames("list", isBoxed ? "card flush" : "group")} translate="no">
        {records.map((record) => (
          <RecordRow key={record.recordId} record={record} isOfOneDay={isOfOneDay} onOpen={setOpened} />
        ))}
      </ul>
      <RecordSheet record={opened} onClose={() => setOpened(null)} />
    </>
  );
}

interface RowProps {
  readonly record: WireFundRecord;
  readonly isOfOneDay: boolean;
  /** Must be stable. */
  readonly onOpen: (record: WireFundRecord) => void;
}

const RecordRow = memo(function RecordRow({ record, isOfOneDay, onOpen }: RowProps) {
  const t = useT();
  const formats = useFormats();
  const { words, icon: Icon } = KINDS[record.kind];
  const wallet = walletOf(t, record);
  const time = formats.date(record.timeMs, isOfOneDay ? "time" : "day-time");
  const isIncome = record.kind === "faucet" || record.kind === "deposit";
  return (
    <li>
      <i className={classNames("tile", isIncome ? "up" : "gray")}>
        <Icon />
      </i>
      <div className="grow stack-1">
        <button type="button" className="row-act med" onClick={() => onOpen(record)}>
          {t(words)}
        </button>
        <span className="small muted record-detail">
          {record.note ?? wallet}
          {/* Conversions and transfers have two entries, distinguished by wallet. */}
          {isOfOneDay && record.note !== null && <span className="nowrap"> · {wallet}</span>}
        </span>
      </div>
      <div className="stack-1 r">
        <Amount record={record} />
        <span className="small muted n" translate="no">
          {record.result === "success" ? time : <ResultBadge result={record.result} />}
        </span>
      </div>
    </li>
  );
});

function useColumns(onOpen: (record: WireFundRecord) => void): readonly Column<WireFundRecord>[] {
  const t = useT();
  const formats = useFormats();
  const isHidden = useAppStore((state) => state.balancesHidden);
  return useMemo(
    (): readonly Column<WireFundRecord>[] => [
      {
        key: "time",
        header: t("wallet.time"),
        renderCell: (record) => (
          <span className="n muted" translate="no">
            {formats.date(record.timeMs, "full")}
          </span>
        ),
      },
      {
        key: "type",
        header: t("wallet.type"),
        renderCell: (record) => (
          <button type="button" className="link record-open" onClick={() => onOpen(record)}>
            {t(KINDS[record.kind].words)}
          </button>
        ),
      },
      {
        key: "wallet",
        header: t("wallet.walletColumn"),
        renderCell: (record) => walletOf(t, record),
      },
      {
        key: "detail",
        header: t("wallet.detail"),
        className: "record-note",
        renderCell: (record) => <span className="muted">{record.note ?? ""}</span>,
      },
      {
        key: "amount",
        header: t("wallet.amount"),
        align: "right",
        renderCell: (record) => <Amount record={record} />,
      },
      {
        key: "after",
        header: t("wallet.balanceAfter"),
        align: "right",
        renderCell: (record) => (
          <FinancialText
            value={record.balanceAfter}
            {...decimalsOf(record.asset)}
            hidden={isHidden}
            className="muted"
          />
        ),
      },
      {
        key: "result",
        header: t("wallet.result"),
        align: "right",
        renderCell: (record) => <ResultBadge result={record.result} />,
      },
    ],
    [t, formats, isHidden, onOpen],
  );
}

export function FundRecordTable({ records }: Records) {
  const t = useT();
  const [opened, setOpened] = useState<WireFundRecord | null>(null);
  const columns = useColumns(setOpened);
  return (
    <>
      <Table
        label={t("wallet.records")}
        rows={records}
        rowKey={({ recordId }) => recordId}
        columns={columns}
      />
      <RecordSheet record={opened} onClose={() => setOpened(null)} />
    </>
  );
}
