import type { Language } from "@candor/domain/enumerations";
import { optionIdOf, withdrawalIdOf } from "@candor/domain/fund-ids";
import { minerIdOf } from "@candor/domain/mining-ids";
import { formatDecimal } from "@candor/money/decimal";
import type { WireFundRecord } from "@candor/wire/objects";
import { fundNote, tradeNote, transferNote } from "@candor/wire/translations/fund-notes";
import { messageOf } from "@candor/wire/translations/messages";
import type { Listings } from "../../market/market-data/listings.ts";
import { NO_MARGIN } from "../../records/projections/fund-record-rows.ts";
import type { FundOrigin } from "../../records/projections/queries/fund-origins.ts";
import type { FundRecord } from "../../records/projections/queries/fund-records.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import { depositIdOf } from "../chain/deposit-id.ts";

/** Dependencies for describing a record. */
export interface FundRecordWords {
  readonly listings: Listings;
  readonly chains: Pick<ChainPort, "chainOfIndex">;
  readonly language: Language;
}

/** Characters shown at each end of a transaction hash in a note. */
const HASH_HEAD = 10;
const HASH_TAIL = 8;

/** @param origin origin of the record; `undefined` if its kind is self-explanatory */
export function toWireFundRecord(
  record: FundRecord,
  origin: FundOrigin | undefined,
  words: FundRecordWords,
): WireFundRecord {
  const { symbol, scale } = words.listings.asset(record.assetId).spec;
  return {
    recordId: recordIdOf(record),
    kind: record.kind,
    wallet: record.wallet,
    asset: symbol,
    timeMs: record.timeMs,
    seq: record.seq,
    amount: formatDecimal(record.amountUnits, scale),
    balanceAfter: formatDecimal(record.afterUnits, scale),
    fee: formatDecimal(record.feeUnits, scale),
    result: record.result,
    refId: referenceOf(record, origin),
    ...(origin?.kind === "trade" ? { orderId: String(origin.orderId) } : {}),
    ...(record.marginMarketId === NO_MARGIN
      ? {}
      : { marginSymbol: words.listings.market(record.marginMarketId).spec.symbol }),
    note: noteOf(record, origin, words),
  };
}

/** A withdrawal's entries keep their ids when the final ones replace the pending ones. */
function recordIdOf({ kind, recordId, refId }: FundRecord): string {
  if (kind === "withdrawal") return withdrawalIdOf(refId);
  return kind === "withdrawal-fee" ? `${withdrawalIdOf(refId)}-fee` : String(recordId);
}

function referenceOf({ kind, refId }: FundRecord, origin: FundOrigin | undefined): string | null {
  if (refId === 0) return null;
  if (kind.startsWith("option-")) return optionIdOf(refId);
  if (origin?.kind === "withdrawal") return withdrawalIdOf(refId);
  if (origin?.kind === "deposit") return depositIdOf(origin.chainIndex, origin.txHash, origin.logIndex);
  return kind.startsWith("mining-") ? minerIdOf(refId) : String(refId);
}

function noteOf(record: FundRecord, origin: FundOrigin | undefined, words: FundRecordWords): string | null {
  const { language } = words;
  switch (record.kind) {
    case "trade":
    case "trade-fee":
      return origin?.kind === "trade" ? noteOfTrade(record, origin, words) : null;
    case "transfer-in":
    case "transfer-out":
      return origin?.kind === "transfer" ? transferNote(language, origin.from, origin.to) : null;
    case "deposit": {
      if (origin?.kind !== "deposit") return null;
      const transaction = shortened(origin.txHash);
      return fundNote(language, "deposit", { chain: chainName(words, origin.chainIndex), transaction });
    }
    case "withdrawal":
    case "withdrawal-fee": {
      if (origin?.kind !== "withdrawal") return null;
      const chain = chainName(words, origin.chainIndex);
      return fundNote(language, record.kind, { chain, address: origin.address });
    }
    case "adjustment": {
      const words = fundNote(language, "adjustment");
      return origin?.kind === "correction" ? `${words}: ${origin.reason}` : words;
    }
    case "withdrawal-return":
      return messageOf("withdrawal.returned", language);
    default:
      return fundNote(language, record.kind);
  }
}

function noteOfTrade(
  record: FundRecord,
  origin: Extract<FundOrigin, { readonly kind: "trade" }>,
  { listings, language }: FundRecordWords,
): string {
  const order = String(origin.orderId);
  if (record.kind === "trade-fee")
    return fundNote(language, "trade-fee", { order, trade: String(record.refId) });
  const { base, quote, format } = listings.market(origin.marketId);
  return tradeNote(language, {
    side: origin.side,
    quantity: format.quantity(origin.quantityLots),
    base: base.spec.symbol,
    price: format.price(origin.priceTicks),
    quote: quote.spec.symbol,
    order,
  });
}

function chainName({ chains }: FundRecordWords, chainIndex: number): string {
  return chains.chainOfIndex(chainIndex)?.chainName ?? `#${chainIndex}`;
}

/** Shortens a hash to `0x12345678…9abcdef0`; the reference and the deposit itself have it in full. */
function shortened(txHash: string): string {
  return `${txHash.slice(0, HASH_HEAD)}…${txHash.slice(-HASH_TAIL)}`;
}
