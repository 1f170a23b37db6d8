import type { Language } from "@candor/domain/enumerations";
import type { WireProducts } from "@candor/wire/objects";
import type { TabEntry } from "./tab-entries.ts";

/** The user, as returned by login and registration. */
interface SessionUser {
  readonly id: string;
  readonly username: string;
  readonly token: string;
  readonly u_address: string | null;
  readonly allBalance: string;
  readonly money: string;
  readonly contract: { readonly balance: string; readonly blockBalance: string };
  readonly verification: number;
}

interface SiteData {
  readonly open_site: number;
  readonly mailUrl: string;
  readonly name: string;
  readonly mode: "sandbox" | "live";
  /** Products in addition to spot trading. Absent in data stored by older versions. */
  readonly products?: WireProducts;
  /** Absent in data stored by older versions. */
  readonly passwordRule?: "short" | "long";
  readonly closedMessage: string | null;
  readonly serverTimeMs: number;
}

/** A market in the list of markets. */
interface RememberedMarket {
  readonly symbol: string;
  readonly market: string;
  readonly tokenCur: string;
  readonly chPrice: string | null;
  readonly updown: string | null;
}

type Level = readonly [price: string, quantity: string];

/** Field names are the specification's. */
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
  /** All markets, in the order last listed. */
  readonly coinsList: readonly RememberedMarket[];
  readonly nowDetailId: string | null;
  readonly ptCoin: string;
  readonly leftList: readonly unknown[];
  readonly leftList1: readonly unknown[];
  /** Creation time of the newest dismissed notice, in milliseconds. */
  readonly noticeTime: number;
  readonly siteData: SiteData | null;
  readonly machine: unknown;
  readonly rechargeInfo: unknown;
  readonly background: string;
  readonly main: string;
  readonly content: string;
  /** Eye care mode: the night theme. */
  readonly huyan: boolean;
  readonly asks_: readonly Level[];
  readonly bids_: readonly Level[];
  /** Follow the system theme; `huyan` is its current value. */
  readonly followsSystem: boolean;
  /** Red means up. */
  readonly upIsRed: boolean;
  /** Up is blue and down is orange, which color-blind users can distinguish. */
  readonly colorBlind: boolean;
  readonly balancesHidden: boolean;
  readonly gettingStartedHidden: boolean;
}

interface Actions {
  set: (change: Partial<PersistedState>) => void;
  setLanguage: (language: Language) => void;
  /** An explicit choice: the system theme is ignored from then on. */
  setNight: (night: boolean) => void;
  followSystem: () => void;
  logIn: (user: SessionUser) => void;
  rememberMarkets: (markets: readonly RememberedMarket[]) => void;
  /** The market whose details were opened last. */
  rememberDetail: (symbol: string, base: string) => void;
  /** Clears the session; settings stay. */
  clearSession: () => void;
}

export type AppState = PersistedState & Actions;
