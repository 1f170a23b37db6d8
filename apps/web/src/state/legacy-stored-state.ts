import { LANGUAGE_LABELS, languageFlag } from "../i18n/languages.ts";
import type { PersistedState } from "./app-state.ts";
import { TAB_ENTRIES } from "./tab-entries.ts";

const COLORS = {
  day: { main: "#FFFFFF", content: "#0B1220" },
  night: { main: "#141923", content: "#E8EBF1" },
} as const;

/** Fields of the specification that this app stores but never reads. */
const UNREAD = {
  tabbar: TAB_ENTRIES,
  coin: "U",
  ptCoin: "USDT",
  leftList: [],
  leftList1: [],
  machine: null,
  asks_: [],
  bids_: [],
} as const;
const DEFAULT_COIN_NAME = "BTC";

type Unread = typeof UNREAD & {
  readonly langLabel: string;
  readonly langFlag: string;
  readonly mailUrl: string;
  readonly coinName: string;
  readonly main: string;
  readonly content: string;
};

/** The stored object, with the specification's field names. */
export type StoredState = Omit<PersistedState, "user" | "isNight"> &
  Unread & {
    readonly vuex_user: PersistedState["user"];
    /** Eye care mode: the night theme. */
    readonly huyan: boolean;
  };

/** Returns the object to store. */
export function toStoredState({ user, isNight, ...state }: PersistedState): StoredState {
  const { coinsList, lang, nowDetailId, siteData } = state;
  const detail = coinsList.find(({ symbol }) => symbol === nowDetailId);
  return {
    ...UNREAD,
    ...state,
    vuex_user: user,
    huyan: isNight,
    ...COLORS[isNight ? "night" : "day"],
    langLabel: LANGUAGE_LABELS[lang],
    langFlag: languageFlag(lang),
    mailUrl: siteData?.mailUrl ?? "",
    coinName: detail?.tokenCur ?? DEFAULT_COIN_NAME,
  };
}

/** Returns the app's fields of a stored object, which an older version may have written. */
export function fromStoredState(kept: Partial<StoredState>): Partial<PersistedState> {
  const { vuex_user, huyan, ...state } = kept;
  return {
    ...state,
    ...(vuex_user !== undefined && { user: vuex_user }),
    ...(huyan !== undefined && { isNight: huyan }),
  };
}
