import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import type { CommandKind } from "../commands/commands.ts";
import type {
  AccountRole,
  EndowableAccount,
  FundRecordKind,
  MarketStatus,
  OrderCause,
  OrderReason,
  OrderStatus,
  OrderType,
  PositionLeg,
  Product,
  SelfTrade,
  Side,
  StatusReason,
  TimeInForce,
  TriggerBy,
  Wallet,
  WithdrawalStatus,
} from "../enumerations.ts";
import type { ErrorName } from "../errors/errors.ts";
import type { FundingTerms } from "../specs/funding-terms.ts";
import type { AssetSpec, SpotMarketSpec } from "../specs/listing.ts";
import type { ContractEvent } from "./contract-events.ts";
import type { Converted } from "./convert-events.ts";
import type { BalanceCorrected } from "./correction-events.ts";
import type { LeverEvent } from "./lever-events.ts";
import type { MiningEvent } from "./mining-events.ts";
import type { OptionEvent } from "./option-events.ts";
import type { ReferralEvent } from "./referral-events.ts";
import type { AnnouncementEnded, SettingAnnounced, SettingChanged } from "./setting-events.ts";

/**
 * Events of the exchange. Each executed command yields one `executed` event followed by its effects, in the order of
 * the private pushes: order, trade, then the rest, balance last. Readers need no state: every event carries full
 * values, never a difference to be added.
 */
export type ExchangeEvent =
  | Executed
  | OrderChanged
  | TradeMade
  | MatchPrevented
  | OrderModified
  | BalanceChanged
  | FundsPosted
  | LevelChanged
  | IndexChanged
  | MarketStatusChanged
  | AccountOpened
  | AccountFrozen
  | AssetListed
  | MarketListed
  | DepositCredited
  | WithdrawalChanged
  | ContractEvent
  | PoolEndowed
  | MiningEvent
  | Converted
  | OptionEvent
  | LeverEvent
  | ReferralEvent
  | BalanceCorrected
  | MarketFeesSet
  | FundingTermsSet
  | SettingChanged
  | SettingAnnounced
  | AnnouncementEnded;

/** The first event of each command. */
export interface Executed {
  readonly kind: "executed";
  readonly seq: number;
  readonly timeMs: number;
  readonly command: CommandKind;
  /** 0 when the command has no user. */
  readonly userId: number;
  /** Absent when accepted. */
  readonly error: ErrorName | undefined;
  /** The error's values as integers; rejection-params.ts defines their meaning per error. */
  readonly params: readonly [number, number, number];
  /** Above 0: sequence number of the earlier accepted command with the same key and contents; nothing changed now. */
  readonly replayedSeq: number;
}

/** The complete order after the change. */
export interface OrderChanged extends OrderState {
  readonly kind: "order-changed";
  readonly cause: OrderCause;
  /**
   * Amount this change released from frozen to available, in the held asset (buy: quote, sell: base). 0 for contracts,
   * where frozen margin belongs to the position (see PositionChanged).
   */
  readonly releasedUnits: Units;
}

export interface OrderState {
  readonly orderId: number;
  readonly userId: number;
  readonly marketId: number;
  readonly product: Product;
  /** The position that a contract order trades for; absent in one-way mode. */
  readonly leg?: PositionLeg | undefined;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly status: OrderStatus;
  readonly reason: OrderReason;
  /** 0 for an order given in quoteUnits. */
  readonly quantityLots: Lots;
  readonly quoteUnits: Units;
  readonly priceTicks: Ticks;
  readonly stopTicks: Ticks;
  readonly trailingPpm: Ppm;
  /** Always `last` for spot orders. */
  readonly triggerBy: TriggerBy;
  /** Always false for spot orders. */
  readonly reduceOnly: boolean;
  /**
   * The list that the order belongs to, by the id of the list's first order; 0 for none. Positive: two orders that
   * cancel each other. Negative: the others wait until the first is filled.
   */
  readonly groupId: number;
  readonly executedLots: Lots;
  readonly executedQuoteUnits: Units;
  /** In the received coin: base for a buy, quote for a sell; always quote for contracts. */
  readonly feeUnits: Units;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly labelled: boolean;
  readonly key: string;
}

/**
 * Since rules 5: a spot or margin order was about to trade with one of its own user. Precedes the changes of the orders that
 * follow from it. The same two orders never meet twice.
 */
export interface MatchPrevented {
  readonly kind: "match-prevented";
  /** Grows with the journal. */
  readonly matchId: number;
  readonly marketId: number;
  readonly userId: number;
  readonly takerOrderId: number;
  readonly makerOrderId: number;
  /** The maker's price. */
  readonly priceTicks: Ticks;
  /** What the incoming order had left; 0 if it is given in quote. */
  readonly takerLots: Lots;
  /** What the resting order had left, visible or not. */
  readonly makerLots: Lots;
  /** The incoming order's mode. */
  readonly selfTrade: SelfTrade;
}

/** A user modified a resting contract order. Precedes the change of the order. */
export interface OrderModified {
  readonly kind: "order-modified";
  readonly orderId: number;
  readonly marketId: number;
  readonly userId: number;
  readonly priceBeforeTicks: Ticks;
  readonly priceAfterTicks: Ticks;
  /** Total quantities, including the executed part. */
  readonly lotsBefore: Lots;
  readonly lotsAfter: Lots;
  /** The caller's own number of the change; -1 for none. */
  readonly modifyId: number;
}

export interface TradeMade {
  readonly kind: "trade-made";
  /** Counts the trades of all markets. */
  readonly tradeId: number;
  readonly marketId: number;
  readonly priceTicks: Ticks;
  readonly quantityLots: Lots;
  readonly quoteUnits: Units;
  readonly takerSide: Side;
  readonly makerOrderId: number;
  readonly takerOrderId: number;
  readonly makerUserId: number;
  readonly takerUserId: number;
  readonly makerFeeUnits: Units;
  readonly takerFeeUnits: Units;
  readonly makerLabelled: boolean;
  readonly takerLabelled: boolean;
  /** Whether the side is a margin order, whose money is in the user's margin account of this market. */
  readonly makerLever: boolean;
  readonly takerLever: boolean;
  /** available + frozen of the spot wallets, or margin accounts, right after this trade, for the fund records. */
  readonly makerBaseAfter: Units;
  readonly makerQuoteAfter: Units;
  readonly takerBaseAfter: Units;
  readonly takerQuoteAfter: Units;
  /** Since rules 7: counts the trades of this market, without gaps. See marketTradeIdOf. */
  readonly marketTradeId?: number;
  /** Since rules 7: counts the aggregates of this market, without gaps: consecutive fills of one order at one price. */
  readonly aggregateId?: number;
}

/** Returns the number of a trade in its market. Before rules 7 that was its number among the trades of all markets. */
export function marketTradeIdOf({
  marketTradeId,
  tradeId,
}: Pick<TradeMade, "marketTradeId" | "tradeId">): number {
  return marketTradeId ?? tradeId;
}

/** A user's account after the command, once per changed account. */
export interface BalanceChanged {
  readonly kind: "balance-changed";
  readonly userId: number;
  readonly wallet: Wallet;
  readonly assetId: number;
  readonly availableUnits: Units;
  readonly frozenUnits: Units;
}

/** A user's ledger entry that is not part of a trade. */
export interface FundsPosted {
  readonly kind: "funds-posted";
  readonly userId: number;
  readonly wallet: Wallet;
  readonly assetId: number;
  /** Signed. */
  readonly amountUnits: Units;
  /** available + frozen after the entry. */
  readonly afterUnits: Units;
  readonly record: FundRecordKind;
  /** Id of the transfer, deposit, … (the sequence number of its command). */
  readonly refId: number;
}

/** A price level's new total; 0 removes it. At most one per level and command. */
export interface LevelChanged {
  readonly kind: "level-changed";
  readonly marketId: number;
  readonly side: Side;
  readonly priceTicks: Ticks;
  readonly totalLots: Lots;
}

interface IndexChanged {
  readonly kind: "index-changed";
  readonly marketId: number;
  /** 0 while there is no index: too few fresh sources, or a dispute among them. */
  readonly priceE8: PriceE8;
  readonly freshSources: number;
}

/** The effective status: the operator's, or cancel-only while the index is missing. */
interface MarketStatusChanged {
  readonly kind: "market-status-changed";
  readonly marketId: number;
  readonly status: MarketStatus;
  /** Absent before version 3 of the rules. */
  readonly reason?: StatusReason;
}

export interface AccountOpened {
  readonly kind: "account-opened";
  readonly userId: number;
  readonly role: AccountRole;
}

/** One of a user's trading accounts was frozen or unfrozen; `main` means the whole user. */
interface AccountFrozen {
  readonly kind: "account-frozen";
  readonly userId: number;
  readonly wallet: Wallet;
  readonly isFrozen: boolean;
}

export interface AssetListed {
  readonly kind: "asset-listed";
  readonly assetId: number;
  readonly asset: AssetSpec;
}

export interface MarketListed {
  readonly kind: "market-listed";
  readonly marketId: number;
  readonly market: SpotMarketSpec;
}

/** A transfer on a chain was credited. */
export interface DepositCredited {
  readonly kind: "deposit-credited";
  /** Sequence number of its command; `refId` of its fund record. */
  readonly depositId: number;
  readonly userId: number;
  readonly assetId: number;
  readonly chainIndex: number;
  readonly amountUnits: Units;
  /** −1: the native coin sent by the transaction itself. */
  readonly logIndex: number;
  readonly txHash: string;
}

/** The complete withdrawal after the change. */
export interface WithdrawalChanged extends WithdrawalState {
  readonly kind: "withdrawal-changed";
}

export interface WithdrawalState {
  /** Sequence number of the command that requested it. */
  readonly withdrawalId: number;
  readonly userId: number;
  readonly assetId: number;
  readonly chainIndex: number;
  readonly address: string;
  readonly amountUnits: Units;
  readonly feeUnits: Units;
  readonly status: WithdrawalStatus;
  readonly needsReview: boolean;
  /** Why it is reviewed; "" if it is not, or no reason was given. */
  readonly holdReason: string;
  /** "" if there is none yet. */
  readonly txHash: string;
  /** Why it was returned; "" if it was not. */
  readonly reason: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Fees of a market's trades from now on. */
export interface MarketFeesSet {
  readonly kind: "market-fees-set";
  readonly marketId: number;
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
}

/** Terms of a contract's funding, starting with the current interval. */
export interface FundingTermsSet extends FundingTerms {
  readonly kind: "funding-terms-set";
  readonly marketId: number;
}

/** The sandbox treasury gave play money to a pool or the insurance fund. */
export interface PoolEndowed {
  readonly kind: "pool-endowed";
  readonly pool: EndowableAccount;
  readonly assetId: number;
  /** Given by this command. */
  readonly amountUnits: Units;
  /** Total given so far. */
  readonly totalUnits: Units;
}
