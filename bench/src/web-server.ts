import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser } from "playwright-core";
import { setup as buildWebApp } from "../../test/support/runner/build-web-app.ts";
import { startServer } from "../../test/support/server/run-server.ts";
import { launchBrowser } from "./web-browser.ts";

/** The real server with the built web app, and a browser. */
export interface WebStage {
  readonly url: string;
  readonly browser: Browser;
}

/** Runs `work` on a separate sandbox, with simulated prices and these additional settings. */
export async function* onWebStage<Result>(
  settings: Readonly<Record<string, string>>,
  work: (stage: WebStage) => AsyncIterable<Result>,
): AsyncGenerator<Result> {
  buildWebApp();
  const home = mkdtempSync(path.join(tmpdir(), "candor-web-bench-"));
  const server = await startServer(home, settings);
  const browser = await launchBrowser();
  try {
    // Localhost counts as secure, so the browser accepts Brotli, as from an exchange behind TLS.
    yield* work({ url: `http://localhost:${server.port}`, browser });
  } finally {
    await browser.close();
    await server.stop("SIGTERM");
    rmSync(home, { recursive: true, force: true });
  }
}
