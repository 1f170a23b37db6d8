/**
 * Which words travel together: one file for a group and a language. An entry is a feature of `locales/`, or one
 * text of a feature ("wallet.main") that another group says as well.
 */
export const WORD_GROUPS = {
  /** What the shell says, and what several screens say of markets; loaded before anything is shown. */
  first: [
    "shell",
    "market.nothingFound",
    "market.change24h",
    "market.high24h",
    "market.low24h",
    "market.removeFavourite",
    "market.addFavourite",
    "market.favourites",
    "notice.about",
    "security.title",
    "wallet.records",
    "wallet.main",
    "wallet.coin",
    "wallet.contract",
    "wallet.option",
  ],
  home: [
    "home",
    "market.perpetual",
    "contract.unrealized",
    "liabilities.title",
    "liabilities.intro",
    "liabilities.madeAt",
    "liabilities.owed",
    "liabilities.held",
    "liabilities.root",
    "records.check",
  ],
  /** Of markets, what neither the first screen nor the trade screen has to carry. */
  markets: ["market", "about"],
  trade: ["trade", "chart"],
  contract: ["contract"],
  records: [
    "records",
    "mining.price",
    "mining.totalOutput",
    "mining.unearned",
    "mining.refundRate",
    "mining.refund",
    "mining.incomeOf",
    "mining.refundOf",
    "mining.seconds",
    "mining.accrued",
    "mining.paidNow",
    "mining.term",
    "mining.bought",
    "mining.earlier",
    "mining.paidAt",
  ],
  option: ["option"],
  liabilities: ["liabilities", "decisions", "records.verdictAgrees", "records.verdictDiffers"],
  people: [
    "login",
    "me",
    "profile",
    "security",
    "verify",
    "invite",
    "team.title",
    "notice.announcements",
    "notice.help",
    "notice.guide",
    "notice.about",
    "wallet.faucetTitle",
    "records.futuresTitle",
    "records.settlementsTitle",
    "records.tradesTitle",
    "notify.title",
    "keys",
    "liabilities.title",
    "decisions.title",
    "home.welcomeTitle",
  ],
  wallet: [
    "wallet",
    "records.check",
    "home.totalBalance",
    "home.hideBalances",
    "home.showBalances",
    "home.balancesHiddenNote",
    "home.allAtIndex",
    "home.quickLinks",
    "home.deposit",
    "home.withdraw",
    "home.transfer",
    "home.trade",
    "contract.unrealized",
  ],
  // What a failed purchase says stands with the orders.
  mining: ["mining", "trade.outcomeUnknown"],
  location: ["location"],
  team: ["team"],
  lever: ["lever"],
  notify: ["notify"],
  service: ["service", "profile.pictureFormat", "profile.pictureSize", "profile.picturePixels"],
  notice: ["notice", "decisions.title"],
  /** Taken from the protocol's messages, and loaded when the first call is refused. */
  errors: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type WordGroup = keyof typeof WORD_GROUPS;

/** What the screens of a feature say besides the first words; it loads beside their code. */
const GROUPS_OF_FEATURE: Readonly<Record<string, readonly WordGroup[]>> = {
  "api-keys": ["people"],
  chart: ["trade"],
  contract: ["trade", "contract"],
  home: ["home"],
  lever: ["trade", "records", "lever"],
  invite: ["people"],
  liabilities: ["liabilities"],
  location: ["location"],
  login: ["people"],
  market: ["markets"],
  notify: ["notify"],
  option: ["trade", "records", "option"],
  notice: ["notice"],
  "market-detail": ["trade", "markets"],
  me: ["people"],
  mining: ["mining"],
  profile: ["people"],
  records: ["records", "trade", "lever", "mining"],
  security: ["people"],
  service: ["service"],
  system: [],
  team: ["team"],
  trade: ["trade"],
  verification: ["people"],
  // Withdrawing and transferring set a payment password where there is none.
  wallet: ["wallet", "people"],
};

/** The words of a screen, named `<feature>/<name>`. */
export function wordsOfScreen(screen: string): readonly WordGroup[] {
  const groups = GROUPS_OF_FEATURE[screen.split("/")[0] ?? ""];
  if (groups === undefined) throw new Error(`no words are named for the screen ${screen}`);
  return groups;
}
