import type { Logger } from "pino";
import { EXIT_STOPPED } from "../../engine/home/stopped-command.ts";
import { Child, type Program } from "./child-process.ts";

const LONGEST_PAUSE_MS = 10_000;
/** A program that ran for so long is not one that fails at each start. */
const STEADY_MS = 20_000;
/** Exit code after a wrong setting, which the next start would meet again. */
const EXIT_SETTINGS = 2;

/** Exit code of a core after another one has begun to lead. */
const EXIT_FENCED = 4;

function howItEnded(code: number | null, signal: NodeJS.Signals | null): string {
  const how = `ended with ${code ?? signal}`;
  return code === EXIT_FENCED ? `${how} (another core leads now)` : how;
}

/** A program that is started again when it ends, after pauses that grow while it keeps failing. */
export class SupervisedProgram {
  readonly name: string;
  private readonly program: Program;
  private readonly log: Logger;
  private readonly onChange: () => void;
  private child: Child | undefined;
  private readonly firstPauseMs: number;
  private pauseMs: number;
  private timer: NodeJS.Timeout | undefined;
  private stopping = false;

  /** @param firstPauseMs pause before it is started again, unless it fails repeatedly */
  constructor(
    name: string,
    program: Program,
    {
      log,
      onChange,
      firstPauseMs = 100,
    }: { readonly log: Logger; readonly onChange: () => void; readonly firstPauseMs?: number | undefined },
  ) {
    this.firstPauseMs = firstPauseMs;
    this.pauseMs = firstPauseMs;
    this.name = name;
    this.program = program;
    this.log = log;
    this.onChange = onChange;
  }

  /** The process that runs now. */
  get pid(): number | undefined {
    return this.child?.isRunning === true ? this.child.pid : undefined;
  }

  /** Why it is not started again; undefined if it is. */
  halted: string | undefined;

  start(): void {
    const startedAtMs = Date.now();
    this.child = new Child(this.program);
    this.onChange();
    void this.child.ended.then(
      ({ code, signal }) => this.startAgain(howItEnded(code, signal), code, Date.now() - startedAtMs),
      (error: Error) => this.startAgain(error.message, null, 0),
    );
  }

  /** Asks it to end, and kills it if it does not in time. Resolves when it has ended. */
  async stop(timeoutMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.child?.stop("SIGTERM", timeoutMs);
  }

  private startAgain(how: string, code: number | null, ranMs: number): void {
    if (this.stopping) return;
    if (code === EXIT_STOPPED || code === EXIT_SETTINGS) {
      this.halted = `${this.name} ${how} and is not started again: see ${this.program.logFile}`;
      this.log.error(this.halted);
      this.onChange();
      return;
    }
    this.pauseMs = ranMs > STEADY_MS ? this.firstPauseMs : this.pauseMs;
    this.log.warn(`${this.name} ${how}: starting it again in ${this.pauseMs} ms`);
    this.timer = setTimeout(() => this.start(), this.pauseMs);
    this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
    this.onChange();
  }
}
