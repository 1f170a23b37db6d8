import { unknownRecord } from "../../kit/durable/unknown-record.ts";

/** A file that must exist. */
export interface KnownFile {
  readonly bytes: number;
  /** Signatures in hexadecimal. */
  readonly sha256: string;
  /** Hash of the previous version, which may still be on disk: the file is replaced after its record is written. */
  readonly before?: string;
}

export type FileRecord =
  | { readonly type: "kept"; readonly file: string; readonly bytes: number; readonly sha256: string }
  | {
      readonly type: "replacing";
      readonly file: string;
      readonly bytes: number;
      readonly sha256: string;
      /** Hash of what is on disk, which is not the last registered version if writing that failed. */
      readonly before?: string;
    }
  | { readonly type: "dropped"; readonly file: string };

/** Minimum obsolete records before the journal is rewritten. */
const MIN_OUTDATED = 2_000;

/** Files that must exist in the home, by path relative to it. */
export class FileRegisterState {
  readonly files = new Map<string, KnownFile>();
  private outdated = 0;

  apply(record: FileRecord): void {
    const { file } = record;
    const present = this.files.get(file);
    if (present !== undefined) this.outdated++;
    switch (record.type) {
      case "kept":
        this.files.set(file, { bytes: record.bytes, sha256: record.sha256 });
        return;
      case "replacing": {
        const before = record.before ?? present?.sha256;
        const replaced = before === undefined ? {} : { before };
        this.files.set(file, { bytes: record.bytes, sha256: record.sha256, ...replaced });
        return;
      }
      case "dropped":
        this.outdated++;
        this.files.delete(file);
        return;
      default:
        unknownRecord("files", record);
    }
  }

  *dump(): Generator<FileRecord> {
    for (const [file, { bytes, sha256, before }] of this.files) {
      if (before !== undefined) yield { type: "kept", file, bytes: 0, sha256: before };
      yield before === undefined
        ? { type: "kept", file, bytes, sha256 }
        : { type: "replacing", file, bytes, sha256 };
    }
  }

  rewritten(): void {
    this.outdated = 0;
  }

  get isWorthRewriting(): boolean {
    return this.outdated > Math.max(MIN_OUTDATED, this.files.size);
  }
}
