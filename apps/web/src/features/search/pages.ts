import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import {
  ADDRESS_BOOK,
  ALL_TRADES,
  ANNOUNCEMENTS,
  API_KEYS,
  AUTHENTICATION,
  articlesPath,
  BOTS,
  CONTRACT_HISTORY,
  CONTRACTS,
  CONVERT,
  DECISIONS,
  DEPOSIT,
  FAVOURITES,
  FORGOT,
  FUND_RECORDS,
  HOME,
  INVITE,
  LEVERAGE,
  LIABILITIES,
  LOGIN,
  MARKETS,
  ME,
  MINERS,
  MINING,
  NOTIFICATIONS,
  PASSWORDS,
  PROFILE,
  PROFIT,
  RECHARGE,
  REGISTER,
  RETRIEVE,
  ROUTES,
  SECOND_CONTRACTS,
  SECURITY,
  SERVICE,
  SETTLEMENTS,
  STATEMENT,
  TEAM,
  TRADE,
  TRANSFER,
  WALLET,
  WITHDRAW,
} from "../../shell/routing/routes.ts";
import type { FoundRow } from "./found-row.ts";

/** A page that can be found by name. */
export interface FoundPage {
  readonly to: string;
  readonly title: MessageKey;
  /** Synonyms in the user's language. */
  readonly words?: MessageKey;
  /** Names used in every language, separated by spaces. */
  readonly known?: string;
}

/** In listing order among equal matches. */
export const PAGES: readonly FoundPage[] = [
  { to: HOME, title: "shell.tabHome", known: "home" },
  { to: MARKETS, title: "shell.tabMarkets", words: "search.wordsMarkets", known: "markets" },
  { to: TRADE, title: "shell.navSpot", words: "search.wordsSpot", known: "spot" },
  {
    to: CONTRACTS,
    title: "shell.navContracts",
    words: "search.wordsContracts",
    known: "futures perp",
  },
  {
    to: SECOND_CONTRACTS,
    title: "shell.navSecondContracts",
    words: "search.wordsOptions",
    known: "options",
  },
  { to: LEVERAGE, title: "shell.navLeverage", words: "search.wordsMargin", known: "margin" },
  { to: WALLET, title: "shell.navWallet", words: "search.wordsWallet", known: "wallet" },
  { to: DEPOSIT, title: "wallet.depositTitle", words: "search.wordsDeposit", known: "deposit faucet" },
  { to: WITHDRAW, title: "wallet.withdrawTitle", words: "search.wordsWithdraw", known: "withdraw" },
  { to: TRANSFER, title: "wallet.transferTitle", words: "search.wordsTransfer", known: "transfer" },
  { to: CONVERT, title: "wallet.convertTitle", words: "search.wordsConvert", known: "convert swap" },
  { to: PROFIT, title: "profit.title", words: "search.wordsProfit", known: "pnl p&l roi" },
  { to: STATEMENT, title: "profit.statement", known: "pdf print" },
  { to: FUND_RECORDS, title: "wallet.records", words: "search.wordsRecords", known: "csv" },
  { to: ALL_TRADES, title: "records.tradesTitle", words: "search.wordsTrades", known: "fills" },
  {
    to: CONTRACT_HISTORY,
    title: "records.futuresTitle",
    words: "search.wordsContractHistory",
    known: "pnl",
  },
  { to: SETTLEMENTS, title: "records.settlementsTitle", words: "search.wordsSettlements" },
  { to: ADDRESS_BOOK, title: "wallet.addressBook", words: "search.wordsAddresses" },
  { to: RECHARGE, title: "wallet.rechargeTitle", words: "search.wordsRecharge", known: "txid hash" },
  { to: MINING, title: "shell.tabMining", words: "search.wordsMining", known: "mining" },
  { to: MINERS, title: "mining.myMiners" },
  { to: ME, title: "shell.tabMe", words: "search.wordsMe", known: "dark settings" },
  { to: PROFILE, title: "profile.title", words: "search.wordsProfile" },
  { to: SECURITY, title: "security.title", words: "search.wordsSecurity", known: "2fa totp passkey" },
  { to: PASSWORDS, title: "me.passwords", words: "search.wordsPasswords", known: "pin" },
  { to: RETRIEVE, title: "me.retrieveTitle", words: "search.wordsRetrieve" },
  { to: AUTHENTICATION, title: "verify.title", words: "search.wordsVerify", known: "kyc" },
  { to: API_KEYS, title: "keys.title", words: "search.wordsApiKeys", known: "api bot" },
  { to: BOTS, title: "keys.bots", words: "search.wordsApiKeys", known: "api bot ccxt binance" },
  { to: FAVOURITES, title: "market.favourites", words: "search.wordsFavorites", known: "watchlist" },
  { to: NOTIFICATIONS, title: "notify.title", words: "search.wordsNotifications", known: "push" },
  { to: ANNOUNCEMENTS, title: "shell.messages", words: "search.wordsMessages" },
  { to: INVITE, title: "invite.title", words: "search.wordsInvite", known: "referral" },
  { to: TEAM, title: "team.title" },
  { to: SERVICE, title: "me.service", words: "search.wordsService", known: "support chat" },
  { to: articlesPath("help"), title: "notice.help", words: "search.wordsHelp", known: "faq help" },
  { to: articlesPath("news"), title: "notice.news" },
  { to: articlesPath("guide"), title: "notice.guide", words: "search.wordsGuide" },
  { to: articlesPath("about"), title: "notice.about", words: "search.wordsAbout" },
  { to: LIABILITIES, title: "liabilities.title", words: "search.wordsReserves", known: "proof" },
  { to: DECISIONS, title: "decisions.title", words: "search.wordsDecisions" },
  { to: LOGIN, title: "login.logInTitle" },
  { to: REGISTER, title: "login.registerTitle" },
  { to: FORGOT, title: "login.forgotTitle" },
];

/** Returns the pages that may be opened; visitors reach personal ones through the login. */
export function pagesFor(isLoggedIn: boolean, isOffered: (path: string) => boolean): readonly FoundPage[] {
  return PAGES.filter(({ to }) => {
    const path = to.split("?")[0] ?? to;
    const access = ROUTES.find((route) => route.path === path)?.access;
    return isOffered(path) && !(access === "guest" && isLoggedIn);
  });
}

export const pageRow = (t: Translate, { to, title, words, known }: FoundPage): FoundRow => ({
  key: to,
  to,
  name: t(title),
  others: [...(words === undefined ? [] : [t(words)]), ...(known?.split(" ") ?? [])].join(", "),
});
