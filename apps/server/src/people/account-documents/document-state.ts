import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { DOCUMENT_LIMITS } from "./document-limits.ts";

/** What the app keeps for an account under a name. */
export interface SavedDocument {
  readonly type: "saved";
  readonly userId: number;
  readonly name: string;
  /** Greater than every earlier version in the account: the time in milliseconds, unless two saves share it. */
  readonly version: number;
  /** JSON text. */
  readonly text: string;
}

interface RemovedDocument {
  readonly type: "removed";
  readonly userId: number;
  readonly name: string;
  readonly version: number;
}

export type DocumentRecord =
  | SavedDocument
  | RemovedDocument
  | { readonly type: "forgotten"; readonly userId: number };

interface OwnDocuments {
  readonly byName: Map<string, SavedDocument>;
  bytes: number;
  newestVersion: number;
}

/** Returns the size of a document's JSON, in bytes of UTF-8. */
export const documentBytes = (text: string): number => Buffer.byteLength(text, "utf8");

/** The documents of all accounts. */
export class DocumentState implements RecordedState<DocumentRecord> {
  private readonly byUser = new Map<number, OwnDocuments>();
  private liveBytes = 0;
  private outdatedBytes = 0;

  /** Whether a rewrite would free more than it has to copy. */
  get isWorthRewriting(): boolean {
    return this.outdatedBytes > Math.max(DOCUMENT_LIMITS.outdatedBytes, this.liveBytes);
  }

  find(userId: number, name: string): SavedDocument | undefined {
    return this.byUser.get(userId)?.byName.get(name);
  }

  /** In the order of their first save. */
  all(userId: number): readonly SavedDocument[] {
    return [...(this.byUser.get(userId)?.byName.values() ?? [])];
  }

  count(userId: number): number {
    return this.byUser.get(userId)?.byName.size ?? 0;
  }

  bytes(userId: number): number {
    return this.byUser.get(userId)?.bytes ?? 0;
  }

  /** 0 if the account has saved nothing. */
  newestVersion(userId: number): number {
    return this.byUser.get(userId)?.newestVersion ?? 0;
  }

  apply(record: DocumentRecord): void {
    switch (record.type) {
      case "saved": {
        const own = this.of(record.userId);
        this.drop(own, record.name);
        own.byName.set(record.name, record);
        const bytes = documentBytes(record.text);
        own.bytes += bytes;
        own.newestVersion = record.version;
        this.liveBytes += bytes;
        return;
      }
      case "removed": {
        const own = this.of(record.userId);
        this.drop(own, record.name);
        own.byName.delete(record.name);
        own.newestVersion = record.version;
        return;
      }
      case "forgotten": {
        const bytes = this.bytes(record.userId);
        this.liveBytes -= bytes;
        this.outdatedBytes += bytes;
        this.byUser.delete(record.userId);
        return;
      }
      default:
        unknownRecord("documents", record);
    }
  }

  *dump(): Generator<DocumentRecord> {
    for (const { byName } of this.byUser.values()) yield* byName.values();
  }

  rewritten(): void {
    this.outdatedBytes = 0;
  }

  private of(userId: number): OwnDocuments {
    let own = this.byUser.get(userId);
    if (own === undefined) {
      own = { byName: new Map(), bytes: 0, newestVersion: 0 };
      this.byUser.set(userId, own);
    }
    return own;
  }

  /** Counts the current document of a name as outdated. */
  private drop(own: OwnDocuments, name: string): void {
    const before = own.byName.get(name);
    if (before === undefined) return;
    const bytes = documentBytes(before.text);
    own.bytes -= bytes;
    this.liveBytes -= bytes;
    this.outdatedBytes += bytes;
  }
}
