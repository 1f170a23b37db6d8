import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireFundingPayment } from "@candor/wire/contract-objects";
import { memo, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { DateText, ShortDateText } from "../../trading/orders/order-text.tsx";
import { RecordCard } from "../../trading/orders/record-card.tsx";
import { EvidenceLink, PositionSideBadge, PositionSideText } from "../../trading/records/record-text.tsx";
import { countOf, type RecordsFilter } from "../../trading/records/records-filter.ts";
import { RowList } from "../../trading/records/row-list.tsx";
import { useFundings } from "../../trading/records/use-records.ts";

/** Funding paid and received. */
export function FundingRows({ filter }: { readonly filter: RecordsFilter }) {
  const t = useT();
  const pages = useFundings(filter);
  const columns = useColumns();
  return (
    <RowList
      pages={pages}
      label={t("records.funding")}
      emptyTitle={t("records.noFunding")}
      emptyNote={t("records.noFundingNote")}
      isNarrowed={countOf({ ...filter, side: null }) > 0}
      columns={columns}
      rowKey={({ fundingId }) => fundingId}
      renderCard={(payment) => <FundingCard payment={payment} />}
    />
  );
}

function Amount({ payment }: { readonly payment: WireFundingPayment }) {
  return <FinancialText value={payment.amount} asset="USDT" toned sign="always" minDecimals={2} />;
}

function Rate({ payment }: { readonly payment: WireFundingPayment }) {
  const formats = useFormats();
  return (
    <span className="n" translate="no">
      {formats.rate(payment.fundingRate)}
    </span>
  );
}

function useColumns(): readonly Column<WireFundingPayment>[] {
  const t = useT();
  return useMemo(
    () => [
      { key: "date", header: t("trade.date"), renderCell: ({ timeMs }) => <DateText timeMs={timeMs} /> },
      {
        key: "market",
        header: t("records.contract"),
        renderCell: ({ symbol }) => <span className="med">{symbol}</span>,
      },
      {
        key: "side",
        header: t("records.position"),
        renderCell: ({ positionSide }) => <PositionSideText side={positionSide} />,
      },
      {
        key: "quantity",
        header: t("trade.amount"),
        align: "right",
        figure: ({ quantity, symbol }) => ({ value: quantity, unit: symbol }),
      },
      {
        key: "mark",
        header: t("records.markPrice"),
        align: "right",
        renderCell: ({ markPrice }) => <FinancialText value={markPrice} />,
      },
      {
        key: "rate",
        header: t("records.rate"),
        align: "right",
        renderCell: (payment) => <Rate payment={payment} />,
      },
      {
        key: "amount",
        header: t("records.paidOrReceived"),
        align: "right",
        figure: ({ amount }) => ({ value: amount, asset: "USDT", toned: true, sign: "always", least: 2 }),
      },
      {
        key: "evidence",
        header: t("records.evidence"),
        align: "right",
        renderCell: ({ fundingId }) => <EvidenceLink kind="funding" id={fundingId} />,
      },
    ],
    [t],
  );
}

export const FundingCard = memo(function FundingCard({ payment }: { readonly payment: WireFundingPayment }) {
  const t = useT();
  return (
    <RecordCard
      pair={payment.symbol}
      badge={<PositionSideBadge side={payment.positionSide} />}
      note={<span className="small muted">{t("records.funding")}</span>}
      aside={<ShortDateText timeMs={payment.timeMs} />}
      figures={[
        { label: t("records.paidOrReceived"), value: <Amount payment={payment} /> },
        { label: t("records.rate"), value: <Rate payment={payment} /> },
        { label: t("trade.amount"), value: <FinancialText value={payment.quantity} minDecimals={0} /> },
      ]}
    >
      <EvidenceLink kind="funding" id={payment.fundingId} />
    </RecordCard>
  );
});
