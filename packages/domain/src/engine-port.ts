import type { Ticks, Units } from "@candor/money/brand";
import type { Command, KeyedQuery } from "./commands/commands.ts";
import type { EndowableAccount, MarketStatus, StatusReason, TradingWallet, Wallet } from "./enumerations.ts";
import type { PositionState } from "./events/contract-events.ts";
import type { ExchangeEvent, Executed, OrderState, WithdrawalState } from "./events/events.ts";
import type { LeverState } from "./events/lever-events.ts";
import type { OptionState } from "./events/option-events.ts";
import type { AnnouncedSetting, SettingValue } from "./events/setting-events.ts";
import type { MiningView } from "./mining-view.ts";
import { type QueriesOf, query, type ViewsOf } from "./query-table.ts";
import type { ContractSpec } from "./specs/contract-listing.ts";
import type { LeverSpec } from "./specs/lever-listing.ts";
import type { AssetSpec, SpotMarketSpec } from "./specs/listing.ts";
import type { OptionTerms } from "./specs/option-terms.ts";

/**
 * Every query to the engine, with its parameters and its answer. EnginePort, the requests that reach the engine, and
 * what the engine asks its machine follow from this table: a new query is a row here and a method of the exchange.
 */
export const QUERIES = {
  accountView: query<[userId: number], AccountView>(),
  bookView: query<[marketId: number, levels: number], BookView>(),
  exchangeView: query<[], ExchangeView>(),
  /** Returns open withdrawals, oldest first: of one user, or of all. */
  withdrawalsView: query<[userId?: number], WithdrawalsView>(),
  /** Returns the balances of the exchange's own accounts, and its liabilities. */
  solvencyView: query<[], SolvencyView>(),
  /** Returns all users' open positions. */
  openPositionsView: query<[], OpenPositionsView>(),
  /** Returns the settings made by operators, by name. */
  settingsView: query<[], SettingsView>(),
  /** Returns plans, their reserves, and one user's machines in production. */
  miningView: query<[userId?: number], MiningView>(),
  /** Returns the current terms and coverage of timed options, and a user's open ones, newest first. */
  optionsView: query<[userId?: number], OptionsView>(),
  /** Returns the current answer for the command's key, so that a repetition is not asked for secrets again. */
  keyedAnswer: query<[question: KeyedQuery], KeyedAnswer>(),
};

export type QueryName = keyof typeof QUERIES;
export type EngineQueries = QueriesOf<typeof QUERIES>;
export type EngineViews = ViewsOf<typeof QUERIES>;

/**
 * Public interface of the engine: commands in, durable results out. It is the same whether the engine runs in this
 * thread (tests), in a worker (the server) or, one day, behind a message broker.
 */
export interface EnginePort extends EngineQueries {
  /**
   * Resolves once the command's frame is durable and the listeners have its events. Rejects with EngineUnavailableError
   * when the engine is down.
   */
  execute(command: Command): Promise<ExecutedCommand>;
  /** The same, but resolves before the listeners have its events: for callers whose reply must not wait for them. */
  submit(command: Command): Promise<ExecutedCommand>;
  /** Hashes the whole state in the engine's thread, so all callers wait; the larger the state, the longer. Not for visitors. */
  stateHash(): Promise<{ readonly seq: number; readonly hash: string }>;
  /** Calls the listener once per durable batch, in order, without gaps. Returns a function that unsubscribes. */
  subscribe(listener: (batch: EventBatch) => void): () => void;
  /**
   * Registers a listener for durable events of some kinds. Listeners are served one after the other, in the order of
   * their registration, after the callers of `submit` and before those of `execute` and of queries get their answers.
   * Returns a function that ends the registration.
   */
  on(listener: EventListener): () => void;
  /** Sequence number of the last durable command. */
  readonly durableSeq: number;
}

export interface ExecutedCommand {
  readonly executed: Executed;
  /** The command's events without `executed`. */
  readonly events: readonly ExchangeEvent[];
}

/** A durable batch. `words` is the binary form of all its events (see event-record.ts); it is never modified. */
export interface EventBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly words: Float64Array;
}

/** An event of a durable batch. The object is reused: keep nothing but what it returns. */
export interface DurableEvent {
  /** One of EVENT (see event-record.ts). */
  readonly kind: number;
  /** Sequence number of the event's command. */
  readonly seq: number;
  readonly timeMs: number;
  /** Returns the number at one of the places of the event's layout (see event-layouts.ts), without decoding it. */
  field(place: number): number;
  /** The same for a place that events of older rules do not have: `undefined` there. */
  optionalField(place: number): number | undefined;
  /** Returns the same object to every listener. */
  decode(): ExchangeEvent;
}

export interface EventListener {
  /** The kinds of its events, of EVENT. */
  readonly kinds: readonly number[];
  /** Called before anything of the batch is delivered to anyone; false: the listener takes no events of it. */
  begin?(batch: EventBatch): boolean;
  event(event: DurableEvent): void;
  /** Called after the last event of the batch, even if no events were taken. */
  end?(batch: EventBatch): void;
}

export interface BalanceState {
  readonly wallet: Wallet;
  readonly assetId: number;
  readonly availableUnits: number;
  readonly frozenUnits: number;
}

export interface AccountView {
  readonly asOfSeq: number;
  readonly open: boolean;
  /** Accounts that have ever held a balance. */
  readonly balances: readonly BalanceState[];
  /** Untriggered and open orders, newest first. */
  readonly orders: readonly OrderState[];
  /** Active trailing stops among the orders. Absent if there are none. */
  readonly trailing?: readonly TrailingView[];
  /** Untriggered trailing buys of spot and margin among the orders. Absent if there are none. */
  readonly holds?: readonly HoldView[];
  /** Trading accounts frozen by an operator. */
  readonly frozenWallets: readonly TradingWallet[];
  /** The user has a long and a short position in each contract. Absent in one-way mode. */
  readonly isHedged?: true;
  /** Ordered by market, then long before short. Absent if the user never had a position or set a leverage. */
  readonly contracts?: ContractAccountView;
  /** Margin accounts, in listing order of their markets. Absent if the user never had one. */
  readonly levers?: readonly LeverAccountView[];
  /** What belongs to the user and is in no account. Absent if there is nothing. */
  readonly invested?: readonly InvestedView[];
}

/** Money in machines or open options: the price that machines have not earned back, or stakes. */
export interface InvestedView {
  readonly product: "mining" | "option";
  readonly assetId: number;
  /** Positive. */
  readonly units: Units;
}

/** An active trailing stop with its current trigger price. */
export interface TrailingView {
  readonly orderId: number;
  readonly triggerTicks: Ticks;
}

/** What a trailing buy keeps frozen: it follows from prices at its placement, which the order does not contain. */
export interface HoldView {
  readonly orderId: number;
  /** In the quote coin. */
  readonly heldUnits: Units;
}

/** A margin account with its allowed amounts at the current index. */
export interface LeverAccountView extends LeverState {
  readonly base: LeverCoinView;
  readonly quote: LeverCoinView;
  /** Margin level in 1/10,000, rounded down; −1 without debt or index. */
  readonly levelE4: number;
}

export interface LeverCoinView {
  /** At the market's maximum leverage. */
  readonly borrowableUnits: Units;
  readonly maxTransferOutUnits: Units;
}

/** Margin trading of a spot market. */
export interface LeverPairState {
  readonly spec: LeverSpec;
  /** Outstanding principal lent to all users. */
  readonly baseLentUnits: number;
  readonly quoteLentUnits: number;
}

/** A user's contract positions and margin at the current marks. Money is in units of the quote coin. */
export interface ContractAccountView {
  /** Open positions, and settings without one (0 lots). */
  readonly positions: readonly PositionView[];
  /** Wallet balance including frozen money, plus the unrealized profit of all positions. */
  readonly equityUnits: number;
  /** Available for new orders, transfers and isolated margin. */
  readonly usableUnits: number;
  readonly marginUnits: number;
  readonly orderMarginUnits: number;
  readonly maintenanceUnits: number;
  readonly unrealizedUnits: number;
  /** Ids of live orders with a take-profit or stop-loss. Absent if there are none. */
  readonly protectedOrders?: readonly number[];
}

export interface PositionView extends PositionState {
  readonly markTicks: number;
  /** At the mark. */
  readonly notionalUnits: number;
  readonly unrealizedUnits: number;
  readonly maintenanceUnits: number;
  /** Maintenance ÷ equity, rounded up; −1 without equity. For cross margin, of the account. */
  readonly riskRatePpm: number;
  readonly bankruptcyTicks: number;
  /**
   * Maximum further size on the same side (without a position: for a buy) at the mark that free margin and tier allow.
   */
  readonly holdableLots: number;
  /** 0–4; 4 is deleveraged first. */
  readonly adlRank: number;
}

export interface OpenPositionsView {
  readonly asOfSeq: number;
  readonly positions: readonly OpenPosition[];
}

/** An open position with its backing, from which its risk follows at any mark. */
export interface OpenPosition
  extends Pick<
    PositionState,
    "userId" | "marketId" | "leg" | "lots" | "entryCostUnits" | "marginUnits" | "marginMode"
  > {
  /** The user's total contract wallet balance of the contract's quote coin, frozen or not. */
  readonly walletUnits: number;
  /** 0 before the first mark. */
  readonly markTicks: number;
}

export interface BookView {
  readonly asOfSeq: number;
  /** [ticks, lots], best first. */
  readonly bids: readonly (readonly [number, number])[];
  readonly asks: readonly (readonly [number, number])[];
}

export interface MarketState {
  readonly marketId: number;
  /** A ContractSpec for contracts. */
  readonly spec: SpotMarketSpec;
  readonly status: MarketStatus;
  readonly statusReason: StatusReason;
  /** 0 when unknown. */
  readonly indexE8: number;
  /** 0 before the first trade. */
  readonly lastTicks: number;
  /** Absent for a spot market. */
  readonly contract?: ContractState;
  /** Absent without margin trading. */
  readonly lever?: LeverPairState;
}

export interface ContractState {
  readonly spec: ContractSpec;
  /** 0 before the first mark. */
  readonly markTicks: number;
  readonly lastFundingPpm: number;
  readonly expectedFundingPpm: number;
  readonly nextFundingAtMs: number;
  /** Lots of all long positions, which equal those of all short positions. */
  readonly openInterestLots: number;
}

export interface ExchangeView {
  readonly asOfSeq: number;
  readonly timeMs: number;
  /** Both lists are ordered by id. */
  readonly assets: readonly AssetSpec[];
  readonly markets: readonly MarketState[];
  /** Inviters' share of their friends' trading fees, in parts per million. */
  readonly referralRatePpm: number;
  /** Highest user id with an account; 0 if there is none. */
  readonly newestUser: number;
}

export interface KeyedAnswer {
  readonly asOfSeq: number;
  /** The accepted command with the same key, and the same contents if given; 0 for none. */
  readonly boundSeq: number;
  /** The key was used with different contents. */
  readonly conflicts: boolean;
}

export interface WithdrawalsView {
  readonly asOfSeq: number;
  readonly withdrawals: readonly WithdrawalState[];
}

/** One asset, in its smallest unit. All fields of an asset sum to zero. */
export interface AssetSolvency {
  readonly assetId: number;
  /** Total user balances, including frozen money and open withdrawals. */
  readonly usersUnits: number;
  /** The part frozen by open withdrawals. */
  readonly openWithdrawalUnits: number;
  /** Negative: deposits minus paid withdrawals, which chain wallets should hold apart from gas spent. */
  readonly outsideWorldUnits: number;
  /** Negative: play money issued. */
  readonly treasuryUnits: number;
  /** Fees earned by the exchange. */
  readonly feesUnits: number;
  /**
   * Sum of insurance fund, pools, reserves, roundings and the clearing account of contracts. The clearing account holds
   * the losses and gains of open positions against closed ones, so the sum may be negative.
   */
  readonly reservesUnits: number;
}

export interface SolvencyView {
  readonly asOfSeq: number;
  /** Ordered by id. */
  readonly assets: readonly AssetSolvency[];
  /** The pools and the insurance fund, if they were ever endowed or hold a balance. */
  readonly pools: readonly PoolState[];
}

export interface SettingsView {
  readonly asOfSeq: number;
  readonly settings: readonly SettingState[];
  /** Announced changes, by name. */
  readonly announced: readonly AnnouncedSetting[];
}

/** A setting in force, with the command that set it. */
export interface SettingState {
  readonly setting: string;
  /** Starts at 1. */
  readonly version: number;
  readonly seq: number;
  readonly setAtMs: number;
  readonly value: SettingValue;
}

export interface OptionsView {
  readonly asOfSeq: number;
  /** Undefined if nothing was ever offered. Amounts are in units of its asset. */
  readonly terms: OptionTerms | undefined;
  /** The pool's balance that is not owed to anyone: the free cover. */
  readonly poolUnits: number;
  /** Maximum payout of all open options; the part of it that came from the pool. */
  readonly escrowUnits: number;
  readonly owedUnits: number;
  /** Ordered by market. */
  readonly offers: readonly OptionOfferView[];
  readonly open: readonly OptionState[];
  /** Absent when no user was requested. */
  readonly userRemainingUnits?: number;
}

export interface OptionOfferView {
  readonly marketId: number;
  readonly minStakeUnits: number;
  readonly maxStakeUnits: number;
  readonly isOpen: boolean;
  readonly durations: readonly {
    readonly durationSeconds: number;
    readonly payoutPpm: number;
    /** Largest stake that caps and pool still cover; 0 for none. */
    readonly remainingUnits: number;
  }[];
}

export interface PoolState {
  readonly pool: EndowableAccount;
  readonly assetId: number;
  readonly balanceUnits: number;
  /** Total given by the sandbox treasury. */
  readonly endowedUnits: number;
}
