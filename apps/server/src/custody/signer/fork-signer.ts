import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

const MAIN = path.join(import.meta.dirname, "main.ts");

/** What the signer alone is to know of the environment. */
const PASSED_ON = [
  "CANDOR_MODE",
  "CANDOR_SIGNER_DIRECTORY",
  "CANDOR_SIGNER_MNEMONIC",
  "CANDOR_SIGNER_MNEMONIC_FILE",
  "CANDOR_SIGNER_LIMITS",
  "PATH",
  "NODE_COMPILE_CACHE",
] as const;

/** The signer's process, with a line to it. */
export function forkSigner(
  variables: Readonly<Record<string, string | undefined>>,
  args: readonly string[] = [],
): ChildProcess {
  const env: NodeJS.ProcessEnv = {};
  for (const name of PASSED_ON) {
    const value = variables[name];
    if (value !== undefined) env[name] = value;
  }
  return fork(MAIN, args, { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
}
