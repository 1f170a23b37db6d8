import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import type { TapeTrade } from "../../records/projections/queries/tape.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { catchUp, timesOf } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { aggregateTrades, publicTrade } from "./trade-view.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
/** Trades read for each row of aggregate trades. */
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
  const fromId = parameters.integer("fromId");
  const filter = { ...timesOf(parameters), fromId, marketId: listed.marketId };
  const isForward = fromId !== undefined || filter.sinceMs !== undefined;
  await catchUp(ports);
  const most = limit * TRADES_PER_ROW;
  const trades = await ports.readModels.marketTrades(filter, most);
  const groups = aggregateTrades(trades.length < most ? trades : withoutCut(trades, isForward), listed);
  return isForward ? groups.slice(0, limit) : groups.slice(-limit);
}

/** Removes the trades at a page's open end that may continue beyond it: those of one command. */
function withoutCut(trades: readonly TapeTrade[], isForward: boolean): readonly TapeTrade[] {
  const cut = (isForward ? trades.at(-1) : trades[0])?.seq;
  const whole = trades.filter(({ seq }) => seq !== cut);
  return whole.length === 0 ? trades : whole;
}
