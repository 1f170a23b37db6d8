import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";

const MAIN = path.join(import.meta.dirname, "main.ts");

/** Environment variables passed to the signer; no others are. */
const PASSED_ON = [
  "CANDOR_MODE",
  "CANDOR_SIGNER_DIRECTORY",
  "CANDOR_SIGNER_MNEMONIC",
  "CANDOR_SIGNER_MNEMONIC_FILE",
  "CANDOR_SIGNER_LIMITS",
  "PATH",
  "NODE_COMPILE_CACHE",
] as const;

/** Starts the signer's process, connected by IPC. */
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
