import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import { memo, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { Pages } from "../../shell/calls/use-pages.ts";
import { ShortDateText, TimeText } from "../orders/order-text.tsx";
import { RecordCard } from "../orders/record-card.tsx";
import { useBoughtColumns } from "./option-columns.tsx";
import { DirectionText, OptionResult } from "./option-text.tsx";
import { EvidenceLink } from "./record-text.tsx";
import { RowList } from "./row-list.tsx";

interface OptionRowsProps {
  readonly pages: Pages<WireOption>;
  readonly isNarrowed: boolean;
}

/** Ended timed options, each with a link to its evidence. */
export function OptionRows({ pages, isNarrowed }: OptionRowsProps) {
  const t = useT();
  const columns = useOptionColumns();
  return (
    <RowList
      pages={pages}
      label={t("shell.navSecondContracts")}
      emptyTitle={t("records.noOptions")}
      emptyNote={t("records.noOptionsNote")}
      isNarrowed={isNarrowed}
      columns={columns}
      rowKey={({ optionId }) => optionId}
      renderCard={(option) => <OptionCard option={option} timeMs={option.orderTimeMs} />}
    />
  );
}

function useOptionColumns(): readonly Column<WireOption>[] {
  const t = useT();
  const bought = useBoughtColumns();
  return useMemo(
    () => [
      ...bought,
      {
        key: "sell",
        header: t("records.optionSettledAt"),
        align: "right",
        renderCell: ({ sellPrice }) => <FinancialText value={sellPrice} />,
      },
      {
        key: "result",
        header: t("records.optionResult"),
        align: "right",
        renderCell: (option) => <OptionResult option={option} />,
      },
      {
        key: "evidence",
        header: t("records.evidence"),
        align: "right",
        renderCell: ({ optionId }) => <EvidenceLink kind="option" id={optionId} />,
      },
    ],
    [t, bought],
  );
}

interface OptionCardProps {
  readonly option: WireOption;
  /** Sort time of the list. */
  readonly timeMs: number;
}

export const OptionCard = memo(function OptionCard({ option, timeMs }: OptionCardProps) {
  const t = useT();
  return (
    <RecordCard
      pair={option.name}
      badge={<DirectionText option={option} />}
      aside={<ShortDateText timeMs={timeMs} />}
      figures={[
        { label: t("records.optionStake"), value: <FinancialText value={option.amount} minDecimals={2} /> },
        {
          label: t("records.optionSettledAt"),
          value: (
            <span className="stack-1">
              <FinancialText value={option.sellPrice} />
              <span className="small muted">
                {t("records.optionStrike")} <FinancialText value={option.strikePrice} />
              </span>
            </span>
          ),
        },
        { label: t("records.optionResult"), value: <OptionResult option={option} /> },
        { label: t("records.optionBought"), value: <TimeText timeMs={option.orderTimeMs} /> },
        { label: t("records.optionEnd"), value: <TimeText timeMs={option.sellTimeMs} /> },
      ]}
    >
      <EvidenceLink kind="option" id={option.optionId} />
    </RecordCard>
  );
});
