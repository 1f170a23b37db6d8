import { CALL_NAMES } from "@candor/wire/calls";
import { reject } from "@candor/wire/rejection";
import type { FastifyInstance } from "fastify";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import { runTwaps } from "../../people/twap/run-twaps.ts";
import { serveBinanceApi } from "../binance-api/serve-binance-api.ts";
import { serveConsoleApi } from "../console-api/serve-console-api.ts";
import { serveConsolePages } from "../console-api/serve-console-pages.ts";
import { serveCoinIcons } from "../gateway/coin-icons.ts";
import { inlineHashes, protectPages } from "../gateway/content-policy.ts";
import { countPages } from "../gateway/count-pages.ts";
import type { GatewayOptions } from "../gateway/dependencies.ts";
import { serveHealth } from "../gateway/health.ts";
import { serveFundExport } from "../gateway/serve-fund-export.ts";
import { serveOutbox } from "../gateway/serve-outbox.ts";
import { servePictures } from "../gateway/serve-pictures.ts";
import { serveUploads } from "../gateway/serve-uploads.ts";
import { serveWebApp, webAppIndex } from "../gateway/web-app.ts";
import { handleUnmatched, newCallServer, readBodies, registerCalls } from "./call-server.ts";
import { serveDocs } from "./docs.ts";
import type { HttpDependencies } from "./http-dependencies.ts";
import { leftToClose, placeTwapSlice } from "./place-twap-slice.ts";
import { openServerCalls, type ServerCalls } from "./server-calls.ts";

/**
 * Creates the HTTP gateway: the legacy wire's calls, their documentation, health, and the web app. Does not listen: the
 * caller does, or injects requests.
 */
export function createGateway(
  dependencies: HttpDependencies,
  options: GatewayOptions,
  calls: ServerCalls = openServerCalls(dependencies, options),
): FastifyInstance {
  const { dispatcher, exportLinks, handlers, limits, metrics } = calls;
  const nowMs = options.nowMs ?? Date.now;
  const app = newCallServer(dispatcher, options);
  countPages(app, limits, nowMs);
  readBodies(app);
  registerCalls(app, CALL_NAMES, handlers, dispatcher, metrics);
  serveFundExport(app, dependencies, exportLinks, dispatcher, nowMs);
  const forBinancePrograms = serveBinanceApi(app, calls.binance, calls.binancePorts);
  serveHealth(app, dependencies, options);
  placeTwaps(app, dependencies, calls);
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

/** Places the slices of TWAPs until the server closes. */
function placeTwaps(app: FastifyInstance, dependencies: HttpDependencies, { door }: ServerCalls): void {
  const { twaps, engine, identity, listings, site, timers, log } = dependencies;
  const running = runTwaps({
    twaps,
    timers,
    log,
    place: placeTwapSlice(door, listings),
    leftToClose: leftToClose(engine, listings),
    mayTrade: (userId) => {
      const user = identity.user(userId);
      return user !== undefined && !isBlocked(user);
    },
    siteClosed: () => {
      const { open, message } = site.current();
      return open ? undefined : reject("site.closed", { message: message ?? "" });
    },
  });
  app.addHook("onClose", () => running.stop());
}
