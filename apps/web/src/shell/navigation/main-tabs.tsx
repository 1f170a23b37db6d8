import { HomeIcon, MarketIcon, MeIcon, MiningIcon, TradeIcon } from "@candor/ui/icons.tsx";
import { TabBar } from "@candor/ui/shell-parts.tsx";
import { useT } from "../../i18n/use-t.ts";
import { lastProduct } from "../routing/last-product.ts";
import { useOffered } from "../routing/offered.ts";
import type { TabKey } from "../routing/routes.ts";
import { HOME, MARKETS, ME, MINING } from "../routing/routes.ts";

/** The phone's five tabs. */
export function MainTabs({ current }: { readonly current: TabKey | undefined }) {
  const t = useT();
  const offered = useOffered();
  const tab = (key: TabKey) => ({ key, current: key === current });
  return (
    <TabBar
      label={t("shell.mainNavigation")}
      items={[
        { ...tab("home"), to: HOME, label: t("shell.tabHome"), icon: HomeIcon },
        { ...tab("market"), to: MARKETS, label: t("shell.tabMarkets"), icon: MarketIcon },
        { ...tab("trade"), to: lastProduct(), label: t("shell.tabTrade"), icon: TradeIcon, middle: true },
        { ...tab("mining"), to: MINING, label: t("shell.tabMining"), icon: MiningIcon },
        { ...tab("me"), to: ME, label: t("shell.tabMe"), icon: MeIcon },
      ].filter(({ to }) => offered(to))}
    />
  );
}
