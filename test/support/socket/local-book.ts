import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { vi } from "vitest";

const EXAMPLE = path.resolve(import.meta.dirname, "../../../examples/local-book.mjs");
const PATIENCE_MS = 60_000;
const LINE = /^bid \S+ @ (?<bid>\S+) {3}ask \S+ @ (?<ask>\S+)$/;

/** The example of a bot with a local book, as its own process. */
export class LocalBook {
  /** Best bid and ask of each printed line. */
  readonly printed: (readonly [bid: string, ask: string])[] = [];
  private readonly child: ChildProcess;
  private output = "";

  constructor(url: string, market: "spot" | "contract", symbol: string) {
    this.child = spawn(process.execPath, [EXAMPLE, url, market, symbol], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on("data", (chunk: Buffer) => this.read(chunk.toString()));
  }

  /** Waits until the newest line has these prices. */
  async prints(bid: string, ask: string): Promise<void> {
    await vi.waitFor(
      () => {
        const newest = this.printed.at(-1);
        if (newest?.[0] !== bid || newest[1] !== ask)
          throw new Error(`expected ${bid} and ${ask}, got ${JSON.stringify(this.printed)} ${this.output}`);
      },
      { timeout: PATIENCE_MS, interval: 20 },
    );
  }

  stop(): void {
    this.child.kill("SIGKILL");
  }

  private read(chunk: string): void {
    const lines = (this.output + chunk).split("\n");
    this.output = lines.pop() ?? "";
    for (const line of lines) {
      const { bid, ask } = LINE.exec(line)?.groups ?? {};
      if (bid === undefined || ask === undefined) throw new Error(`unexpected line of the example: ${line}`);
      this.printed.push([bid, ask]);
    }
  }
}
