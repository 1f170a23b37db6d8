import type { Language } from "@candor/domain/enumerations";
import type { WireProducts } from "@candor/wire/objects";

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
  /** True in a test rig, in which everything can be set; absent everywhere else. */
  readonly testRig?: boolean | undefined;
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

/** Sizes of all letters. */
export type LetterSize = "small" | "normal" | "large" | "largest";

/** What the device remembers. legacy-stored-state.ts stores it in the specification's object. */
export interface PersistedState {
  readonly user: SessionUser | null;
  readonly token: string;
  readonly lang: Language;
  /** All markets, in the order last listed. */
  readonly coinsList: readonly RememberedMarket[];
  readonly nowDetailId: string | null;
  /** Creation time of the newest dismissed notice, in milliseconds. */
  readonly noticeTime: number;
  readonly siteData: SiteData | null;
  readonly rechargeInfo: unknown;
  readonly background: string;
  readonly isNight: boolean;
  /** Follow the system theme; `isNight` is its current value. */
  readonly followsSystem: boolean;
  /** Red means up. */
  readonly upIsRed: boolean;
  /** Up is blue and down is orange, which color-blind users can distinguish. */
  readonly colorBlind: boolean;
  readonly letters: LetterSize;
  /** Rows are lower, so that more of them fit. */
  readonly isCompact: boolean;
  readonly balancesHidden: boolean;
  readonly gettingStartedHidden: boolean;
  /** Orders of contracts and purchases of timed options are sent without a confirmation sheet. */
  readonly contractsUnasked: boolean;
  readonly optionsUnasked: boolean;
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
  rememberDetail: (symbol: string) => void;
  /** Clears the session; settings stay. */
  clearSession: () => void;
}

export type AppState = PersistedState & Actions;
