import type { OptionStatus } from "@candor/domain/enumerations";
import { Badge } from "@candor/ui/badge.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ArrowDownRightIcon, ArrowUpRightIcon } from "@candor/ui/page-icons.tsx";
import type { WireOption } from "@candor/wire/option-objects";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";

export const OPTION_STATUS_WORDS: Readonly<Record<OptionStatus, MessageKey>> = {
  accepted: "records.optionAccepted",
  running: "records.optionRunning",
  won: "records.optionWon",
  lost: "records.optionLost",
  tied: "records.optionTied",
  void: "records.optionVoid",
};

/** "↗ Up · 60 s": direction and duration. */
export function DirectionText({
  option,
}: {
  readonly option: Pick<WireOption, "direction" | "durationSeconds">;
}) {
  const t = useT();
  const isUp = option.direction === "up";
  const Icon = isUp ? ArrowUpRightIcon : ArrowDownRightIcon;
  return (
    <span className="row nowrap option-direction">
      <Icon size="s" className={isUp ? "up" : "down"} />
      <span className="med">{t(isUp ? "records.optionUp" : "records.optionDown")}</span>
      <Badge>{t("records.optionSeconds", { count: option.durationSeconds })}</Badge>
    </span>
  );
}

/** Result: the payout, the lost stake or the refunded stake. */
export function OptionResult({ option }: { readonly option: WireOption }) {
  const t = useT();
  return (
    <span className="stack-1">
      <FinancialText value={option.profit} toned sign="always" minDecimals={2} className="med" />
      <span className="small muted">{t(OPTION_STATUS_WORDS[option.status])}</span>
    </span>
  );
}
