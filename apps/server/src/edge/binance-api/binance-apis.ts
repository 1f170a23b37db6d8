import { accountCalls } from "./account-calls.ts";
import { amendOrderCall } from "./amend-order-call.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { cancelReplaceCall } from "./cancel-replace-call.ts";
import { disallowedOrderCalls } from "./disallowed-orders.ts";
import { coinFuturesCalls, optionCalls } from "./foreign/empty-calls.ts";
import { futuresAlgoCalls } from "./futures/algo/futures-algo-calls.ts";
import { contractRecordCalls } from "./futures/contract-record-calls.ts";
import { countdownCall } from "./futures/countdown/countdown-call.ts";
import { futuresAccountCalls } from "./futures/futures-account-calls.ts";
import { futuresBatchCalls } from "./futures/futures-batch-calls.ts";
import { futuresMarketCalls } from "./futures/futures-market-calls.ts";
import { futuresOrderCalls } from "./futures/futures-order-calls.ts";
import { futuresRecordCalls } from "./futures/futures-record-calls.ts";
import { futuresSettingCalls } from "./futures/futures-setting-calls.ts";
import { statisticsCalls } from "./futures/statistics-calls.ts";
import { futuresListenKeyCalls, listenKeyCalls } from "./listen-key-calls.ts";
import { marketCalls } from "./market-calls.ts";
import { orderCalls } from "./order-calls.ts";
import { orderListCalls } from "./order-list-calls.ts";
import { ownRecordCalls } from "./own-record-calls.ts";
import { recordCalls } from "./record-calls.ts";
import { sapiCalls } from "./sapi/sapi-calls.ts";
import { type ApiCalls, ServedApi } from "./served-api.ts";

/** The APIs for clients built for Binance, by the path they are served at. */
export interface BinanceApis {
  readonly "/api/v3": ServedApi;
  readonly "/fapi": ServedApi;
  readonly "/futures/data": ServedApi;
  readonly "/sapi": ServedApi;
  readonly "/dapi": ServedApi;
  readonly "/eapi": ServedApi;
}

/**
 * Returns the APIs for clients built for Binance: `/api/v3` for the spot markets, `/fapi` and `/futures/data` for the contracts, `/sapi`
 * for wallets and margin accounts, and `/dapi` and `/eapi`, which have no markets. The calls use the wire's own calls, so
 * orders and rejections are the same for everyone.
 */
export function binanceApis(ports: BinancePorts): BinanceApis {
  const spot: ApiCalls = {
    open: [...marketCalls(ports), ...recordCalls(ports)],
    signed: [
      ...orderCalls(ports),
      cancelReplaceCall(ports),
      amendOrderCall(ports),
      ...orderListCalls(ports),
      ...disallowedOrderCalls(ports),
      ...accountCalls(ports),
      ...ownRecordCalls(ports),
    ],
    keyed: listenKeyCalls(ports.listenKeys),
  };
  const futures: ApiCalls = {
    open: [...futuresMarketCalls(ports), ...contractRecordCalls(ports)],
    signed: [
      ...futuresOrderCalls(ports),
      ...futuresBatchCalls(ports),
      countdownCall(ports),
      ...futuresAlgoCalls(ports),
      ...futuresAccountCalls(ports),
      ...futuresRecordCalls(ports),
      ...futuresSettingCalls(ports),
    ],
    keyed: futuresListenKeyCalls(ports.listenKeys),
  };
  return {
    "/api/v3": new ServedApi(ports, "/api/v3", spot),
    "/fapi": new ServedApi(ports, "/fapi", futures),
    "/futures/data": new ServedApi(ports, "/futures/data", {
      open: statisticsCalls(ports),
      signed: [],
      keyed: [],
    }),
    "/sapi": new ServedApi(ports, "/sapi", sapiCalls(ports)),
    "/dapi": new ServedApi(ports, "/dapi", coinFuturesCalls(ports)),
    "/eapi": new ServedApi(ports, "/eapi", optionCalls(ports)),
  };
}
