import { Notice } from "@candor/ui/notice.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useCall } from "../../shell/calls/use-call.ts";

/** Announced change of the funding formula, until it takes effect. */
export function AnnouncedFunding() {
  const t = useT();
  const formats = useFormats();
  const { data } = useCall("contractBrackets", {});
  return data?.list.map(
    ({ symbol, announced }) =>
      announced !== null && (
        <Notice key={symbol}>
          {t("records.fundingAhead", {
            symbol,
            time: formats.date(announced.fromMs, "day-time"),
            cap: formats.rate(announced.fundingCapRate),
            interest: formats.rate(announced.interestRate),
          })}
        </Notice>
      ),
  );
}
