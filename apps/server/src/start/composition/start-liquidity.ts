import type { EnginePort } from "@candor/domain/engine-port";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Closers } from "../../kit/closers.ts";
import { SandboxLiquidity } from "../../market/liquidity/sandbox-liquidity.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { Identity } from "../../people/identity/identity-service.ts";

interface TradedExchange {
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly log: Logger;
  readonly closers: Closers;
}

/** Runs the sandbox's own traders, which trade through the gateway as everybody does. */
export function startLiquidity(exchange: TradedExchange, gateway: FastifyInstance): void {
  const { engine, listings, identity, log, closers } = exchange;
  const liquidity = new SandboxLiquidity({
    engine,
    gateway,
    assets: listings.assets.map(({ spec }) => spec),
    markets: listings.markets.map(({ marketId, kind, spec, scale, base, quote }) => ({
      marketId,
      kind,
      spec,
      scale,
      baseId: base.assetId,
      quoteId: quote.assetId,
    })),
    labelledAccount: (name) => identity.ensureLabelledAccount(name),
    logger: log,
  });
  liquidity.start();
  closers.add("sandbox liquidity", () => liquidity.stop());
}
