import { withWords } from "../../i18n/i18n.ts";
import { wordsOfScreen } from "../../i18n/word-groups.ts";
import { type LoadedScreen, loadedScreen, type ScreenModule } from "../code-loading/loaded-screen.ts";
import {
  ANNOUNCEMENT,
  type AppRoute,
  ARTICLES,
  CHART,
  CONTRACT_HISTORY,
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
  STATEMENT,
  TRADE,
} from "./route-table.ts";

// Re-exported, so that screens import paths and path functions from one module.
export * from "./route-table.ts";

/** All `*-screen.tsx` files, each its own chunk exporting `Screen`. */
const MODULES = import.meta.glob<ScreenModule>("../../features/*/*-screen.tsx");

/** Loads a screen together with its translations. */
function loaderOf({ screen, path }: AppRoute): (() => Promise<ScreenModule>) | undefined {
  const load = MODULES[`../../features/${screen}-screen.tsx`];
  if (load === undefined) return undefined;
  return () => {
    globalThis.candorPreload?.(path);
    return withWords(wordsOfScreen(screen), load);
  };
}

export interface LoadedRoute extends AppRoute, LoadedScreen {}

/** Routes with a screen, each loaded when first shown. */
const SCREENS: readonly LoadedRoute[] = ROUTES.flatMap((route) => {
  const load = loaderOf(route);
  if (load === undefined) return [];
  return [{ ...route, ...loadedScreen(load) }];
});

/** The two location pages are also reachable without "/pages". */
const isAt = (route: AppRoute, path: string): boolean =>
  route.path === path || (route.path.endsWith("-location") && route.path === `/pages${path}`);

export const routeAt = (path: string): LoadedRoute | undefined => SCREENS.find((route) => isAt(route, path));

/** Loads a screen's code and translations ahead of time; also resolves if loading fails. */
export async function preloadScreen(path: string): Promise<void> {
  // Ignore a failed preload: showing the screen loads it again and reports errors.
  await routeAt(path)
    ?.preload()
    .catch(() => undefined);
}

/** Returns the login path, with `from` as the page to return to. */
export function loginPath(from?: string): string {
  return from === undefined || from === HOME ? LOGIN : `${LOGIN}?back=${encodeURIComponent(from)}`;
}

/** Returns the page to open after login: only pages of this app. */
export function pathAfterLogin(search: string): string {
  const back = new URLSearchParams(search).get("back");
  if (back === null || !back.startsWith("/pages/")) return HOME;
  const route = ROUTES.find(({ path }) => path === back.split("?")[0]);
  return route === undefined || route.access === "guest" ? HOME : back;
}

/** Returns the path of a market's trade screen. */
export const tradePath = (symbol: string): string => `${TRADE}?symbol=${symbol}`;

/** Returns the path of a market's summary with its chart. */
export const detailPath = (symbol: string): string => `${MARKET_DETAIL}?symbol=${symbol}`;

/** Returns the path of a contract's trade screen. */
export const contractPath = (symbol: string): string => `${CONTRACTS}?symbol=${symbol}`;

/** Returns the path of a pair's margin trading screen. */
export const leveragePath = (symbol: string): string => `${LEVERAGE}?symbol=${symbol}`;

/** Returns the path of a market's timed options screen. */
export const optionPath = (symbol: string): string => `${SECOND_CONTRACTS}?symbol=${symbol}`;

/** Address parameter that distinguishes markets with the same symbol; default: the spot market. */
export const MARKET_PARAM = "market";

export const chartPath = (symbol: string, market: "spot" | "contract" = "spot"): string =>
  `${CHART}?symbol=${symbol}${market === "spot" ? "" : `&${MARKET_PARAM}=${market}`}`;

/** Kinds of settlements with evidence. */
export const EVIDENCE_KINDS = ["funding", "lever-interest", "liquidation", "mining", "option"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** Returns the path of the page that recomputes a settlement's evidence. */
export const evidencePath = (kind: EvidenceKind, id: string): string =>
  `${EVIDENCE}?kind=${kind}&id=${encodeURIComponent(id)}`;

export type ArticleCategory = "news" | "help" | "guide" | "about";

export const articlesPath = (category: ArticleCategory): string => `${ARTICLES}?category=${category}`;

export const articlePath = (id: string): string => `${ARTICLES}?id=${encodeURIComponent(id)}`;

export const announcementPath = (id: string): string => `${ANNOUNCEMENT}?id=${encodeURIComponent(id)}`;

export type FundOrderKind = "deposit" | "withdrawal" | "transfer" | "convert";

/** Returns the page of a deposit, withdrawal or transfer. */
export const fundOrderPath = (kind: FundOrderKind, id: string): string =>
  `${FUND_ORDER}?kind=${kind}&id=${encodeURIComponent(id)}`;

/** Returns the statement of a month, YYYY-MM in UTC. */
export const statementPath = (month: string): string => `${STATEMENT}?month=${month}`;

/** Closed positions of contracts. */
export const closedPositionsPath = `${CONTRACT_HISTORY}?view=positions`;

/** Ledger entries of mining machines, each with its evidence. */
export const miningRecordsPath = `${FUND_RECORDS}?kind=mining`;
