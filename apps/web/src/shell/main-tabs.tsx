import { HomeIcon, MarketIcon, MeIcon, MiningIcon, TradeIcon } from "@candor/ui/icons.tsx";
import { TabBar } from "@candor/ui/shell-parts.tsx";
import { useT } from "../i18n/use-t.ts";
import { lastProduct } from "./last-product.ts";
import { useOffered } from "./offered.ts";
import type { TabKey } from "./routes.ts";
import { HOME, MARKETS, ME, MINING } from "./routes.ts";

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
