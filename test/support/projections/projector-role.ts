import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../server/free-port.ts";

const MAIN = path.resolve(import.meta.dirname, "../../../apps/server/src/start/main.ts");
const TIMEOUT_MS = 120_000;

/** `/healthz` of a projector. */
export interface ProjectorHealth {
  readonly role: string;
  readonly status: "starting" | "waiting" | "projecting";
  readonly reachedSeq: number;
  readonly lag: { readonly commands: number; readonly ms: number };
}

/** A process with the role `projector`. */
export class ProjectorRoleProcess {
  readonly url: string;
  private readonly child: ChildProcess;
  private readonly ended: Promise<unknown>;
  output = "";

  private constructor(child: ChildProcess, port: number) {
    this.child = child;
    this.url = `http://127.0.0.1:${port}`;
    this.ended = once(child, "exit");
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk: Buffer) => (this.output += chunk.toString()));
  }

  static async start(
    home: string,
    databaseUrl: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ProjectorRoleProcess> {
    const port = await freePort();
    const child = spawn(process.execPath, [MAIN], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CANDOR_ROLE: "projector",
        CANDOR_HOME: home,
        CANDOR_MODE: "sandbox",
        DATABASE_URL: databaseUrl,
        METRICS_PORT: String(port),
        LOG_LEVEL: "info",
        ...settings,
      },
    });
    return new ProjectorRoleProcess(child, port);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Throws if it does not answer. */
  async health(): Promise<ProjectorHealth> {
    return (await (await fetch(`${this.url}/healthz`)).json()) as ProjectorHealth;
  }

  /** Waits until the condition holds. Throws with the output if the process ends before. */
  async until(isDone: (health: ProjectorHealth) => boolean): Promise<ProjectorHealth> {
    const deadline = Date.now() + TIMEOUT_MS;
    for (;;) {
      if (!this.isRunning)
        throw new Error(`the projector ended with ${this.child.exitCode}:\n${this.output}`);
      const health = await this.health().catch(() => undefined);
      if (health !== undefined && isDone(health)) return health;
      if (Date.now() > deadline)
        throw new Error(`the projector is at ${JSON.stringify(health)}:\n${this.output}`);
      await sleep(10);
    }
  }

  /** @returns the exit code; null after a kill */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    if (this.isRunning) this.child.kill(signal);
    await this.ended;
    return this.child.exitCode;
  }
}
