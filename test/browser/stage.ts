import type { Browser } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { ServerProcess } from "../server/run-server.ts";
import { QUIET, removeHome, startServer, temporaryHome } from "../server/run-server.ts";
import { WireClient } from "../server/wire-client.ts";
import { launchBrowser, PATIENCE_MS, type Visit, type Visitor, visit } from "./web-app.ts";

type Settings = Readonly<Record<string, string>>;

/** What tests play on: a browser, and a real server. */
export class Stage {
  private readonly settings: Settings;
  private home: string | undefined;
  private running: { readonly browser: Browser; server: ServerProcess } | undefined;

  constructor(settings: Settings = {}) {
    this.settings = settings;
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

  /** Passkeys belong to a name, and a device tells its position to a secure page only, which "localhost" counts as. */
  get namedUrl(): string {
    return `http://localhost:${this.server.port}`;
  }

  async begin(browser: Browser): Promise<void> {
    this.home ??= temporaryHome();
    this.running = { browser, server: await startServer(this.home, this.settings) };
  }

  /** The server anew, on the same port and data. */
  async restart(): Promise<void> {
    const { home, port } = this.server;
    this.open.server = await startServer(home, { ...this.settings, PORT: String(port) });
  }

  async end(): Promise<void> {
    await this.running?.server.stop("SIGTERM");
    if (this.home !== undefined) removeHome(this.home);
  }

  /** A fresh device. */
  visit(options: Visit = {}): Promise<Visitor> {
    return visit(this.browser, options);
  }

  /** A program that speaks the wire. */
  wire(): WireClient {
    return new WireClient(this.url);
  }

  private get open(): { readonly browser: Browser; server: ServerProcess } {
    if (this.running === undefined) throw new Error("the stage opens before the first test");
    return this.running;
  }
}

/** Without traders of its own, and for many people: each is at an address of their own, which may try only so many logins a minute. */
class QuietStage extends Stage {
  private addresses = 0;

  constructor() {
    super({ ...QUIET, CANDOR_PROXY: "local" });
  }

  override visit(options: Visit = {}): Promise<Visitor> {
    return super.visit({ address: this.nextAddress(), ...options });
  }

  override wire(): WireClient {
    return new WireClient(this.url, { "x-forwarded-for": this.nextAddress() });
  }

  /** As the proxy in front of the server would say it. */
  private nextAddress(): string {
    this.addresses++;
    return `127.0.${1 + (this.addresses >> 8)}.${this.addresses & 255}`;
  }
}

const quietStage = new QuietStage();

/** What the files that one worker runs share: it comes with the first that asks for it, and ends with the worker. */
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

/** A stage whose server the tests of a file have for themselves. */
export function useStage(settings: Settings = {}): Stage {
  const stage = new Stage(settings);
  ofWorker.beforeAll(({ browser }) => stage.begin(browser));
  afterAll(async () => {
    await closePages(stage.browser);
    await stage.end();
  });
  return stage;
}

/** A stage for files that bear what others have left on its server: people, orders in its books, no trades. */
export function useQuietStage(): Stage {
  ofWorker.beforeAll(({ quiet }) => quiet.url);
  afterAll(() => closePages(quietStage.browser));
  return quietStage;
}

/** At the end of a file: pages that are still open would go on asking and drawing beside the tests of the next one. */
export async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Asks again until it holds. */
export const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: PATIENCE_MS });

/** A second press within this time is taken for a slip. */
export const CLICK_THROTTLE_MS = 500;
