export const HOME = "/pages/home/index";
export const MARKETS = "/pages/market/index";
export const TRADE = "/pages/trans/index";
export const MINING = "/pages/mining/index";
export const MINERS = "/pages/mining/record";
export const ME = "/pages/my/index";
export const LOGIN = "/pages/login/login";
export const REGISTER = "/pages/login/reg";
export const FORGOT = "/pages/login/forget";
/** Target of the QR code on another device's login page; its code is a query parameter. */
export const APPROVE_LOGIN = "/pages/login/scan";
/** Target of the link in security emails; its token is a query parameter. */
export const FREEZE = "/pages/freeze";
export const CHART = "/pages/hqchart2_renderjs/index";
export const MARKET_DETAIL = "/pages/market/detail";
export const FAVOURITES = "/pages/my/love";
export const PASSWORDS = "/pages/my/pwdSet";
export const PROFILE = "/pages/my/profile";
export const SECURITY = "/pages/my/saveCenter";
/** API keys. */
export const API_KEYS = "/pages/my/apiKeys";
/** How to connect a trading program; `/docs/bots` leads here. */
export const BOTS = "/pages/my/bots";
export const RETRIEVE = "/pages/my/Retrieve";
export const AUTHENTICATION = "/pages/my/auther";
export const VERIFICATION = "/pages/my/verification";
export const INVITE = "/pages/my/inviter";
export const TEAM = "/pages/my/team";
export const AVATAR = "/pages/cropper/u-avatar-cropper";
export const CHOOSE_LOCATION = "/pages/choose-location";
export const OPEN_LOCATION = "/pages/open-location";
export const WALLET = "/pages/wallet/index";
export const TRANSFER = "/pages/wallet/transfer";
export const CONVERT = "/pages/wallet/convert";
export const FUND_RECORDS = "/pages/wallet/record";
export const DEPOSIT = "/pages/wallet/coinCharging";
export const RECHARGE = "/pages/wallet/recharge";
export const WITHDRAW = "/pages/wallet/withdrawCoin";
export const ADDRESS_BOOK = "/pages/wallet/sites";
export const FUND_ORDER = "/pages/wallet/order";
/** Profit and loss. */
export const PROFIT = "/pages/wallet/profit";
/** A month, to print. */
export const STATEMENT = "/pages/wallet/statement";
export const CONTRACTS = "/pages/trans/contract";
export const CONTRACT_HISTORY = "/pages/trans/futures";
export const SETTLEMENTS = "/pages/trans/Frecord";
export const ALL_TRADES = "/pages/trans/allTransaction";
export const EVIDENCE = "/pages/trans/evidence";
/** Liabilities to all users, and the user's own share. */
export const LIABILITIES = "/pages/trans/liabilities";
/** Decisions by two operators, and announcements. */
export const DECISIONS = "/pages/trans/decisions";
export const SECOND_CONTRACTS = "/pages/trans/secondContract";
/** Margin trading: the specification has no route of its own for it. */
export const LEVERAGE = "/pages/trans/lever";
/** Notification settings. */
export const NOTIFICATIONS = "/pages/my/notifications";
export const ERROR_PAGE = "/pages/error";
export const SERVICE = "/pages/service";
export const ANNOUNCEMENTS = "/pages/notice/index";
export const ANNOUNCEMENT = "/pages/notice/detail";
/** News center: news, help, guide, about, and their articles. */
export const ARTICLES = "/pages/notice/article";
/** Not a screen: the server's page of messages sent by the sandbox. */
export const OUTBOX_PAGE = "/outbox";

/** "guest": only while logged out; "personal": only while logged in. */
export type Access = "public" | "personal" | "guest";
export type TabKey = "home" | "market" | "trade" | "mining" | "me";

export interface AppRoute {
  readonly path: string;
  /** `<feature>/<name>` of the screen's file, without "-screen.tsx". */
  readonly screen: string;
  readonly access: Access;
  /** Hides the tab bar: a page with a back button. */
  readonly tab?: TabKey;
  /** Hides the tab bar: a page with a back button. */
  readonly isSubpage?: boolean;
  /** Rendered without bars and navigation. */
  readonly isBare?: boolean;
}

export const ROUTES: readonly AppRoute[] = [
  { path: HOME, screen: "home/home", access: "public", tab: "home" },
  { path: MARKETS, screen: "market/market", access: "public", tab: "market" },
  { path: TRADE, screen: "spot/trade", access: "public", tab: "trade" },
  { path: MINING, screen: "mining/mining", access: "public", tab: "mining" },
  { path: MINERS, screen: "mining/miners", access: "personal", tab: "mining" },
  { path: ME, screen: "me/me", access: "personal", tab: "me" },
  { path: LOGIN, screen: "login/login", access: "guest", isBare: true },
  { path: REGISTER, screen: "login/register", access: "guest", isBare: true },
  { path: FORGOT, screen: "login/forgot", access: "guest", isBare: true },
  { path: APPROVE_LOGIN, screen: "login/approve", access: "personal", isSubpage: true },
  { path: FREEZE, screen: "login/freeze", access: "public", isBare: true },
  { path: CHART, screen: "chart/chart", access: "public", tab: "trade", isSubpage: true },
  {
    path: MARKET_DETAIL,
    screen: "market-detail/market-detail",
    access: "public",
    tab: "market",
    isSubpage: true,
  },
  { path: FAVOURITES, screen: "market/favourites", access: "personal", tab: "market", isSubpage: true },
  { path: PASSWORDS, screen: "me/passwords", access: "personal", tab: "me", isSubpage: true },
  { path: PROFILE, screen: "profile/profile", access: "personal", tab: "me", isSubpage: true },
  { path: AVATAR, screen: "profile/avatar", access: "personal", tab: "me", isSubpage: true },
  { path: SECURITY, screen: "security/security", access: "personal", tab: "me", isSubpage: true },
  { path: API_KEYS, screen: "api-keys/api-keys", access: "personal", tab: "me", isSubpage: true },
  { path: BOTS, screen: "api-keys/bots", access: "personal", tab: "me", isSubpage: true },
  { path: RETRIEVE, screen: "me/retrieve", access: "personal", tab: "me", isSubpage: true },
  {
    path: AUTHENTICATION,
    screen: "verification/authentication",
    access: "personal",
    tab: "me",
    isSubpage: true,
  },
  { path: VERIFICATION, screen: "verification/verification", access: "personal", tab: "me", isSubpage: true },
  { path: INVITE, screen: "invite/invite", access: "personal", tab: "me", isSubpage: true },
  { path: NOTIFICATIONS, screen: "notify/notifications", access: "personal", tab: "me", isSubpage: true },
  { path: TEAM, screen: "team/team", access: "personal", tab: "me", isSubpage: true },
  { path: CHOOSE_LOCATION, screen: "location/choose-location", access: "public", isSubpage: true },
  { path: OPEN_LOCATION, screen: "location/open-location", access: "public", isSubpage: true },
  { path: WALLET, screen: "wallet/wallet", access: "personal", tab: "me" },
  { path: TRANSFER, screen: "wallet/transfer", access: "personal", tab: "me", isSubpage: true },
  { path: CONVERT, screen: "wallet/convert", access: "personal", tab: "me", isSubpage: true },
  { path: FUND_RECORDS, screen: "wallet/fund-records", access: "personal", tab: "me", isSubpage: true },
  { path: DEPOSIT, screen: "wallet/deposit", access: "personal", tab: "me", isSubpage: true },
  { path: RECHARGE, screen: "wallet/recharge", access: "personal", tab: "me", isSubpage: true },
  { path: WITHDRAW, screen: "wallet/withdraw", access: "personal", tab: "me", isSubpage: true },
  { path: ADDRESS_BOOK, screen: "wallet/address-book", access: "personal", tab: "me", isSubpage: true },
  { path: FUND_ORDER, screen: "wallet/fund-order", access: "personal", tab: "me", isSubpage: true },
  { path: PROFIT, screen: "profit/profit", access: "personal", tab: "me", isSubpage: true },
  { path: STATEMENT, screen: "profit/statement", access: "personal", tab: "me", isSubpage: true },
  { path: CONTRACTS, screen: "contract/contract", access: "public", tab: "trade" },
  { path: SECOND_CONTRACTS, screen: "option/second-contract", access: "public", tab: "trade" },
  { path: LEVERAGE, screen: "lever/lever", access: "public", tab: "trade" },
  {
    path: CONTRACT_HISTORY,
    screen: "records/futures",
    access: "personal",
    tab: "trade",
    isSubpage: true,
  },
  { path: SETTLEMENTS, screen: "records/settlements", access: "personal", tab: "trade", isSubpage: true },
  { path: ALL_TRADES, screen: "records/trades", access: "personal", tab: "trade", isSubpage: true },
  { path: EVIDENCE, screen: "records/evidence", access: "personal", tab: "trade", isSubpage: true },
  { path: LIABILITIES, screen: "liabilities/liabilities", access: "public", tab: "me", isSubpage: true },
  { path: DECISIONS, screen: "liabilities/decisions", access: "public", tab: "me", isSubpage: true },
  { path: ERROR_PAGE, screen: "system/error", access: "public", isBare: true },
  { path: SERVICE, screen: "service/service", access: "public", isSubpage: true },
  { path: ANNOUNCEMENTS, screen: "notice/index", access: "public", isSubpage: true },
  { path: ANNOUNCEMENT, screen: "notice/detail", access: "public", isSubpage: true },
  { path: ARTICLES, screen: "notice/article", access: "public", isSubpage: true },
];
