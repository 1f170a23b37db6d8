import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE = "confirmed.json";
const WRITE_EVERY_MS = 1_000;
const FILE_MODE = 0o600;

/**
 * Remembers in a home which frame of the exchange was confirmed last, so that a database that was set back is noticed. Not
 * synced: a loss of power may set it back too, never forward.
 */
export class ConfirmedFrame {
  private readonly file: string;
  private written = 0;
  private writtenAtMs = Number.NEGATIVE_INFINITY;

  constructor(home: string) {
    this.file = path.join(home, FILE);
  }

  /** Returns 0 if none is known. */
  read(): number {
    if (!existsSync(this.file)) return 0;
    const text = readFileSync(this.file, "utf8");
    // Empty after a loss of power.
    return /^[0-9]+$/.test(text) ? Number(text) : 0;
  }

  /** Writes at most once a second. */
  record(frame: number): void {
    const now = performance.now();
    if (frame === this.written || now - this.writtenAtMs < WRITE_EVERY_MS) return;
    this.write(frame);
    this.writtenAtMs = now;
  }

  forget(): void {
    rmSync(this.file, { force: true });
    this.written = 0;
  }

  private write(frame: number): void {
    const draft = `${this.file}.new`;
    writeFileSync(draft, String(frame), { mode: FILE_MODE });
    renameSync(draft, this.file);
    this.written = frame;
  }
}
