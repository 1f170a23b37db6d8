import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { MiningInputs as Inputs } from "./check.ts";

/** A machine's terms and the time that determined a payment. */
export function MiningInputs({ inputs }: { readonly inputs: Inputs }) {
  const t = useT();
  const formats = useFormats();
  const money = (value: string) => <FinancialText value={value} asset={inputs.asset} minDecimals={2} />;
  return (
    <KeyValue
      small
      lines={[
        { key: "price", label: t("mining.price"), value: money(inputs.price) },
        { key: "output", label: t("mining.totalOutput"), value: money(inputs.totalOutput) },
        { key: "days", label: t("mining.term"), value: formats.integer(inputs.durationDays) },
        { key: "rate", label: t("mining.refundRate"), value: formats.rate(inputs.releaseRefundRate) },
        { key: "bought", label: t("mining.bought"), value: formats.date(inputs.boughtAtMs, "full") },
        { key: "earlier", label: t("mining.earlier"), value: money(inputs.earlierClaims) },
        { key: "time", label: t("mining.paidAt"), value: formats.date(inputs.timeMs, "full") },
      ]}
    />
  );
}
