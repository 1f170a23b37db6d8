import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import type { AcceptedOrder } from "../support/core/order-load.ts";

const PROGRAM = path.join(import.meta.dirname, "partition-load-target.ts");

/** @internal */
export type ToLoad = { readonly kind: "more"; readonly count: number } | { readonly kind: "stop" };
export type FromLoad =
  | { readonly kind: "started" }
  | { readonly kind: "more"; readonly pauseMs: number }
  | {
      readonly kind: "stopped";
      readonly accepted: readonly AcceptedOrder[];
      readonly failures: readonly string[];
    };

/** An OrderLoad in a process of its own, for a machine that this process cannot reach. */
export class RemoteLoad {
  private readonly child: ChildProcess;

  /** @param runner program and arguments that run it there */
  static async start(url: string, runner: readonly string[]): Promise<RemoteLoad> {
    const load = new RemoteLoad(url, runner);
    await load.next("started");
    return load;
  }

  private constructor(url: string, runner: readonly string[]) {
    const [program, ...args] = [...runner, process.execPath, PROGRAM, url];
    this.child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  }

  /** Resolves once so many more orders are acknowledged. @returns milliseconds of the longest pause meanwhile */
  async more(count: number): Promise<number> {
    this.child.send({ kind: "more", count } satisfies ToLoad);
    return (await this.next("more")).pauseMs;
  }

  async stop(): Promise<Extract<FromLoad, { kind: "stopped" }>> {
    this.child.send({ kind: "stop" } satisfies ToLoad);
    const stopped = await this.next("stopped");
    this.child.kill();
    return stopped;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }

  private next<K extends FromLoad["kind"]>(kind: K): Promise<Extract<FromLoad, { kind: K }>> {
    return new Promise((resolve, reject) => {
      const { child } = this;
      const ended = (code: number | null): void => reject(new Error(`the load ended with ${code}`));
      child.once("exit", ended);
      child.once("message", (message: FromLoad) => {
        child.off("exit", ended);
        if (message.kind === kind) resolve(message as Extract<FromLoad, { kind: K }>);
        else reject(new Error(`the load answered ${message.kind} instead of ${kind}`));
      });
    });
  }
}
