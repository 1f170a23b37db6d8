#!/usr/bin/env node
// The packaged Candor's only command. Without arguments it starts an exchange; with the name of a tool it runs that.
// Plain JavaScript without dependencies, for any Node ≥ 18: finds or installs the Node that Candor needs.
import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { SERVER_ARGUMENTS, smallServerVariables } from "./server-memory.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const NEEDED_MAJOR = 24;
const EXIT_TIMEOUT_MS = 10_000;
const WRONG_USE = 2;

const PROGRAMS = {
  start: "src-start-main.mjs",
  sandbox: "src-start-cli-sandbox.mjs",
  operator: "src-start-cli-operator.mjs",
  journal: "src-start-cli-journal.mjs",
  liabilities: "src-start-cli-liabilities.mjs",
  "rebuild-read-models": "src-start-cli-rebuild-read-models.mjs",
};

const USAGE = `candor [start]                starts an exchange; its settings are environment variables
candor sandbox account …     opens a funded account with an API key at the running sandbox
candor operator …            acts as an operator from this machine
candor journal …             verify, stats, dump
candor liabilities …         verify, list
candor rebuild-read-models   drops the SQL tables and rebuilds them from the journal

CANDOR_HOME is the exchange's data (default ~/.candor), CANDOR_CACHE holds what can be made again
(default ~/.cache/candor), PORT its port (default 8080).
`;

function fail(text, code = 1) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

/** Creates the cache, with what cannot be made here. */
function prepareCache(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    cpSync(path.join(root, "dist/cache"), directory, { recursive: true, force: false });
  } catch (error) {
    fail(`CANDOR_CACHE must be a directory that can be written to, got ${directory}: ${error.message}`);
  }
}

const hasGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;

/** Returns the Node to use: this one if it is new enough, otherwise the pinned one, installed in the cache. */
function findNode(cache) {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  const isServed = process.platform === "linux" && ["x64", "arm64"].includes(process.arch) && hasGlibc();
  if (!isServed)
    fail(`Candor needs Node ${NEEDED_MAJOR} or newer, got ${process.version}: install it and try again.`);
  const directory = path.join(cache, "runtime");
  const node = path.join(directory, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  if (existsSync(node)) return node;
  process.stderr.write(`Node ${process.version} is too old for Candor: installing Node ${NEEDED_MAJOR} …\n`);
  mkdirSync(directory, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(path.join(root, "scripts/runtime", file), path.join(directory, file));
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0 || !existsSync(node)) fail(`Node ${NEEDED_MAJOR} could not be installed in ${directory}`);
  return node;
}

/** Runs the program in place of this one, so that one process is enough; as a child where Node cannot do that. */
function run(node, args, env) {
  if (typeof process.execve === "function") process.execve(node, [node, ...args], env);
  const child = spawn(node, args, { env, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => fail(`could not run ${node}: ${error.message}`));
  // Node's exit can deadlock with its compiler threads (nodejs/node issue 54918): a server says when it begins to exit.
  child.on("message", ({ exitCode }) => {
    if (typeof exitCode !== "number") return;
    setTimeout(() => {
      child.kill("SIGKILL");
      process.exit(exitCode);
    }, EXIT_TIMEOUT_MS).unref();
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 143)));
}

const [name = "start", ...rest] = process.argv.slice(2);
if (["help", "--help", "-h"].includes(name)) {
  process.stdout.write(USAGE);
} else if (Object.hasOwn(PROGRAMS, name)) {
  const cache = path.resolve(
    process.env.CANDOR_CACHE ?? path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "candor"),
  );
  prepareCache(cache);
  const isServer = name === "start";
  const env = {
    ...(isServer && smallServerVariables(process.env)),
    ...process.env,
    CANDOR_HOME: path.resolve(process.env.CANDOR_HOME ?? path.join(homedir(), ".candor")),
    CANDOR_CACHE: cache,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(cache, "node"),
  };
  run(findNode(cache), [...(isServer ? SERVER_ARGUMENTS : []), path.join(root, "dist", PROGRAMS[name]), ...rest], env);
} else {
  fail(`unknown command "${name}"; expected one of: ${Object.keys(PROGRAMS).join(", ")}\n\n${USAGE}`, WRONG_USE);
}
