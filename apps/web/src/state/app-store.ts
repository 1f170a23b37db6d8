import { create } from "zustand";
import { persist } from "zustand/middleware";
import { isLanguage, preferredLanguage } from "../i18n/languages.ts";
import type { AppState, PersistedState } from "./app-state.ts";
import { storedState } from "./stored-state.ts";

/** Storage key of all data stored on this device. */
export const STORAGE_KEY = "candor";

const BACKGROUND = { day: "#F6F7F9", night: "#0B0E14" } as const;

/** Returns the media query of the system's dark theme. */
export const systemNight = (): MediaQueryList | undefined =>
  typeof matchMedia === "undefined" ? undefined : matchMedia("(prefers-color-scheme: dark)");

const themeOf = (isNight: boolean) => ({ isNight, background: BACKGROUND[isNight ? "night" : "day"] });
const themeOfSystem = () => themeOf(systemNight()?.matches === true);

function initialState(): PersistedState {
  const lang = preferredLanguage(typeof navigator === "undefined" ? [] : navigator.languages);
  return {
    user: null,
    token: "",
    lang,
    coinsList: [],
    nowDetailId: null,
    noticeTime: 0,
    siteData: null,
    rechargeInfo: null,
    ...themeOfSystem(),
    followsSystem: true,
    upIsRed: false,
    colorBlind: false,
    letters: "normal",
    isCompact: false,
    balancesHidden: false,
    gettingStartedHidden: false,
    contractsUnasked: false,
    optionsUnasked: false,
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
      setLanguage: (lang) => set({ lang }),
      setNight: (isNight) => set({ ...themeOf(isNight), followsSystem: false }),
      followSystem: () => set({ ...themeOfSystem(), followsSystem: true }),
      logIn: (user) => set({ user, token: user.token }),
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
      rememberDetail: (nowDetailId) => set({ nowDetailId }),
      clearSession: () => set({ user: null, token: "" }),
    }),
    { name: STORAGE_KEY, version: 1, merge, storage: storedState() },
  ),
);

/** For code outside components. */
export const appState = (): AppState => useAppStore.getState();
