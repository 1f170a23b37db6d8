import { COMMAND_KINDS } from "@candor/domain/commands/commands";
import {
  ACCOUNT_ROLES,
  ENDOWABLE_ACCOUNTS,
  FREEZABLE_WALLETS,
  FUND_RECORD_KINDS,
  MARKET_STATUSES,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  STATUS_REASONS,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
  WALLETS,
  WITHDRAWAL_STATUSES,
} from "@candor/domain/enumerations";
import { ERRORS } from "@candor/domain/errors";
import type {
  ExchangeEvent,
  MarketStatusChanged,
  OrderChanged,
  TradeMade,
  WithdrawalChanged,
} from "@candor/domain/events/events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { decodeContractEvent } from "./contract-event-codec.ts";
import {
  EVENT,
  isLabeledOrder,
  isLabelledSide,
  isLeverSide,
  isReduceOnly,
  KIND_RANGE,
  ORDER_WORDS,
  triggerByOf,
} from "./event-record.ts";
import { decodeLeverEvent } from "./lever-event-codec.ts";
import { decodeMinerChanged } from "./mining-event-codec.ts";
import { decodeOperatorEvent } from "./operator-event-codec.ts";
import { decodeOptionEvent } from "./option-event-codec.ts";
import { decodeReferralEvent } from "./referral-event-codec.ts";

/** Walks over the records of a batch without decoding them. */
export class EventCursor {
  private readonly words: Float64Array;
  private readonly end: number;
  private following: number;
  /** Index of the current record's first word. */
  at = 0;
  /** One of EVENT. */
  kind: number = EVENT.executed;

  constructor(words: Float64Array, start = 0, end = words.length) {
    this.words = words;
    this.following = start;
    this.end = end;
  }

  next(): boolean {
    if (this.following >= this.end) return false;
    this.at = this.following;
    const head = this.words[this.at] as number;
    this.kind = head % KIND_RANGE;
    const length = (head - this.kind) / KIND_RANGE;
    if (length < 2) throw new RangeError(`invalid event record at word ${this.at}`);
    this.following = this.at + length;
    return true;
  }

  /** Returns field number `index` of the record (1 = first field) in binary form. */
  field(index: number): number {
    return this.words[this.at + index] as number;
  }

  decode(): ExchangeEvent {
    return decodeEvent(this.words, this.at);
  }
}

/** Decodes all events of `words`, or those between two indexes. */
export function readEvents(words: Float64Array, start = 0, end = words.length): ExchangeEvent[] {
  const events: ExchangeEvent[] = [];
  const cursor = new EventCursor(words, start, end);
  while (cursor.next()) events.push(cursor.decode());
  return events;
}

function named<T>(list: readonly T[], index: number, what: string): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`unknown ${what} ${index} in an event`);
  return value;
}

function readText(words: Float64Array, at: number, byteLength: number): string {
  return new TextDecoder().decode(new Uint8Array(words.buffer, words.byteOffset + at * 8, byteLength));
}

function readAscii(words: Float64Array, at: number, length: number): string {
  if (length === 0) return "";
  const bytes = new Uint8Array(words.buffer, words.byteOffset + at * 8, length);
  let text = "";
  for (let i = 0; i < length; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}

function decodeEvent(words: Float64Array, at: number): ExchangeEvent {
  const field = (index: number): number => words[at + index] as number;
  const kind = field(0) % KIND_RANGE;
  switch (kind) {
    case EVENT.executed: {
      const error = field(5);
      return {
        kind: "executed",
        seq: field(1),
        timeMs: field(2),
        command: named(COMMAND_KINDS, field(3), "command"),
        userId: field(4),
        error: error === 0 ? undefined : named(ERRORS, error - 1, "error").name,
        params: [field(6), field(7), field(8)],
        replayedSeq: field(9),
      };
    }
    case EVENT.orderChanged:
      return decodeOrder(words, at);
    case EVENT.tradeMade:
      return decodeTrade(words, at);
    case EVENT.balanceChanged:
      return {
        kind: "balance-changed",
        userId: field(1),
        wallet: named(WALLETS, field(2), "wallet"),
        assetId: field(3),
        availableUnits: field(4) as Units,
        frozenUnits: field(5) as Units,
      };
    case EVENT.fundsPosted:
      return {
        kind: "funds-posted",
        userId: field(1),
        wallet: named(WALLETS, field(2), "wallet"),
        assetId: field(3),
        amountUnits: field(4) as Units,
        afterUnits: field(5) as Units,
        record: named(FUND_RECORD_KINDS, field(6), "fund record kind"),
        refId: field(7),
      };
    case EVENT.levelChanged:
      return {
        kind: "level-changed",
        marketId: field(1),
        side: named(SIDES, field(2), "side"),
        priceTicks: field(3) as Ticks,
        totalLots: field(4) as Lots,
      };
    case EVENT.indexChanged:
      return {
        kind: "index-changed",
        marketId: field(1),
        priceE8: field(2) as PriceE8,
        freshSources: field(3),
      };
    case EVENT.marketStatusChanged:
      return decodeStatus(words, at);
    case EVENT.accountOpened:
      return { kind: "account-opened", userId: field(1), role: named(ACCOUNT_ROLES, field(2), "role") };
    case EVENT.accountFrozen:
      return {
        kind: "account-frozen",
        userId: field(1),
        wallet: named(FREEZABLE_WALLETS, field(2), "freezable wallet"),
        isFrozen: field(3) === 1,
      };
    case EVENT.assetListed:
      return {
        kind: "asset-listed",
        assetId: field(1),
        asset: JSON.parse(readText(words, at + 3, field(2))) as AssetSpec,
      };
    case EVENT.marketListed:
      return {
        kind: "market-listed",
        marketId: field(1),
        market: JSON.parse(readText(words, at + 3, field(2))) as SpotMarketSpec,
      };
    case EVENT.depositCredited:
      return {
        kind: "deposit-credited",
        depositId: field(1),
        userId: field(2),
        assetId: field(3),
        chainIndex: field(4),
        amountUnits: field(5) as Units,
        logIndex: field(6),
        txHash: readText(words, at + 8, field(7)),
      };
    case EVENT.withdrawalChanged:
      return decodeWithdrawal(words, at);
    case EVENT.contractListed:
      return {
        kind: "contract-listed",
        marketId: field(1),
        contract: JSON.parse(readText(words, at + 3, field(2))) as ContractSpec,
      };
    case EVENT.converted:
      return {
        kind: "converted",
        convertId: field(1),
        userId: field(2),
        wallet: named(WALLETS, field(3), "wallet"),
        fromAssetId: field(4),
        toAssetId: field(5),
        paidUnits: field(6) as Units,
        receivedUnits: field(7) as Units,
      };
    case EVENT.poolEndowed:
      return {
        kind: "pool-endowed",
        pool: named(ENDOWABLE_ACCOUNTS, field(1), "pool"),
        assetId: field(2),
        amountUnits: field(3) as Units,
        totalUnits: field(4) as Units,
      };
    case EVENT.miningPlanChanged:
      return {
        kind: "mining-plan-changed",
        planId: field(1),
        plan: JSON.parse(readText(words, at + 3, field(2))) as MiningPlan,
      };
    case EVENT.leverListed:
      return {
        kind: "lever-listed",
        marketId: field(1),
        lever: JSON.parse(readText(words, at + 3, field(2))) as LeverSpec,
      };
    case EVENT.marketFeesSet:
      return { kind: "market-fees-set", marketId: field(1), makerFeePpm: field(2), takerFeePpm: field(3) };
    case EVENT.fundingTermsSet:
      return {
        kind: "funding-terms-set",
        marketId: field(1),
        interestPpm: field(2),
        fundingCapPpm: field(3),
      };
    case EVENT.balanceCorrected:
    case EVENT.settingChanged:
    case EVENT.settingAnnounced:
    case EVENT.announcementEnded:
      return decodeOperatorEvent(words, at, (place, length) => readText(words, place, length));
    default: {
      const event =
        decodeContractEvent(words, at) ??
        decodeMinerChanged(words, at) ??
        decodeOptionEvent(words, at, (place, length) => readText(words, place, length)) ??
        decodeLeverEvent(words, at) ??
        decodeReferralEvent(words, at);
      if (event === undefined) throw new RangeError(`unknown event kind ${kind}`);
      return event;
    }
  }
}

/** Records from before version 3 of the rules have no reason. */
function decodeStatus(words: Float64Array, at: number): MarketStatusChanged {
  const reason = words[at] === EVENT.marketStatusChanged + KIND_RANGE * 4 ? words[at + 3] : undefined;
  return {
    kind: "market-status-changed",
    marketId: words[at + 1] as number,
    status: named(MARKET_STATUSES, words[at + 2] as number, "market status"),
    ...(reason === undefined ? {} : { reason: named(STATUS_REASONS, reason, "status reason") }),
  };
}

function decodeOrder(words: Float64Array, at: number): OrderChanged {
  const field = (index: number): number => words[at + index] as number;
  const codes = field(1);
  return {
    kind: "order-changed",
    cause: named(ORDER_CAUSES, codes & 15, "order cause"),
    orderId: field(2),
    userId: field(3),
    marketId: field(4),
    product: named(PRODUCTS, (codes >> 4) & 15, "product"),
    side: named(SIDES, (codes >> 8) & 1, "side"),
    type: named(ORDER_TYPES, (codes >> 9) & 15, "order type"),
    timeInForce: named(TIMES_IN_FORCE, (codes >> 13) & 7, "time in force"),
    selfTrade: named(SELF_TRADE_MODES, (codes >> 16) & 7, "self-trade mode"),
    status: named(ORDER_STATUSES, (codes >> 19) & 15, "order status"),
    reason: named(ORDER_REASONS, (codes >> 23) & 31, "order reason"),
    quantityLots: field(5) as Lots,
    quoteUnits: field(6) as Units,
    priceTicks: field(7) as Ticks,
    stopTicks: field(8) as Ticks,
    trailingPpm: field(9) as Ppm,
    triggerBy: named(TRIGGER_BYS, triggerByOf(codes), "trigger price"),
    reduceOnly: isReduceOnly(codes),
    groupId: field(10),
    executedLots: field(11) as Lots,
    executedQuoteUnits: field(12) as Units,
    feeUnits: field(13) as Units,
    createdAtMs: field(14),
    updatedAtMs: field(15),
    labelled: isLabeledOrder(codes),
    releasedUnits: field(16) as Units,
    key: readAscii(words, at + ORDER_WORDS, field(17)),
  };
}

function decodeWithdrawal(words: Float64Array, at: number): WithdrawalChanged {
  const field = (index: number): number => words[at + index] as number;
  const hashAt = at + 15 + ((field(11) + 7) >> 3);
  const reasonAt = hashAt + ((field(12) + 7) >> 3);
  const holdAt = reasonAt + ((field(13) + 7) >> 3);
  return {
    kind: "withdrawal-changed",
    withdrawalId: field(1),
    userId: field(2),
    assetId: field(3),
    chainIndex: field(4),
    address: readText(words, at + 15, field(11)),
    amountUnits: field(5) as Units,
    feeUnits: field(6) as Units,
    status: named(WITHDRAWAL_STATUSES, field(7), "withdrawal status"),
    needsReview: field(8) === 1,
    holdReason: readText(words, holdAt, field(14)),
    txHash: readText(words, hashAt, field(12)),
    reason: readText(words, reasonAt, field(13)),
    createdAtMs: field(9),
    updatedAtMs: field(10),
  };
}

function decodeTrade(words: Float64Array, at: number): TradeMade {
  const field = (index: number): number => words[at + index] as number;
  return {
    kind: "trade-made",
    tradeId: field(1),
    marketId: field(2),
    priceTicks: field(3) as Ticks,
    quantityLots: field(4) as Lots,
    quoteUnits: field(5) as Units,
    takerSide: named(SIDES, field(6), "side"),
    makerOrderId: field(7),
    takerOrderId: field(8),
    makerUserId: field(9),
    takerUserId: field(10),
    makerFeeUnits: field(11) as Units,
    takerFeeUnits: field(12) as Units,
    makerLabelled: isLabelledSide(field(13)),
    takerLabelled: isLabelledSide(field(14)),
    makerLever: isLeverSide(field(13)),
    takerLever: isLeverSide(field(14)),
    makerBaseAfter: field(15) as Units,
    makerQuoteAfter: field(16) as Units,
    takerBaseAfter: field(17) as Units,
    takerQuoteAfter: field(18) as Units,
  };
}
