/** All enumerations that cross a boundary. The array index is the number in binary records; append only. */
export const WALLETS = ["main", "coin", "contract", "option"] as const;
export type Wallet = (typeof WALLETS)[number];

/** Wallets used for trading; each can be frozen separately. */
export const TRADING_WALLETS = ["coin", "contract", "option"] as const satisfies readonly Wallet[];
export type TradingWallet = (typeof TRADING_WALLETS)[number];
/** Wallets that can be frozen; `main` means the whole user. Ordered by binary number. */
export const FREEZABLE_WALLETS = [...TRADING_WALLETS, "main"] as const;

/**
 * Pools that back products: payouts of timed options, yields of mining machines, and loans. Names of the exchange's own
 * accounts.
 */
export const POOLS = ["option-pool", "mining-reserve", "lending-pool"] as const;
export type Pool = (typeof POOLS)[number];

/** Accounts the sandbox treasury can endow with play money. */
export const ENDOWABLE_ACCOUNTS = [...POOLS, "insurance"] as const;
export type EndowableAccount = (typeof ENDOWABLE_ACCOUNTS)[number];

/** The exchange's own accounts that a correction can use. The pools behind products can only receive. */
export const CORRECTION_ACCOUNTS = ["fees", "insurance", "outside-world", ...POOLS] as const;
export type CorrectionAccount = (typeof CORRECTION_ACCOUNTS)[number];
/** Wallets that can be corrected. Money in the contract wallet is margin: moving it would move a liquidation price. */
export const CORRECTION_WALLETS = ["main", "coin", "option"] as const satisfies readonly Wallet[];
export type CorrectionWallet = (typeof CORRECTION_WALLETS)[number];

export type MarketKind = "spot" | "contract";

export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];

/** Predicted direction of the index of a timed option. */
export const DIRECTIONS = ["up", "down"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A timed option is accepted, runs from its strike on, and ends in one of the other states. */
export const OPTION_STATUSES = ["accepted", "running", "won", "lost", "tied", "void"] as const;
export type OptionStatus = (typeof OPTION_STATUSES)[number];

/** Why a timed option changed; the `event` of its private push. */
export const OPTION_CAUSES = ["accepted", "struck", "settled", "voided"] as const;
export type OptionCause = (typeof OPTION_CAUSES)[number];

export const PRODUCTS = ["spot", "lever", "contract", "option"] as const;
export type Product = (typeof PRODUCTS)[number];

/**
 * Stops execute when the price moves against the order's side, take-profits when it moves in its favor. "oco" is a
 * command of two orders, never the type of an order. Trailing orders follow the price at once, or from an activation
 * price: a "trailing-loss" from one that is a loss, "trailing-stop" and "trailing-profit" from one that is a profit. Spot
 * orders have all types, others not the last four.
 */
export const ORDER_TYPES = [
  "limit",
  "market",
  "stop-limit",
  "stop-market",
  "oco",
  "trailing-stop",
  "take-profit-limit",
  "take-profit-market",
  "trailing-loss",
  "trailing-loss-limit",
  "trailing-profit",
  "trailing-profit-limit",
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const TIMES_IN_FORCE = ["gtc", "ioc", "fok", "post-only"] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export const ORDER_STATUSES = [
  "untriggered",
  "open",
  "partially-filled",
  "filled",
  "canceled",
  "expired",
  "pending",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Index 0 is the wire's `null`. */
export const ORDER_REASONS = [
  "none",
  "user",
  "ioc",
  "fok",
  "price-protection",
  "self-trade",
  "oco-sibling",
  "reduce-only",
  "position-closed",
  "liquidation",
  "adl",
  "trigger-unfunded",
  "market-closed",
  "list-ended",
  "oto-unfunded",
  "oto-rejected",
  "good-till-date",
  "price-difference",
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/**
 * What happens when an order reaches one of its own user. Such orders never trade: `unspecified` expires the taker, too,
 * but its user did not choose that. `decrement` takes the smaller quantity off both; only for spot orders given in the base coin.
 */
export const SELF_TRADE_MODES = [
  "expire-taker",
  "expire-maker",
  "expire-both",
  "unspecified",
  "decrement",
] as const;
export type SelfTrade = (typeof SELF_TRADE_MODES)[number];

/** Price a trigger follows; for spot always the last. */
export const TRIGGER_BYS = ["last", "mark", "index"] as const;
export type TriggerBy = (typeof TRIGGER_BYS)[number];

export const MARGIN_MODES = ["isolated", "cross"] as const;
export type MarginMode = (typeof MARGIN_MODES)[number];

/** The two positions of a contract in hedge mode. In one-way mode the only position has none of these. */
export const POSITION_LEGS = ["long", "short"] as const;
export type PositionLeg = (typeof POSITION_LEGS)[number];

/** Why a position changed. */
export const POSITION_CAUSES = [
  "trade",
  "funding",
  "margin",
  "leverage",
  "tpsl",
  "liquidation",
  "adl",
] as const;
export type PositionCause = (typeof POSITION_CAUSES)[number];

/**
 * In the order of the liquidation ladder: orders are canceled, the book takes the position, the fund takes it, winners
 * are deleveraged.
 */
export const LIQUIDATION_METHODS = ["orders", "book", "insurance-fund", "adl"] as const;
export type LiquidationMethod = (typeof LIQUIDATION_METHODS)[number];

export const MARKET_STATUSES = ["trading", "cancel-only", "halted"] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

/**
 * Why a market takes no new orders: the operator stopped it, too few price sources are fresh, the sources disagree or
 * one jumped without confirmation, or the clock is held. "none" while it trades.
 */
export const STATUS_REASONS = ["none", "operator", "stale", "disputed", "clock"] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export const PRICE_SOURCES = ["live", "recorded", "simulated"] as const;
export type PriceSourceKind = (typeof PRICE_SOURCES)[number];

/** A labeled account belongs to the sandbox's own market makers and takers. */
export const ACCOUNT_ROLES = ["trader", "labelled"] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

export const FUND_RECORD_KINDS = [
  "deposit",
  "withdrawal",
  "withdrawal-fee",
  "withdrawal-return",
  "transfer-in",
  "transfer-out",
  "trade",
  "trade-fee",
  "realized-profit",
  "funding",
  "liquidation",
  "adl",
  "option-stake",
  "option-payout",
  "option-refund",
  "mining-price",
  "mining-income",
  "mining-refund",
  "convert",
  "loan",
  "interest",
  "repay",
  "referral",
  "faucet",
  "adjustment",
] as const;
export type FundRecordKind = (typeof FUND_RECORD_KINDS)[number];

/** Status of a mining machine and why it was released; `none` is the wire's `null`. */
export const MINER_STATUSES = ["in-production", "released"] as const;
export type MinerStatus = (typeof MINER_STATUSES)[number];
export const MINER_RELEASE_REASONS = ["none", "completed", "recycled"] as const;
export type MinerReleaseReason = (typeof MINER_RELEASE_REASONS)[number];
/** Why a machine changed. */
export const MINER_CAUSES = ["bought", "claimed", "released"] as const;
export type MinerCause = (typeof MINER_CAUSES)[number];

/** Why a deposit is not credited. */
export const DEPOSIT_REASONS = [
  "failed-transaction",
  "unknown-token",
  "below-minimum",
  "wrong-chain",
  "reorganised",
  "over-limit",
  "account-closed",
  "not-offered",
  "unproven",
] as const;
export type DepositReason = (typeof DEPOSIT_REASONS)[number];

/**
 * Stages of a deposit. `held` ones arrived and wait for an operator; `ignored` ones are explained and not credited
 * automatically.
 */
export const DEPOSIT_STATUSES = ["seen", "confirmed", "held", "credited", "ignored"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Explanations of a transaction that brings a user nothing, or nothing yet. */
export const TRANSACTION_NOTES = [
  ...DEPOSIT_REASONS,
  "not-found",
  "pending",
  "not-scanned",
  "internal-transfer",
  "other-address",
] as const;
export type TransactionNote = (typeof TRANSACTION_NOTES)[number];

/** In the order a withdrawal passes them; the last two are final. */
export const WITHDRAWAL_STATUSES = [
  "frozen",
  "reviewing",
  "approved",
  "signed",
  "broadcast",
  "confirmed",
  "returned",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Result of a fund record. */
export const RESULTS = ["in-progress", "success", "failed"] as const;
export type Result = (typeof RESULTS)[number];

/** Why an order changed. */
export const ORDER_CAUSES = [
  "accepted",
  "triggered",
  "executed",
  "reduced",
  "closed",
  "activated",
  "moved",
] as const;
export type OrderCause = (typeof ORDER_CAUSES)[number];

/** Why a withdrawal is reviewed before approval: automatically by a delay, or for the last two by a person. */
export const REVIEW_REASONS = ["new-address", "new-device", "many-withdrawals", "large-amount"] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** Events that put withdrawals on hold for a day. */
export const HOLD_REASONS = ["password", "payment-password", "second-factor", "contact"] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Why a session ended early. "log-out": its user ended only this one, here or from another device. */
export const SESSION_ENDS = ["log-out", "everywhere", "password", "frozen", "too-many", "closed"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

export const LANGUAGES = ["zh", "en", "br", "fr", "esp", "hu", "tr", "ro", "de", "pl", "el"] as const;
export type Language = (typeof LANGUAGES)[number];

/** BCP 47 tags of the wire's language codes. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  zh: "zh-Hant",
  en: "en",
  br: "pt-BR",
  fr: "fr",
  esp: "es",
  hu: "hu",
  tr: "tr",
  ro: "ro",
  de: "de",
  pl: "pl",
  el: "el",
};

export const PERIODS = ["1min", "5min", "15min", "30min", "60min", "4hour", "1day", "1week"] as const;
export type Period = (typeof PERIODS)[number];
/** Periods of bars that the server joins from those of PERIODS. */
export type JoinedPeriod = "3min" | "2hour" | "6hour" | "12hour" | "1mon";
/** Periods of bars that the server makes from trades, in milliseconds. */
export const SECOND_PERIOD_MS = { "1sec": 1_000, "5sec": 5_000, "15sec": 15_000 } as const;
export type SecondPeriod = keyof typeof SECOND_PERIOD_MS;
/** Every period of a chart, shortest first: made from trades, stored, and joined. */
export const CHART_PERIODS = [
  "1sec",
  "5sec",
  "15sec",
  "1min",
  "3min",
  "5min",
  "15min",
  "30min",
  "60min",
  "2hour",
  "4hour",
  "6hour",
  "12hour",
  "1day",
  "1week",
  "1mon",
] as const satisfies readonly (Period | JoinedPeriod | SecondPeriod)[];
export type ChartPeriod = (typeof CHART_PERIODS)[number];
/** Aliases of the periods in public exchange APIs. */
export const PERIOD_ALIASES = {
  "1s": "1sec",
  "5s": "5sec",
  "15s": "15sec",
  "1m": "1min",
  "3m": "3min",
  "5m": "5min",
  "15m": "15min",
  "30m": "30min",
  "60m": "60min",
  "1h": "60min",
  "2h": "2hour",
  "4h": "4hour",
  "6h": "6hour",
  "12h": "12hour",
  "1d": "1day",
  "1w": "1week",
  "1M": "1mon",
} as const satisfies Readonly<Record<string, ChartPeriod>>;
export type PeriodAlias = keyof typeof PERIOD_ALIASES;
/** Returns the period for its name or alias; undefined if there is none. */
export function periodOf(name: ChartPeriod | PeriodAlias): ChartPeriod;
export function periodOf(name: string): ChartPeriod | undefined;
export function periodOf(name: string): ChartPeriod | undefined {
  const own = CHART_PERIODS.find((period) => period === name);
  return own ?? (Object.hasOwn(PERIOD_ALIASES, name) ? PERIOD_ALIASES[name as PeriodAlias] : undefined);
}
/** Whether bars of a period are made from trades. */
export const isSecondPeriod = (period: ChartPeriod): period is SecondPeriod =>
  Object.hasOwn(SECOND_PERIOD_MS, period);
export const PERIOD_MS: Readonly<Record<Period, number>> = {
  "1min": 60_000,
  "5min": 300_000,
  "15min": 900_000,
  "30min": 1_800_000,
  "60min": 3_600_000,
  "4hour": 14_400_000,
  "1day": 86_400_000,
  "1week": 604_800_000,
};

/**
 * What a profit or loss comes from. `withdrawal`: the fee, and the gain or loss of coins that left, which nothing else
 * has counted.
 */
export const PROFIT_SOURCES = [
  "spot",
  "lever",
  "contract",
  "option",
  "mining",
  "convert",
  "referral",
  "withdrawal",
] as const;
export type ProfitSource = (typeof PROFIT_SOURCES)[number];

/** Wallets of a profit; `lever` means all margin accounts. */
export const PROFIT_WALLETS = [...WALLETS, "lever"] as const;
export type ProfitWallet = (typeof PROFIT_WALLETS)[number];

/** How a contract position ended. `order` includes an order that turned it around. */
export const POSITION_ENDS = [
  "order",
  "stop-loss",
  "take-profit",
  "trailing-stop",
  "liquidation",
  "adl",
] as const;
export type PositionEnd = (typeof POSITION_ENDS)[number];
