import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** An interval in which a thread did something, in ms of the system's monotonic clock. */
export interface Span {
  readonly what: string;
  readonly threadId: number;
  readonly fromMs: number;
  readonly toMs: number;
}

interface TraceEvent {
  readonly name: string;
  /** "X": a span with its duration; "B" and "E": its beginning and end. */
  readonly ph: string;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
}

const US_PER_MS = 1_000;

/** Traces of one process: garbage collections and synchronous file calls of all its threads. */
export class Trace {
  private readonly directory = mkdtempSync(path.join(tmpdir(), "candor-trace-"));

  /** Options of the traced Node process. */
  get nodeOptions(): readonly string[] {
    const pattern = path.join(this.directory, "${rotation}.json");
    return ["--trace-event-categories", "v8,node.fs.sync", "--trace-event-file-pattern", pattern];
  }

  /** Reads and removes the traces of a process that has exited. */
  take(): readonly Span[] {
    const files = readdirSync(this.directory).map((name) => path.join(this.directory, name));
    const spans = files.flatMap((file) => spansOf(readFileSync(file, "utf8")));
    rmSync(this.directory, { recursive: true });
    return spans;
  }
}

function spansOf(text: string): Span[] {
  const { traceEvents } = JSON.parse(text) as { readonly traceEvents: readonly TraceEvent[] };
  const spans: Span[] = [];
  const begun = new Map<string, number>();
  for (const { name, ph, tid, ts, dur = 0 } of traceEvents) {
    const key = `${tid} ${name}`;
    const atMs = ts / US_PER_MS;
    if (ph === "X") spans.push({ what: name, threadId: tid, fromMs: atMs, toMs: atMs + dur / US_PER_MS });
    if (ph === "B") begun.set(key, atMs);
    if (ph === "E") spans.push({ what: name, threadId: tid, fromMs: begun.get(key) ?? atMs, toMs: atMs });
  }
  return spans;
}
