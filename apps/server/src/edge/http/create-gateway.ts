import { CALL_NAMES, CALLS } from "@candor/wire/calls";
import type { FastifyInstance } from "fastify";
import { serveBinanceApi } from "../binance-api/serve-binance-api.ts";
import { ListenKeys } from "../binance-api/streams/listen-keys.ts";
import { serveConsoleApi } from "../console-api/serve-console-api.ts";
import { serveConsolePages } from "../console-api/serve-console-pages.ts";
import { InternalCalls } from "../gateway/call-door.ts";
import { callHandlers } from "../gateway/call-handlers.ts";
import { CallLimits } from "../gateway/call-limits.ts";
import { serveCoinIcons } from "../gateway/coin-icons.ts";
import { inlineHashes, protectPages } from "../gateway/content-policy.ts";
import { countPages } from "../gateway/count-pages.ts";
import type { GatewayOptions } from "../gateway/dependencies.ts";
import { Dispatcher } from "../gateway/dispatcher.ts";
import { FundExportLinks } from "../gateway/fund-export-links.ts";
import { serveHealth } from "../gateway/health.ts";
import { GatewayMetrics } from "../gateway/metrics.ts";
import { serveFundExport } from "../gateway/serve-fund-export.ts";
import { serveOutbox } from "../gateway/serve-outbox.ts";
import { servePictures } from "../gateway/serve-pictures.ts";
import { serveUploads } from "../gateway/serve-uploads.ts";
import { serveWebApp, webAppIndex } from "../gateway/web-app.ts";
import { handleUnmatched, newCallServer, readBodies, registerCalls } from "./call-server.ts";
import { serveDocs } from "./docs.ts";
import type { HttpDependencies } from "./http-dependencies.ts";

/**
 * Creates the HTTP gateway: the legacy wire's calls, their documentation, health, and the web app. Does not listen: the
 * caller does, or injects requests.
 */
export function createGateway(
  dependencies: HttpDependencies,
  options: GatewayOptions,
  metrics: GatewayMetrics = new GatewayMetrics(),
): FastifyInstance {
  const limits = dependencies.limits ?? new CallLimits(options.rateLimitFactor ?? 1);
  const nowMs = options.nowMs ?? Date.now;
  const dispatcher = new Dispatcher(dependencies, options, limits);
  const app = newCallServer(dispatcher, options);
  countPages(app, limits, nowMs);
  readBodies(app);
  const exportLinks = new FundExportLinks();
  const handlers = callHandlers(dependencies, options, exportLinks);
  registerCalls(app, CALL_NAMES, handlers, dispatcher, metrics);
  serveFundExport(app, dependencies, exportLinks, dispatcher, nowMs);
  const door = new InternalCalls(dispatcher, handlers, (name) => metrics.meter(CALLS[name].path));
  const listenKeys = dependencies.listenKeys ?? new ListenKeys(nowMs);
  const forBinancePrograms = serveBinanceApi(app, { ...dependencies, listenKeys, door, nowMs });
  serveHealth(app, dependencies, options);
  serveUploads(app, dependencies.uploads);
  servePictures(app, dependencies.pictures);
  if (dependencies.console !== undefined)
    serveConsoleApi(app, dependencies.console, { ...options, log: dependencies.log });
  if (options.consoleDirectory !== undefined) serveConsolePages(app, options.consoleDirectory);
  void app.register(async (pages) => {
    const index = options.webDirectory === undefined ? undefined : webAppIndex(options.webDirectory);
    protectPages(pages, inlineHashes(index ?? ""));
    serveDocs(pages, options.version, forBinancePrograms);
    serveOutbox(pages, dependencies, options);
    serveCoinIcons(pages, dependencies.listings);
    if (options.webDirectory !== undefined && index !== undefined)
      await serveWebApp(pages, options.webDirectory, options.offlineAppOff);
  });
  handleUnmatched(app, dependencies, dispatcher);
  return app;
}
