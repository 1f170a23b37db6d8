import type { Browser } from "playwright-core";
import { klineMarketOf } from "../../apps/server/src/prices/kline-market.ts";
import { forgetfulPersistence } from "../../apps/server/src/prices/kline-persistence.ts";
import { KlineStore } from "../../apps/server/src/prices/kline-store.ts";
import { attachSocket } from "../../apps/server/src/socket/attach-socket.ts";
import { livePositions } from "../../apps/server/src/socket/live-positions.ts";
import { ContractWorld } from "../wire/support/contract-world.ts";
import { accepted } from "../wire/support/gateway-under-test.ts";
import type { WireClient } from "../wire/support/wire-client.ts";
import { launchBrowser } from "./web-app.ts";

/**
 * The exchange in this process, with pages and socket on a port of its own: its clock and its one price source are the
 * test's, so that fundings fall due and positions are liquidated when the test says so.
 */
export class ContractStage {
  readonly world: ContractWorld;
  readonly browser: Browser;
  readonly url: string;
  private readonly closeSocket: () => Promise<void>;

  private constructor(world: ContractWorld, browser: Browser, url: string, closeSocket: () => Promise<void>) {
    this.world = world;
    this.browser = browser;
    this.url = url;
    this.closeSocket = closeSocket;
  }

  static async begin(webDirectory: string): Promise<ContractStage> {
    const [world, browser] = await Promise.all([ContractWorld.start({ webDirectory }), launchBrowser()]);
    const { app, engine, identity, listings, mirror, site, time } = world.exchange;
    const history = new KlineStore(forgetfulPersistence);
    for (const { marketId, spec, base, quote } of listings.markets)
      history.addMarket(klineMarketOf(marketId, spec, base.spec, quote.spec));
    await history.load(engine.durableSeq);
    engine.subscribe((batch) => history.apply(batch));
    const socket = attachSocket(app.server, {
      engine,
      listings,
      mirror,
      history,
      priceSource: () => "simulated",
      sessions: identity,
      site,
      positions: livePositions(engine, mirror),
      reportFailure: (error) => world.exchange.errors.push(error),
      now: () => time.ms,
    });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    return new ContractStage(world, browser, url, () => socket.close());
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.closeSocket();
    await this.world.exchange.close();
  }

  /** What a device keeps on which somebody is logged in. */
  async keptBy(client: WireClient): Promise<Readonly<Record<string, unknown>>> {
    const profile = accepted(await client.call("profile"));
    return { token: client.token, vuex_user: { id: profile.id, username: profile.username }, lang: "en" };
  }
}
