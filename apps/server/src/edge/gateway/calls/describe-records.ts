import type { Language } from "@candor/domain/enumerations";
import type { CallRequest } from "@candor/wire/calls";
import type { WireFundRecord } from "@candor/wire/objects";
import { toWireFundRecord } from "../../../custody/wallet-movements/wire-fund-record.ts";
import type { FundRecord } from "../../../records/projections/queries/fund-records.ts";
import type { Ports } from "../dependencies.ts";
import type { FundRecordFilter } from "../read-models.ts";

type RecordSources = Ports<"readModels" | "listings" | "funding">;

type RecordRequest = Pick<
  CallRequest<"moneyLog">,
  "wallet" | "margin" | "asset" | "kind" | "result" | "sinceMs" | "untilMs"
>;

/** Returns one user's records in wire format, each with a note in the given language. */
export async function describeRecords(
  { readModels, listings, funding }: RecordSources,
  userId: number,
  records: readonly FundRecord[],
  language: Language,
): Promise<WireFundRecord[]> {
  const origins = await readModels.fundOrigins(userId, records);
  const words = { listings, chains: funding.chains, language };
  return records.map((record) => toWireFundRecord(record, origins.get(record.recordId), words));
}

/** Returns the filters of a request, or `undefined` if the asset is not listed and so has no records. */
export function recordFilter(
  { listings }: Ports<"listings">,
  userId: number,
  request: RecordRequest,
): FundRecordFilter | undefined {
  const asset = request.asset === undefined ? undefined : listings.assetBySymbol(request.asset);
  if (request.asset !== undefined && asset === undefined) return undefined;
  return {
    userId,
    wallet: request.wallet,
    margin: request.margin,
    assetId: asset?.assetId,
    kinds: request.kind,
    result: request.result,
    sinceMs: request.sinceMs,
    untilMs: request.untilMs,
  };
}
