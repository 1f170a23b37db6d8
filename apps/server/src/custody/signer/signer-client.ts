import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { forkSigner } from "./fork-signer.ts";
import { OpenRequests } from "./open-requests.ts";
import type { SignerConnection } from "./signer-connection.ts";
import { SignerUnavailableError } from "./signer-errors.ts";
import type { SignerAnswers, SignerReply, SignerRequestInput } from "./signer-messages.ts";

const ANSWER_TIMEOUT_MS = 15_000;
const START_TIMEOUT_MS = 60_000;
const RESTART_PAUSE_MS = 250;
const LONGEST_RESTART_PAUSE_MS = 30_000;
const CLOSE_TIMEOUT_MS = 3_000;

export interface SignerClientOptions {
  readonly directory: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly warn: (message: string) => void;
}

/** The server's client of a signer that it starts itself. Restarts one that has crashed. */
export class SignerClient implements SignerConnection {
  private readonly options: SignerClientOptions;
  private child: ChildProcess | undefined;
  private starting: Promise<ChildProcess> | undefined;
  private readonly requests = new OpenRequests(ANSWER_TIMEOUT_MS);
  private closed = false;

  private constructor(options: SignerClientOptions) {
    this.options = options;
  }

  /** Rejects if the signer rejects its settings. */
  static async start(options: SignerClientOptions): Promise<SignerClient> {
    const client = new SignerClient(options);
    await client.running();
    return client;
  }

  /** For tests that kill the signer. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  async ask<K extends SignerRequestInput["kind"]>(
    question: Extract<SignerRequestInput, { kind: K }>,
  ): Promise<SignerAnswers[K]> {
    const child = await this.running();
    const answer = await this.requests.begin((id) => {
      child.send({ id, request: question }, (error) => {
        if (error !== null) this.requests.fail(id, error.message);
      });
    });
    // The request's kind determines the type of the answer; the signer is part of the same program.
    return answer as SignerAnswers[K];
  }

  async close(): Promise<void> {
    this.closed = true;
    const { child } = this;
    this.requests.failAll("closed");
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.disconnect();
    const timer = setTimeout(() => child.kill("SIGKILL"), CLOSE_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  }

  private async running(): Promise<ChildProcess> {
    if (this.closed) throw new SignerUnavailableError("closed");
    if (this.child?.connected === true) return this.child;
    this.starting ??= this.launch().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  private async launch(): Promise<ChildProcess> {
    const { directory, variables } = this.options;
    const child = forkSigner({ ...variables, CANDOR_SIGNER_DIRECTORY: directory });
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
      child.once("message", () => {
        clearTimeout(timer);
        resolve();
      });
      child.once("exit", (code) => {
        clearTimeout(timer);
        reject(new SignerUnavailableError(`it exited with ${code ?? "a signal"}`));
      });
    });
    if (this.closed) {
      child.disconnect();
      throw new SignerUnavailableError("closed");
    }
    child.on("message", (reply) => this.requests.settle(reply as SignerReply));
    child.once("exit", (code, signal) => this.lost(child, code ?? signal));
    this.child = child;
    return child;
  }

  private lost(child: ChildProcess, how: number | string | null): void {
    if (this.child === child) this.child = undefined;
    this.requests.failAll("it ended");
    if (this.closed) return;
    this.options.warn(`the signer exited (${how ?? "unknown"}); restarting it`);
    void this.restart();
  }

  /** Starts it again until it runs, with growing pauses. */
  private async restart(): Promise<void> {
    for (let pauseMs = RESTART_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_RESTART_PAUSE_MS)) {
      await sleep(pauseMs, undefined, { ref: false });
      if (this.closed || this.child?.connected === true) return;
      try {
        await this.running();
        return;
      } catch (error) {
        if (!this.closed) this.options.warn(`the signer did not start: ${(error as Error).message}`);
      }
    }
  }
}
