import "@candor/ui/choice.css";
import { scrolledRow } from "@candor/ui/scrolled-row";
import { Link } from "@candor/ui/ui-context.tsx";
import { useEffect } from "react";
import { useT } from "../../i18n/use-t.ts";
import { SearchButton } from "../../shell/navigation/search-button.tsx";
import { rememberProduct } from "../../shell/routing/last-product.ts";
import { useOffered } from "../../shell/routing/offered.ts";
import { CONTRACTS, LEVERAGE, SECOND_CONTRACTS, TRADE } from "../../shell/routing/routes.ts";

/** Product links on phones; desktops have them in the top bar. */
export function ProductTabs({
  current,
}: {
  readonly current: typeof TRADE | typeof CONTRACTS | typeof SECOND_CONTRACTS | typeof LEVERAGE;
}) {
  const t = useT();
  useEffect(() => rememberProduct(current), [current]);
  const offered = useOffered();
  const tab = (to: string, label: string) => (
    <Link to={to} {...(to === current && { "aria-current": "page" as const })}>
      {label}
    </Link>
  );
  return (
    <div className="row product-bar">
      <nav ref={scrolledRow} className="tabs plain big product-tabs" aria-label={t("trade.products")}>
        {tab(TRADE, t("trade.spot"))}
        {offered(CONTRACTS) && tab(CONTRACTS, t("shell.navContracts"))}
        {offered(SECOND_CONTRACTS) && tab(SECOND_CONTRACTS, t("trade.optionsTab"))}
        {offered(LEVERAGE) && tab(LEVERAGE, t("shell.navLeverage"))}
      </nav>
      <SearchButton />
    </div>
  );
}
