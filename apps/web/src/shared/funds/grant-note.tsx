import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { currentGrant } from "./payment-grant.ts";

/** Warns that the next click moves funds without the payment password. */
export function GrantNote() {
  const t = useT();
  const formats = useFormats();
  const grant = currentGrant();
  if (grant === undefined) return null;
  return (
    <p className="small muted">{t("wallet.grantHeld", { time: formats.date(grant.untilMs, "time") })}</p>
  );
}
