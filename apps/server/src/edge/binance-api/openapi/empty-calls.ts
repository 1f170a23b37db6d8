import { z } from "zod";
import { milliseconds, nothing, rateLimit, rows, text, whole, yes } from "./basic-shapes.ts";
import type { DescribedCalls } from "./described-calls.ts";

const none = z.array(z.never());
const time = z.strictObject({ serverTime: milliseconds });
const info = { timezone: text, serverTime: milliseconds, rateLimits: rows(rateLimit) };
const EMPTY = "Always empty.";

/** The calls of `/dapi` and `/eapi`. */
export const EMPTY_CALLS: DescribedCalls = {
  "GET /dapi/v1/ping": ["Tests the connection.", "", nothing],
  "GET /dapi/v1/time": ["Server time.", "", time],
  "GET /dapi/v1/exchangeInfo": [
    "No coin-margined futures.",
    "",
    z.strictObject({ ...info, exchangeFilters: none, symbols: none }),
  ],
  "GET /dapi/v1/premiumIndex": [EMPTY, "symbol pair", none],
  "GET /dapi/v1/fundingInfo": [EMPTY, "", none],
  "GET /dapi/v1/ticker/24hr": [EMPTY, "symbol pair", none],
  "GET /dapi/v1/ticker/price": [EMPTY, "symbol pair", none],
  "GET /dapi/v1/ticker/bookTicker": [EMPTY, "symbol pair", none],
  "GET /dapi/v1/leverageBracket": [EMPTY, "pair", none],
  "GET /dapi/v2/leverageBracket": [EMPTY, "symbol", none],
  "GET /dapi/v1/balance": [EMPTY, "", none],
  "GET /dapi/v1/positionRisk": [EMPTY, "marginAsset pair", none],
  "GET /dapi/v1/openOrders": [EMPTY, "symbol pair", none],
  "GET /dapi/v1/account": [
    "An account that cannot trade.",
    "",
    z.strictObject({
      assets: none,
      positions: none,
      canDeposit: yes,
      canTrade: yes,
      canWithdraw: yes,
      feeTier: whole,
      updateTime: whole,
    }),
  ],
  "GET /eapi/v1/ping": ["Tests the connection.", "", nothing],
  "GET /eapi/v1/time": ["Server time.", "", time],
  "GET /eapi/v1/exchangeInfo": [
    "No vanilla options.",
    "",
    z.strictObject({ ...info, optionContracts: none, optionAssets: none, optionSymbols: none }),
  ],
  "GET /eapi/v1/ticker": [EMPTY, "symbol", none],
  "GET /eapi/v1/mark": [EMPTY, "symbol", none],
  "GET /eapi/v1/position": [EMPTY, "symbol", none],
  "GET /eapi/v1/openOrders": [EMPTY, "symbol", none],
  "GET /eapi/v1/account": [
    "An account without options.",
    "",
    z.strictObject({ asset: none, greek: none, time: milliseconds, riskLevel: text }),
  ],
};
