import type { EnginePort } from "@candor/domain/engine-port";
import type { PositionState } from "@candor/domain/events/contract-events";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { MarketDataMirror } from "../market-data/market-data-mirror.ts";
import { positionIn, toWirePosition } from "./position.ts";

/** A user's position in a contract; `leg` in hedge mode. */
export type NamedPosition = Pick<PositionState, "marketId" | "leg">;

/**
 * Current positions of a user. No single event contains them, because they depend on marks and on the whole account.
 */
export interface PositionPort {
  /** Returns them in the order of `positions`; null if there is no open one. */
  of(
    userId: number,
    positions: readonly NamedPosition[],
  ): Promise<{ readonly asOfSeq: number; readonly positions: readonly (WirePosition | null)[] }>;
}

/** Returns the engine's live positions in wire format. */
export function livePositions(
  engine: Pick<EnginePort, "accountView">,
  mirror: MarketDataMirror,
): PositionPort {
  return {
    of: async (userId, named) => {
      const view = await engine.accountView(userId);
      const positions = named.map(({ marketId, leg }) => {
        const market = mirror.market(marketId);
        if (market === undefined) throw new RangeError(`position in unknown market ${marketId}`);
        return toWirePosition(positionIn(view, marketId, leg), market.listed, market.indexE8);
      });
      return { asOfSeq: view.asOfSeq, positions };
    },
  };
}
