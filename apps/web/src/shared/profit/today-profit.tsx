import { Skeleton } from "@candor/ui/feedback.tsx";
import { Percent } from "@candor/ui/financial-text.tsx";
import { ChevronRightIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { PROFIT } from "../../shell/routing/routes.ts";
import { useDisplay } from "../../shell/wallets/display-currency.ts";
import { ShownValueText } from "../../shell/wallets/value-text.tsx";
import { useAppStore } from "../../state/app-store.ts";
import "./profit.css";
import { shownBridge } from "../../shell/wallets/shown-sums.ts";
import { useTodayProfit } from "./use-profit.ts";

/** What today earned, below the total balance; leads to profit and loss. The panel is dark in both themes. */
export function TodayProfit() {
  const t = useT();
  const { balancesHidden: isHidden, colorBlind, upIsRed } = useAppStore();
  const pair = colorBlind ? "blue" : upIsRed ? "red" : undefined;
  const today = useTodayProfit();
  const display = useDisplay();
  return (
    <Link className="today-profit small" to={PROFIT}>
      <span className="muted">{t("profit.today")}</span>
      <span className="row today-figures" data-theme="night" data-updown={pair}>
        {today === undefined ? (
          <Skeleton width={96} height={12} />
        ) : (
          <ShownValueText
            value={today && shownBridge(today.bridge, display)?.profit}
            hasUnit
            sign="always"
            toned
          />
        )}
        {!isHidden && typeof today?.percent === "string" && <Percent value={today.percent} inParentheses />}
      </span>
      <ChevronRightIcon size="xs" className="muted" />
    </Link>
  );
}
