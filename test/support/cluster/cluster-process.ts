import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { ClusterProcess, ClusterStatus } from "@candor/server/start/cluster/cluster-status";
import { MEMORY_DISK } from "../memory-disk.ts";
import { until } from "./until.ts";

const TEST_ROLES = path.join(import.meta.dirname, "../../cluster/cluster-target.ts");
/** What `npm run cluster` runs. */
export const CLUSTER_PROGRAM = path.resolve(
  import.meta.dirname,
  "../../../apps/server/src/start/cluster/main.ts",
);

const START_PATIENCE_MS = 180_000;

/** A running cluster, as a program sees it. */
export class ClusterUnderTest {
  readonly home = mkdtempSync(path.join(MEMORY_DISK, "candor-cluster-"));
  private readonly program: string;
  private readonly environment: Readonly<Record<string, string>>;
  readonly statuses: ClusterStatus[] = [];
  private child: ChildProcess | undefined;
  private text = "";
  private errors = "";

  /** @param program what to run; by default a cluster of test roles */
  constructor(program = TEST_ROLES, environment: Readonly<Record<string, string>> = {}) {
    this.program = program;
    this.environment = environment;
  }

  /** Resolves when it has printed that it is ready. */
  async start(args: readonly string[] = []): Promise<void> {
    const child = spawn(process.execPath, [this.program, ...args], {
      env: { ...process.env, ...this.environment, CANDOR_HOME: this.home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.statuses.length = 0;
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.read(text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    await until(
      () => {
        if (child.exitCode !== null)
          throw new Error(`the cluster ended with ${child.exitCode}: ${this.errors}`);
        return this.statuses.some(({ ready }) => ready);
      },
      "the cluster is ready",
      START_PATIENCE_MS,
    );
  }

  private read(text: string): void {
    const lines = (this.text + text).split("\n");
    this.text = lines.pop() ?? "";
    this.statuses.push(...lines.map((line) => JSON.parse(line) as ClusterStatus));
  }

  get status(): ClusterStatus {
    const status = this.statuses.at(-1);
    if (status === undefined) throw new Error("nothing was printed yet");
    return status;
  }

  /** What it has logged. */
  get log(): string {
    return this.errors;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Returns the only process for which the condition holds. */
  find(condition: (process: ClusterProcess) => boolean): ClusterProcess {
    const found = this.status.processes.filter(condition);
    if (found.length !== 1) throw new Error(`${found.length} processes instead of one`);
    return found[0] as ClusterProcess;
  }

  /** Resolves when it says again that it is complete. */
  async complete(patienceMs?: number): Promise<void> {
    await until(() => this.status.ready, "the cluster is complete again", patienceMs);
  }

  /** Sends a signal to its main process; @returns the exit code, null after a kill */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.child as ChildProcess;
    const ended = once(child, "exit");
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  }

  async close(): Promise<void> {
    if (this.child?.exitCode === null && this.child.signalCode === null) await this.end("SIGTERM");
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Whether a process exists; one that has ended and was not waited for does not count. */
export function isAlive(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2)[0] !== "Z";
  } catch {
    return false;
  }
}
