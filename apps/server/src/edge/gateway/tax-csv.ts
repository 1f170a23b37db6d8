import type { ProfitSource } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { dayOf } from "../../records/projections/day.ts";
import { VALUE_COIN } from "../../records/projections/profit/values.ts";
import { BAD_CURSOR } from "../../records/projections/queries/cursor.ts";
import { dateOfDay, formatValue } from "./calls/profit-wire.ts";
import { csvHeader, csvRow } from "./csv.ts";
import type { Ports } from "./dependencies.ts";
import type { ProfitExport } from "./fund-export-links.ts";

const TAX = {
  columns: [
    "fact",
    "kind",
    "symbol",
    "asset",
    "acquiredAt",
    "soldAt",
    "amount",
    "costUsdt",
    "proceedsUsdt",
    "gainUsdt",
  ],
  numbers: new Set(["gainUsdt"]),
} as const;
/** Coins sold realize their gain in the rows of disposals. */
const IN_DISPOSALS: readonly ProfitSource[] = ["spot", "convert", "withdrawal"];
const PAGE_ROWS = 1_000;

type Sources = Ports<"listings" | "readModels">;

/**
 * Yields the lines of a tax report by FIFO: each part of a lot that left, what the other products earned on each day,
 * and fees of withdrawals in USDT. The gains add up to everything realized.
 */
export async function* taxLines(ports: Sources, file: ProfitExport): AsyncGenerator<string> {
  yield csvHeader(TAX);
  yield* disposalLines(ports, file);
  yield* resultLines(ports, file);
  yield* feeLines(ports, file);
}

async function* disposalLines(
  { listings, readModels }: Sources,
  { filter: { userId, sinceMs, untilMs } }: ProfitExport,
): AsyncGenerator<string> {
  for await (const part of readModels.fifoDisposals(userId, sinceMs, untilMs)) {
    const { kind, marketId, assetId, units, costE16, proceedsE16 } = part;
    const { spec } = listings.asset(assetId);
    yield csvRow(TAX, {
      fact: "disposal",
      kind,
      symbol: marketId < 0 ? null : listings.market(marketId).spec.symbol,
      asset: spec.symbol,
      acquiredAt: new Date(part.acquiredAtMs).toISOString(),
      soldAt: new Date(part.soldAtMs).toISOString(),
      amount: formatDecimal(units, spec.scale),
      costUsdt: formatValue(costE16),
      proceedsUsdt: formatValue(proceedsE16),
      gainUsdt: formatValue(proceedsE16 - costE16),
    });
  }
}

const NOT_SOLD = { acquiredAt: null, amount: null, costUsdt: null, proceedsUsdt: null } as const;

async function* resultLines(
  { listings, readModels }: Sources,
  { filter: { userId, sinceMs, untilMs } }: ProfitExport,
): AsyncGenerator<string> {
  const { days } = await readModels.profitHistory(userId, dayOf(sinceMs), dayOf(untilMs - 1));
  for (const { day, realized } of days)
    for (const { source, marketId, profitE16 } of realized)
      if (!IN_DISPOSALS.includes(source))
        yield csvRow(TAX, {
          ...NOT_SOLD,
          fact: "result",
          kind: source,
          symbol: marketId < 0 ? null : listings.market(marketId).spec.symbol,
          asset: VALUE_COIN,
          soldAt: dateOfDay(day),
          gainUsdt: formatValue(profitE16),
        });
}

async function* feeLines(
  { listings, readModels }: Sources,
  { filter }: ProfitExport,
): AsyncGenerator<string> {
  const asset = listings.assetBySymbol(VALUE_COIN);
  if (asset === undefined) return;
  const fees = { ...filter, assetId: asset.assetId, kinds: ["withdrawal-fee"], result: "success" } as const;
  let cursor: string | undefined;
  do {
    const page = await readModels.fundRecords(fees, PAGE_ROWS, cursor);
    if (page === BAD_CURSOR) throw new Error("our own cursor was rejected");
    for (const { amountUnits, timeMs } of page.rows)
      yield csvRow(TAX, {
        ...NOT_SOLD,
        fact: "fee",
        kind: "withdrawal-fee",
        symbol: null,
        asset: VALUE_COIN,
        soldAt: new Date(timeMs).toISOString(),
        gainUsdt: formatDecimal(amountUnits, asset.spec.scale),
      });
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
