import { close, fdatasync, openSync, rmSync, writev } from "node:fs";
import { promisify } from "node:util";
import { temporaryPath } from "./segment.ts";

const CHUNK = Buffer.alloc(1024 * 1024);
/** Chunks per writev call, below every system's IOV_MAX. */
const MAX_CHUNKS = 512;

const fdatasyncAsync = promisify(fdatasync);
const closeAsync = promisify(close);
const writevAsync = (fd: number, buffers: readonly Buffer[], position: number): Promise<number> =>
  new Promise((resolve, reject) =>
    writev(fd, buffers, position, (error, written) => (error === null ? resolve(written) : reject(error))),
  );

export interface PreparedSegment {
  readonly fd: number;
  readonly path: string;
  readonly capacityBytes: number;
}

/**
 * Fills the next segment with zeros on the thread pool, so that a rotation does not wait for it. An optimization only:
 * if it fails, the rotation prepares the segment itself and reports its own error.
 */
export class SegmentPreparer {
  private readonly directory: string;
  private readonly capacityBytes: number;
  private current: PreparedSegment | undefined;
  private ready = false;
  /** After a failure the next attempt is made at the next rotation. */
  private failed = false;

  constructor(directory: string, capacityBytes: number) {
    this.directory = directory;
    this.capacityBytes = capacityBytes;
  }

  /** Starts preparing a segment, unless one is ready or in progress. */
  start(): void {
    if (this.current !== undefined || this.failed) return;
    const path = temporaryPath(this.directory);
    let fd: number;
    try {
      fd = openSync(path, "wx+");
    } catch {
      this.failed = true;
      return;
    }
    this.current = { fd, path, capacityBytes: this.capacityBytes };
    this.ready = false;
    void this.writeZeros(this.current);
  }

  /** Returns the prepared segment if it is ready; the caller then owns it. */
  take(): PreparedSegment | undefined {
    this.failed = false;
    if (!this.ready) return undefined;
    const taken = this.current;
    this.current = undefined;
    this.ready = false;
    return taken;
  }

  /** Removes its temporary files from the directory. */
  close(): void {
    const { current } = this;
    if (current === undefined) return;
    this.current = undefined;
    rmSync(current.path, { force: true });
    if (this.ready) void closeAsync(current.fd);
    this.ready = false;
  }

  private async writeZeros(prepared: PreparedSegment): Promise<void> {
    const { fd, capacityBytes } = prepared;
    try {
      for (let at = 0; at < capacityBytes && this.current === prepared; ) {
        const left = capacityBytes - at;
        const chunks = Math.min(MAX_CHUNKS, Math.ceil(left / CHUNK.length));
        const buffers = Array.from({ length: chunks }, () => CHUNK);
        if (chunks * CHUNK.length > left)
          buffers[chunks - 1] = CHUNK.subarray(0, left - (chunks - 1) * CHUNK.length);
        at += await writevAsync(fd, buffers, at);
      }
      await fdatasyncAsync(fd);
      this.ready = this.current === prepared;
    } catch {
      // A full or failing disk. The rotation will report it if it persists.
      rmSync(prepared.path, { force: true });
      if (this.current === prepared) this.current = undefined;
      this.failed = true;
    }
    if (!this.ready) await closeAsync(fd);
  }
}
