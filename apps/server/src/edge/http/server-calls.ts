import { CALLS, type CallName } from "@candor/wire/calls";
import { DEFAULT_API } from "../../config/api-settings.ts";
import { ChartsWithPast } from "../../market/prices/charts-with-past.ts";
import { type BinanceApis, binanceApis } from "../binance-api/binance-apis.ts";
import type { BinancePorts } from "../binance-api/binance-ports.ts";
import { CancelIds } from "../binance-api/cancel-ids.ts";
import { FaultRules } from "../binance-api/faults/fault-rules.ts";
import { OrderChanges } from "../binance-api/futures/order-changes.ts";
import { PositionModes } from "../binance-api/futures/position-modes.ts";
import { ReduceOnlySums } from "../binance-api/futures/reduce-only-sums.ts";
import { ChangeRegisters } from "../binance-api/recent-changes.ts";
import { ListenKeys } from "../binance-api/streams/listen-keys.ts";
import { type CallHandlers, userOf } from "../gateway/call-context.ts";
import { InternalCalls } from "../gateway/call-door.ts";
import { callHandlers } from "../gateway/call-handlers.ts";
import { CallLimits } from "../gateway/call-limits.ts";
import type { GatewayOptions } from "../gateway/dependencies.ts";
import { Dispatcher } from "../gateway/dispatcher.ts";
import { FundExportLinks } from "../gateway/fund-export-links.ts";
import { GatewayMetrics } from "../gateway/metrics.ts";
import type { HttpDependencies } from "./http-dependencies.ts";

/** The calls of all APIs with their limits, apart from the transport that serves them: HTTP and sockets share them. */
export interface ServerCalls {
  readonly limits: CallLimits;
  readonly metrics: GatewayMetrics;
  readonly handlers: CallHandlers;
  readonly dispatcher: Dispatcher;
  readonly exportLinks: FundExportLinks;
  readonly door: InternalCalls;
  readonly binancePorts: BinancePorts;
  readonly binance: BinanceApis;
}

/** Charts for Binance clients, which page back to where they begin. */
function chartsOf({ klines, listings, past }: HttpDependencies): HttpDependencies["klines"] {
  if (past === undefined) return klines;
  return new ChartsWithPast(klines, past, (marketId) => {
    const { contract, spec } = listings.market(marketId);
    return {
      historySymbol: contract?.spec.indexSymbol ?? spec.symbol,
      isContract: contract !== undefined,
      indexMarketId: contract?.indexMarketId ?? marketId,
    };
  });
}

/** Lets every change of the position mode, by the app or a program, wait for the user's orders on their way. */
function inOrder(handlers: CallHandlers, positionModes: PositionModes): CallHandlers {
  return {
    ...handlers,
    contractMode: (request, context) =>
      positionModes.change(userOf(context), async () => await handlers.contractMode(request, context)),
  };
}

export function openServerCalls(
  dependencies: HttpDependencies,
  options: GatewayOptions,
  metrics: GatewayMetrics = new GatewayMetrics(),
): ServerCalls {
  const limits =
    dependencies.limits ??
    new CallLimits(options.rateLimitFactor ?? 1, undefined, undefined, options.api?.limits);
  const nowMs = options.nowMs ?? Date.now;
  const dispatcher = new Dispatcher(dependencies, options, limits);
  const exportLinks = new FundExportLinks();
  const positionModes = new PositionModes(dependencies.engine);
  const handlers = inOrder(callHandlers(dependencies, options, exportLinks), positionModes);
  const meterOf = (name: CallName) => metrics.meter(CALLS[name].path);
  const door = new InternalCalls(dispatcher, handlers, meterOf);
  const apiDoor = new InternalCalls(dispatcher, handlers, meterOf, true);
  const listenKeys = dependencies.listenKeys ?? new ListenKeys(nowMs);
  const { reading, revision } = options.api ?? DEFAULT_API;
  const binancePorts = {
    ...dependencies,
    klines: chartsOf(dependencies),
    listenKeys,
    cancelIds: new CancelIds(),
    changes: new ChangeRegisters(),
    positionModes,
    orderChanges: new OrderChanges(dependencies.readModels),
    reduceOnlySums: new ReduceOnlySums(dependencies.engine),
    door: apiDoor,
    nowMs,
    reading,
    revision,
    faults: options.mode === "sandbox" ? new FaultRules(nowMs) : undefined,
  };
  const binance = binanceApis(binancePorts);
  return { limits, metrics, handlers, dispatcher, exportLinks, door, binancePorts, binance };
}
