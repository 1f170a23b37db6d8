import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const EXIT_TIMEOUT_MS = 10_000;

/** How to run a program. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Receives everything that it prints, at its end. */
  readonly logFile: string;
  /** Opens a channel whose end notifies a Node program that this process has ended. */
  readonly hasChannel?: boolean;
}

/** How a program ended. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * A child process. It has a process group of its own: Ctrl-C in the terminal reaches only the cluster's main process,
 * which stops the others in order.
 */
export class Child {
  private readonly process: ChildProcess;
  private exitTimer: NodeJS.Timeout | undefined;
  /** Resolves when the program has ended. Rejects if it could not be started. */
  readonly ended: Promise<Ending>;
  private ending: Ending | undefined;

  constructor({ command, args, directory, environment, logFile, hasChannel = false }: Program) {
    const log = openSync(logFile, "a", 0o600);
    try {
      this.process = spawn(command, [...args], {
        cwd: directory,
        env: environment,
        detached: true,
        stdio: ["ignore", log, log, ...(hasChannel ? (["ipc"] as const) : [])],
      });
    } finally {
      closeSync(log);
    }
    this.ended = new Promise((resolve, reject) => {
      this.process.once("error", (error) => {
        this.ending = { code: 127, signal: null };
        reject(new Error(`could not run ${command}: ${error.message}`));
      });
      this.process.once("exit", (code, signal) => {
        clearTimeout(this.exitTimer);
        this.ending = { code, signal };
        resolve(this.ending);
      });
    });
    this.process.on("message", (message) => this.killIfExitHangs(message));
    // Callers that wait receive the error; a failed start of a process that nobody waits for is in `isRunning`.
    this.ended.catch(() => undefined);
  }

  get pid(): number | undefined {
    return this.process.pid;
  }

  get isRunning(): boolean {
    return this.ending === undefined;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.isRunning) this.process.kill(signal);
  }

  /** Sends the signal, and SIGKILL after `timeoutMs`. Resolves when the program has ended. */
  async stop(signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
    if (!this.isRunning) return;
    this.signal(signal);
    const timer = new AbortController();
    const late = sleep(timeoutMs, undefined, { signal: timer.signal }).then(
      () => this.signal("SIGKILL"),
      () => undefined,
    );
    await this.ended.catch(() => undefined);
    timer.abort();
    await late;
  }

  /** Node's exit can deadlock with its compiler threads (nodejs/node issue 54918): our servers say when they begin to exit. */
  private killIfExitHangs(message: unknown): void {
    if (typeof (message as { exitCode?: unknown } | null)?.exitCode !== "number") return;
    this.exitTimer ??= setTimeout(() => this.signal("SIGKILL"), EXIT_TIMEOUT_MS);
  }
}
