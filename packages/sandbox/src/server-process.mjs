import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

// Node 18 may start the server, too.
const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const MAIN = path.join(ROOT, "apps/server/src/start/main.ts");
/** A package that `npm pack` has made has other programs. */
const packaged = existsSync(MAIN) ? undefined : await import("../../../scripts/packaged.mjs");
const CACHE = path.join(ROOT, ".cache");
const NEEDED_MAJOR = 24;
const KEPT_OUTPUT = 64 * 1024;
const STOP_TIMEOUT_MS = 20_000;
/** Node's exit can deadlock with its compiler threads (nodejs/node issue 54918). */
const HUNG_EXIT_MS = 5_000;
/** Optimizing the embedded database's code costs more than a test gains from it. */
const NODE_ARGUMENTS = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "--max-semi-space-size=8"];
/** Variables that mean something else in the program that starts the server, or in its shell. */
const FOREIGN = new Set([
  "PORT",
  "HOST",
  "DATABASE_URL",
  "METRICS_PORT",
  "METRICS_HOST",
  "LOG_LEVEL",
  "NODE_CHANNEL_FD",
]);
const DEFAULTS = {
  // Nothing of this depends on other exchanges.
  CANDOR_PRICES: "simulated",
  CANDOR_OFFLINE_APP: "off",
};

/** A server as a child process. It ends when the channel to the process that started it closes. */
export class ServerProcess {
  #child;
  #output = "";
  #ended;
  #port;
  #isStopping = false;

  /**
   * @param variables environment variables of the server
   * @param node program to run it; by default one that is new enough
   */
  constructor(variables, node) {
    const program = programOf({ ...ownVariables(), ...DEFAULTS, ...variables });
    if (packaged === undefined && !existsSync(path.join(ROOT, "node_modules")))
      throw new Error(`Candor is not set up: run \`npm run build\` in ${ROOT} once`);
    this.#child = spawn(node ?? program.node(), program.args, {
      cwd: ROOT,
      env: program.env,
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        this.#output = (this.#output + text).slice(-KEPT_OUTPUT);
      });
    this.#ended = new Promise((resolve) => {
      this.#child.once("error", (error) => resolve(`could not be started: ${error.message}`));
      // All output has arrived then.
      this.#child.once("close", (code, signal) => resolve(`ended with ${code ?? signal}`));
    });
    this.#port = new Promise((resolve, reject) => {
      this.#child.on("message", (message) => this.#hear(message, resolve));
      void this.#ended.then((how) => reject(new Error(this.#failure(how))));
    });
    this.#port.catch(() => undefined);
  }

  get pid() {
    return this.#child.pid ?? 0;
  }

  output() {
    return this.#output;
  }

  /** Resolves with the port once the server listens. Rejects with its output if it ends or is late. */
  async ready(deadlineMs) {
    let timer;
    const late = new Promise((_resolve, reject) => {
      const fail = () => reject(new Error(this.#failure("was not ready in time")));
      timer = setTimeout(fail, deadlineMs - Date.now());
    });
    return await Promise.race([this.#port, late]).finally(() => clearTimeout(timer));
  }

  /** Throws with the output if the server has ended, or the deadline has passed. */
  check(deadlineMs) {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(this.#failure(`ended with ${exitCode ?? signalCode}`));
    if (Date.now() > deadlineMs) throw new Error(this.#failure("was not ready in time"));
  }

  /** Lets the calling program end although the server runs. */
  unref() {
    for (const each of this.#handles()) each.unref();
  }

  /** Stops the server; resolves when it has ended. */
  async stop() {
    if (!this.#isStopping) {
      this.#isStopping = true;
      for (const each of this.#handles()) each.ref();
      this.#child.kill("SIGTERM");
    }
    const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  kill() {
    this.#child.kill("SIGKILL");
  }

  #handles() {
    return [this.#child, this.#child.channel, this.#child.stdout, this.#child.stderr].filter((each) => each);
  }

  #hear({ ready, exitCode }, isReady) {
    if (typeof ready?.port === "number") isReady(ready.port);
    if (typeof exitCode !== "number") return;
    const timer = setTimeout(() => this.kill(), HUNG_EXIT_MS);
    void this.#ended.then(() => clearTimeout(timer));
  }

  #failure(how) {
    return `Candor ${how}. Its output:\n${this.#output.trimEnd() || "(nothing)"}`;
  }
}

/** Returns how to start a server with these variables. */
function programOf(variables) {
  if (packaged === undefined) {
    const caches = { CANDOR_CACHE: CACHE, NODE_COMPILE_CACHE: path.join(CACHE, "node") };
    return { node: findNode, args: [...NODE_ARGUMENTS, MAIN], env: { ...caches, ...variables } };
  }
  const { node, args, env } = packaged.packagedProgram("start", variables);
  return { node: () => node, args: [...NODE_ARGUMENTS, ...args], env };
}

function ownVariables() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !FOREIGN.has(name) && (name === "CANDOR_CACHE" || !name.startsWith("CANDOR_")),
  );
  return Object.fromEntries(kept);
}

/** Returns a Node.js that can run the server: this one, or the one that scripts/bootstrap.mjs has installed. */
function findNode() {
  if (Number(process.versions.node.split(".")[0]) >= NEEDED_MAJOR) return process.execPath;
  const installed = `scripts/runtime/node_modules/node-linux-${process.arch}/bin/node`;
  const node = path.join(ROOT, installed);
  if (existsSync(node)) return node;
  throw new Error(
    `Candor needs Node.js ${NEEDED_MAJOR}, and this is ${process.version}: run \`npm run build\` in ${ROOT} once, which installs it on Linux`,
  );
}
