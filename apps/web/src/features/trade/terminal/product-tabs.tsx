import "@candor/ui/choice.css";
import { Link } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { CONTRACTS, SECOND_CONTRACTS, TRADE } from "../../../shell/routes.ts";

/** A phone's ways from one product to the other; a desktop has them in the top bar. */
export function ProductTabs() {
  const t = useT();
  return (
    <nav className="tabs plain big product-tabs" aria-label={t("trade.products")}>
      <Link to={TRADE} aria-current="page">
        {t("trade.spot")}
      </Link>
      <Link to={CONTRACTS}>{t("shell.navContracts")}</Link>
      <Link to={SECOND_CONTRACTS}>{t("shell.navSecondContracts")}</Link>
    </nav>
  );
}
