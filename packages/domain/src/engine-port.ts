import type { Ticks, Units } from "@candor/money/brand";
import type { Command, KeyedQuestion } from "./commands/commands.ts";
import type { EndowableAccount, MarketStatus, StatusReason, TradingWallet, Wallet } from "./enumerations.ts";
import type { PositionState } from "./events/contract-events.ts";
import type { ExchangeEvent, Executed, OrderState, WithdrawalState } from "./events/events.ts";
import type { LeverState } from "./events/lever-events.ts";
import type { MinerState } from "./events/mining-events.ts";
import type { OptionState } from "./events/option-events.ts";
import type { AnnouncedSetting, SettingValue } from "./events/setting-events.ts";
import type { ContractSpec } from "./specs/contract-listing.ts";
import type { LeverSpec } from "./specs/lever-listing.ts";
import type { AssetSpec, SpotMarketSpec } from "./specs/listing.ts";
import type { MiningPlan } from "./specs/mining-plan.ts";
import type { OptionTerms } from "./specs/option-terms.ts";

/**
 * The engine as everything around it sees it: commands in, durable results out. It is the same interface whether
 * the engine runs in this thread (tests), in a worker (the server) or, one day, behind a message broker.
 */
export interface EnginePort {
  /** Resolves when the command's frame is durable. Rejects with EngineUnavailableError when the engine is down. */
  execute(command: Command): Promise<ExecutedCommand>;
  /** Answers from the live state, once all that the answer reflects is durable. */
  accountView(userId: number): Promise<AccountView>;
  bookView(marketId: number, levels: number): Promise<BookView>;
  exchangeView(): Promise<ExchangeView>;
  /** Withdrawals under way, oldest first: of one user, or of everybody. */
  withdrawalsView(userId?: number): Promise<WithdrawalsView>;
  /** What stands in the exchange's own accounts, and with it what it owes. */
  solvencyView(): Promise<SolvencyView>;
  /** All users' open positions. */
  openPositionsView(): Promise<OpenPositionsView>;
  /** What operators have set, by name. */
  settingsView(): Promise<SettingsView>;
  /** Plans, the reserve behind them, and the machines in production of one user. */
  miningView(userId?: number): Promise<MiningView>;
  /** What timed options are offered and covered now, and a user's open ones, newest first. */
  optionsView(userId?: number): Promise<OptionsView>;
  /** What the command's key would be answered with now: whoever repeats it is not asked for secrets again. */
  keyedAnswer(question: KeyedQuestion): Promise<KeyedAnswer>;
  stateHash(): Promise<{ readonly seq: number; readonly hash: string }>;
  /** Called once a durable batch, in order, without gaps. Returns the way to stop. */
  subscribe(listener: (batch: EventBatch) => void): () => void;
  /** Sequence number of the last durable command. */
  readonly durableSeq: number;
}

export interface ExecutedCommand {
  readonly executed: Executed;
  /** The command's events, `executed` left out. */
  readonly events: readonly ExchangeEvent[];
}

/** A durable batch. `words` is the binary form of all its events (see event-record.ts); never written to. */
export interface EventBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly words: Float64Array;
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
  /** Accounts that ever held something. */
  readonly balances: readonly BalanceState[];
  /** Untriggered and open orders, newest first. */
  readonly orders: readonly OrderState[];
  /** Of the orders: trailing stops that are active. Absent: there are none. */
  readonly trailing?: readonly TrailingView[];
  /** Trading accounts that the operator has frozen. */
  readonly frozenWallets: readonly TradingWallet[];
  /** In the order of their markets. Absent: never had one, nor set a leverage. */
  readonly contracts?: ContractAccountView;
  /** Margin accounts in the order in which their markets were listed. Absent: never had one. */
  readonly levers?: readonly LeverAccountView[];
}

/** An active trailing stop with the price at which it fires unless the market moves on in its favor. */
export interface TrailingView {
  readonly orderId: number;
  readonly triggerTicks: Ticks;
}

/** A margin account with what it may do at the present index. */
export interface LeverAccountView extends LeverState {
  readonly base: LeverCoinView;
  readonly quote: LeverCoinView;
  /** Margin level in 1/10,000, rounded down; −1: no debt, or no index. */
  readonly levelE4: number;
}

export interface LeverCoinView {
  /** With the market's largest leverage. */
  readonly borrowableUnits: Units;
  readonly maxTransferOutUnits: Units;
}

/** The leveraged trading of a spot market. */
export interface LeverPairState {
  readonly spec: LeverSpec;
  /** Principal lent to all users and not repaid. */
  readonly baseLentUnits: number;
  readonly quoteLentUnits: number;
}

/** What a user has at stake in contracts, at the present marks. Money in units of the quote coin. */
export interface ContractAccountView {
  /** Open positions, and settings where there is none (0 lots). */
  readonly positions: readonly PositionView[];
  /** Wallet with all that is frozen, and the unrealized profit of all positions. */
  readonly equityUnits: number;
  /** What new orders, transfers and isolated margin may take. */
  readonly usableUnits: number;
  readonly marginUnits: number;
  readonly orderMarginUnits: number;
  readonly maintenanceUnits: number;
  readonly unrealizedUnits: number;
  /** Ids of live orders that bring a take-profit or a stop-loss with them. Absent: none does. */
  readonly protectedOrders?: readonly number[];
}

export interface PositionView extends PositionState {
  readonly markTicks: number;
  /** At the mark. */
  readonly notionalUnits: number;
  readonly unrealizedUnits: number;
  readonly maintenanceUnits: number;
  /** Maintenance ÷ equity, rounded up; −1: no equity. Of the account with cross margin. */
  readonly riskRatePpm: number;
  readonly bankruptcyTicks: number;
  /** Largest further size on the same side (without position: of a buy) at the mark that free margin and tier allow. */
  readonly holdableLots: number;
  /** 0–4, 4: first to be deleveraged. */
  readonly adlRank: number;
}

export interface OpenPositionsView {
  readonly asOfSeq: number;
  readonly positions: readonly OpenPosition[];
}

/** An open position with the money behind it, from which its risk follows at any mark. */
export interface OpenPosition
  extends Pick<
    PositionState,
    "userId" | "marketId" | "lots" | "entryCostUnits" | "marginUnits" | "marginMode"
  > {
  /** All that the user's contract wallet holds of the contract's quote coin, frozen or not. */
  readonly walletUnits: number;
  /** 0: no mark yet. */
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
  /** Of a contract a ContractSpec. */
  readonly spec: SpotMarketSpec;
  readonly status: MarketStatus;
  readonly statusReason: StatusReason;
  /** 0: unknown. */
  readonly indexE8: number;
  /** 0: never traded. */
  readonly lastTicks: number;
  /** Absent: a spot market. */
  readonly contract?: ContractState;
  /** Absent: not open to leverage. */
  readonly lever?: LeverPairState;
}

export interface ContractState {
  readonly spec: ContractSpec;
  /** 0: none yet. */
  readonly markTicks: number;
  readonly lastFundingPpm: number;
  readonly expectedFundingPpm: number;
  readonly nextFundingAtMs: number;
  /** Lots of all long positions, which are as many as those of all short ones. */
  readonly openInterestLots: number;
}

export interface ExchangeView {
  readonly asOfSeq: number;
  readonly timeMs: number;
  /** Both lists are in the order of their ids. */
  readonly assets: readonly AssetSpec[];
  readonly markets: readonly MarketState[];
  /** What inviters get of their friends' trading fees, in millionths. */
  readonly referralRatePpm: number;
  /** The highest number of a user with an account; 0: there is none. */
  readonly newestUser: number;
}

export interface KeyedAnswer {
  readonly asOfSeq: number;
  /** The command that was accepted with the same key, and the same contents where they are asked about; 0: none. */
  readonly boundSeq: number;
  /** The key was used with other contents. */
  readonly conflicts: boolean;
}

export interface WithdrawalsView {
  readonly asOfSeq: number;
  readonly withdrawals: readonly WithdrawalState[];
}

/** Of one asset, in its smallest unit. For every asset all of it sums to zero. */
export interface AssetSolvency {
  readonly assetId: number;
  /** What all users own, frozen money and open withdrawals included. */
  readonly usersUnits: number;
  /** Of that, what open withdrawals have frozen. */
  readonly openWithdrawalUnits: number;
  /** Below zero: deposits less withdrawals paid, which is what chain wallets should hold beside the gas they burnt. */
  readonly outsideWorldUnits: number;
  /** Below zero: play money issued. */
  readonly treasuryUnits: number;
  /** What the exchange has earned. */
  readonly feesUnits: number;
  /**
   * Insurance, pools, reserves, roundings and the clearing of contracts together. The clearing has what open positions
   * have lost to or gained from closed ones, so that all of it may be below zero.
   */
  readonly reservesUnits: number;
}

export interface SolvencyView {
  readonly asOfSeq: number;
  /** In the order of their ids. */
  readonly assets: readonly AssetSolvency[];
  /** The pools, and the insurance fund, where they were ever endowed or hold something. */
  readonly pools: readonly PoolState[];
}

export interface SettingsView {
  readonly asOfSeq: number;
  readonly settings: readonly SettingState[];
  /** What will count later, by name. */
  readonly announced: readonly AnnouncedSetting[];
}

/** A setting in force, with the command that set it. */
export interface SettingState {
  readonly setting: string;
  /** 1 for its first value. */
  readonly version: number;
  readonly seq: number;
  readonly setAtMs: number;
  readonly value: SettingValue;
}

export interface OptionsView {
  readonly asOfSeq: number;
  /** Undefined: nothing was ever offered. Amounts are in units of its asset. */
  readonly terms: OptionTerms | undefined;
  /** What the pool has that nobody is owed: the free cover. */
  readonly poolUnits: number;
  /** What all open options can pay at most; of that, what came out of the pool. */
  readonly escrowUnits: number;
  readonly owedUnits: number;
  /** In the order of their markets. */
  readonly offers: readonly OptionOfferView[];
  readonly open: readonly OptionState[];
  /** Absent: nobody asked for a user. */
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
    /** The largest stake that caps and pool still cover; 0: none. */
    readonly remainingUnits: number;
  }[];
}

export interface PoolState {
  readonly pool: EndowableAccount;
  readonly assetId: number;
  readonly balanceUnits: number;
  /** What the sandbox treasury has given it in all. */
  readonly endowedUnits: number;
}

export interface MiningView {
  readonly asOfSeq: number;
  readonly timeMs: number;
  /** In the order of their ids. */
  readonly plans: readonly MiningPlanState[];
  /** Of the assets that plans are in. */
  readonly reserves: readonly MiningReserve[];
  /** Of the user asked for, oldest first; empty for nobody. */
  readonly miners: readonly MinerState[];
}

export interface MiningPlanState {
  readonly planId: number;
  readonly spec: MiningPlan;
  readonly assetId: number;
  readonly priceUnits: number;
  readonly totalOutputUnits: number;
  /** Machines in production, of all users. */
  readonly running: number;
  /** Whether the reserve has the whole output of one more machine to spare. */
  readonly isCovered: boolean;
}

export interface MiningReserve {
  readonly assetId: number;
  /** What running machines will still pay. */
  readonly lockedUnits: number;
  readonly freeUnits: number;
}

export class EngineUnavailableError extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(`engine not available: ${why}`, options);
    this.name = "EngineUnavailableError";
  }
}
