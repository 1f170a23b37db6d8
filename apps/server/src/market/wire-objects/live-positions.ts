import type { EnginePort } from "@candor/domain/engine-port";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { MarketDataMirror } from "../market-data/market-data-mirror.ts";
import { positionIn, toWirePosition } from "./position.ts";

/** A user's positions as they are now, which no single event tells: they hang on marks and on the whole account. */
export interface PositionPort {
  /** In the order of `marketIds`; null: none is open there. */
  of(
    userId: number,
    marketIds: readonly number[],
  ): Promise<{ readonly asOfSeq: number; readonly positions: readonly (WirePosition | null)[] }>;
}

/** The engine's live positions, in the words of the wire. */
export function livePositions(
  engine: Pick<EnginePort, "accountView">,
  mirror: MarketDataMirror,
): PositionPort {
  return {
    of: async (userId, marketIds) => {
      const view = await engine.accountView(userId);
      const positions = marketIds.map((marketId) => {
        const market = mirror.market(marketId);
        if (market === undefined) throw new RangeError(`a position in unknown market ${marketId}`);
        return toWirePosition(positionIn(view, marketId), market.listed, market.indexE8);
      });
      return { asOfSeq: view.asOfSeq, positions };
    },
  };
}
