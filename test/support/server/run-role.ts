import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const MAIN = path.resolve(import.meta.dirname, "../../../apps/server/src/start/main.ts");
const START_TIMEOUT_MS = 60_000;
const READY = /"msg":"[a-z]+ ready: [^"]*:([0-9]+)"/;

/** A process with a role of its own: signer or chain. */
export interface RoleProcess {
  readonly pid: number;
  readonly port: number;
  /** Everything it has printed. */
  output(): string;
  /** Sends the signal and waits for the exit; @returns the exit code, null after a kill */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a role and waits until it listens. Rejects with its output if it exits early. */
export async function startRole(
  role: "signer" | "chain",
  variables: Readonly<Record<string, string>>,
): Promise<RoleProcess> {
  const child = spawnRole(role, variables);
  let output = "";
  const ready = Promise.withResolvers<number>();
  const hear = (chunk: Buffer): void => {
    output += chunk.toString();
    const port = READY.exec(output)?.[1];
    if (port !== undefined) ready.resolve(Number(port));
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  child.once("exit", (code) => ready.reject(new Error(`the ${role} ended with ${code}:\n${output}`)));
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    ready.reject(new Error(`the ${role} was not ready in time:\n${output}`));
  }, START_TIMEOUT_MS);
  const port = await ready.promise.finally(() => clearTimeout(timer));
  return {
    pid: child.pid ?? 0,
    port,
    output: () => output,
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, "exit") as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
}

/** Runs a role that is expected to exit; @returns its exit code and output */
export async function runRoleToEnd(
  role: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawnRole(role, variables);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return { code, output };
}

function spawnRole(role: string, variables: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, LOG_LEVEL: "info", CANDOR_LINK: "127.0.0.1:0", ...variables, CANDOR_ROLE: role },
  });
}
