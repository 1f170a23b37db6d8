import { isSecondPeriod, periodOf, SECOND_PERIOD_MS, type SecondPeriod } from "@candor/domain/enumerations";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import type { WireBar } from "@candor/wire/objects";
import { type Outcome, Rejected, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { SECOND_MS } from "../../../market/market-data/second-bars.ts";
import { type BarSpan, barsOf, spanOfPeriod } from "../../../market/prices/bar-span.ts";
import { toWireBar, toWireSecond } from "../../../market/wire-objects/bar.ts";
import type { CallHandler } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { readMarket } from "./find-market.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { readSeconds } from "./read-seconds.ts";

type KlinePorts = Ports<"engine" | "klines" | "mirror" | "readModels">;

/** Maximum number of stored bars, or of seconds, that are read for one answer. */
const MAX_PARTS = 3_000;

/** Returns a chart's bars: stored ones, bars joined from them, or bars of seconds made from trades. */
export function kline(ports: KlinePorts): CallHandler<"kline"> {
  const { mirror } = ports;
  return async (request, { nowMs }): Promise<Outcome<CallReply<"kline">>> => {
    const market = readMarket(mirror, request.symbol, request.market);
    if (market instanceof Rejected) return market;
    const { price } = request;
    const { listed } = market;
    const period = periodOf(request.period);
    const isWithoutMark = price === "mark" && listed.contract === undefined;
    // Seconds are made from trades; an index and a mark have none.
    if (isWithoutMark || (isSecondPeriod(period) && price !== "last"))
      return rejectFields("request.parameterError", { path: "price", reason: "conflict" });
    const asOfSeq = mirror.asOfSeq;
    const klines = isSecondPeriod(period)
      ? await secondsOf(ports, listed, request, period, nowMs)
      : await barsIn(ports, listed, request, spanOfPeriod(period));
    return { symbol: listed.spec.symbol, market: request.market, period, price, klines, asOfSeq };
  };
}

async function barsIn(
  { klines }: KlinePorts,
  listed: ListedMarket,
  { price, size, endMs }: CallRequest<"kline">,
  span: BarSpan,
): Promise<WireBar[]> {
  // A contract's index is the one of its spot market.
  const marketId = price === "index" ? (listed.contract?.indexMarketId ?? listed.marketId) : listed.marketId;
  const count = Math.min(size, Math.floor(MAX_PARTS / span.parts));
  const bars = await klines.query({
    marketId,
    price,
    period: span.period,
    // Of a bar that opens before the end, all parts.
    endMs: endMs === undefined ? Number.MAX_SAFE_INTEGER : endOf(span, endMs),
    size: count * span.parts,
  });
  return barsOf(span, bars ?? [])
    .slice(-count)
    .map((bar) => toWireBar(bar, listed));
}

/** Returns the end of the last bar that opens before a moment. */
const endOf = (span: BarSpan, endMs: number): number =>
  endMs === 0 || span.parts === 1 ? endMs : span.after(span.openMs(endMs - 1), 1);

async function secondsOf(
  { engine, readModels }: KlinePorts,
  listed: ListedMarket,
  { size, endMs }: CallRequest<"kline">,
  period: SecondPeriod,
  nowMs: number,
): Promise<WireBar[]> {
  await readModels.waitFor(engine.durableSeq, MIN_SEQ_WAIT_MS);
  const lastMs = endMs === undefined ? nowMs : Math.min(endMs - 1, nowMs);
  const lengthMs = SECOND_PERIOD_MS[period];
  const limit = Math.min(size, Math.floor((MAX_PARTS * SECOND_MS) / lengthMs));
  const bars = await readSeconds(readModels, listed, { lastMs, lengthMs, limit });
  return bars.map((bar) => toWireSecond(bar, listed));
}
