import { Badge } from "@candor/ui/badge.tsx";
import type { WireFundRecord } from "@candor/wire/objects";
import { useT } from "../../i18n/use-t.ts";

/** Status of a deposit, withdrawal or transfer. */
export function ResultBadge({ result }: { readonly result: WireFundRecord["result"] }) {
  const t = useT();
  if (result === "success") return <Badge>{t("wallet.resultSuccess")}</Badge>;
  return result === "failed" ? (
    <Badge tone="down" dot>
      {t("wallet.resultFailed")}
    </Badge>
  ) : (
    <Badge tone="warn" dot>
      {t("wallet.resultInProgress")}
    </Badge>
  );
}
