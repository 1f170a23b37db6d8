import type { EnginePort } from "@candor/domain/engine-port";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import type { Listings } from "../market-data/listings.ts";
import { leverIn, toWireLeverAccount } from "./lever-account.ts";

/** A user's margin accounts as they are now: what may be borrowed or leave hangs on the index and on all others. */
export interface LeverPort {
  /** In the order of `marketIds`. */
  of(
    userId: number,
    marketIds: readonly number[],
  ): Promise<{ readonly asOfSeq: number; readonly accounts: readonly WireLeverAccount[] }>;
}

/** The engine's live margin accounts, in the words of the wire. */
export function liveLevers(engine: Pick<EnginePort, "accountView">, listings: Listings): LeverPort {
  return {
    of: async (userId, marketIds) => {
      const view = await engine.accountView(userId);
      const accounts = marketIds.map((marketId) => {
        const spec = listings.lever(marketId);
        if (spec === undefined) throw new RangeError(`a margin account in market ${marketId}`);
        return toWireLeverAccount(leverIn(view, marketId), listings.market(marketId), spec);
      });
      return { asOfSeq: view.asOfSeq, accounts };
    },
  };
}
