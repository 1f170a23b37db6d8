import type { Language } from "@candor/domain/enumerations";
import type { WireProducts } from "@candor/wire/objects";
import type { TabEntry } from "./tab-entries.ts";

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
  /** What is offered besides spot trading. Absent: remembered from before it was told. */
  readonly products?: WireProducts;
  /** Absent: remembered from before there was a choice. */
  readonly passwordRule?: "short" | "long";
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
  /** Day and night as the device's system has them; `huyan` is what that is now. */
  readonly followsSystem: boolean;
  /** Red means up. */
  readonly upIsRed: boolean;
  /** Up is blue and down orange, which color-blind eyes tell apart. */
  readonly colorBlind: boolean;
  readonly balancesHidden: boolean;
  readonly gettingStartedHidden: boolean;
}

interface Actions {
  set: (change: Partial<PersistedState>) => void;
  setLanguage: (language: Language) => void;
  /** A choice: from then on the system's does not count. */
  setNight: (night: boolean) => void;
  followSystem: () => void;
  logIn: (user: SessionUser) => void;
  rememberMarkets: (markets: readonly RememberedMarket[]) => void;
  /** The market whose detail was looked at last. */
  rememberDetail: (symbol: string, base: string) => void;
  /** Forgets who was logged in; settings stay. */
  clearSession: () => void;
}

export type AppState = PersistedState & Actions;
