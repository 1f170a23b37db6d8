import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { installBrowser } from "./install-browser.ts";

/**
 * Runs all checks, with output as they run; the last line counts all suites: `N passed, N failed`.
 * `verify` = types, lint, format, unit and scenario tests; `all` adds the tests that need a real browser.
 */
const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", ".bin", name);
/** Directory of the bundled programs that tests start. */
const PROGRAMS = path.join(root, ".cache", "programs");

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** Notes printed near the end. */
  readonly notes: string[];
}

interface VitestReport {
  readonly testResults: readonly VitestFile[];
}

interface VitestFile {
  /** Path of the file. */
  readonly name: string;
  readonly status: "passed" | "failed";
  /** Why it could not be loaded or set up; "" otherwise. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: "passed" | "failed" | "pending" | "skipped" | "todo" | "disabled";
    readonly failureMessages: readonly string[];
  }[];
}

/**
 * Runs a tool; its output is shown when it ends, because others may run in parallel.
 * @param tool name of an installed tool, or the absolute path of a program
 */
async function runTool(tally: Tally, what: string, tool: string, args: readonly string[]): Promise<void> {
  const started = performance.now();
  const child = spawn(path.isAbsolute(tool) ? tool : bin(tool), args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = await once(child, "close").catch((error: unknown) => [String(error)]);
  const [status, signal] = ended as [number | string | null, NodeJS.Signals?];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n▸ ${what}\n${said.trimEnd()}`.trimEnd());
  if (status === 0) {
    tally.passed++;
    console.log(`  ${what}: passed in ${seconds} s`);
  } else {
    tally.failed++;
    const note = `FAILED ${what} (${status ?? signal})`;
    tally.notes.push(note);
    console.log(`  ${note}`);
  }
}

/**
 * Types and format in parallel, then the linter, which uses all cores itself. One thread per project: further threads
 * check shared types again, so that four cost twice as much in total. Last, on a core each, unused code and a first start.
 */
async function runTools(tally: Tally): Promise<void> {
  const types = (what: string, project: string) =>
    runTool(tally, what, "tsc", ["-p", project, "--checkers", "1"]);
  const ofApps = async (): Promise<void> => {
    await types("types of the web app", "apps/web/tsconfig.json");
    await types("types of the console", "apps/console/tsconfig.json");
    await runTool(tally, "format", "biome", ["check", "."]);
    await runTool(tally, "structure", process.execPath, ["scripts/check-structure.ts"]);
  };
  await Promise.all([types("types", "tsconfig.json"), ofApps()]);
  await runTool(tally, "lint", "oxlint", ["--type-aware", "--deny-warnings"]);
  const unused = async (): Promise<void> => {
    await runTool(tally, "unused code", "knip", ["--no-progress"]);
    await runTool(tally, "code that only tests use", "knip", ["--no-progress", "--production"]);
  };
  // Tests find its cache filled.
  const start = async (): Promise<void> => {
    await runTool(tally, "first start of a server", process.execPath, ["test/support/first-start/main.ts"]);
    const bundling = ["test/support/bundled-programs/main.ts", PROGRAMS];
    await runTool(tally, "programs for tests", process.execPath, bundling);
  };
  await Promise.all([unused(), start()]);
}

/** Tests that vitest runs as one project, see vitest.config.ts. */
interface Suite {
  readonly what: string;
  readonly project: string;
  /**
   * Files at a time. In proportion to what the suites take, so that none is left alone at the end. Together four times the
   * cores of a small machine: a file of "verify" keeps a quarter of a core busy, one of "browser" two fifths.
   */
  readonly workers: number;
}

interface Run {
  /** The exit code; null if killed. */
  readonly status: number | null;
  readonly report: VitestReport | undefined;
  /** Errors outside of tests, one per line. */
  readonly errors: readonly string[];
}

/**
 * Runs the suites' tests, all suites at once: each of them often waits for disks, chains and pages, and together they keep
 * the processors busy. Every test runs once: a failure at the first try is a failure.
 */
async function runTests(tally: Tally, suites: readonly Suite[]): Promise<void> {
  console.log(`\n▸ ${suites.map(({ what }) => what).join(", ")}`);
  const runs = await Promise.all(suites.map((suite) => runVitest(suite)));
  for (const [at, { what }] of suites.entries()) count(tally, what, runs[at] as Run);
}

function count(tally: Tally, what: string, { status, report, errors }: Run): void {
  const failedBefore = tally.failed;
  for (const file of report?.testResults ?? []) {
    addFile(tally, file);
    if (file.status === "failed") tally.notes.push(...problemsOf(file));
  }
  // Errors outside of tests fail the run.
  tally.failed += errors.length;
  tally.notes.push(...errors.map((error) => `FAILED ${what}, outside of any test: ${error}`));
  if (report === undefined || (status !== 0 && tally.failed === failedBefore)) {
    tally.failed++;
    const problem = report === undefined ? "no report was written" : "no test failed";
    tally.notes.push(`FAILED ${what}: exit code ${status ?? "none, it was killed"}, and ${problem}`);
  }
}

function addFile(tally: Tally, { status, assertionResults }: VitestFile): void {
  const withStatus = (wanted: string): number =>
    assertionResults.filter((result) => result.status === wanted).length;
  tally.passed += withStatus("passed");
  tally.failed += withStatus("failed");
  tally.skipped += withStatus("pending") + withStatus("skipped") + withStatus("todo");
  // A file that cannot be loaded or set up has no failed test but fails the run.
  if (status === "failed" && withStatus("failed") === 0) tally.failed++;
}

async function runVitest({ what, project, workers }: Suite): Promise<Run> {
  const file = path.join(root, ".cache", `report-${what.replaceAll(/\W+/g, "-")}.json`);
  const outside = `${file}.outside`;
  mkdirSync(path.dirname(file), { recursive: true });
  for (const each of [file, outside]) rmSync(each, { force: true });
  const child = spawn(bin("vitest"), ["run", "--project", project, `--maxWorkers=${workers}`], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: process.env.CI ?? "true", TEST_REPORT: file, TEST_PROGRAMS: PROGRAMS },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport) : undefined;
  const errors = existsSync(outside) ? readFileSync(outside, "utf8").split("\n") : [];
  return { status, report, errors };
}

/** Returns one line per failed test: why, what it waited for, and where it stood. */
function problemsOf({ name, message, assertionResults }: VitestFile): string[] {
  const where = path.relative(root, name);
  const tests = assertionResults
    .filter(({ status }) => status === "failed")
    .map(
      ({ fullName, failureMessages }) =>
        `FAILED ${where} > ${fullName}: ${shortReason(failureMessages[0] ?? "")}`,
    );
  return tests.length > 0 ? tests : [`FAILED ${where}: ${firstLine(message)}`];
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

/** The first line of an error's text, the browser's lines of what it waited for and showed, and the places in this project's files. */
function shortReason(text: string): string {
  const awaited = / - (waiting for .*)/.exec(text)?.[1];
  const shown = / - (shown at .*)/.exec(text)?.[1];
  const places = text
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .flatMap((line) => /^\s*at .*?((?:test|apps|packages)\/[^\s:()]+:\d+)/.exec(line)?.[1] ?? []);
  const where = places.length > 0 ? `at ${[...new Set(places)].slice(0, 3).join(" < ")}` : undefined;
  return [firstLine(text), awaited, shown, where].filter((part) => part !== undefined).join("; ");
}

const scope = process.argv[2] ?? "verify";
const tally: Tally = { passed: 0, failed: 0, skipped: 0, notes: [] };
await runTools(tally);
const suites: Suite[] = [
  { what: "unit and scenario tests", project: "verify", workers: 4 },
  { what: "sockets and streams behind gateways", project: "gateways", workers: 1 },
];
if (scope === "all") {
  installBrowser();
  suites.push({ what: "browser tests", project: "browser", workers: 2 });
}
await runTests(tally, suites);
if (tally.notes.length > 0) console.log(`\n${tally.notes.join("\n")}`);
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped (each says why above)`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
