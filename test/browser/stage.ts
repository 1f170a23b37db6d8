import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { ServerProcess } from "../server/run-server.ts";
import { removeHome, startServer, temporaryHome } from "../server/run-server.ts";
import { launchBrowser } from "./web-app.ts";

/** What a file's tests play on: Chromium, and a server of their own. */
export class Stage {
  readonly home = temporaryHome();
  private running: { browser: Browser; server: ServerProcess } | undefined;

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

  async begin(env: Readonly<Record<string, string>>): Promise<void> {
    const [browser, server] = await Promise.all([launchBrowser(), startServer(this.home, env)]);
    this.running = { browser, server };
  }

  /** The server anew, on the same port and data. */
  async restart(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.open.server = await startServer(this.home, { ...env, PORT: String(this.server.port) });
  }

  async end(): Promise<void> {
    await this.running?.browser.close();
    await this.running?.server.stop("SIGTERM");
    removeHome(this.home);
  }

  private get open(): { browser: Browser; server: ServerProcess } {
    if (this.running === undefined) throw new Error("the stage opens before the first test");
    return this.running;
  }
}

/** A stage for all tests of a file. */
export function useStage(env: Readonly<Record<string, string>> = {}): Stage {
  const stage = new Stage();
  beforeAll(() => stage.begin(env));
  afterAll(() => stage.end());
  return stage;
}

/** Asks again until it holds; a busy machine takes its time. */
export const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 20_000 });

/** A second press within this time is taken for a slip. */
export const CLICK_THROTTLE_MS = 500;
