import type { Browser } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { ServerProcess } from "../support/server/run-server.ts";
import { QUIET, removeHome, startServer, temporaryHome, WITH_CHARTS } from "../support/server/run-server.ts";
import { WireClient } from "../support/wire-client.ts";
import { launchBrowser, PATIENCE_MS, type Visit, type Visitor, visit } from "./web-app.ts";

type Settings = Readonly<Record<string, string>>;

/** Test environment: a browser and a real server. */
export class Stage {
  private readonly settings: Settings;
  private home: string | undefined;
  private running: { readonly browser: Browser; server: ServerProcess } | undefined;

  constructor(settings: Settings = {}) {
    this.settings = { ...WITH_CHARTS, ...settings };
  }

  get browser(): Browser {
    return this.open.browser;
  }

  get server(): ServerProcess {
    return this.open.server;
  }

  get url(): string {
    return this.server.url;
  }

  /** Passkeys need a host name, and geolocation a secure page; "localhost" is both. */
  get namedUrl(): string {
    return `http://localhost:${this.server.port}`;
  }

  async begin(browser: Browser): Promise<void> {
    this.home ??= temporaryHome();
    this.running = { browser, server: await startServer(this.home, this.settings) };
  }

  /** Restarts the server on the same port and data. */
  async restart(): Promise<void> {
    const { home, port } = this.server;
    this.open.server = await startServer(home, { ...this.settings, PORT: String(port) });
  }

  async end(): Promise<void> {
    await this.running?.server.stop("SIGTERM");
    if (this.home !== undefined) removeHome(this.home);
  }

  /** Opens a fresh device. */
  visit(options: Visit = {}): Promise<Visitor> {
    return visit(this.browser, options);
  }

  /** Returns a wire client. */
  wire(): WireClient {
    return new WireClient(this.url);
  }

  private get open(): { readonly browser: Browser; server: ServerProcess } {
    if (this.running === undefined) throw new Error("the stage opens before the first test");
    return this.running;
  }
}

/**
 * A stage without market makers, shared by many users: each has its own address, because logins are rate-limited per
 * address.
 */
class QuietStage extends Stage {
  private addresses = 0;

  constructor() {
    super({ ...QUIET, CANDOR_PROXY: "local" });
  }

  override visit(options: Visit = {}): Promise<Visitor> {
    return super.visit({ address: this.nextAddress(), ...options });
  }

  override wire(): WireClient {
    return new WireClient(this.url, { headers: { "x-forwarded-for": this.nextAddress() } });
  }

  /** As the proxy in front of the server would set it. */
  private nextAddress(): string {
    this.addresses++;
    return `127.0.${1 + (this.addresses >> 8)}.${this.addresses & 255}`;
  }
}

const quietStage = new QuietStage();

/** Shared by all files of a worker: created on first use, closed with the worker. */
export const ofWorker = test
  // oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads from the pattern what a fixture needs: here nothing
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend("quiet", { scope: "worker" }, async ({ browser }, { onCleanup }) => {
    onCleanup(() => quietStage.end());
    await quietStage.begin(browser);
    return quietStage;
  });

/** Returns a stage with its own server for one test file. */
export function useStage(settings: Settings = {}): Stage {
  const stage = new Stage(settings);
  ofWorker.beforeAll(({ browser }) => stage.begin(browser));
  afterAll(async () => {
    await closePages(stage.browser);
    await stage.end();
  });
  return stage;
}

/**
 * Returns a shared stage, for files that tolerate what other tests left on the server: users and open orders, but no
 * trades.
 */
export function useQuietStage(): Stage {
  ofWorker.beforeAll(({ quiet }) => quiet.url);
  afterAll(() => closePages(quietStage.browser));
  return quietStage;
}

/** Closes all pages at the end of a file, so that they do not keep making requests during the next file's tests. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Asks again until it holds. */
export const eventually = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: PATIENCE_MS });

/** A second click within this time is ignored. */
export const CLICK_THROTTLE_MS = 500;
