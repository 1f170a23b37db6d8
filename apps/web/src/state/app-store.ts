import type { Language } from "@candor/protocol/enumerations";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { isLanguage, LANGUAGE_LABELS, languageFlag, preferredLanguage } from "../i18n/languages.ts";
import { keptState } from "./kept-state.ts";
import { TAB_ENTRIES, type TabEntry } from "./tab-entries.ts";

/** Everything that this device remembers, under one key. */
export const STORAGE_KEY = "candor";

/** The user as login and registration answer. */
export interface SessionUser {
  readonly id: string;
  readonly username: string;
  readonly token: string;
  readonly u_address: string | null;
  readonly allBalance: string;
  readonly money: string;
  readonly contract: { readonly balance: string; readonly blockBalance: string };
  readonly verification: number;
}

export interface SiteData {
  readonly open_site: number;
  readonly mailUrl: string;
  readonly name: string;
  readonly mode: "sandbox" | "live";
  readonly closedMessage: string | null;
  readonly serverTimeMs: number;
}

/** A market as the list of markets shows it. */
export interface RememberedMarket {
  readonly symbol: string;
  readonly market: string;
  readonly tokenCur: string;
  readonly chPrice: string | null;
  readonly updown: string | null;
}

type Level = readonly [price: string, quantity: string];

/** The names are the specification's own. */
export interface PersistedState {
  readonly vuex_user: SessionUser | null;
  readonly token: string;
  readonly tabbar: readonly TabEntry[];
  readonly lang: Language;
  readonly langLabel: string;
  readonly langFlag: string;
  readonly mailUrl: string;
  readonly coin: string;
  readonly coinName: string;
  /** All markets as they were last listed, in that order. */
  readonly coinsList: readonly RememberedMarket[];
  readonly nowDetailId: string | null;
  readonly ptCoin: string;
  readonly leftList: readonly unknown[];
  readonly leftList1: readonly unknown[];
  /** When the newest notice that was dismissed had been written, in milliseconds. */
  readonly noticeTime: number;
  readonly siteData: SiteData | null;
  readonly machine: unknown;
  readonly rechargeInfo: unknown;
  readonly background: string;
  readonly main: string;
  readonly content: string;
  /** Eye care: the night theme. */
  readonly huyan: boolean;
  readonly asks_: readonly Level[];
  readonly bids_: readonly Level[];
  /** Red means up. */
  readonly upIsRed: boolean;
  readonly balancesHidden: boolean;
  readonly gettingStartedHidden: boolean;
}

interface Actions {
  set: (change: Partial<PersistedState>) => void;
  setLanguage: (language: Language) => void;
  setNight: (night: boolean) => void;
  logIn: (user: SessionUser) => void;
  rememberMarkets: (markets: readonly RememberedMarket[]) => void;
  /** The market whose detail was looked at last. */
  rememberDetail: (symbol: string, base: string) => void;
  /** Forgets who was logged in; settings stay. */
  clearSession: () => void;
}

export type AppState = PersistedState & Actions;

const DAY_COLOURS = { background: "#F6F7F9", main: "#FFFFFF", content: "#0B1220" } as const;
const NIGHT_COLOURS = { background: "#0B0E14", main: "#141923", content: "#E8EBF1" } as const;

function initialState(): PersistedState {
  const lang = preferredLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
  return {
    vuex_user: null,
    token: "",
    tabbar: TAB_ENTRIES,
    lang,
    langLabel: LANGUAGE_LABELS[lang],
    langFlag: languageFlag(lang),
    mailUrl: "",
    coin: "U",
    coinName: "BTC",
    coinsList: [],
    nowDetailId: null,
    ptCoin: "USDT",
    leftList: [],
    leftList1: [],
    noticeTime: 0,
    siteData: null,
    machine: null,
    rechargeInfo: null,
    ...DAY_COLOURS,
    huyan: false,
    asks_: [],
    bids_: [],
    upIsRed: false,
    balancesHidden: false,
    gettingStartedHidden: false,
  };
}

/** Kept state that an older or a broken page left behind must not stop this one. */
function merge(kept: unknown, current: AppState): AppState {
  if (typeof kept !== "object" || kept === null) return current;
  const state = { ...current, ...(kept as Partial<PersistedState>) };
  if (!isLanguage(state.lang)) state.lang = current.lang;
  if (typeof state.token !== "string") state.token = "";
  if (!Array.isArray(state.coinsList)) state.coinsList = [];
  return state;
}

export const useAppStore = create<AppState>()(
  persist(
    (set) => ({
      ...initialState(),
      set: (change) => set(change),
      setLanguage: (lang) => set({ lang, langLabel: LANGUAGE_LABELS[lang], langFlag: languageFlag(lang) }),
      setNight: (huyan) => set({ huyan, ...(huyan ? NIGHT_COLOURS : DAY_COLOURS) }),
      logIn: (user) => set({ vuex_user: user, token: user.token }),
      rememberMarkets: (markets) =>
        set({
          coinsList: markets.map(({ symbol, market, tokenCur, chPrice, updown }) => ({
            symbol,
            market,
            tokenCur,
            chPrice,
            updown,
          })),
        }),
      rememberDetail: (symbol, base) => set({ nowDetailId: symbol, coinName: base }),
      clearSession: () => set({ vuex_user: null, token: "", asks_: [], bids_: [] }),
    }),
    { name: STORAGE_KEY, version: 1, merge, storage: keptState() },
  ),
);

/** For code outside components. */
export const appState = (): AppState => useAppStore.getState();
