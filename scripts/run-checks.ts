import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { installBrowser } from "./install-browser.ts";

/**
 * All checks in a row, each shown as it runs; the last line counts them over all suites: `N passed, N failed`.
 * `verify` = types, lint, format, unit and scenario tests; `all` adds the tests that need a real browser.
 */
const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", ".bin", name);

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
}

function runTool(tally: Tally, what: string, command: string, args: readonly string[]): void {
  console.log(`\n▸ ${what}`);
  const started = performance.now();
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (result.status === 0) {
    tally.passed++;
    console.log(`  ${what}: passed in ${seconds} s`);
  } else {
    tally.failed++;
    console.log(`  ${what}: FAILED (${result.error?.message ?? result.status ?? result.signal})`);
  }
}

function runTests(tally: Tally, what: string, args: readonly string[]): void {
  console.log(`\n▸ ${what}`);
  const report = path.join(root, ".cache", `report-${what.replaceAll(/\W+/g, "-")}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const result = spawnSync(
    bin("vitest"),
    ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args],
    {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, CI: process.env.CI ?? "true" },
    },
  );
  if (!existsSync(report)) {
    tally.failed++;
    console.log(`  ${what}: FAILED, no report was written`);
    return;
  }
  const counts = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  tally.passed += counts.numPassedTests;
  tally.failed += counts.numFailedTests;
  tally.skipped += counts.numPendingTests;
  // A file that cannot be loaded, or an error outside of any test, fails no test but the run.
  if (result.status !== 0 && counts.numFailedTests === 0) tally.failed++;
}

const scope = process.argv[2] ?? "verify";
const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
runTool(tally, "types", bin("tsc"), ["-p", "tsconfig.json"]);
runTool(tally, "types of the web app", bin("tsc"), ["-p", "apps/web/tsconfig.json"]);
runTool(tally, "lint", bin("oxlint"), ["--type-aware", "--deny-warnings"]);
runTool(tally, "format", bin("biome"), ["check", "."]);
runTests(tally, "unit and scenario tests", ["--project", "verify"]);
if (scope === "all") {
  installBrowser();
  runTests(tally, "browser tests", ["--project", "browser"]);
}
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped (each says why above)`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
