import { Notice } from "@candor/ui/notice.tsx";
import { ClockIcon } from "@candor/ui/page-icons.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { SECURITY } from "../../shell/routing/routes.ts";
import { HOLD_WORDS } from "./hold-words.ts";
import type { CashTypes } from "./withdraw-form.ts";

/** Why withdrawals are on hold, until when, and what to do if someone else caused it. */
export function HoldNotice({ hold }: { readonly hold: NonNullable<CashTypes["hold"]> }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Notice
      tone="warn"
      icon={ClockIcon}
      title={t("wallet.onHold", { time: formats.date(hold.untilMs, "day-time") })}
    >
      {t(HOLD_WORDS[hold.reason])} {t("wallet.holdProtects")}{" "}
      <Link className="link" to={SECURITY}>
        {t("wallet.notMe")}
      </Link>
    </Notice>
  );
}
