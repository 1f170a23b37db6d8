import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { catchUp } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { secondBars, secondRow } from "./second-bars.ts";
import type { TradePorts } from "./trade-rows.ts";

const SECOND_MS = 1_000;
const ROWS = 500;
const MAX_ROWS = 1_000;
/** Trades read for one answer. */
const MAX_TRADES = 50_000;

/** Returns a chart of seconds, made from the market's trades; a second without trades repeats the price before it. */
export async function secondRows(
  ports: TradePorts & Pick<BinancePorts, "nowMs">,
  { listed }: MirroredMarket,
  parameters: Parameters,
) {
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const startTime = parameters.integer("startTime");
  const nowMs = ports.nowMs();
  const lastMs = Math.min(parameters.integer("endTime") ?? nowMs, nowMs);
  const { marketId } = listed;
  await catchUp(ports);
  const { readModels } = ports;
  const endMs = Math.floor(lastMs / SECOND_MS) * SECOND_MS + SECOND_MS;
  const asked =
    startTime === undefined ? endMs - limit * SECOND_MS : Math.ceil(startTime / SECOND_MS) * SECOND_MS;
  // The chart begins with the market's first trade.
  const [first] = await readModels.marketTrades({ marketId, sinceMs: asked }, 1);
  const [before] = await readModels.marketTrades({ marketId, untilMs: asked }, 1);
  if (before === undefined && first === undefined) return [];
  const sinceMs =
    before === undefined && first !== undefined
      ? Math.max(asked, Math.floor(first.timeMs / SECOND_MS) * SECOND_MS)
      : asked;
  const untilMs = Math.min(endMs, sinceMs + limit * SECOND_MS);
  if (untilMs <= sinceMs) return [];
  const trades = await readModels.marketTrades({ marketId, sinceMs, untilMs }, MAX_TRADES);
  const bars = secondBars(trades, { sinceMs, untilMs, lastTicks: before?.priceTicks ?? 0 }, listed);
  return bars.map((bar) => secondRow(bar, listed));
}
