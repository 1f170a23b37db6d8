import { PERIOD_MS } from "@candor/domain/enumerations";
import type { PublicCall } from "./binance-call.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { requestedMarkets } from "./market-of.ts";
import type { Parameters } from "./parameters.ts";
import { openingOf, statisticsSince, windowMsOf } from "./rolling-window.ts";
import { type TickerWindow, windowTicker } from "./ticker-view.ts";
import { timeZoneMsOf } from "./time-zone.ts";

const DAY_MS = PERIOD_MS["1day"];
const MAX_SYMBOLS = 100;

/** Tickers of a chosen window and of a trading day. They end at the exchange's own time. */
export function windowTickerCalls(ports: Pick<BinancePorts, "klines" | "mirror">): readonly PublicCall[] {
  return [
    {
      method: "GET",
      path: "/ticker",
      answer: (parameters) => {
        const windowMs = windowMsOf(parameters.text("windowSize") ?? "1d");
        if (windowMs === undefined) throw BINANCE.range("windowSize");
        const closeTime = ports.mirror.timeMs;
        return tickers(ports, parameters, { openTime: openingOf(windowMs, closeTime), closeTime });
      },
    },
    {
      method: "GET",
      path: "/ticker/tradingDay",
      answer: (parameters) => {
        const offsetMs = timeZoneMsOf(parameters);
        const openTime = Math.floor((ports.mirror.timeMs + offsetMs) / DAY_MS) * DAY_MS - offsetMs;
        return tickers(ports, parameters, { openTime, closeTime: openTime + DAY_MS - 1 });
      },
    },
  ];
}

/** Returns the requested markets without duplicates. Throws -1102 when none is named. */
function symbolsOf(parameters: Parameters): readonly string[] {
  const symbols = parameters.symbols();
  if (symbols === undefined) throw BINANCE.oneOf("symbol", "symbols");
  if (symbols.length > MAX_SYMBOLS) throw BINANCE.range("symbols");
  return [...new Set(symbols)];
}

/** Returns one object for `symbol`, a list for `symbols`. Binance requires one of them here. */
async function tickers(
  ports: Pick<BinancePorts, "klines" | "mirror">,
  parameters: Parameters,
  window: TickerWindow,
) {
  const isMini = tickerTypeOf(parameters) === "MINI";
  const nowMs = ports.mirror.timeMs;
  symbolsOf(parameters);
  const rows = await Promise.all(
    [...new Set(requestedMarkets(ports, parameters))].map(async (market) => {
      const statistics = await statisticsSince(ports, market.listed.marketId, window.openTime, nowMs);
      return windowTicker(market, statistics, window, isMini);
    }),
  );
  return parameters.text("symbol") === undefined ? rows : rows[0];
}

/** Returns the requested ticker type. Throws -1139. */
export const tickerTypeOf = (parameters: Parameters): "FULL" | "MINI" =>
  parameters.oneOf("type", ["FULL", "MINI"], BINANCE.tickerType) ?? "FULL";
