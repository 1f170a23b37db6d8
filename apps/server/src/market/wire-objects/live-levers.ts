import type { EnginePort } from "@candor/domain/engine-port";
import type { WireLeverAccount } from "@candor/wire/lever-objects";
import type { Listings } from "../market-data/listings.ts";
import { leverIn, toWireLeverAccount } from "./lever-account.ts";

/**
 * Current margin accounts of a user: the borrowable and transferable amounts depend on the index and on all other
 * accounts.
 */
export interface LeverPort {
  /** Returns them in the order of `marketIds`. */
  of(
    userId: number,
    marketIds: readonly number[],
  ): Promise<{ readonly asOfSeq: number; readonly accounts: readonly WireLeverAccount[] }>;
}

/** Returns the engine's live margin accounts in wire format. */
export function liveLevers(engine: Pick<EnginePort, "accountView">, listings: Listings): LeverPort {
  return {
    of: async (userId, marketIds) => {
      const view = await engine.accountView(userId);
      const accounts = marketIds.map((marketId) => {
        const spec = listings.lever(marketId);
        if (spec === undefined)
          throw new RangeError(`margin account in market ${marketId}, which has no margin trading`);
        return toWireLeverAccount(leverIn(view, marketId), listings.market(marketId), spec);
      });
      return { asOfSeq: view.asOfSeq, accounts };
    },
  };
}
