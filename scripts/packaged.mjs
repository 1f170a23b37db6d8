// The programs of a package that `npm pack` has made, and what they need. Plain JavaScript without dependencies, for any
// Node ≥ 18.
import { spawnSync } from "node:child_process";
import { accessSync, constants, copyFileSync, cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { SERVER_ARGUMENTS, smallServerVariables } from "./server-memory.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const NEEDED_MAJOR = 24;

/** File names in `dist`, by command. */
const PROGRAMS = {
  start: "src-start-main.mjs",
  sandbox: "src-start-cli-sandbox.mjs",
  operator: "src-start-cli-operator.mjs",
  journal: "src-start-cli-journal.mjs",
  liabilities: "src-start-cli-liabilities.mjs",
  "rebuild-read-models": "src-start-cli-rebuild-read-models.mjs",
};

export const COMMANDS = Object.keys(PROGRAMS);

/** A problem of this machine, for the person who runs the package. */
export class PackageError extends Error {}

/**
 * Returns how to run a command: the Node to use, its arguments and its environment. Creates the cache, and installs Node
 * there if this one is too old. Throws PackageError.
 * @param variables environment of the command; its defaults are added
 */
export function packagedProgram(command, variables) {
  const cacheHome = variables.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const cache = path.resolve(variables.CANDOR_CACHE || path.join(cacheHome, "candor"));
  prepareCache(cache);
  const isServer = command === "start";
  const env = {
    ...(isServer && smallServerVariables(variables)),
    ...variables,
    CANDOR_HOME: path.resolve(variables.CANDOR_HOME || path.join(homedir(), ".candor")),
    CANDOR_CACHE: cache,
    NODE_COMPILE_CACHE: variables.NODE_COMPILE_CACHE || path.join(cache, "node"),
  };
  const args = [...(isServer ? SERVER_ARGUMENTS : []), path.join(root, "dist", PROGRAMS[command])];
  return { node: findNode(cache), args, env };
}

/** Creates the cache, with what cannot be made here. */
function prepareCache(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    cpSync(path.join(root, "dist/cache"), directory, { recursive: true, force: false });
  } catch (error) {
    throw new PackageError(
      `CANDOR_CACHE must be a directory that can be written to, got ${directory}: ${error.message}`,
    );
  }
}

/** Whether this Linux matches the pinned Node's build; Alpine, for example, does not. */
const hasGlibc = () => process.report.getReport().header.glibcVersionRuntime !== undefined;

/** Returns this Node if it is new enough, otherwise the pinned one, which is installed once. */
function findNode(cache) {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  const isServed = process.platform === "linux" && ["x64", "arm64"].includes(process.arch) && hasGlibc();
  if (!isServed)
    throw new PackageError(
      `Candor needs Node ${NEEDED_MAJOR} or newer, got ${process.version}: install it and try again`,
    );
  const directory = path.join(cache, "runtime");
  const node = path.join(directory, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  if (existsSync(node)) return node;
  process.stderr.write(`Node ${process.version} is too old for Candor: installing Node ${NEEDED_MAJOR} …\n`);
  mkdirSync(directory, { recursive: true });
  for (const file of ["package.json", "package-lock.json"])
    copyFileSync(path.join(root, "scripts/runtime", file), path.join(directory, file));
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: directory, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0 || !existsSync(node))
    throw new PackageError(`Node ${NEEDED_MAJOR} could not be installed in ${directory}`);
  return node;
}
