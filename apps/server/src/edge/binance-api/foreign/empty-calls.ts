import type { PublicCall, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import type { ApiCalls } from "../served-api.ts";
import { readCall } from "../signed-calls.ts";

type Ports = Pick<BinancePorts, "door" | "nowMs">;

const open = (path: string, answer: PublicCall["answer"]): PublicCall => ({ method: "GET", path, answer });

/** A list of markets: empty, and without the one that a request names. */
const noMarkets: PublicCall["answer"] = (parameters) => {
  if (parameters.text("symbol") !== undefined || parameters.text("pair") !== undefined)
    throw BINANCE.symbol();
  return [];
};
const emptyLists = (...paths: readonly string[]): readonly PublicCall[] =>
  paths.map((path) => open(path, noMarkets));
const emptyOwnLists = (...paths: readonly string[]): readonly SignedCall[] =>
  paths.map((path) => readCall(path, (parameters) => noMarkets(parameters, undefined)));

/** What every exchange answers first. @param nothing its empty lists */
const exchangeCalls = ({ door, nowMs }: Ports, nothing: object): readonly PublicCall[] => [
  open("/v1/ping", () => ({})),
  open("/v1/time", () => ({ serverTime: nowMs() })),
  open("/v1/exchangeInfo", () => ({
    timezone: "UTC",
    serverTime: nowMs(),
    rateLimits: door.api.listed("futures"),
    ...nothing,
  })),
];

/** `/dapi`: coin-margined futures, which do not exist here. Clients load all kinds of markets before they start. */
export function coinFuturesCalls(ports: Ports): ApiCalls {
  return {
    open: [
      ...exchangeCalls(ports, { exchangeFilters: [], symbols: [] }),
      ...emptyLists(
        "/v1/premiumIndex",
        "/v1/fundingInfo",
        "/v1/ticker/24hr",
        "/v1/ticker/price",
        "/v1/ticker/bookTicker",
      ),
    ],
    signed: [
      ...emptyOwnLists(
        "/v1/leverageBracket",
        "/v2/leverageBracket",
        "/v1/balance",
        "/v1/positionRisk",
        "/v1/openOrders",
      ),
      readCall("/v1/account", () => ({
        assets: [],
        positions: [],
        canDeposit: false,
        canTrade: false,
        canWithdraw: false,
        feeTier: 0,
        updateTime: 0,
      })),
    ],
    keyed: [],
  };
}

/** `/eapi`: vanilla options, which do not exist here; timed options are not theirs. */
export function optionCalls(ports: Ports): ApiCalls {
  return {
    open: [
      ...exchangeCalls(ports, { optionContracts: [], optionAssets: [], optionSymbols: [] }),
      ...emptyLists("/v1/ticker", "/v1/mark"),
    ],
    signed: [
      ...emptyOwnLists("/v1/position", "/v1/openOrders"),
      readCall("/v1/account", () => ({ asset: [], greek: [], time: ports.nowMs(), riskLevel: "NORMAL" })),
    ],
    keyed: [],
  };
}
