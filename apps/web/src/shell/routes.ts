import type { ComponentType } from "react";
import { lazy } from "react";

export const HOME = "/pages/home/index";
export const MARKETS = "/pages/market/index";
export const TRADE = "/pages/trans/index";
export const MINING = "/pages/mining/index";
export const ME = "/pages/my/index";
export const LOGIN = "/pages/login/login";
export const REGISTER = "/pages/login/reg";
export const FORGOT = "/pages/login/forget";
export const CHART = "/pages/hqchart2_renderjs/index";
export const MARKET_DETAIL = "/pages/market/detail";
export const FAVOURITES = "/pages/my/love";
export const PASSWORDS = "/pages/my/pwdSet";
export const WALLET = "/pages/wallet/index";
export const TRANSFER = "/pages/wallet/transfer";
export const FUND_RECORDS = "/pages/wallet/record";
export const DEPOSIT = "/pages/wallet/coinCharging";
export const WITHDRAW = "/pages/wallet/withdrawCoin";
export const CONTRACTS = "/pages/trans/contract";
export const SECOND_CONTRACTS = "/pages/trans/secondContract";
export const ERROR_PAGE = "/pages/error";
export const SERVICE = "/pages/service";
export const OUTBOX = "/pages/outbox";

/** "guest": only while logged out; "personal": only while logged in. */
export type Access = "public" | "personal" | "guest";
export type TabKey = "home" | "market" | "trade" | "mining" | "me";

interface ScreenModule {
  readonly Screen: ComponentType;
}

/** Every `*-screen.tsx` of the features, each a chunk of its own that exports `Screen`. */
const MODULES = import.meta.glob<ScreenModule>("../features/*/*-screen.tsx");

export interface AppRoute {
  readonly path: string;
  /** `<feature>/<name>` of the screen's file, without "-screen.tsx". */
  readonly screen: string;
  readonly access: Access;
  /** The tab that is marked on a phone. */
  readonly tab?: TabKey;
  /** No tab bar below: a page that one goes back from. */
  readonly isSubpage?: boolean;
  /** Neither bars nor navigation around it. */
  readonly isBare?: boolean;
}

export const ROUTES: readonly AppRoute[] = [
  { path: HOME, screen: "home/home", access: "public", tab: "home" },
  { path: MARKETS, screen: "market/market", access: "public", tab: "market" },
  { path: TRADE, screen: "trade/trade", access: "public", tab: "trade" },
  { path: MINING, screen: "mining/mining", access: "public", tab: "mining" },
  { path: ME, screen: "me/me", access: "personal", tab: "me" },
  { path: LOGIN, screen: "login/login", access: "guest", isBare: true },
  { path: REGISTER, screen: "login/register", access: "guest", isBare: true },
  { path: FORGOT, screen: "login/forgot", access: "guest", isBare: true },
  { path: CHART, screen: "chart/chart", access: "public", tab: "trade", isSubpage: true },
  {
    path: MARKET_DETAIL,
    screen: "market-detail/market-detail",
    access: "public",
    tab: "market",
    isSubpage: true,
  },
  { path: FAVOURITES, screen: "market/favourites", access: "personal", tab: "market", isSubpage: true },
  { path: PASSWORDS, screen: "me/passwords", access: "personal", tab: "me", isSubpage: true },
  { path: WALLET, screen: "wallet/wallet", access: "personal", tab: "me" },
  { path: TRANSFER, screen: "wallet/transfer", access: "personal", tab: "me", isSubpage: true },
  { path: FUND_RECORDS, screen: "wallet/fund-records", access: "personal", tab: "me", isSubpage: true },
  { path: DEPOSIT, screen: "wallet/deposit", access: "personal", tab: "me", isSubpage: true },
  { path: WITHDRAW, screen: "wallet/withdraw", access: "personal", tab: "me", isSubpage: true },
  { path: CONTRACTS, screen: "mining/contracts", access: "public", tab: "trade" },
  { path: SECOND_CONTRACTS, screen: "mining/second-contracts", access: "public", tab: "trade" },
  { path: ERROR_PAGE, screen: "system/error", access: "public", isBare: true },
  { path: SERVICE, screen: "system/service", access: "public", isSubpage: true },
  { path: OUTBOX, screen: "system/outbox", access: "public", isSubpage: true },
];

const loaderOf = (route: AppRoute) => MODULES[`../features/${route.screen}-screen.tsx`];

export interface LoadedRoute extends AppRoute {
  readonly Screen: ComponentType;
}

/** The routes whose screens exist, each loaded when it is first shown. */
export const SCREENS: readonly LoadedRoute[] = ROUTES.flatMap((route) => {
  const load = loaderOf(route);
  if (load === undefined) return [];
  return [{ ...route, Screen: lazy(async () => ({ default: (await load()).Screen })) }];
});

export const routeAt = (path: string): LoadedRoute | undefined =>
  SCREENS.find((route) => route.path === path);

/** Fetches a screen's code ahead of time, so that showing it does not wait. */
export function preloadScreen(path: string): void {
  const route = routeAt(path);
  const load = route === undefined ? undefined : loaderOf(route);
  // A failed preload is no failure: showing the screen loads it again and reports.
  if (load !== undefined) load().catch(() => undefined);
}

/** The login page, coming back to `from` afterwards. */
export function loginPath(from?: string): string {
  return from === undefined || from === HOME ? LOGIN : `${LOGIN}?back=${encodeURIComponent(from)}`;
}

/** Where to go after a login: only ever a page of this app. */
export function pathAfterLogin(search: string): string {
  const back = new URLSearchParams(search).get("back");
  if (back === null || !back.startsWith("/pages/")) return HOME;
  const route = ROUTES.find(({ path }) => path === back.split("?")[0]);
  return route === undefined || route.access === "guest" ? HOME : back;
}

/** A market's trade screen. */
export const tradePath = (symbol: string): string => `${TRADE}?symbol=${symbol}`;

/** A market's summary with its chart. */
export const detailPath = (symbol: string): string => `${MARKET_DETAIL}?symbol=${symbol}`;

export const chartPath = (symbol: string): string => `${CHART}?symbol=${symbol}`;
