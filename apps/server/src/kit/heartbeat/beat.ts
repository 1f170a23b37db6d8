/** Name by which clients ask a node's server for its beats. */
export const HEARTBEAT_PROTOCOL = "candor-heartbeat";

/** Interval between two beats. */
export const BEAT_EVERY_MS = 250;

/** What a core says about itself, at once to a new connection and then in every beat. */
export interface Beat {
  /** The term it leads in; 0 while it does not lead. */
  readonly term: number;
}

/** Longest beat that is accepted. */
const MAX_BEAT_BYTES = 256;

export const encodeBeat = (beat: Beat): string => `${JSON.stringify(beat)}\n`;

/** Splits a stream into beats. */
export class BeatReader {
  private rest = "";

  /** Returns the complete beats up to here. Throws for bytes that are none. */
  read(chunk: Buffer): readonly Beat[] {
    const lines = (this.rest + chunk.toString("latin1")).split("\n");
    this.rest = lines.pop() ?? "";
    if (this.rest.length > MAX_BEAT_BYTES) throw new Error(`a beat of more than ${MAX_BEAT_BYTES} bytes`);
    return lines.map(beatOf);
  }
}

function beatOf(line: string): Beat {
  const { term } = JSON.parse(line) as Partial<Beat>;
  if (!Number.isSafeInteger(term) || term === undefined || term < 0) throw new Error("a beat without a term");
  return { term };
}
