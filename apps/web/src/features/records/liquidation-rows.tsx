import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireLiquidation } from "@candor/wire/contract-objects";
import { memo, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { DateText, ShortDateText } from "../../trading/orders/order-text.tsx";
import { RecordCard } from "../../trading/orders/record-card.tsx";
import { EvidenceLink, PositionSideBadge, PositionSideText } from "../../trading/records/record-text.tsx";
import { countOf, type RecordsFilter } from "../../trading/records/records-filter.ts";
import { RowList } from "../../trading/records/row-list.tsx";
import { useLiquidations } from "../../trading/records/use-records.ts";
import { METHOD_WORDS } from "./method-words.ts";

/** Positions closed by liquidation: on the book, by the insurance fund, by auto-deleveraging. */
export function LiquidationRows({ filter }: { readonly filter: RecordsFilter }) {
  const t = useT();
  const pages = useLiquidations(filter);
  const columns = useColumns();
  return (
    <RowList
      pages={pages}
      label={t("records.liquidations")}
      emptyTitle={t("records.noLiquidations")}
      emptyNote={t("records.noLiquidationsNote")}
      isNarrowed={countOf(filter) > 0}
      columns={columns}
      rowKey={({ liquidationId }) => liquidationId}
      renderCard={(liquidation) => <LiquidationCard liquidation={liquidation} />}
    />
  );
}

function useColumns(): readonly Column<WireLiquidation>[] {
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
        renderCell: ({ side }) => <PositionSideText side={side} />,
      },
      { key: "method", header: t("records.closedBy"), renderCell: ({ method }) => t(METHOD_WORDS[method]) },
      {
        key: "quantity",
        header: t("records.closed"),
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
        key: "price",
        header: t("trade.averagePrice"),
        align: "right",
        renderCell: ({ price }) => <FinancialText value={price} />,
      },
      {
        key: "fee",
        header: t("trade.fee"),
        align: "right",
        figure: ({ fee }) => ({ value: fee, asset: "USDT", least: 2 }),
      },
      {
        key: "evidence",
        header: t("records.evidence"),
        align: "right",
        renderCell: ({ liquidationId }) => <EvidenceLink kind="liquidation" id={liquidationId} />,
      },
    ],
    [t],
  );
}

export const LiquidationCard = memo(function LiquidationCard({
  liquidation,
  isMargin = false,
}: {
  readonly liquidation: WireLiquidation;
  /** A margin account's liquidation, not a contract's. */
  readonly isMargin?: boolean;
}) {
  const t = useT();
  return (
    <RecordCard
      pair={liquidation.symbol}
      badge={<PositionSideBadge side={liquidation.side} />}
      note={
        <span className="small muted">
          {t("records.liquidation")} · {isMargin && `${t("shell.navLeverage")} · `}
          {t(METHOD_WORDS[liquidation.method])}
        </span>
      }
      aside={<ShortDateText timeMs={liquidation.timeMs} />}
      figures={[
        { label: t("records.closed"), value: <FinancialText value={liquidation.quantity} minDecimals={0} /> },
        { label: t("trade.averagePrice"), value: <FinancialText value={liquidation.price} /> },
        {
          label: t("trade.fee"),
          value: <FinancialText value={liquidation.fee} asset="USDT" minDecimals={2} />,
        },
      ]}
    >
      <EvidenceLink kind="liquidation" id={liquidation.liquidationId} />
    </RecordCard>
  );
});
