import { create } from "zustand";
import { persist } from "zustand/middleware";
import { isLanguage, LANGUAGE_LABELS, languageFlag, preferredLanguage } from "../i18n/languages.ts";
import type { AppState, PersistedState } from "./app-state.ts";
import { keptState } from "./kept-state.ts";
import { TAB_ENTRIES } from "./tab-entries.ts";

/** Storage key of all data stored on this device. */
export const STORAGE_KEY = "candor";

const DAY_COLOURS = { background: "#F6F7F9", main: "#FFFFFF", content: "#0B1220" } as const;
const NIGHT_COLOURS = { background: "#0B0E14", main: "#141923", content: "#E8EBF1" } as const;

/** Returns the media query of the system's dark theme. */
export const systemNight = (): MediaQueryList | undefined =>
  typeof matchMedia === "undefined" ? undefined : matchMedia("(prefers-color-scheme: dark)");

const themeOf = (huyan: boolean) => ({ huyan, ...(huyan ? NIGHT_COLOURS : DAY_COLOURS) });
const themeOfSystem = () => themeOf(systemNight()?.matches === true);

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
    ...themeOfSystem(),
    followsSystem: true,
    asks_: [],
    bids_: [],
    upIsRed: false,
    colorBlind: false,
    balancesHidden: false,
    gettingStartedHidden: false,
  };
}

/** Stored state from an older or broken version must not break this one. */
function merge(kept: unknown, current: AppState): AppState {
  if (typeof kept !== "object" || kept === null) return current;
  const state = { ...current, ...(kept as Partial<PersistedState>) };
  // Users from before this setting existed keep their current theme.
  state.followsSystem = (kept as Partial<PersistedState>).followsSystem === true;
  if (state.followsSystem) Object.assign(state, themeOfSystem());
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
      setNight: (huyan) => set({ ...themeOf(huyan), followsSystem: false }),
      followSystem: () => set({ ...themeOfSystem(), followsSystem: true }),
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
