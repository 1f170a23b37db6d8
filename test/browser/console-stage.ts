import { serveConsolePages } from "@candor/server/edge/console-api/serve-console-pages";
import type { Role } from "@candor/server/operators/protocol/roles";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { CONSOLE_DIST, DIST } from "../support/runner/build-web-app.ts";
import type { TestOptions } from "../support/wire/opened-exchange.ts";
import { type ServedExchange, type SocketTimeouts, serveExchange } from "./serve-exchange.ts";
import { closePages } from "./stage.ts";
import { DESKTOP, visit } from "./web-app.ts";

export interface OperatorWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of its page. */
  readonly problems: string[];
}

export interface ConsoleStageOptions {
  readonly chains?: TestOptions["chains"];
  readonly socketPatience?: SocketTimeouts;
  /** Runs before listening: adds further routes next to the console's. */
  readonly prepare?: (office: ConsoleUnderTest) => void;
}

/** Chromium and an in-process exchange with the app's pages and the console, each on its own port. */
export class ConsoleStage {
  readonly browser: Browser;
  readonly office: ConsoleUnderTest;
  readonly consoleUrl: string;
  private readonly served: ServedExchange;

  private constructor(
    browser: Browser,
    office: ConsoleUnderTest,
    served: ServedExchange,
    consoleUrl: string,
  ) {
    this.browser = browser;
    this.office = office;
    this.served = served;
    this.consoleUrl = consoleUrl;
  }

  static async begin(
    browser: Browser,
    { chains, socketPatience, prepare }: ConsoleStageOptions = {},
  ): Promise<ConsoleStage> {
    const office = await ConsoleUnderTest.start({
      gateway: { rateLimitFactor: 1_000, webDirectory: DIST },
      ...(chains !== undefined && { chains }),
    });
    serveConsolePages(office.app, CONSOLE_DIST);
    prepare?.(office);
    const served = await serveExchange(office.exchange, socketPatience);
    const consoleUrl = await office.app.listen({ port: 0, host: "127.0.0.1" });
    return new ConsoleStage(browser, office, served, consoleUrl);
  }

  /** URL of the app. */
  get url(): string {
    return this.served.url;
  }

  /** Opens an operator's window, signed in on a console page. */
  async operatorWindow(name: string, role: Role, page: string): Promise<OperatorWindow> {
    const { cookie } = await this.office.operator(name, role);
    const [cookieName = "", value = ""] = cookie.split("=");
    const { context, page: opened, problems } = await visit(this.browser, { viewport: DESKTOP });
    await context.addCookies([
      { name: cookieName, value, domain: "127.0.0.1", path: "/console", httpOnly: true, sameSite: "Strict" },
    ]);
    await opened.goto(`${this.consoleUrl}/console#/${page}`);
    return { context, page: opened, problems };
  }

  async end(): Promise<void> {
    await closePages(this.browser);
    await this.served.close();
    expect(this.office.exchange.errors).toEqual([]);
    await this.office.close();
  }
}
