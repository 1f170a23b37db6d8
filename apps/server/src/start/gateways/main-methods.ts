import { askedCaller } from "../../edge/follower/asked-caller.ts";
import { answerReadModels } from "../../edge/follower/remote-read-models.ts";
import type { ReadModels } from "../../edge/gateway/read-models.ts";
import { MAX_RECENT_TRADES } from "../../market/market-data/recent-trades.ts";
import { leveragesThen } from "../../records/projections/queries/leverages.ts";
import { recentTrades } from "../../records/projections/queries/tape.ts";
import type { RunningExchange } from "../running-exchange.ts";
import type { MainMethods } from "./gateway-messages.ts";

/** How long one wait for the read models lasts; it is repeated while they are behind. */
const WAIT_MS = 10_000;

/** Returns what this thread answers to gateway threads. */
export function mainMethods(
  { identity, projector, database, klines }: RunningExchange,
  readModels: ReadModels,
): MainMethods {
  /** This thread may receive the engine's batches later than a gateway thread. */
  const reach = async (seq: number): Promise<void> => {
    while ((await projector.waitFor(seq, WAIT_MS)) < seq)
      if (projector.failure !== undefined) throw projector.failure;
  };
  return {
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
