import { ButtonLink, IconButton } from "@candor/ui/button.tsx";
import { GlobeIcon, MoonIcon, SearchIcon, SunIcon } from "@candor/ui/icons.tsx";
import { TopBar } from "@candor/ui/shell-parts.tsx";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { ErrorBoundary } from "../code-loading/error-boundary.tsx";
import { loadPart } from "../code-loading/load-part.ts";
import { useOffered } from "../routing/offered.ts";
import {
  CONTRACTS,
  HOME,
  LEVERAGE,
  loginPath,
  MARKETS,
  MINERS,
  MINING,
  REGISTER,
  SECOND_CONTRACTS,
  TRADE,
  WALLET,
} from "../routing/routes.ts";
import { Bell } from "./bell.tsx";
import { searchOverlay } from "./open-search.ts";

const AccountMenu = lazy(async () => ({
  default: (await loadPart(() => import("./account-menu.tsx"))).AccountMenu,
}));
const LanguageSheet = lazy(async () => ({
  default: (await loadPart(() => import("./language-sheet.tsx"))).LanguageSheet,
}));

/** Returns the menu item of a page: deposits belong to the wallet, the user's machines to the shop. */
function itemOf(pathname: string): string {
  if (pathname.startsWith("/pages/wallet/")) return WALLET;
  return pathname === MINERS ? MINING : pathname;
}

/** Desktop top bar. */
export function MainTopBar({ pathname }: { readonly pathname: string }) {
  const t = useT();
  const { search } = useLocation();
  const { token, isNight, setNight } = useAppStore();
  const [isLanguageOpen, setLanguageOpen] = useState(false);
  const offered = useOffered();
  const item = (to: string, label: string) => ({ to, label, current: to === itemOf(pathname) });
  return (
    <TopBar
      label={t("shell.mainNavigation")}
      home={{ to: HOME, label: `Candor: ${t("shell.tabHome")}` }}
      items={[
        item(MARKETS, t("shell.tabMarkets")),
        item(TRADE, t("shell.navSpot")),
        item(CONTRACTS, t("shell.navContracts")),
        item(SECOND_CONTRACTS, t("shell.navSecondContracts")),
        item(LEVERAGE, t("shell.navLeverage")),
        item(MINING, t("shell.tabMining")),
        ...(token === "" ? [] : [item(WALLET, t("shell.navWallet"))]),
      ].filter(({ to }) => offered(to))}
    >
      <button
        type="button"
        className="top-search"
        aria-label={t("shell.search")}
        onClick={() => searchOverlay.open()}
      >
        <SearchIcon size="s" />
        <span className="trunc">{t("shell.search")}</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      <IconButton
        label={isNight ? t("shell.dayMode") : t("shell.nightMode")}
        onClick={() => setNight(!isNight)}
      >
        {isNight ? <SunIcon /> : <MoonIcon />}
      </IconButton>
      <IconButton label={t("shell.language")} onClick={() => setLanguageOpen(true)}>
        <GlobeIcon />
      </IconButton>
      <Bell />
      {token === "" ? (
        <>
          <ButtonLink to={loginPath(pathname + search)} tone="ghost" size="small">
            {t("shell.logIn")}
          </ButtonLink>
          <ButtonLink to={REGISTER} tone="primary" size="small">
            {t("shell.createAccount")}
          </ButtonLink>
        </>
      ) : (
        <ErrorBoundary renderFallback={() => <span className="avatar s" />}>
          <Suspense fallback={<span className="avatar s" />}>
            <AccountMenu />
          </Suspense>
        </ErrorBoundary>
      )}
      <ErrorBoundary renderFallback={() => null}>
        <Suspense>
          {isLanguageOpen && <LanguageSheet open={isLanguageOpen} onOpenChange={setLanguageOpen} />}
        </Suspense>
      </ErrorBoundary>
    </TopBar>
  );
}
