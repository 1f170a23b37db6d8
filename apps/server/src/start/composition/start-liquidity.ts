import type { EnginePort } from "@candor/domain/engine-port";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import type { Instance } from "../../config/instance-schema.ts";
import { isOwnTime } from "../../config/rig-settings.ts";
import type { Closers } from "../../kit/closers.ts";
import { randomsOf } from "../../market/liquidity/random.ts";
import type { LevelsAt } from "../../market/liquidity/recorded-maker.ts";
import { SandboxLiquidity } from "../../market/liquidity/sandbox-liquidity.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { ExchangeClock } from "../../market/prices/clock.ts";
import { ManualClock } from "../../market/prices/manual-clock.ts";
import { RecordedBook } from "../../market/prices/recorded-book.ts";
import type { Identity } from "../../people/identity/identity-service.ts";
import type { Replay } from "./read-replay.ts";

interface TradedExchange {
  readonly environment: Environment;
  readonly instance: Instance;
  readonly clock: ExchangeClock;
  readonly engine: EnginePort;
  readonly listings: Listings;
  readonly identity: Identity;
  readonly log: Logger;
  readonly closers: Closers;
  readonly replay: Replay | undefined;
}

/**
 * Runs the sandbox's own traders, which trade through the gateway as everybody does. If time stands still, resolves once
 * the books are filled.
 */
export async function startLiquidity(exchange: TradedExchange, gateway: FastifyInstance): Promise<void> {
  const { environment, instance, engine, listings, identity, clock, log, closers } = exchange;
  const isManual = isOwnTime(environment.rig);
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
    randomOf: randomsOf(instance.seed),
    recordedBook: recordedBooks(exchange),
    clock,
    isSerial: isManual,
    logger: log,
  });
  closers.add("sandbox liquidity", () => liquidity.stop());
  // The first prices are on their way.
  if (clock instanceof ManualClock) await clock.settled();
  if (isManual) await liquidity.fill();
  liquidity.start();
}

/** Spot and the contract of a symbol read its files on their own, so that each reads them forward. */
function recordedBooks({ replay, closers, log }: Pick<TradedExchange, "replay" | "closers" | "log">) {
  const books: RecordedBook[] = [];
  closers.add("recorded books", async () => {
    await Promise.all(books.map((book) => book.close()));
  });
  return (symbol: string): LevelsAt | undefined => {
    const recorded = replay?.recording.symbols.find((each) => each.symbol === symbol)?.books;
    if (recorded === undefined) return undefined;
    const book = new RecordedBook(recorded);
    books.push(book);
    let isReadable = true;
    return async (timeMs, limit) => {
      if (!isReadable) return undefined;
      try {
        return await book.levelsAt(timeMs, limit);
      } catch (error) {
        // The file was changed or removed since the start: its books end here.
        isReadable = false;
        log.warn({ error: String(error) }, `${symbol} has no more recorded books`);
        return undefined;
      }
    };
  };
}
