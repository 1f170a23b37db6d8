import type { BalanceState } from "@candor/domain/engine-port";
import type { Lots, Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal, powerOfTen } from "@candor/money/decimal";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import type { WireTrade } from "@candor/wire/objects";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { makeQuote, type QuoteWish as QuoteAmount } from "../../../custody/convert/make-quote.ts";
import { QuoteBook } from "../../../custody/convert/quote-book.ts";
import { readQuoteId } from "../../../custody/convert/quote-id.ts";
import type { QuotedLeg } from "../../../custody/convert/quote-leg.ts";
import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireBalance } from "../../../market/wire-objects/balance.ts";
import type { Conversion } from "../../../records/projections/queries/conversions.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

const QUOTE_HOLDS_MS = 8_000;
const MAX_FILLS = 100;
const QUOTE_COIN = "USDT";
const E8 = 8;
/** Decimals of a price between any two coins: a cheap coin priced in an expensive one needs many. */
const PRICE_DECIMALS = 12;
const PPM = 1_000_000n;

/** Returns the handlers for quoting and accepting, which share one set of quotes. */
export function conversions(ports: Ports<"engine" | "listings" | "mirror" | "readModels">): {
  readonly quote: CallHandler<"convertQuote">;
  readonly accept: CallHandler<"convertAccept">;
} {
  const quotes = new QuoteBook();
  return { quote: convertQuote(ports, quotes), accept: convertAccept(ports, quotes) };
}

interface Pair {
  readonly from: ListedAsset;
  readonly to: ListedAsset;
}

function convertQuote(
  ports: Ports<"engine" | "listings" | "mirror">,
  quotes: QuoteBook,
): CallHandler<"convertQuote"> {
  const { engine } = ports;
  return async (request, context): Promise<Outcome<CallReply<"convertQuote">>> => {
    const pair = readPair(ports.listings, request);
    if (pair instanceof Rejected) return pair;
    const wish = readQuoteAmount(request, pair);
    if (wish instanceof Rejected) return wish;
    const legs = await makeQuote(ports, pair.from, pair.to, wish);
    const [first] = legs ?? [];
    const last = legs?.at(-1);
    const indexPrice = indexPriceOf(ports, pair);
    if (legs === undefined || first === undefined || last === undefined || indexPrice === undefined)
      return reject("convert.noQuote");
    const userId = userOf(context);
    const view = await engine.accountView(userId);
    const { assetId } = pair.from;
    const held = view.balances.find((each) => each.wallet === request.wallet && each.assetId === assetId);
    if (first.paidUnits > (held?.availableUnits ?? 0)) return reject("wallet.insufficientAmount");
    const expiresAtMs = context.nowMs + QUOTE_HOLDS_MS;
    const quoteId = quotes.give({
      kind: "convert",
      userId,
      wallet: request.wallet,
      fromAssetId: assetId,
      toAssetId: pair.to.assetId,
      fromUnits: first.paidUnits as Units,
      toUnits: last.receivedUnits as Units,
      legs: legs.map(({ book, lots }) => ({
        marketId: book.market.marketId,
        side: book.side,
        quantityLots: lots as Lots,
      })),
      expiresAtMs,
    });
    return { quoteId, ...wireQuote(pair, legs, first, last, indexPrice), expiresAtMs, asOfSeq: view.asOfSeq };
  };
}

function readPair(
  listings: Listings,
  { fromAsset, toAsset }: Pick<CallRequest<"convertQuote">, "fromAsset" | "toAsset">,
): Pair | Rejected {
  const from = listings.assetBySymbol(fromAsset);
  const to = listings.assetBySymbol(toAsset);
  if (from === undefined)
    return rejectFields("request.parameterError", { path: "fromAsset", reason: "range" });
  if (to === undefined) return rejectFields("request.parameterError", { path: "toAsset", reason: "range" });
  if (from === to) return rejectFields("request.parameterError", { path: "toAsset", reason: "conflict" });
  return { from, to };
}

/** Requires exactly one of the two amounts. */
function readQuoteAmount(
  { fromAmount, toAmount }: CallRequest<"convertQuote">,
  pair: Pair,
): QuoteAmount | Rejected {
  if (fromAmount !== undefined && toAmount !== undefined)
    return rejectFields("request.parameterError", { path: "toAmount", reason: "conflict" });
  const { scale } = (fromAmount === undefined ? pair.to : pair.from).spec;
  const units = parseDecimal(fromAmount ?? toAmount ?? "", scale);
  if (typeof units === "string" || units === 0) return reject("wallet.amountError");
  return fromAmount === undefined ? { toUnits: units } : { fromUnits: units };
}

/**
 * Returns the value of one unit of the source coin in the target coin at index prices, in 1e-12, or `undefined` if an
 * index is missing.
 */
function indexPriceOf({ mirror }: Ports<"mirror">, { from, to }: Pair): bigint | undefined {
  const valueE8 = ({ spec }: ListedAsset): bigint =>
    spec.symbol === QUOTE_COIN
      ? BigInt(powerOfTen(E8))
      : BigInt(mirror.marketBySymbol(`${spec.symbol}${QUOTE_COIN}`)?.indexE8 ?? 0);
  const [given, wanted] = [valueE8(from), valueE8(to)];
  return given === 0n || wanted === 0n ? undefined : (given * BigInt(powerOfTen(PRICE_DECIMALS))) / wanted;
}

type QuoteFigures = Pick<
  CallReply<"convertQuote">,
  | "fee"
  | "feeAsset"
  | "fromAmount"
  | "fromAsset"
  | "indexPrice"
  | "price"
  | "spreadRate"
  | "toAmount"
  | "toAsset"
>;

function wireQuote(
  { from, to }: Pair,
  legs: readonly QuotedLeg[],
  first: QuotedLeg,
  last: QuotedLeg,
  indexPrice: bigint,
): QuoteFigures {
  const paid = BigInt(first.paidUnits) * BigInt(powerOfTen(to.spec.scale));
  const received = BigInt(last.receivedUnits) * BigInt(powerOfTen(from.spec.scale));
  const price = (received * BigInt(powerOfTen(PRICE_DECIMALS))) / paid;
  const spread = indexPrice > price ? ((indexPrice - price) * PPM) / indexPrice : 0n;
  return {
    fromAsset: from.spec.symbol,
    fromAmount: formatDecimal(first.paidUnits, from.spec.scale),
    toAsset: to.spec.symbol,
    toAmount: formatDecimal(last.receivedUnits, to.spec.scale),
    price: writePrice(price),
    indexPrice: writePrice(indexPrice),
    spreadRate: formatRate(Number(spread)),
    fee: formatDecimal(Number(feeInLast(legs, last)), to.spec.scale),
    feeAsset: to.spec.symbol,
  };
}

/** Sums the fees of all legs in the asset that the last leg pays out, at the quote's own rates. */
function feeInLast(legs: readonly QuotedLeg[], last: QuotedLeg): bigint {
  return legs.reduce((sum, leg) => {
    const fee = BigInt(leg.feeUnits);
    return leg === last
      ? sum + fee
      : sum + (fee * BigInt(last.receivedUnits)) / BigInt(Math.max(1, leg.receivedUnits));
  }, 0n);
}

function writePrice(value: bigint): string {
  const digits = value.toString().padStart(PRICE_DECIMALS + 1, "0");
  return `${digits.slice(0, -PRICE_DECIMALS)}.${digits.slice(-PRICE_DECIMALS)}`;
}

function convertAccept(
  ports: Ports<"engine" | "listings" | "readModels">,
  quotes: QuoteBook,
): CallHandler<"convertAccept"> {
  const { engine, listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"convertAccept">>> => {
    const userId = userOf(context);
    // Accepting a quote again without a key, for example after a lost reply, means the same conversion.
    const key = request.requestId ?? request.quoteId;
    const command = quotes.accept(userId, request.quoteId, key);
    if (command === undefined) return await findEarlierReply(ports, userId, request.quoteId, key);
    const { executed, events } = await engine.execute(command);
    const refused = coreRejection(executed, CALLS.convertAccept.path, listings);
    if (refused !== undefined) {
      quotes.refused(request.quoteId);
      return refused;
    }
    if (executed.replayedSeq > 0) return await firstAnswer(ports, userId, executed.replayedSeq);
    const done = events.find((event) => event.kind === "converted");
    if (done === undefined) throw new Error(`conversion ${executed.seq} was accepted but emitted no event`);
    const fills = events.flatMap((event) =>
      event.kind === "trade-made" && event.takerUserId === userId
        ? [toWireTrade(event, "taker", executed.timeMs, listings.market(event.marketId))]
        : [],
    );
    const balances = events.filter((event) => event.kind === "balance-changed");
    return replyOf(listings, command, executed.seq, done, fills, balances);
  };
}

/**
 * A restart drops quotes, but the keys remain bound to their commands. A repeated acceptance gets its first answer if
 * the key belongs to the conversion described by the quote's id.
 */
async function findEarlierReply(
  ports: Ports<"engine" | "listings" | "readModels">,
  userId: number,
  quoteId: string,
  key: string,
): Promise<Outcome<CallReply<"convertAccept">>> {
  const terms = readQuoteId(quoteId);
  if (terms === undefined) return reject("request.unknownId");
  const question = { kind: "convert", userId, key, ...terms } as const;
  const { boundSeq, conflicts } = await ports.engine.keyedAnswer(question);
  if (conflicts) return reject("request.keyConflict", { call: CALLS.convertAccept.path });
  return boundSeq === 0 ? reject("request.unknownId") : await firstAnswer(ports, userId, boundSeq);
}

/** Returns the result of the conversion with this number, from the read models. */
async function firstAnswer(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  seq: number,
): Promise<Outcome<CallReply<"convertAccept">>> {
  if ((await readModels.waitFor(seq, MIN_SEQ_WAIT_MS)) < seq) return reject("system.unavailable");
  const [done, placed, balances] = await Promise.all([
    readModels.conversion(userId, seq),
    readModels.placementAnswer(userId, seq, MAX_FILLS),
    readModels.answeredBalances(userId, seq),
  ]);
  if (done === undefined) throw new Error(`conversion ${seq} has no row in the read models`);
  const fills = placed.fills.map((fill) => toWireFill(fill, listings.market(fill.marketId)));
  return { ...replyOf(listings, done, seq, done, fills, balances), replayed: true };
}

function replyOf(
  listings: Listings,
  { fromAssetId, toAssetId, wallet }: Pick<Conversion, "fromAssetId" | "toAssetId" | "wallet">,
  seq: number,
  done: { readonly paidUnits: number; readonly receivedUnits: number },
  fills: readonly WireTrade[],
  balances: readonly BalanceState[],
): CallReply<"convertAccept"> {
  const from = listings.asset(fromAssetId);
  const to = listings.asset(toAssetId);
  return {
    convertId: String(seq),
    fromAmount: formatDecimal(done.paidUnits, from.spec.scale),
    toAmount: formatDecimal(done.receivedUnits, to.spec.scale),
    fills: fills.slice(0, MAX_FILLS),
    balances: [from, to].map((asset) => {
      const after = balances.find((each) => each.wallet === wallet && each.assetId === asset.assetId);
      if (after === undefined) throw new Error(`conversion ${seq} has no balance of ${asset.spec.symbol}`);
      return toWireBalance(after, asset);
    }),
    asOfSeq: seq,
  };
}
