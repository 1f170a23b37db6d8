import { wsApisOf } from "../../edge/binance-api/ws-api/ws-api-methods.ts";
import { answerSockets } from "../../edge/follower/answer-sockets.ts";
import { askedCaller } from "../../edge/follower/asked-caller.ts";
import { answerReadModels } from "../../edge/follower/remote-read-models.ts";
import type { ReadModels } from "../../edge/gateway/read-models.ts";
import type { ServerCalls } from "../../edge/http/server-calls.ts";
import { MAX_RECENT_TRADES } from "../../market/market-data/recent-trades.ts";
import { leveragesThen } from "../../records/projections/queries/leverages.ts";
import { recentTrades } from "../../records/projections/queries/tape.ts";
import type { RunningExchange } from "../running-exchange.ts";
import type { MainMethods } from "./gateway-messages.ts";

/** Maximum wait for the read models, which may be far behind after a start. */
const MAX_WAIT_MS = 600_000;

/** Returns what this thread answers to gateway threads. */
export function mainMethods(
  exchange: RunningExchange,
  readModels: ReadModels,
  { binance, binancePorts }: ServerCalls,
): MainMethods {
  const { clock, engine, funding, identity, projector, database, klines, prices } = exchange;
  /** This thread may receive the engine's batches later than a gateway thread. */
  const reach = async (seq: number): Promise<void> => {
    const reachedSeq = await projector.waitFor(seq, MAX_WAIT_MS);
    if (reachedSeq < seq)
      throw projector.failure ?? new Error(`the read models have reached ${reachedSeq}, not ${seq}`);
  };
  return {
    ...answerSockets({
      engine,
      identity,
      listenKeys: binancePorts.listenKeys,
      orderLabels: binancePorts.orderLabels,
      api: wsApisOf(binance),
      charts: klines,
      movements: funding.movements,
      nowMs: () => clock.nowMs(),
      priceSource: () => prices.view().kind,
    }),
    caller: (token) => askedCaller(identity, token),
    leverages: async (seq) => {
      await reach(seq);
      return await leveragesThen(database.db);
    },
    recentTrades: async (marketId, seq) => {
      await reach(seq);
      return (await recentTrades(database.db, marketId, MAX_RECENT_TRADES)).toReversed();
    },
    klines: (query) => klines.query(query),
    readModel: answerReadModels(readModels),
  };
}
