#!/usr/bin/env node
// The packaged Candor's command. Without arguments it starts an exchange; with the name of a tool it runs that.
import { spawn } from "node:child_process";
import process from "node:process";
import { COMMANDS, PackageError, packagedProgram } from "./packaged.mjs";

const EXIT_TIMEOUT_MS = 10_000;
const WRONG_USE = 2;

const USAGE = `candor [start]                starts an exchange; its settings are environment variables
candor sandbox account …     opens a funded account with an API key at the running sandbox
candor operator …            acts as an operator from this machine
candor journal …             verify, stats, dump
candor liabilities …         verify, list
candor rebuild-read-models   drops the SQL tables and rebuilds them from the journal

CANDOR_HOME is the exchange's data (default ~/.candor), CANDOR_CACHE holds what can be made again
(default ~/.cache/candor), PORT is its port (default 8080).
`;

function fail(text, code = 1) {
  process.stderr.write(`${text}\n`);
  process.exit(code);
}

/** Runs the program in place of this one, so that one process is enough; as a child where Node cannot do that. */
function run({ node, args, env }) {
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

const [command = "start", ...rest] = process.argv.slice(2);
if (["help", "--help", "-h"].includes(command)) {
  process.stdout.write(USAGE);
} else if (!COMMANDS.includes(command)) {
  fail(`unknown command "${command}"; expected one of: ${COMMANDS.join(", ")}\n\n${USAGE}`, WRONG_USE);
} else {
  try {
    const program = packagedProgram(command, process.env);
    run({ ...program, args: [...program.args, ...rest] });
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    fail(error.message);
  }
}
