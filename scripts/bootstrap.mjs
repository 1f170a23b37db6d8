// Sets Candor up on a fresh machine and runs one of its tasks. Plain JavaScript without dependencies, for any Node ≥
// 18: finds or installs the Node that Candor needs, installs the locked packages once, builds the web app if its
// sources changed, and starts the task.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { SERVER_ARGUMENTS } from "./server-memory.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const cacheDirectory = path.join(root, ".cache");
const NEEDED_MAJOR = 24;
const LOCK_WAIT_MS = 15 * 60_000;
const EXIT_TIMEOUT_MS = 10_000;
/** From creating a lock to having written it. */
const LOCK_WRITE_MS = 2_000;
/** Vite cannot build in a folder whose path contains them. */
const PATH_OBSTACLES = /[#?]/;
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

const TASKS = {
  start: {
    web: true,
    script: "apps/server/src/start/main.ts",
    nodeArguments: SERVER_ARGUMENTS,
    isServer: true,
  },
  cluster: { web: true, script: "apps/server/src/start/cluster/main.ts", isServer: true },
  build: { web: true, script: undefined },
  package: { web: true, script: "scripts/package/main.ts" },
  test: { web: true, script: "scripts/run-checks.ts", arguments: ["all"] },
  verify: { web: false, script: "scripts/run-checks.ts", arguments: ["verify"] },
  attack: { web: true, script: "test/attack/main.ts" },
  bench: { web: false, script: "bench/src/main.ts" },
  journal: { web: false, script: "apps/server/src/start/cli/journal.ts" },
  liabilities: { web: false, script: "apps/server/src/start/cli/liabilities.ts" },
  operator: { web: false, script: "apps/server/src/start/cli/operator.ts" },
  sandbox: { web: false, script: "apps/server/src/start/cli/sandbox.ts" },
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

/** Fields of /proc/pid/stat from the third one, the state; empty where it does not exist. */
function statOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Start of a process in clock ticks since boot, so that a reused id does not look alive; "" where it is unknown. */
const startOf = (pid) => statOf(pid)[19] ?? "";

/** Whether the process that wrote this lock still runs. */
function isHeld(text) {
  const [pid, start = ""] = text.split(" ");
  if (!(Number(pid) > 0)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== "EPERM") return false;
  }
  // One that has ended, and that nobody has waited for yet, holds nothing.
  return statOf(pid)[0] !== "Z" && (start === "" || startOf(pid) === start);
}

/** @returns its text and age, or undefined if the file is missing */
function readLock(file) {
  try {
    return { text: readFileSync(file, "utf8"), ageMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  }
}

/** Several processes may find the same stale lock: a rename gives it to one, which puts a newer lock back. */
function removeStaleLock(file, text) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === "ENOENT") return;
    throw error;
  }
  if (readFileSync(aside, "utf8") === text) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

function tryLock(file, text) {
  try {
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Whether this user may write to the checkout. */
function isWritable() {
  try {
    mkdirSync(cacheDirectory, { recursive: true });
    accessSync(cacheDirectory, constants.W_OK);
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes(error.code)) return false;
    throw error;
  }
}

/** Allows one setup at a time per checkout; the lock of a dead process is taken over. */
function withLock(work) {
  // A read-only checkout is used as it is.
  if (!isWritable()) return work();
  const file = path.join(cacheDirectory, "setup.lock");
  const own = `${process.pid} ${startOf(process.pid)}`;
  const deadline = Date.now() + LOCK_WAIT_MS;
  let isWaiting = false;
  while (!tryLock(file, own)) {
    const lock = readLock(file);
    if (lock === undefined) continue;
    // A process that was killed between creating its lock and writing it leaves an empty file.
    if (!isHeld(lock.text) && (lock.text !== "" || lock.ageMs > LOCK_WRITE_MS)) {
      removeStaleLock(file, lock.text);
      continue;
    }
    const owner = `process ${lock.text.split(" ")[0] || "that is starting"}`;
    if (Date.now() > deadline)
      fail(`another setup (${owner}) has held ${path.relative(root, file)} for too long`);
    if (!isWaiting) say(`Waiting for another setup of this checkout (${owner}) …`);
    isWaiting = true;
    sleep(200);
  }
  const release = () => {
    if (readLock(file)?.text === own) rmSync(file, { force: true });
  };
  // A failed step ends the process at once.
  process.once("exit", release);
  try {
    return work();
  } finally {
    release();
    process.off("exit", release);
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
  if (!isWritable())
    fail(`${root} must be set up by a user who may write to it: run \`npm run build\` as that user.`);
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
      `Node ${process.version} is too old for Candor: installing its pinned Node ${NEEDED_MAJOR} in scripts/runtime …`,
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
    const info = statSync(absolute, { throwIfNoEntry: false });
    // Editors lock files by links to nowhere, and remove their temporary files at any time.
    if (info === undefined) return;
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
const obstacle = PATH_OBSTACLES.exec(root);
if (task.web && obstacle)
  fail(`Candor cannot be built in ${root}: please move it to a folder without "${obstacle[0]}" in its path.`);
const { node, env } = setUp(task);
if (task.script || task.bin) {
  const entry = task.bin ? path.join(root, "node_modules", ".bin", task.bin) : path.join(root, task.script);
  const child = spawn(node, [...(task.nodeArguments ?? []), entry, ...(task.arguments ?? []), ...rest], {
    cwd: root,
    env,
    // The channel notifies a server that its starter has exited, for whatever reason.
    stdio: task.isServer ? ["inherit", "inherit", "inherit", "ipc"] : "inherit",
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
