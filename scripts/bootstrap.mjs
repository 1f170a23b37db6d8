// Sets Candor up on a fresh machine and runs one of its tasks. Plain JavaScript without dependencies, for any Node ≥
// 18: finds or installs the Node that Candor needs, installs the locked packages once, builds the web app if its
// sources changed, and starts the task.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const cacheDirectory = path.join(root, ".cache");
const NEEDED_MAJOR = 24;
const LOCK_WAIT_MS = 15 * 60_000;
const EXIT_TIMEOUT_MS = 10_000;
const PARENT_CHECK_MS = 1_000;
/** Sources of both web apps, in addition to their own folders. */
const SHARED_SOURCES = [
  "packages/ui",
  "packages/domain",
  "packages/formulas",
  "packages/money",
  "packages/text",
  "packages/wire",
  "package-lock.json",
];
const WEB_APPS = { web: "the web app", console: "the operators' console" };

// A server is idle for hours after a start that creates much garbage: tells V8 not to reserve memory for more. No
// effect on throughput was measurable.
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=50"];

const TASKS = {
  start: { web: true, script: "apps/server/src/start/main.ts", nodeArguments: SMALL_HEAP },
  build: { web: true, script: undefined },
  test: { web: true, script: "scripts/run-checks.ts", arguments: ["all"] },
  verify: { web: false, script: "scripts/run-checks.ts", arguments: ["verify"] },
  attack: { web: true, script: "test/attack/main.ts" },
  bench: { web: false, script: "bench/src/main.ts" },
  journal: { web: false, script: "apps/server/src/start/cli/journal.ts" },
  liabilities: { web: false, script: "apps/server/src/start/cli/liabilities.ts" },
  operator: { web: false, script: "apps/server/src/start/cli/operator.ts" },
  "rebuild-read-models": { web: false, script: "apps/server/src/start/cli/rebuild-read-models.ts" },
  format: { web: false, bin: "biome", arguments: ["check", "--write", "."] },
};

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}

const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Allows one setup at a time per checkout; the lock of a dead process is taken over. */
function withLock(work) {
  mkdirSync(cacheDirectory, { recursive: true });
  const file = path.join(cacheDirectory, "setup.lock");
  const deadline = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      const handle = openSync(file, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      let owner = 0;
      try {
        owner = Number(readFileSync(file, "utf8"));
      } catch (missing) {
        if (missing.code !== "ENOENT") throw missing;
        continue;
      }
      if (owner > 0 && !isAlive(owner)) {
        rmSync(file, { force: true });
        continue;
      }
      if (Date.now() > deadline)
        fail(`another set-up (process ${owner}) has held ${path.relative(root, file)} for too long`);
      sleep(200);
    }
  }
  try {
    return work();
  } finally {
    rmSync(file, { force: true });
  }
}

function run(command, args, options) {
  const result = spawnSync(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
  if (result.error) fail(`could not run ${command}: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args.join(" ")} ended with ${result.status ?? result.signal}`);
}

const digest = (text) => createHash("sha256").update(text).digest("hex");

/** Runs `work` unless `stampFile` records that it already ran for these inputs. */
function once(stampFile, inputs, work) {
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === inputs) return;
  work();
  writeFileSync(stampFile, inputs);
}

function npmCi(directory, env) {
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  // Licenses and sizes of bundled tarballs do not matter to newcomers: show errors only.
  run("npm", args, { cwd: directory, env, stdio: ["ignore", "ignore", "inherit"] });
}

/** Whether this Linux matches the pinned Node's build; Alpine, for example, does not. */
const hasGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;

/** Returns the Node to use: the current one if new enough, otherwise the pinned one of scripts/runtime. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  const directory = path.join(root, "scripts", "runtime");
  const binary = path.join(directory, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  const stamp = path.join(directory, "node_modules", ".stamp");
  const isServed = process.platform === "linux" && ["x64", "arm64"].includes(process.arch) && hasGlibc();
  if (!isServed) {
    fail(
      `Candor needs Node ${NEEDED_MAJOR} or newer (this is ${process.version}). Please install it and try again.`,
    );
  }
  once(stamp, digest(readFileSync(path.join(directory, "package-lock.json"))), () => {
    say(
      `Node ${process.version} is too old for Candor: installing its pinned Node ${NEEDED_MAJOR} beside it …`,
    );
    npmCi(directory, process.env);
  });
  return binary;
}

/** Returns a digest of the names, sizes and times of all files in these places. */
function fingerprint(places) {
  const lines = [];
  const visit = (place) => {
    const absolute = path.join(root, place);
    const info = statSync(absolute);
    if (!info.isDirectory()) {
      lines.push(`${place} ${info.size} ${info.mtimeMs}`);
      return;
    }
    for (const entry of readdirSync(absolute).sort()) {
      if (entry !== "dist" && entry !== "node_modules") visit(path.join(place, entry));
    }
  };
  for (const place of places) visit(place);
  return digest(lines.join("\n"));
}

function buildWebApp(app, node, env) {
  const built = path.join(root, "apps", app, "dist", "index.html");
  const stamp = path.join(cacheDirectory, `${app}.stamp`);
  if (!existsSync(built)) rmSync(stamp, { force: true });
  once(stamp, fingerprint([`apps/${app}`, ...SHARED_SOURCES]), () => {
    say(`Building ${WEB_APPS[app]} …`);
    run(node, [path.join(root, "node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn"], {
      cwd: path.join(root, "apps", app),
      env,
    });
  });
}

function setUp(task) {
  return withLock(() => {
    const node = findNode();
    const env = {
      ...process.env,
      PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ""}`,
      // Stripped and compiled modules of this process and its threads, for the next start.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(cacheDirectory, "node"),
      CANDOR_CACHE: process.env.CANDOR_CACHE ?? cacheDirectory,
    };
    const lock = digest(readFileSync(path.join(root, "package-lock.json")) + process.platform + process.arch);
    once(path.join(root, "node_modules", ".stamp"), lock, () => {
      say("Installing Candor's packages …");
      npmCi(root, env);
    });
    if (task.web) for (const app of Object.keys(WEB_APPS)) buildWebApp(app, node, env);
    return { node, env };
  });
}

/** Node's exit can deadlock with its compiler threads (nodejs/node issue 54918): a server says when it begins to exit. */
function killIfExitHangs(child, message) {
  const { exitCode } = message ?? {};
  if (typeof exitCode !== "number") return;
  setTimeout(() => {
    child.kill("SIGKILL");
    process.exit(exitCode);
  }, EXIT_TIMEOUT_MS).unref();
}

const [name = "start", ...rest] = process.argv.slice(2);
const task = TASKS[name];
if (!task) fail(`unknown task "${name}"; there are: ${Object.keys(TASKS).join(", ")}`);
const { node, env } = setUp(task);
if (task.script || task.bin) {
  const entry = task.bin ? path.join(root, "node_modules", ".bin", task.bin) : path.join(root, task.script);
  const child = spawn(node, [...(task.nodeArguments ?? []), entry, ...(task.arguments ?? []), ...rest], {
    cwd: root,
    env,
    // The channel notifies a server that its starter has exited, for whatever reason.
    stdio: name === "start" ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A killed npm cannot forward signals, so nobody else could stop the task.
  const npm = process.ppid;
  const watch = () => process.ppid === npm || child.kill("SIGTERM");
  if (process.env.npm_lifecycle_event) setInterval(watch, PARENT_CHECK_MS).unref();
  child.on("error", (error) => fail(`could not run ${entry}: ${error.message}`));
  child.on("message", (message) => killIfExitHangs(child, message));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}
