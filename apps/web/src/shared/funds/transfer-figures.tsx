import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";

export interface TransferFiguresProps {
  readonly asset: string;
  readonly available: string | null;
  readonly minimum: string | null;
}

/** What a transfer may move, and its terms. */
export function TransferFigures({ asset, available, minimum }: TransferFiguresProps) {
  const t = useT();
  return (
    <KeyValue
      lines={[
        {
          key: "available",
          label: t("wallet.transferable"),
          value: <BalanceText value={available} minDecimals={2} asset={asset} />,
        },
        {
          key: "minimum",
          label: t("wallet.minimum"),
          value: <FinancialText value={minimum} minDecimals={0} asset={asset} />,
        },
        { key: "fee", label: t("wallet.fee"), value: t("wallet.free") },
        { key: "arrives", label: t("wallet.arrives"), value: t("wallet.atOnce") },
      ]}
    />
  );
}
