import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

const START_TIMEOUT_MS = 60_000;
const LISTENING = /Listening on 127\.0\.0\.1:([0-9]{1,5})/;
/** Number of past states in memory: more blocks than can be undone. */
const KEPT_STATES = 300;

/**
 * Ensures that the node never outlives the server: the shell's standard input is a pipe that closes with the server,
 * and the shell then kills the node.
 */
const GUARD = `"$@" </dev/null & node=$!
exec 3<&0
(read -r _ <&3; kill -9 "$node" 2>/dev/null) & guard=$!
wait "$node"; code=$?
kill "$guard" 2>/dev/null
exit "$code"`;

export interface AnvilOptions {
  readonly binary: string;
  readonly evmChainId: number;
  /** Loaded at the start if present; undefined for a new chain. */
  readonly stateFile: string | undefined;
  /** 0 picks a free port. */
  readonly port: number;
}

/** A running development node, on the loopback interface only. It mines on request. */
export class AnvilProcess {
  readonly port: number;
  private readonly shell: ChildProcess;

  private constructor(shell: ChildProcess, port: number) {
    this.shell = shell;
    this.port = port;
  }

  static async start({ binary, evmChainId, stateFile, port }: AnvilOptions): Promise<AnvilProcess> {
    const settings: Readonly<Record<string, string>> = {
      "--host": "127.0.0.1",
      "--port": String(port),
      "--chain-id": String(evmChainId),
      "--accounts": "0",
      "--prune-history": String(KEPT_STATES),
      ...(stateFile !== undefined && existsSync(stateFile) ? { "--load-state": stateFile } : {}),
    };
    const args = ["--no-mining", "--no-cors", "--no-request-size-limit", ...Object.entries(settings).flat()];
    const shell = spawn("/bin/sh", ["-c", GUARD, "sh", binary, ...args], {
      stdio: ["pipe", "pipe", "pipe"],
      // In its own process group, so that Ctrl-C reaches only the server, which stops the node after storing its state.
      detached: true,
    });
    try {
      return new AnvilProcess(shell, await listeningPort(shell));
    } catch (error) {
      shell.stdin?.end();
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when the node has exited, for any reason. */
  async ended(): Promise<void> {
    if (this.shell.exitCode === null && this.shell.signalCode === null) await once(this.shell, "exit");
  }

  /** Kills it at once: its state is already on disk. */
  async stop(): Promise<void> {
    const ended = this.ended();
    this.shell.stdin?.end();
    await ended;
  }
}

async function listeningPort(shell: ChildProcess): Promise<number> {
  let output = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("the development node failed to start")),
      START_TIMEOUT_MS,
    );
    const hear = (chunk: Buffer): void => {
      if (output.length > 10_000) return;
      output += chunk.toString();
      const port = LISTENING.exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    shell.stdout?.on("data", hear);
    shell.stderr?.on("data", hear);
    shell.once("error", reject);
    shell.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the development node exited with ${code ?? "a signal"}: ${output.slice(-500)}`));
    });
  });
}
