import type { Browser } from "playwright-core";
import { ContractWorld } from "../support/wire/contract-world.ts";
import type { WireClient } from "../support/wire-client.ts";
import { keptBy, type ServedExchange, type SocketTimeouts, serveExchange } from "./serve-exchange.ts";
import { closePages } from "./stage.ts";

/**
 * An in-process exchange with pages and socket on its own port. Clock and the only price source are controlled by the
 * test, so that it decides when funding is due and positions are liquidated.
 */
export class ContractStage {
  readonly world: ContractWorld;
  readonly browser: Browser;
  private readonly served: ServedExchange;

  private constructor(world: ContractWorld, browser: Browser, served: ServedExchange) {
    this.world = world;
    this.browser = browser;
    this.served = served;
  }

  static async begin(
    browser: Browser,
    webDirectory: string,
    socketPatience?: SocketTimeouts,
  ): Promise<ContractStage> {
    const world = await ContractWorld.start({ webDirectory });
    return new ContractStage(world, browser, await serveExchange(world.exchange, socketPatience));
  }

  get url(): string {
    return this.served.url;
  }

  async end(): Promise<void> {
    await closePages(this.browser);
    await this.served.close();
    await this.world.exchange.close();
  }

  /** Returns a logged-in user's device storage. */
  keptBy(client: WireClient): Promise<Readonly<Record<string, unknown>>> {
    return keptBy(client);
  }
}
