import type { MirroredMarket } from "../../market/market-data/market-data-mirror.ts";
import { readSeconds } from "../gateway/calls/read-seconds.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { catchUp } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";
import { secondRow } from "./second-view.ts";
import type { TradePorts } from "./trade-rows.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;

/** Returns a chart of seconds, made from the market's trades; a second without trades repeats the price before it. */
export async function secondRows(
  ports: TradePorts & Pick<BinancePorts, "nowMs">,
  { listed }: MirroredMarket,
  parameters: Parameters,
) {
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const startMs = parameters.integer("startTime");
  const nowMs = ports.nowMs();
  const lastMs = Math.min(parameters.integer("endTime") ?? nowMs, nowMs);
  await catchUp(ports);
  const bars = await readSeconds(ports.readModels, listed, { startMs, lastMs, limit });
  return bars.map((bar) => secondRow(bar, listed));
}
