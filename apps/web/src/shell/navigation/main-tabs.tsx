import { HomeIcon, MarketIcon, MeIcon, MiningIcon, TradeIcon, WalletIcon } from "@candor/ui/icons.tsx";
import { TabBar } from "@candor/ui/shell-parts.tsx";
import { useLocation } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { lastProduct } from "../routing/last-product.ts";
import { useOffered } from "../routing/offered.ts";
import type { TabKey } from "../routing/routes.ts";
import { HOME, MARKETS, ME, MINING, WALLET } from "../routing/routes.ts";

/** The phone's five tabs. The wallet, otherwise a page of "Me", replaces mining where that is not offered. */
export function MainTabs({ current }: { readonly current: TabKey | undefined }) {
  const t = useT();
  const hasMining = useOffered()(MINING);
  const isWallet = useLocation().pathname === WALLET && !hasMining;
  const tab = (key: TabKey) => ({ key, current: key === current && !isWallet });
  return (
    <TabBar
      label={t("shell.mainNavigation")}
      items={[
        { ...tab("home"), to: HOME, label: t("shell.tabHome"), icon: HomeIcon },
        { ...tab("market"), to: MARKETS, label: t("shell.tabMarkets"), icon: MarketIcon },
        { ...tab("trade"), to: lastProduct(), label: t("shell.tabTrade"), icon: TradeIcon, middle: true },
        hasMining
          ? { ...tab("mining"), to: MINING, label: t("shell.tabMining"), icon: MiningIcon }
          : { key: "wallet", current: isWallet, to: WALLET, label: t("shell.navWallet"), icon: WalletIcon },
        { ...tab("me"), to: ME, label: t("shell.tabMe"), icon: MeIcon },
      ]}
    />
  );
}
