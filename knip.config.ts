import type { KnipConfig } from "knip";

/**
 * Finds files, exports and dependencies that nothing uses. With `--production`, uses by tests and benches do not count;
 * exports that only tests need are then tagged `@internal`.
 */
const countsTests = !process.argv.includes("--production");

const config: KnipConfig = {
  include: ["files", "exports", "types", "nsExports", "nsTypes", "dependencies"],
  // Packages export all of their files.
  includeEntryExports: true,
  // An export for a test may be used in its own file as well.
  ignoreExportsUsedInFile: !countsTests,
  // Programs that scripts/run-checks.ts starts, and a script that tests load into pages.
  ignoreDependencies: ["@biomejs/biome", "axe-core", "oxlint", "oxlint-tsgolint"],
  ignoreIssues: {
    "**/*.config.ts": ["exports"],
    // Kysely calls them.
    "apps/server/src/records/projections/migrations/*.ts": ["exports"],
    // Bundled into the page.
    "apps/web/src/early/early-load.ts": ["exports"],
    ...(!countsTests && {
      // Called by Vite's configuration.
      "apps/web/vite/*-plugin.ts": ["exports"],
      // Serve tests and benches only.
      "**/testing/**": ["exports", "types"],
      "packages/simulator/**": ["exports", "types"],
    }),
  },
  ignoreWorkspaces: countsTests ? [] : ["bench"],
  workspaces: {
    ".": {
      entry: [
        "scripts/*.{ts,mjs}!",
        "scripts/package/main.ts!",
        "test/**/*.test.ts",
        "test/**/main.ts",
        // Processes that tests kill.
        "test/**/*-target.ts",
      ],
      project: ["scripts/**/*.{ts,mjs}!", "test/**/*.ts"],
      // Of the package that `npm pack` makes, whose bundles import them.
      ignoreDependencies: countsTests ? [] : ["@electric-sql/pglite", "@node-rs/argon2", "sharp"],
    },
    "packages/*": { project: ["src/**/*.{ts,tsx}!", "!src/**/*.test.{ts,tsx}!"] },
    // Programs of others import it; types of plain JavaScript are next to it.
    "packages/sandbox": {
      entry: ["src/{start-candor,serve}.mjs!"],
      project: ["src/**/*.mjs!"],
      includeEntryExports: false,
    },
    "apps/server": {
      entry: ["src/start/cli/*.ts!"],
      project: ["src/**/*.ts!", "!src/**/*.test.ts!", "!src/**/testing/**!"],
      // The mail server of tests.
      ignoreDependencies: ["smtp-server", "@types/smtp-server"],
    },
    "apps/web": {
      entry: ["src/main.tsx!", "src/early/early-load.ts!", "vite/*-plugin.ts!"],
      project: ["src/**/*.{ts,tsx}!", "vite/**/*.ts!", "!src/**/*.test.{ts,tsx}!", "!src/**/testing/**!"],
    },
    "apps/console": {
      entry: ["src/main.tsx!"],
      project: ["src/**/*.{ts,tsx}!", "!src/**/*.test.{ts,tsx}!"],
    },
    bench: {
      // Bundled like the engine and called by name, see src/registry.ts.
      entry: [
        "src/main.ts",
        // Preloaded into a server.
        "src/without-profit.ts",
        "src/{book-flows,book-scaling,core-deep-flow,engine-pipeline,engine-replay,lever-accounts}.ts",
        "src/{mining-machines,mixed-flow,open-options,perpetual-cascade,perpetual-flow,perpetual-mark-tick}.ts",
      ],
      project: ["src/**/*.ts"],
      includeEntryExports: false,
    },
  },
};

export default config;
