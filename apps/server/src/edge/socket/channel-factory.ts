import { isSecondPeriod, type PriceSourceKind } from "@candor/domain/enumerations";
import type { SubscriptionError } from "@candor/wire/socket/server-messages";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { PriceHistory } from "../../market/prices/price-history-port.ts";
import type { Channel } from "./channel.ts";
import { formatChannelName, parseChannelName } from "./channel-name.ts";
import { DepthChannel } from "./channels/depth-channel.ts";
import { DepthDiffChannel } from "./channels/depth-diff-channel.ts";
import { IndexChannel } from "./channels/index-channel.ts";
import { KlineChannel } from "./channels/kline-channel.ts";
import { LunboChannel } from "./channels/lunbo-channel.ts";
import { MarkChannel } from "./channels/mark-channel.ts";
import { SecondChannel } from "./channels/second-channel.ts";
import { TapeChannel } from "./channels/tape-channel.ts";

export interface ChannelSources {
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
  readonly priceSource: () => PriceSourceKind;
}

/** Creates the channel for a name, or returns why there is none. */
export function makeChannel(name: string, sources: ChannelSources): Channel | SubscriptionError {
  const { mirror, history } = sources;
  const parsed = parseChannelName(name);
  if (parsed === undefined) return "request.parameterError";
  if (parsed.kind === "lunbo") return new LunboChannel(mirror, history);
  const isContract = parsed.kind === "mark" || ("market" in parsed && parsed.market === "contract");
  const market = mirror.marketBySymbol(parsed.symbol, isContract ? "contract" : "spot");
  if (market === undefined) return "request.unknownId";
  const spelled = formatChannelName(parsed);
  if (parsed.kind === "mark") return new MarkChannel(spelled, market, mirror);
  if (parsed.kind === "index") return new IndexChannel(spelled, market, sources.priceSource);
  if (parsed.kind === "kline") {
    const { period } = parsed;
    return isSecondPeriod(period)
      ? new SecondChannel(spelled, market, period, mirror)
      : new KlineChannel(spelled, market, period, history, mirror);
  }
  if (parsed.kind === "depth") return new DepthChannel(spelled, market, mirror);
  if (parsed.kind === "depth-diff") return new DepthDiffChannel(spelled, market, mirror);
  return new TapeChannel(spelled, market, mirror);
}
