import { create } from "zustand";
import { persist } from "zustand/middleware";
import { isLanguage, LANGUAGE_LABELS, languageFlag, preferredLanguage } from "../i18n/languages.ts";
import type { AppState, PersistedState } from "./app-state.ts";
import { keptState } from "./kept-state.ts";
import { TAB_ENTRIES } from "./tab-entries.ts";

/** Everything that this device remembers, under one key. */
export const STORAGE_KEY = "candor";

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
