import { IconLink } from "@candor/ui/button.tsx";
import { SearchIcon } from "@candor/ui/icons.tsx";
import { Logo } from "@candor/ui/logo.tsx";
import { HeadsetIcon } from "@candor/ui/page-icons.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { useT } from "../../i18n/use-t.ts";
import { BalanceHero } from "../../shared/funds/balance-hero.tsx";
import { refresh, useCall } from "../../shell/calls/use-call.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { Bell } from "../../shell/navigation/bell.tsx";
import { searchOverlay } from "../../shell/navigation/open-search.ts";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { SERVICE } from "../../shell/routing/routes.ts";
import { live } from "../../shell/services/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import { Adverts } from "./adverts.tsx";
import { GettingStarted } from "./getting-started.tsx";
import "./home.css";
import { MarketLists } from "./market-lists.tsx";
import { News } from "./news.tsx";
import { NoticeBar } from "./notice-bar.tsx";
import { ProofCard } from "./proof-card.tsx";
import { QuickLinks } from "./quick-links.tsx";
import { WelcomeHero } from "./welcome-hero.tsx";

/** Home screen: balances, market movers and next steps. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { data: home } = useCall("home", {});
  usePageTitle(t("home.title"));
  const reload = () => {
    live.tickers.reload();
    return refresh("home", "walletIndex", "profile", "liabilities");
  };
  const hero = isLoggedIn ? <BalanceHero /> : <WelcomeHero />;
  if (isDesktop) {
    return (
      <div className="wide home-desk">
        <h1 className="vh">{t("home.title")}</h1>
        <div className="home-main">
          <div className="home-top">
            {hero}
            <QuickLinks />
          </div>
          <NoticeBar notice={home?.notice ?? null} />
          <Adverts adverts={home?.advert ?? []} />
          <MarketLists />
        </div>
        <aside className="stack-4">
          {isLoggedIn && <GettingStarted />}
          <ProofCard />
          <News articles={home?.news} />
        </aside>
      </div>
    );
  }
  return (
    <PullToRefresh onRefresh={reload}>
      <HomeHeader />
      <div className="pad">{hero}</div>
      <QuickLinks />
      <NoticeBar notice={home?.notice ?? null} />
      <Adverts adverts={home?.advert ?? []} />
      {isLoggedIn && (
        <div className="pad home-start">
          <GettingStarted />
        </div>
      )}
      <MarketLists />
      <div className="pad home-start">
        <ProofCard />
      </div>
      <News articles={home?.news} />
    </PullToRefresh>
  );
}

function HomeHeader() {
  const t = useT();
  return (
    <header className="nav home-nav">
      <h1 className="vh">Candor, {t("home.title")}</h1>
      <Logo />
      <button type="button" className="inp on-page grow home-search" onClick={() => searchOverlay.open()}>
        <SearchIcon size="s" className="muted" />
        <span className="muted small trunc">{t("shell.search")}</span>
      </button>
      <Bell />
      <IconLink to={SERVICE} label={t("home.support")}>
        <HeadsetIcon />
      </IconLink>
    </header>
  );
}
