/** Batches are counted together up to this size, so that a long backlog needs little memory. */
const CHUNK_BYTES = 1024 * 1024;

interface Chunk {
  lastSeq: number;
  bytes: number;
}

/** Size of the events that are not in the tables yet, known to about a megabyte. */
export class UnwrittenBytes {
  private chunks: Chunk[] = [];
  bytes = 0;

  add(lastSeq: number, bytes: number): void {
    this.bytes += bytes;
    const last = this.chunks.at(-1);
    if (last === undefined || last.bytes >= CHUNK_BYTES) this.chunks.push({ lastSeq, bytes });
    else {
      last.lastSeq = lastSeq;
      last.bytes += bytes;
    }
  }

  /** Everything up to `seq` is in the tables. */
  drop(seq: number): void {
    const left = this.chunks.findIndex(({ lastSeq }) => lastSeq > seq);
    const dropped = this.chunks.splice(0, left < 0 ? this.chunks.length : left);
    for (const { bytes } of dropped) this.bytes -= bytes;
  }
}
