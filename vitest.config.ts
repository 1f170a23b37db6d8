import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig } from "vitest/config";
import { cataloguePlugin } from "./apps/web/vite/catalogue-plugin.ts";
import { LongestFirst } from "./test/support/runner/longest-first.ts";
import { OutsideErrors } from "./test/support/runner/outside-errors.ts";

const cache = path.join(import.meta.dirname, ".cache");

/** Set by scripts/run-checks.ts, which reads what is written there. */
const report = process.env["TEST_REPORT"];
/** Bundles of the programs that tests start, made by scripts/run-checks.ts; tests of a single file run the sources. */
const programs = process.env["TEST_PROGRAMS"];
const usePrograms = programs === undefined ? undefined : path.join(programs, "use-programs.mjs");

const shared = {
  isolate: false,
  pool: "threads",
  // They bound a failure. On a busy machine a test may take many times what it takes alone.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: "test/support/runner/patience.ts",
  // As scripts/bootstrap.mjs has them: what servers and databases of tests make once.
  env: {
    CANDOR_CACHE: process.env.CANDOR_CACHE ?? cache,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(cache, "node"),
    ...(usePrograms !== undefined &&
      existsSync(usePrograms) && {
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${pathToFileURL(usePrograms).href}`.trim(),
      }),
  },
} as const;

export default defineConfig({
  test: {
    ...(report !== undefined && {
      reporters: ["default", ["json", { outputFile: report }], new OutsideErrors(`${report}.outside`)],
    }),
    // One more than the cores of a small machine: many tests wait for disks, chains and processes that they kill.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [cataloguePlugin(fileURLToPath(new URL("apps/web/src/locales", import.meta.url)))],
        test: {
          ...shared,
          name: "verify",
          globalSetup: "test/support/runner/keep-wasm.ts",
          include: [
            "packages/**/src/**/*.test.{ts,tsx}",
            "apps/**/src/**/*.test.{ts,tsx}",
            "test/**/*.test.ts",
          ],
          exclude: ["test/browser/**", "**/node_modules/**"],
        },
      },
      {
        test: {
          ...shared,
          name: "gateways",
          // The same suites as in "verify", with two gateways in front that serve the sockets.
          env: { ...shared.env, CANDOR_TEST_FOLLOWERS: "2" },
          include: [
            "test/socket/{movements,orders,orders.property}.test.ts",
            "test/binance/futures/fapi-streams.test.ts",
            "test/binance/spot/binance-{cancel-ids,cancel-replace,order-lists,session,streams,windows,ws-api}.test.ts",
            "test/wire/{people/chat,site/content}.test.ts",
          ],
        },
      },
      {
        test: {
          ...shared,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: "test/support/runner/build-web-app.ts",
          testTimeout: 600_000,
        },
      },
    ],
  },
});
