import type { FundRecordKind } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { catchUp } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { timeRange } from "./time-range.ts";

const DAYS = 180;
const ROWS = 20;
const MAX_ROWS = 500;
const INTO = 1;

/** Payments to a user that are not from their own trades. */
const PAID = {
  "mining-income": "Mining income",
  referral: "Referral reward",
} as const satisfies Partial<Record<FundRecordKind, string>>;
const KINDS: readonly FundRecordKind[] = ["mining-income", "referral"];

/** Returns mining machine income and referral commissions, newest first. */
export async function distributions(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { listings, nowMs, readModels } = ports;
  const symbol = parameters.text("asset");
  const asset = symbol === undefined ? undefined : listings.assetBySymbol(symbol.toUpperCase());
  if (symbol !== undefined && asset === undefined) throw BINANCE.range("asset");
  const range = timeRange(parameters, nowMs(), DAYS);
  const filter = { userId, kinds: KINDS, assetId: asset?.assetId, ...range };
  await catchUp(ports);
  const total = await readModels.countFundRecords(filter, Number.MAX_SAFE_INTEGER - 1);
  const found = await readModels.fundRecords(filter, parameters.limit(ROWS, MAX_ROWS));
  if (found === BAD_CURSOR) throw new Error("unexpected bad cursor in a query without cursor");
  const rows = found.rows.map(({ amountUnits, assetId, kind, recordId, timeMs }) => {
    const { scale, symbol: paid } = listings.asset(assetId).spec;
    return {
      id: recordId,
      tranId: recordId,
      asset: paid,
      amount: formatDecimal(amountUnits, scale),
      divTime: timeMs,
      enInfo: PAID[kind as keyof typeof PAID],
      direction: INTO,
    };
  });
  return { rows, total };
}
