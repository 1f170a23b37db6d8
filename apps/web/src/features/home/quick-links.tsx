import { InfoIcon, MarketIcon } from "@candor/ui/icons.tsx";
import { DepositIcon, HeadsetIcon, TransferIcon, WithdrawIcon } from "@candor/ui/page-icons.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { ActionLink } from "../../shell/navigation/action-link.tsx";
import { articlesPath, DEPOSIT, MARKETS, SERVICE, TRANSFER, WITHDRAW } from "../../shell/routing/routes.ts";

export function QuickLinks() {
  const t = useT();
  const isDesktop = useDesktop();
  return (
    <nav className="quick" aria-label={t("home.quickLinks")}>
      <ActionLink to={DEPOSIT} label={t("home.deposit")} Icon={DepositIcon} />
      <ActionLink to={WITHDRAW} label={t("home.withdraw")} Icon={WithdrawIcon} />
      <ActionLink to={TRANSFER} label={t("home.transfer")} Icon={TransferIcon} />
      <ActionLink to={MARKETS} label={t("home.markets")} Icon={MarketIcon} />
      <ActionLink to={articlesPath("about")} label={t("notice.about")} Icon={InfoIcon} />
      {/* Phones have it in the bottom bar. */}
      {isDesktop && <ActionLink to={SERVICE} label={t("home.support")} Icon={HeadsetIcon} />}
    </nav>
  );
}
