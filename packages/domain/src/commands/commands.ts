import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import type {
  AccountRole,
  MarketStatus,
  OrderType,
  Product,
  SelfTrade,
  Side,
  TimeInForce,
  Wallet,
} from "../enumerations.ts";
import type { AssetSpec, SpotMarketSpec } from "../specs/listing.ts";
import type { ContractCommand, PlaceContractOrder, PlaceContractTerms } from "./contract-commands.ts";
import type { Convert, QuotedConversion } from "./convert-commands.ts";
import type { CorrectBalance } from "./correction-commands.ts";
import type {
  AdvanceWithdrawal,
  CreditDeposit,
  RequestWithdrawal,
  SettleWithdrawal,
} from "./fund-commands.ts";
import type { LeverCommand } from "./lever-commands.ts";
import type { PlaceList } from "./list-commands.ts";
import type { MiningCommand } from "./mining-commands.ts";
import type { OptionCommand } from "./option-commands.ts";
import type { ReferralCommand } from "./referral-commands.ts";
import type { ScenarioCommand } from "./scenario-commands.ts";
import type { EndowPool, SettingCommand } from "./setting-commands.ts";
import type { NoteStores } from "./store-commands.ts";

/**
 * Everything that can happen to the exchange. A command is only an input: the engine assigns its sequence number and
 * time when it enters the journal. By design, no command sets a balance, an outcome or a price: `observe-price` records
 * a price from one named source, and `correct-balance`, approved by two people, moves existing money between two
 * accounts. Only a test rig executes the commands of scenario-commands.ts.
 *
 * Ids: assets and markets are numbered from 0 in listing order; users by identity; orders and trades by the exchange
 * from 1. `key` is the caller's idempotency key, "" for none.
 */
export type Command =
  | ListAsset
  | ListMarket
  | SetMarketStatus
  | OpenAccount
  | FreezeAccount
  | AdvanceTime
  | ObservePrice
  | Deposit
  | Transfer
  | PlaceOrder
  | PlaceOco
  | CancelOrder
  | CancelAll
  | ReduceOrder
  | CreditDeposit
  | RequestWithdrawal
  | AdvanceWithdrawal
  | SettleWithdrawal
  | ContractCommand
  | EndowPool
  | MiningCommand
  | Convert
  | OptionCommand
  | LeverCommand
  | ReferralCommand
  | CorrectBalance
  | SettingCommand
  | NoteStores
  | PlaceList
  | PlaceOto
  | PlaceIceberg
  | PlaceAgain
  | ReplaceOrder
  | ChangePrice
  | ModifyOrder
  | ScenarioCommand;

export type CommandKind = Command["kind"];

/** Commands that require secrets, which are not checked again when the command is repeated. */
type SecretCommand = Transfer | RequestWithdrawal;

/** A command whose key is looked up before, or instead of, executing it. */
export type KeyedQuery = SecretCommand | QuotedConversion;

/** Binary numbers of the kinds; append only. */
export const COMMAND_KINDS = [
  "list-asset",
  "list-market",
  "set-market-status",
  "open-account",
  "advance-time",
  "observe-price",
  "deposit",
  "transfer",
  "place-order",
  "place-oco",
  "cancel-order",
  "cancel-all",
  "reduce-order",
  "credit-deposit",
  "request-withdrawal",
  "advance-withdrawal",
  "settle-withdrawal",
  "list-contract",
  "place-contract-order",
  "set-protection",
  "close-position",
  "close-all-positions",
  "set-leverage",
  "move-margin",
  "freeze-account",
  "endow-pool",
  "set-mining-plan",
  "buy-miners",
  "claim-mining",
  "recycle-miner",
  "set-option-terms",
  "place-option",
  "list-lever",
  "place-lever-order",
  "repay-loan",
  "move-lever-funds",
  "convert",
  "set-inviter",
  "set-referral-rate",
  "correct-balance",
  "set-market-fees",
  "set-lever-terms",
  "set-site",
  "set-withdrawal-rules",
  "set-funding-terms",
  "set-withdrawal-fee",
  "adopt-rules",
  "note-stores",
  "hold-clock",
  "announce-setting",
  "withdraw-announcement",
  "place-list",
  "place-again",
  "place-oto",
  "place-contract-terms",
  "replace-order",
  "set-position-mode",
  "begin-scenario",
  "set-balance",
  "push-index",
  "settle-funding-now",
  "change-price",
  "place-iceberg",
  "modify-order",
] as const satisfies readonly CommandKind[];

export interface ListAsset {
  readonly kind: "list-asset";
  readonly asset: AssetSpec;
}

export interface ListMarket {
  readonly kind: "list-market";
  readonly market: SpotMarketSpec;
  /** Fresh sources an index needs before its market trades: 2 in live mode, 1 in the sandbox. */
  readonly minSources: number;
}

export interface SetMarketStatus {
  readonly kind: "set-market-status";
  readonly marketId: number;
  readonly status: MarketStatus;
}

/**
 * Idempotent: opening an existing account with the same role is an accepted no-op. With `isNew` it is rejected instead:
 * the user was just registered, so an existing account belongs to someone else.
 */
export interface OpenAccount {
  readonly kind: "open-account";
  readonly userId: number;
  readonly role: AccountRole;
  readonly isNew?: true | undefined;
}

/**
 * Freezes or unfreezes one of a user's trading accounts. A frozen account cannot open anything or give anything away;
 * whatever is open stays, and can be canceled, reduced and closed. `main` means the whole user, who earns no referral
 * commission while frozen and gets none retroactively. Idempotent.
 */
export interface FreezeAccount {
  readonly kind: "freeze-account";
  readonly userId: number;
  readonly wallet: Wallet;
  readonly isFrozen: boolean;
}

/** Advances time: index sources become stale, idempotency keys expire. */
interface AdvanceTime {
  readonly kind: "advance-time";
}

/** One source's price for one market. Only the core computes the index from these. */
export interface ObservePrice {
  readonly kind: "observe-price";
  readonly marketId: number;
  /** 0–31, fixed per configured source. */
  readonly sourceId: number;
  readonly priceE8: PriceE8;
  readonly observedAtMs: number;
}

/** Credits `main` from the outside world; faucet deposits come from the sandbox treasury. */
export interface Deposit {
  readonly kind: "deposit";
  readonly userId: number;
  readonly assetId: number;
  readonly amountUnits: Units;
  readonly origin: "faucet";
  readonly key: string;
}

export interface Transfer {
  readonly kind: "transfer";
  readonly userId: number;
  readonly assetId: number;
  readonly from: Wallet;
  readonly to: Wallet;
  readonly amountUnits: Units;
  readonly key: string;
}

/** Any order except an OCO. Absent numbers are 0. */
export interface PlaceOrder {
  readonly kind: "place-order";
  readonly userId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly type: Exclude<OrderType, "oco">;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  /** Exactly one of quantityLots and quoteUnits is above 0; quoteUnits only with type `market`. */
  readonly quantityLots: Lots;
  readonly quoteUnits: Units;
  readonly priceTicks: Ticks;
  /** Trigger of stops and take-profits; optional activation price of `trailing-stop`. */
  readonly stopTicks: Ticks;
  /** 1,000–200,000 for `trailing-stop`, otherwise 0. */
  readonly trailingPpm: Ppm;
  readonly key: string;
}

/**
 * A spot order that shows only a part of itself in the book: with a limit price, and `gtc` or (a limit order) `post-only`.
 * Its key is not that of a PlaceOrder with the same terms.
 */
interface PlaceIceberg extends Omit<PlaceOrder, "kind"> {
  readonly kind: "place-iceberg";
  /** The most lots that it shows at a time, at most its quantity. */
  readonly visibleLots: Lots;
}

export type SpotOrder = PlaceOrder | PlaceIceberg;

/**
 * An order whose key may be in use by an order that has ended. `requestMs` is when its caller made the request: the key
 * is bound to it if that is later than the former order's acceptance, by more than clocks may differ.
 */
export interface PlaceAgain {
  readonly kind: "place-again";
  readonly userId: number;
  readonly marketId: number;
  readonly requestMs: number;
  /** Of the same user and market, with a key. */
  readonly order: SpotOrder | PlaceContractOrder | PlaceContractTerms;
}

/** An order that takes the place of a live one. The old order is canceled if the new one is accepted, and else stays. */
export interface ReplaceOrder {
  readonly kind: "replace-order";
  readonly userId: number;
  readonly marketId: number;
  /** A live spot order of the user in this market; canceling it cancels its list. */
  readonly orderId: number;
  /** As in PlaceAgain; 0 if the key must not have been used, except by the replaced order. */
  readonly requestMs: number;
  /** Of the same user and market. */
  readonly order: SpotOrder;
}

/**
 * Moves a live order of any product to another price; it keeps its remaining quantity and everything else. An order of a
 * list and a trailing order keep their numbers; all others get a new one.
 */
export interface ChangePrice {
  readonly kind: "change-price";
  readonly userId: number;
  readonly marketId: number;
  /** A live order of the user in this market: resting, waiting for its trigger, or pending in a list. */
  readonly orderId: number;
  /** The new limit price; 0: unchanged. */
  readonly priceTicks: Ticks;
  /** The new trigger, or activation price of a trailing order; 0: unchanged. */
  readonly stopTicks: Ticks;
  /** The new rate of a trailing order, 1,000–200,000; absent or 0: unchanged. */
  readonly trailingPpm?: Ppm | undefined;
  /** Of the change; a new order has it, too. */
  readonly key: string;
}

/**
 * Gives a resting contract order another limit price, another quantity or both. It keeps its number and goes to the end of
 * the queue at its price. It is canceled instead if the quantity is executed already, or if it is post-only and would take.
 */
export interface ModifyOrder {
  readonly kind: "modify-order";
  readonly userId: number;
  readonly marketId: number;
  /** A resting order of the user in this contract. */
  readonly orderId: number;
  /** The new total quantity, including the executed part. */
  readonly quantityLots: Lots;
  readonly priceTicks: Ticks;
  /** The caller's own number of the change, not negative; absent for none. */
  readonly modifyId?: number | undefined;
}

/**
 * An order, and one or two that wait until it is completely filled. They need no money before. If one of them or the
 * first order ends earlier, all end. Two pending orders then cancel each other like those of a PlaceList.
 */
export interface PlaceOto {
  readonly kind: "place-oto";
  readonly userId: number;
  readonly marketId: number;
  /** A limit order. */
  readonly working: SpotOrder;
  /** One order of any type with a quantity; or two of one side and quantity, the one above first. */
  readonly pending: readonly SpotOrder[];
  /** "" for none; then the orders have none either. All differ. */
  readonly key: string;
}

/** A limit leg and a stop leg that cancel each other and share one hold. */
export interface PlaceOco {
  readonly kind: "place-oco";
  readonly userId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly selfTrade: SelfTrade;
  readonly quantityLots: Lots;
  readonly priceTicks: Ticks;
  readonly stopTicks: Ticks;
  /** 0 makes the stop leg a market order. */
  readonly stopLimitTicks: Ticks;
  readonly key: string;
  /** Keys of the legs; derived from `key` when absent. Both or neither. */
  readonly limitKey?: string | undefined;
  readonly stopKey?: string | undefined;
}

/** By id, or by the owner's key when orderId is 0. One leg of an OCO cancels both. */
export interface CancelOrder {
  readonly kind: "cancel-order";
  readonly userId: number;
  readonly orderId: number;
  readonly key: string;
}

/** At most 1,000 orders per command; marketId −1 means all markets. */
export interface CancelAll {
  readonly kind: "cancel-all";
  readonly userId: number;
  readonly marketId: number;
  /** If absent, orders of all products. */
  readonly product?: Exclude<Product, "option"> | undefined;
  readonly key: string;
}

/** quantityLots is the new total, including the executed part. Keeps time priority. */
export interface ReduceOrder {
  readonly kind: "reduce-order";
  readonly userId: number;
  readonly orderId: number;
  readonly quantityLots: Lots;
  readonly key: string;
}
