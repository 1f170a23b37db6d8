import "@candor/ui/feedback.css";
import { Strip } from "@candor/ui/shell-parts.tsx";
import { ToastViewport } from "@candor/ui/toast.tsx";
import { Suspense, useEffect, useRef } from "react";
import { Navigate, useLocation } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { LoadFailed } from "../calls/load-failed.tsx";
import { ErrorBoundary } from "../code-loading/error-boundary.tsx";
import { reloadPage } from "../code-loading/load-part.ts";
import { hasNewBuild } from "../code-loading/new-build.ts";
import { ConnectionBanner } from "../connection/connection-banner.tsx";
import { MainTabs } from "../navigation/main-tabs.tsx";
import { MainTopBar } from "../navigation/main-top-bar.tsx";
import { SearchOverlay, type SearchResultsPart } from "../navigation/search-overlay.tsx";
import { RouteGuard } from "../routing/route-guard.tsx";
import { ERROR_PAGE, HOME, routeAt } from "../routing/routes.ts";
import { useScrollMemory } from "../routing/scroll-memory.ts";
import "./shell.css";
import { useDesktop } from "../hooks/use-media-query.ts";
import { useSite } from "./use-site.ts";

const MAIN_ID = "main";

/** Moves the focus to the new page after navigation, for screen readers and tabbing. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hasNewBuild()) void reloadPage();
    if (main.current?.contains(document.activeElement) === true) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

interface ShellProps {
  readonly SearchResults: SearchResultsPart;
}

/** Frame around all screens. */
export function Shell({ SearchResults }: ShellProps) {
  const t = useT();
  const { pathname } = useLocation();
  const isDesktop = useDesktop();
  const mode = useAppStore((state) => state.siteData?.mode);
  const isTestRig = useAppStore((state) => state.siteData?.testRig === true);
  // Reserves the strip's space before it is known whether it is needed; its text comes later.
  const hasStrip = mode !== "live";
  const main = useFocusOnNavigation();
  useScrollMemory();
  useSite();
  const route = routeAt(pathname);
  if (route === undefined) return <Navigate to={HOME} replace />;
  const { Screen } = route;
  const hasTopBar = isDesktop && route.isBare !== true;
  const hasTabBar = !isDesktop && route.isBare !== true && route.isSubpage !== true;
  return (
    <div
      className="shell"
      data-strip={hasStrip || undefined}
      data-topbar={hasTopBar || undefined}
      data-tabbar={hasTabBar || undefined}
    >
      <a
        className="skip"
        href={`#${pathname}`}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t("shell.skipToContent")}
      </a>
      {isTestRig && <Strip title={t("shell.testRig")}>{t("shell.testRigNote")}</Strip>}
      {mode === "sandbox" && !isTestRig && (
        <Strip title={t("shell.playMoney")}>{t("shell.playMoneyNote")}</Strip>
      )}
      {mode === undefined && <div className="strip" aria-hidden="true" />}
      {hasTopBar && <MainTopBar pathname={pathname} />}
      {/* That page says itself that the site is closed. */}
      {pathname !== ERROR_PAGE && <ConnectionBanner />}
      <main id={MAIN_ID} ref={main} tabIndex={-1}>
        <ErrorBoundary
          key={pathname}
          renderFallback={(error) => <LoadFailed error={error} onRetry={() => void reloadPage()} />}
        >
          <Suspense fallback={<div className="screen-loading skel" aria-busy="true" />}>
            <RouteGuard access={route.access}>
              <Screen />
            </RouteGuard>
          </Suspense>
        </ErrorBoundary>
      </main>
      {route.isBare !== true && <SearchOverlay pathname={pathname} Results={SearchResults} />}
      {hasTabBar && <MainTabs current={route.tab} />}
      <ToastViewport />
    </div>
  );
}
