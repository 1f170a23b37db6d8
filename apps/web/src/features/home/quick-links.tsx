import "@candor/ui/display.css";
import type { IconComponent } from "@candor/ui/icons.tsx";
import { InfoIcon, MarketIcon } from "@candor/ui/icons.tsx";
import { DepositIcon, HeadsetIcon, TransferIcon, WithdrawIcon } from "@candor/ui/page-icons.tsx";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { articlesPath, DEPOSIT, MARKETS, SERVICE, TRANSFER, WITHDRAW } from "../../shell/routing/routes.ts";

export function QuickLinks() {
  const t = useT();
  const isDesktop = useDesktop();
  const link = (to: string, label: string, Icon: IconComponent) => (
    <Link to={to}>
      <i className="tile">
        <Icon />
      </i>
      <span>{label}</span>
    </Link>
  );
  return (
    <nav className="quick" aria-label={t("home.quickLinks")}>
      {link(DEPOSIT, t("home.deposit"), DepositIcon)}
      {link(WITHDRAW, t("home.withdraw"), WithdrawIcon)}
      {link(TRANSFER, t("home.transfer"), TransferIcon)}
      {link(MARKETS, t("home.markets"), MarketIcon)}
      {link(articlesPath("about"), t("notice.about"), InfoIcon)}
      {/* Phones have it in the bottom bar. */}
      {isDesktop && link(SERVICE, t("home.support"), HeadsetIcon)}
    </nav>
  );
}
