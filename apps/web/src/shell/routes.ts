import { withWords } from "../i18n/i18n.ts";
import { wordsOfScreen } from "../i18n/word-groups.ts";
import { type LoadedScreen, loadedScreen, type ScreenModule } from "./loaded-screen.ts";
import {
  ANNOUNCEMENT,
  type AppRoute,
  ARTICLES,
  CHART,
  CONTRACTS,
  EVIDENCE,
  FUND_ORDER,
  FUND_RECORDS,
  HOME,
  LEVERAGE,
  LOGIN,
  MARKET_DETAIL,
  ROUTES,
  SECOND_CONTRACTS,
  TRADE,
} from "./route-table.ts";

// Screens have one place for paths and for what leads to them.
export * from "./route-table.ts";

/** Every `*-screen.tsx` of the features, each a chunk of its own that exports `Screen`. */
const MODULES = import.meta.glob<ScreenModule>("../features/*/*-screen.tsx");

/** Loads a screen together with its words. */
function loaderOf({ screen, path }: AppRoute): (() => Promise<ScreenModule>) | undefined {
  const load = MODULES[`../features/${screen}-screen.tsx`];
  if (load === undefined) return undefined;
  return () => {
    globalThis.candorPreload?.(path);
    return withWords(wordsOfScreen(screen), load);
  };
}

export interface LoadedRoute extends AppRoute, LoadedScreen {}

/** The routes whose screens exist, each loaded when it is first shown. */
export const SCREENS: readonly LoadedRoute[] = ROUTES.flatMap((route) => {
  const load = loaderOf(route);
  if (load === undefined) return [];
  return [{ ...route, ...loadedScreen(load) }];
});

/** The two location pages are named without "/pages" as well. */
const isAt = (route: AppRoute, path: string): boolean =>
  route.path === path || (route.path.endsWith("-location") && route.path === `/pages${path}`);

export const routeAt = (path: string): LoadedRoute | undefined => SCREENS.find((route) => isAt(route, path));

/** Fetches a screen's code and words ahead of time, so that showing it does not wait; resolves also when they do not come. */
export async function preloadScreen(path: string): Promise<void> {
  // A failed preload is no failure: showing the screen loads it again and reports.
  await routeAt(path)
    ?.preload()
    .catch(() => undefined);
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

/** A contract's trade screen. */
export const contractPath = (symbol: string): string => `${CONTRACTS}?symbol=${symbol}`;

/** A pair's leveraged orders. */
export const leveragePath = (symbol: string): string => `${LEVERAGE}?symbol=${symbol}`;

/** A market's timed options. */
export const optionPath = (symbol: string): string => `${SECOND_CONTRACTS}?symbol=${symbol}`;

/** In an address: which of two markets with the same symbol is meant; absent: the spot market. */
export const MARKET_PARAM = "market";

export const chartPath = (symbol: string, market: "spot" | "contract" = "spot"): string =>
  `${CHART}?symbol=${symbol}${market === "spot" ? "" : `&${MARKET_PARAM}=${market}`}`;

/** What is settled with evidence. */
export const EVIDENCE_KINDS = ["funding", "lever-interest", "liquidation", "mining", "option"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** What decided one settlement, computed again. */
export const evidencePath = (kind: EvidenceKind, id: string): string =>
  `${EVIDENCE}?kind=${kind}&id=${encodeURIComponent(id)}`;

export type ArticleCategory = "news" | "help" | "guide" | "about";

export const articlesPath = (category: ArticleCategory): string => `${ARTICLES}?category=${category}`;

export const articlePath = (id: string): string => `${ARTICLES}?id=${encodeURIComponent(id)}`;

export const announcementPath = (id: string): string => `${ANNOUNCEMENT}?id=${encodeURIComponent(id)}`;

export type FundOrderKind = "deposit" | "withdrawal" | "transfer" | "convert";

/** The page of one deposit, withdrawal or transfer. */
export const fundOrderPath = (kind: FundOrderKind, id: string): string =>
  `${FUND_ORDER}?kind=${kind}&id=${encodeURIComponent(id)}`;

/** What machines cost and paid, entry by entry, each with its evidence. */
export const miningRecordsPath = `${FUND_RECORDS}?kind=mining`;
