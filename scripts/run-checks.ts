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

/** Tests of processes, sockets and browsers in real time. All others are deterministic on any machine. */
const TIMED = [
  "browser",
  "chain",
  "crash",
  "feeds",
  "identity",
  "projections",
  "server",
  "socket",
  "uploads",
  "wire",
].map((name) => path.join(root, "test", name, path.sep));
/**
 * Workers per suite when suites run in parallel: four files at a time keep two cores busy; with a fifth each takes
 * longer and the total is no shorter.
 */
const WORKERS_BESIDE = 2;
/** If more files than this fail, a busy machine is not the cause. */
const MAX_FILES_TRIED_AGAIN = 4;

/** Runs a tool; its output is shown when it ends, because others may run in parallel. */
async function runTool(tally: Tally, what: string, tool: string, args: readonly string[]): Promise<void> {
  const started = performance.now();
  const child = spawn(bin(tool), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
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
 * check shared types again, so that four cost twice as much in total.
 */
async function runTools(tally: Tally): Promise<void> {
  const types = (what: string, project: string) =>
    runTool(tally, what, "tsc", ["-p", project, "--checkers", "1"]);
  const ofApps = async (): Promise<void> => {
    await types("types of the web app", "apps/web/tsconfig.json");
    await types("types of the console", "apps/console/tsconfig.json");
    await runTool(tally, "format", "biome", ["check", "."]);
  };
  await Promise.all([types("types", "tsconfig.json"), ofApps()]);
  await runTool(tally, "lint", "oxlint", ["--type-aware", "--deny-warnings"]);
  await runTool(tally, "unused code", "knip", ["--no-progress"]);
  await runTool(tally, "code that only tests use", "knip", ["--no-progress", "--production"]);
}

/** Tests that vitest runs as one project, see vitest.config.ts. */
interface Suite {
  readonly what: string;
  readonly project: string;
}

interface Run {
  /** The exit code; null if killed. */
  readonly status: number | null;
  readonly report: VitestReport | undefined;
  /** Errors outside of tests, one per line. */
  readonly errors: readonly string[];
}

/**
 * Runs all suites' tests in parallel: each often waits for disks, chains and pages, and together they keep the
 * processors busy. If a few files with real-time tests failed, they are retried at the end, one by one: a busy machine
 * may make a test miss a moment, but a defect fails twice. Files that only passed then are reported.
 */
async function runTests(tally: Tally, suites: readonly Suite[]): Promise<void> {
  console.log(`\n▸ ${suites.map(({ what }) => what).join(", ")}`);
  const workers = suites.length > 1 ? [`--maxWorkers=${WORKERS_BESIDE}`] : [];
  const firstTries = await Promise.all(suites.map((suite) => firstTry(tally, suite, workers)));
  for (const [at, suite] of suites.entries()) {
    const first = firstTries[at];
    if (first?.report === undefined) {
      tally.failed++;
      tally.notes.push(`FAILED ${suite.what}: no report was written`);
    } else await count(tally, suite, first, first.report);
  }
}

async function firstTry(tally: Tally, { what, project }: Suite, workers: readonly string[]): Promise<Run> {
  const args = ["--project", project, ...workers];
  const first = await runVitest(what, args);
  if (first.report !== undefined) return first;
  tally.notes.push(`${what}: the first try ended without a report (${first.status ?? "killed"})`);
  return await runVitest(what, args);
}

/** Counts a suite's results, after applying those of a second attempt. */
async function count(
  tally: Tally,
  { what, project }: Suite,
  { status, errors }: Run,
  { testResults }: VitestReport,
): Promise<void> {
  const failedOnce = testResults.filter((file) => file.status === "failed");
  const isTimed = ({ name }: VitestFile): boolean => TIMED.some((directory) => name.startsWith(directory));
  const isTriedAgain = failedOnce.length <= MAX_FILES_TRIED_AGAIN;
  const triedAgain = isTriedAgain ? failedOnce.filter(isTimed) : [];
  for (const file of failedOnce) {
    const problems = problemsOf(file);
    tally.notes.push(
      ...(triedAgain.includes(file) ? problems.map((problem) => `first try: ${problem}`) : problems),
    );
  }
  const final = testResults.filter((file) => !triedAgain.includes(file));
  if (triedAgain.length > 0) {
    console.log(`\n▸ ${what}: ${triedAgain.length} of ${failedOnce.length} failed files tried again, alone`);
    const names = triedAgain.map(({ name }) => name);
    const { report } = await runVitest(`${what} again`, ["--project", project, "--maxWorkers=1", ...names]);
    final.push(...(report?.testResults ?? triedAgain));
    for (const file of report?.testResults ?? []) tally.notes.push(...secondTry(file));
  }
  for (const file of final) addFile(tally, file);
  // Errors outside of tests fail the run.
  tally.failed += errors.length;
  tally.notes.push(...errors.map((error) => `FAILED ${what}, outside of any test: ${error}`));
  if (status !== 0 && failedOnce.length + errors.length === 0) {
    tally.failed++;
    tally.notes.push(`FAILED ${what}: exit code ${status}, and no test failed`);
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

async function runVitest(what: string, args: readonly string[]): Promise<Run> {
  const file = path.join(root, ".cache", `report-${what.replaceAll(/\W+/g, "-")}.json`);
  const outside = `${file}.outside`;
  mkdirSync(path.dirname(file), { recursive: true });
  for (const each of [file, outside]) rmSync(each, { force: true });
  const child = spawn(bin("vitest"), ["run", ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: process.env.CI ?? "true", TEST_REPORT: file },
  });
  const [status] = (await once(child, "exit")) as [number | null];
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as VitestReport) : undefined;
  const errors = existsSync(outside) ? readFileSync(outside, "utf8").split("\n") : [];
  return { status, report, errors };
}

function secondTry(file: VitestFile): string[] {
  return file.status === "passed"
    ? [`passed at the second try: ${path.relative(root, file.name)}`]
    : problemsOf(file).map((problem) => `second try: ${problem}`);
}

/** Returns one line per failed test, with the first line of the reason. */
function problemsOf({ name, message, assertionResults }: VitestFile): string[] {
  const where = path.relative(root, name);
  const tests = assertionResults
    .filter(({ status }) => status === "failed")
    .map(
      ({ fullName, failureMessages }) =>
        `FAILED ${where} > ${fullName}: ${firstLine(failureMessages[0] ?? "")}`,
    );
  return tests.length > 0 ? tests : [`FAILED ${where}: ${firstLine(message)}`];
}

const firstLine = (text: string): string => text.split("\n", 1)[0] ?? "";

const scope = process.argv[2] ?? "verify";
const tally: Tally = { passed: 0, failed: 0, skipped: 0, notes: [] };
await runTools(tally);
const suites: Suite[] = [{ what: "unit and scenario tests", project: "verify" }];
if (scope === "all") {
  installBrowser();
  suites.push({ what: "browser tests", project: "browser" });
}
await runTests(tally, suites);
if (tally.notes.length > 0) console.log(`\n${tally.notes.join("\n")}`);
if (tally.skipped > 0) console.log(`\n${tally.skipped} skipped (each says why above)`);
console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed === 0 ? 0 : 1);
