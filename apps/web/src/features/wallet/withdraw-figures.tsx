import { signOfDecimal } from "@candor/text/decimal-text";
import { Card, KeyValue } from "@candor/ui/card.tsx";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { type CashTypes, netOf, type WithdrawTerms } from "./withdraw-form.ts";

interface FiguresProps {
  readonly cash: CashTypes;
  readonly terms: WithdrawTerms;
  readonly amount: string;
}

/** Fee, net amount, arrival time and remaining balance. */
export function WithdrawFigures({ cash, terms, amount }: FiguresProps) {
  const t = useT();
  const isEmpty = signOfDecimal(amount) === 0;
  const isTooMuch = compareDecimals(amount, terms.available) > 0;
  const own = (value: string | null) => <BalanceText value={value} asset={terms.asset} minDecimals={2} />;
  const figure = (value: string | null, asset = terms.asset) => (
    <FinancialText value={value} asset={asset} minDecimals={2} />
  );
  return (
    <Card>
      <KeyValue
        lines={[
          { key: "available", label: t("wallet.available"), value: own(terms.available) },
          { key: "fee", label: t("wallet.networkFee"), value: figure(terms.fee, terms.feeAsset) },
          {
            key: "net",
            label: t("wallet.youReceive"),
            value: figure(isEmpty ? null : netOf(amount, terms)),
            total: true,
          },
          {
            key: "arrives",
            label: t("wallet.arrives"),
            value: t("wallet.withinHours", { count: cash.promiseHours }),
          },
          {
            key: "left",
            label: t("wallet.leftInMain"),
            value: own(isEmpty || isTooMuch ? null : subtractDecimals(terms.available, amount)),
          },
        ]}
      />
    </Card>
  );
}
