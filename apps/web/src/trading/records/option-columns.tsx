import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import { useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { DateText, TimeText } from "../orders/order-text.tsx";
import { DirectionText } from "./option-text.tsx";

/** Purchase columns, shared by running and settled options. */
export function useBoughtColumns(): readonly Column<WireOption>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        key: "date",
        header: t("trade.date"),
        renderCell: ({ orderTimeMs }) => <DateText timeMs={orderTimeMs} />,
      },
      {
        key: "market",
        header: t("records.market"),
        renderCell: ({ name }) => <span className="med">{name}</span>,
      },
      {
        key: "direction",
        header: t("records.optionDirection"),
        renderCell: (option) => <DirectionText option={option} />,
      },
      {
        key: "end",
        header: t("records.optionEnd"),
        renderCell: ({ sellTimeMs }) => <TimeText timeMs={sellTimeMs} />,
      },
      {
        key: "stake",
        header: t("records.optionStake"),
        align: "right",
        figure: ({ amount }) => ({ value: amount, least: 2 }),
      },
      {
        key: "strike",
        header: t("records.optionStrike"),
        align: "right",
        renderCell: ({ strikePrice }) => <FinancialText value={strikePrice} />,
      },
    ],
    [t],
  );
}
