import { formatDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import { dayOf } from "../../../records/projections/day.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { EXPORT_LINK_MS, type FundExportLinks } from "../fund-export-links.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import {
  dateOfDay,
  formatValue,
  toWireClosedPosition,
  toWireOpenPosition,
  toWireProfitDay,
  toWireProfitHolding,
  toWireValues,
} from "./profit-wire.ts";

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Returns holdings with their costs, and open positions, at the last index and mark. */
export function profitHoldings({
  listings,
  readModels,
}: Ports<"listings" | "readModels">): CallHandler<"profitHoldings"> {
  return async ({ minSeq }, context): Promise<Outcome<CallReply<"profitHoldings">>> => {
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const { holdings, fifo, positions } = await readModels.profitHoldings(userOf(context));
    const equityE16 =
      holdings.reduce((sum, { valueE16 }) => sum + valueE16, 0n) +
      positions.reduce((sum, { unrealizedE16 }) => sum + unrealizedE16, 0n);
    return {
      holdings: holdings.map((holding) => toWireProfitHolding(holding, listings)),
      fifo: fifo.map(({ assetId, units, lots, oldestAtMs, costE16, valueE16 }) => {
        const { spec } = listings.asset(assetId);
        return {
          asset: spec.symbol,
          amount: formatDecimal(units, spec.scale),
          cost: formatValue(costE16),
          lots,
          oldestAtMs,
          unrealized: formatValue(valueE16 - costE16),
        };
      }),
      positions: positions.map((position) => toWireOpenPosition(position, listings)),
      equity: formatValue(equityE16),
      asOfSeq,
    };
  };
}

/** Returns days of equity, flows and profit. Too long a span, or one that ends before it begins, is a parameter error. */
export function profitDays({
  listings,
  readModels,
}: Ports<"listings" | "readModels">): CallHandler<"profitDays"> {
  return async (request, context): Promise<Outcome<CallReply<"profitDays">>> => {
    const { minSeq } = request;
    const range = daysOf(request, context.nowMs);
    if (range instanceof Rejected) return range;
    const { fromDay, toDay } = range;
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const { openingE16, days } = await readModels.profitHistory(userOf(context), fromDay, toDay);
    return {
      opening: toWireValues(openingE16),
      days: days.map((day, index) =>
        toWireProfitDay(day, days[index - 1]?.equityE16 ?? openingE16, listings),
      ),
      asOfSeq,
    };
  };
}

/** Returns a link to a file about these days. */
export function profitExport(
  { readModels }: Ports<"readModels">,
  links: FundExportLinks,
): CallHandler<"profitExport"> {
  return async (request, context): Promise<Outcome<CallReply<"profitExport">>> => {
    const { file, minSeq } = request;
    const { language, nowMs } = context;
    const range = daysOf(request, nowMs);
    if (range instanceof Rejected) return range;
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const { fromDay, toDay } = range;
    const filter = {
      userId: userOf(context),
      sinceMs: fromDay * DAY_MS,
      untilMs: Math.min((toDay + 1) * DAY_MS, nowMs + 1),
    };
    const fileName = `candor-${file}-${dateOfDay(fromDay)}-${dateOfDay(toDay)}.csv`;
    const ticket = links.sign({ file, filter, language, expiresAtMs: nowMs + EXPORT_LINK_MS });
    const url = `/exports/${fileName}`;
    return { url, fullurl: `${url}?ticket=${ticket}`, fileName, asOfSeq };
  };
}

/** Returns closed positions. */
export function profitPositions({
  listings,
  readModels,
}: Ports<"listings" | "readModels">): CallHandler<"profitPositions"> {
  return async (request, context): Promise<Outcome<CallReply<"profitPositions">>> => {
    const { cursor, limit, minSeq, sinceMs, symbol, untilMs } = request;
    if (minSeq !== undefined) await readModels.waitFor(minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const market = symbol === undefined ? undefined : listings.marketBySymbol(symbol, "contract");
    // As a filter, an unknown symbol matches nothing.
    if (symbol !== undefined && market === undefined) return { list: [], nextCursor: null, asOfSeq };
    const filter = { userId: userOf(context), marketId: market?.marketId, sinceMs, untilMs };
    const page = await readModels.closedPositions(filter, limit, cursor);
    if (page === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    return {
      list: page.rows.map((row) => toWireClosedPosition(row, listings.market(row.marketId))),
      nextCursor: page.nextCursor ?? null,
      asOfSeq,
    };
  };
}

interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Instead of `from`. */
  readonly days?: number | undefined;
}

/** The days of a request, inclusive. */
function daysOf(
  { from, to, days }: DayRange,
  nowMs: number,
): { readonly fromDay: number; readonly toDay: number } | Rejected {
  if (from !== undefined && days !== undefined)
    return rejectFields("request.parameterError", { path: "days", reason: "conflict" });
  const toDay = to === undefined ? dayOf(nowMs) : dayOfDate(to);
  if (toDay === undefined) return outOfRange("to");
  const fromDay = from === undefined ? toDay - (days ?? DEFAULT_DAYS) + 1 : dayOfDate(from);
  if (fromDay === undefined || fromDay > toDay || toDay - fromDay >= MAX_DAYS) return outOfRange("from");
  return { fromDay, toDay };
}

const outOfRange = (path: string) => rejectFields("request.parameterError", { path, reason: "range" });

/** Returns the day of a date; `undefined` for one that does not exist, such as 30 February. */
function dayOfDate(date: string): number | undefined {
  const ms = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(ms)) return undefined;
  const day = dayOf(ms);
  return dateOfDay(day) === date ? day : undefined;
}
