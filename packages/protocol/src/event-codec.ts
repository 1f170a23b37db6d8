import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { COMMAND_KINDS } from "./commands.ts";
import {
  ACCOUNT_ROLES,
  FUND_RECORD_KINDS,
  MARKET_STATUSES,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  TIMES_IN_FORCE,
  WALLETS,
} from "./enumerations.ts";
import { ERRORS } from "./errors.ts";
import type { ExchangeEvent, OrderChanged, TradeMade } from "./events.ts";
import type { AssetSpec, SpotMarketSpec } from "./listing.ts";

/**
 * Events in binary: records of 64-bit words in one Float64Array, each value a safe integer. The first word of a
 * record is `kind + 64 × length in words`; enumerations travel as their index; texts as their byte length
 * followed by UTF-8 bytes in whole words. The order of fields is that of events.ts.
 */
export const EVENT = {
  executed: 0,
  orderChanged: 1,
  tradeMade: 2,
  balanceChanged: 3,
  fundsPosted: 4,
  levelChanged: 5,
  indexChanged: 6,
  marketStatusChanged: 7,
  accountOpened: 8,
  assetListed: 9,
  marketListed: 10,
} as const satisfies Record<string, number>;

const KIND_RANGE = 64;
const INITIAL_WORDS = 1 << 14;
const ORDER_WORDS = 18;
/** Largest fixed record plus the longest key. */
const HEADROOM_WORDS = 64;

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1)
  throw new Error("Candor needs a little-endian machine");

/** The order's enumerations in one word: 29 bits. Arguments are indexes into the lists of enumerations.ts. */
export function packOrderCodes(
  cause: number,
  product: number,
  side: number,
  type: number,
  timeInForce: number,
  selfTrade: number,
  status: number,
  reason: number,
  labelled: number,
): number {
  return (
    cause |
    (product << 4) |
    (side << 8) |
    (type << 9) |
    (timeInForce << 13) |
    (selfTrade << 16) |
    (status << 19) |
    (reason << 23) |
    (labelled << 28)
  );
}

/** Appends events to a growing buffer; nothing is allocated for an event but when the buffer has to grow. */
export class EventWriter {
  words: Float64Array<ArrayBuffer> = new Float64Array(INITIAL_WORDS);
  /** Words in use. */
  length = 0;
  private bytes = new Uint8Array(this.words.buffer);

  reset(): void {
    this.length = 0;
  }

  /** A copy of the words in use. */
  take(): Float64Array<ArrayBuffer> {
    return this.words.slice(0, this.length);
  }

  /** The bytes in use, to hash or to copy; valid until the next event. */
  usedBytes(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length * 8);
  }

  private reserve(words: number): void {
    if (this.length + words <= this.words.length) return;
    const grown = new Float64Array(Math.max(this.words.length * 2, this.length + words));
    grown.set(this.words.subarray(0, this.length));
    this.words = grown;
    this.bytes = new Uint8Array(grown.buffer);
  }

  /** Begins a command's events; returns the record's place for `reject` and `replay`. */
  executed(seq: number, timeMs: number, commandIndex: number, userId: number): number {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.executed + KIND_RANGE * 10;
    words[at + 1] = seq;
    words[at + 2] = timeMs;
    words[at + 3] = commandIndex;
    words[at + 4] = userId;
    words[at + 5] = 0;
    words[at + 6] = 0;
    words[at + 7] = 0;
    words[at + 8] = 0;
    words[at + 9] = 0;
    this.length = at + 10;
    return at;
  }

  /** Turns the `executed` record at `place` into a rejection; `errorIndex` as in errors.ts. */
  reject(place: number, errorIndex: number, first = 0, second = 0, third = 0): void {
    this.words[place + 5] = errorIndex + 1;
    this.words[place + 6] = first;
    this.words[place + 7] = second;
    this.words[place + 8] = third;
  }

  /** Marks the `executed` record at `place` as the repetition of an accepted command. */
  replay(place: number, originalSeq: number): void {
    this.words[place + 9] = originalSeq;
  }

  orderChanged(
    codes: number,
    orderId: number,
    userId: number,
    marketId: number,
    quantityLots: number,
    quoteUnits: number,
    priceTicks: number,
    stopTicks: number,
    trailingPpm: number,
    groupId: number,
    executedLots: number,
    executedQuoteUnits: number,
    feeUnits: number,
    createdAtMs: number,
    updatedAtMs: number,
    releasedUnits: number,
    key: string,
  ): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    const keyWords = (key.length + 7) >> 3;
    words[at] = EVENT.orderChanged + KIND_RANGE * (ORDER_WORDS + keyWords);
    words[at + 1] = codes;
    words[at + 2] = orderId;
    words[at + 3] = userId;
    words[at + 4] = marketId;
    words[at + 5] = quantityLots;
    words[at + 6] = quoteUnits;
    words[at + 7] = priceTicks;
    words[at + 8] = stopTicks;
    words[at + 9] = trailingPpm;
    words[at + 10] = groupId;
    words[at + 11] = executedLots;
    words[at + 12] = executedQuoteUnits;
    words[at + 13] = feeUnits;
    words[at + 14] = createdAtMs;
    words[at + 15] = updatedAtMs;
    words[at + 16] = releasedUnits;
    words[at + 17] = key.length;
    if (keyWords > 0) this.writeAscii(at + ORDER_WORDS, keyWords, key);
    this.length = at + ORDER_WORDS + keyWords;
  }

  tradeMade(
    tradeId: number,
    marketId: number,
    priceTicks: number,
    quantityLots: number,
    quoteUnits: number,
    takerSide: number,
    makerOrderId: number,
    takerOrderId: number,
    makerUserId: number,
    takerUserId: number,
    makerFeeUnits: number,
    takerFeeUnits: number,
    makerLabelled: number,
    takerLabelled: number,
    makerBaseAfter: number,
    makerQuoteAfter: number,
    takerBaseAfter: number,
    takerQuoteAfter: number,
  ): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.tradeMade + KIND_RANGE * 19;
    words[at + 1] = tradeId;
    words[at + 2] = marketId;
    words[at + 3] = priceTicks;
    words[at + 4] = quantityLots;
    words[at + 5] = quoteUnits;
    words[at + 6] = takerSide;
    words[at + 7] = makerOrderId;
    words[at + 8] = takerOrderId;
    words[at + 9] = makerUserId;
    words[at + 10] = takerUserId;
    words[at + 11] = makerFeeUnits;
    words[at + 12] = takerFeeUnits;
    words[at + 13] = makerLabelled;
    words[at + 14] = takerLabelled;
    words[at + 15] = makerBaseAfter;
    words[at + 16] = makerQuoteAfter;
    words[at + 17] = takerBaseAfter;
    words[at + 18] = takerQuoteAfter;
    this.length = at + 19;
  }

  balanceChanged(userId: number, wallet: number, assetId: number, available: number, frozen: number): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.balanceChanged + KIND_RANGE * 6;
    words[at + 1] = userId;
    words[at + 2] = wallet;
    words[at + 3] = assetId;
    words[at + 4] = available;
    words[at + 5] = frozen;
    this.length = at + 6;
  }

  fundsPosted(
    userId: number,
    wallet: number,
    assetId: number,
    amountUnits: number,
    afterUnits: number,
    record: number,
    refId: number,
  ): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.fundsPosted + KIND_RANGE * 8;
    words[at + 1] = userId;
    words[at + 2] = wallet;
    words[at + 3] = assetId;
    words[at + 4] = amountUnits;
    words[at + 5] = afterUnits;
    words[at + 6] = record;
    words[at + 7] = refId;
    this.length = at + 8;
  }

  levelChanged(marketId: number, side: number, priceTicks: number, totalLots: number): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.levelChanged + KIND_RANGE * 5;
    words[at + 1] = marketId;
    words[at + 2] = side;
    words[at + 3] = priceTicks;
    words[at + 4] = totalLots;
    this.length = at + 5;
  }

  indexChanged(marketId: number, priceE8: number, freshSources: number): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.indexChanged + KIND_RANGE * 4;
    words[at + 1] = marketId;
    words[at + 2] = priceE8;
    words[at + 3] = freshSources;
    this.length = at + 4;
  }

  marketStatusChanged(marketId: number, status: number): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.marketStatusChanged + KIND_RANGE * 3;
    words[at + 1] = marketId;
    words[at + 2] = status;
    this.length = at + 3;
  }

  accountOpened(userId: number, role: number): void {
    this.reserve(HEADROOM_WORDS);
    const { words, length: at } = this;
    words[at] = EVENT.accountOpened + KIND_RANGE * 3;
    words[at + 1] = userId;
    words[at + 2] = role;
    this.length = at + 3;
  }

  assetListed(assetId: number, asset: AssetSpec): void {
    this.writeListed(EVENT.assetListed, assetId, JSON.stringify(asset));
  }

  marketListed(marketId: number, market: SpotMarketSpec): void {
    this.writeListed(EVENT.marketListed, marketId, JSON.stringify(market));
  }

  private writeListed(kind: number, id: number, json: string): void {
    const text = new TextEncoder().encode(json);
    const textWords = (text.length + 7) >> 3;
    this.reserve(textWords + HEADROOM_WORDS);
    const at = this.length;
    this.words[at] = kind + KIND_RANGE * (3 + textWords);
    this.words[at + 1] = id;
    this.words[at + 2] = text.length;
    this.words.fill(0, at + 3, at + 3 + textWords);
    this.bytes.set(text, (at + 3) * 8);
    this.length = at + 3 + textWords;
  }

  private writeAscii(at: number, textWords: number, text: string): void {
    this.words.fill(0, at, at + textWords);
    const start = at * 8;
    for (let i = 0; i < text.length; i++) this.bytes[start + i] = text.charCodeAt(i);
  }
}

/** Walks over the records of a batch without decoding them. */
export class EventCursor {
  private readonly words: Float64Array;
  private readonly end: number;
  private following: number;
  /** Position of the present record's first word. */
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
    if (length < 2) throw new RangeError(`broken event record at word ${this.at}`);
    this.following = this.at + length;
    return true;
  }

  /** The record's field number `index` (1 = first field), as it stands in the binary form. */
  field(index: number): number {
    return this.words[this.at + index] as number;
  }

  decode(): ExchangeEvent {
    return decodeEvent(this.words, this.at);
  }
}

/** Decodes all events of `words`, or those between two positions. */
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
      return {
        kind: "market-status-changed",
        marketId: field(1),
        status: named(MARKET_STATUSES, field(2), "market status"),
      };
    case EVENT.accountOpened:
      return { kind: "account-opened", userId: field(1), role: named(ACCOUNT_ROLES, field(2), "role") };
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
    default:
      throw new RangeError(`unknown event kind ${kind}`);
  }
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
    groupId: field(10),
    executedLots: field(11) as Lots,
    executedQuoteUnits: field(12) as Units,
    feeUnits: field(13) as Units,
    createdAtMs: field(14),
    updatedAtMs: field(15),
    labelled: ((codes >> 28) & 1) === 1,
    releasedUnits: field(16) as Units,
    key: readAscii(words, at + ORDER_WORDS, field(17)),
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
    makerLabelled: field(13) === 1,
    takerLabelled: field(14) === 1,
    makerBaseAfter: field(15) as Units,
    makerQuoteAfter: field(16) as Units,
    takerBaseAfter: field(17) as Units,
    takerQuoteAfter: field(18) as Units,
  };
}
