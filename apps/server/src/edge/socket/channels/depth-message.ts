import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { WireLevel } from "../../../market/market-data/market-depth.ts";
import { ServerMessage } from "../server-message.ts";

export interface DepthChange {
  readonly kind: "snapshot" | "diff";
  readonly asks: readonly WireLevel[];
  readonly bids: readonly WireLevel[];
  readonly sequence: number;
  /** null in a snapshot */
  readonly prevSequence: number | null;
}

export function depthMessage(
  channel: string,
  market: MirroredMarket,
  change: DepthChange,
  timeMs: number,
  asOfSeq: number,
): ServerMessage {
  return new ServerMessage("depth", {
    channel,
    symbol: market.listed.spec.symbol,
    market: market.listed.kind,
    kind: change.kind,
    asks: change.asks,
    bids: change.bids,
    sequence: change.sequence,
    prevSequence: change.prevSequence,
    timeMs,
    asOfSeq,
  });
}
