import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import type { TapeFilter, TapeTrade } from "../../records/projections/queries/tape.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { catchUp, timesOf } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { aggregateTrades, publicTrade } from "./trade-view.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
/** Trades read at once for each row of aggregate trades. */
const TRADES_PER_ROW = 4;

export type TradePorts = Pick<BinancePorts, "engine" | "readModels">;

/** Returns trades, oldest first: from `fromId` on, otherwise the newest. */
export async function historicalRows(
  ports: TradePorts,
  { listed }: MirroredMarket,
  parameters: Parameters,
  rows: number,
  maxRows: number,
) {
  const limit = parameters.limit(rows, maxRows);
  const fromId = parameters.integer("fromId");
  await catchUp(ports);
  const trades = await ports.readModels.marketTrades({ marketId: listed.marketId, fromId }, limit);
  return trades.map((trade) => publicTrade(trade, listed));
}

/** Returns aggregate trades by id and time, oldest first. */
export async function aggregateRows(ports: TradePorts, { listed }: MirroredMarket, parameters: Parameters) {
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const fromAggregateId = parameters.integer("fromId");
  const filter = { ...timesOf(parameters), fromAggregateId, marketId: listed.marketId };
  await catchUp(ports);
  if (fromAggregateId === undefined && filter.sinceMs === undefined) {
    const trades = await newestAggregates(ports, filter, limit);
    return aggregateTrades(trades, listed).slice(-limit);
  }
  return aggregateTrades(await firstAggregates(ports, filter, limit), listed).slice(0, limit);
}

/** Returns the trades of so many aggregates from the filter's start on, all of them whole, and perhaps more trades. */
async function firstAggregates(
  { readModels }: TradePorts,
  filter: TapeFilter,
  limit: number,
): Promise<readonly TapeTrade[]> {
  const most = limit * TRADES_PER_ROW;
  const trades = [...(await readModels.marketTrades(filter, most))];
  for (let page = trades.length; page === most && aggregatesIn(trades) <= limit; ) {
    const fromId = (trades.at(-1)?.marketTradeId ?? 0) + 1;
    const { marketId, untilMs } = filter;
    const next = await readModels.marketTrades({ marketId, untilMs, fromId }, most);
    trades.push(...next);
    page = next.length;
  }
  return trades;
}

/** The same for the newest ones. */
async function newestAggregates(
  { readModels }: TradePorts,
  filter: TapeFilter,
  limit: number,
): Promise<readonly TapeTrade[]> {
  const most = limit * TRADES_PER_ROW;
  let trades = await readModels.marketTrades(filter, most);
  for (let page = trades.length; page === most && aggregatesIn(trades) <= limit; ) {
    const { marketId } = filter;
    const before = await readModels.marketTrades({ marketId, beforeId: trades[0]?.marketTradeId }, most);
    trades = [...before, ...trades];
    page = before.length;
  }
  return trades;
}

/** Trades of one market in their order. */
function aggregatesIn(trades: readonly TapeTrade[]): number {
  return trades.filter(({ aggregateId }, at) => trades[at - 1]?.aggregateId !== aggregateId).length;
}
