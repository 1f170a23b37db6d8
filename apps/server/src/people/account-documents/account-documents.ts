import { type Outcome, reject } from "@candor/wire/rejection";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { DOCUMENT_LIMITS } from "./document-limits.ts";
import { type DocumentRecord, DocumentState, documentBytes, type SavedDocument } from "./document-state.ts";

const JOURNAL_NAME = "documents";

export interface AccountDocumentsOptions {
  /** `<CANDOR_HOME>/documents` */
  readonly directory: string;
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** What to save, and the version that it is based on; 0 for a new document. */
export interface DocumentSave {
  readonly name: string;
  /** JSON text; `undefined` removes the document. */
  readonly text: string | undefined;
  readonly basedOn: number;
}

export interface SaveOutcome {
  readonly saved: boolean;
  /** The current document; `undefined` if there is none. */
  readonly current: SavedDocument | undefined;
}

/** What the app keeps for each account: layouts, chart settings, drawings, watchlists. The server does not read it. */
export class AccountDocuments {
  private readonly store: RecordStore<DocumentRecord, DocumentState>;
  private readonly nowMs: () => number;

  private constructor(store: RecordStore<DocumentRecord, DocumentState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws the journal's errors for a locked or damaged directory. */
  static open({ directory, nowMs, onFailure }: AccountDocumentsOptions): AccountDocuments {
    const needsRewrite = ({ isWorthRewriting }: DocumentState) => isWorthRewriting;
    const store = RecordStore.open<DocumentRecord, DocumentState>(directory, {
      name: JOURNAL_NAME,
      newState: () => new DocumentState(),
      worthRewriting: needsRewrite,
      worthRewritingNow: needsRewrite,
      nowMs,
      onFailure,
    });
    return new AccountDocuments(store, nowMs);
  }

  close(): void {
    this.store.close();
  }

  /** Returns the named documents that exist, or all of them. */
  read(userId: number, names?: readonly string[]): readonly SavedDocument[] {
    const { state } = this.store;
    if (names === undefined) return state.all(userId);
    return [...new Set(names)].flatMap((name) => state.find(userId, name) ?? []);
  }

  /**
   * Saves a document if nobody has saved a newer version; otherwise nothing changes and the newer one is returned.
   * Resolves when it is durable. Rejects 413 if it is too large, or there are too many.
   */
  async save(userId: number, { name, text, basedOn }: DocumentSave): Promise<Outcome<SaveOutcome>> {
    const { state } = this.store;
    const current = state.find(userId, name);
    // Also for a save that is repeated because its answer was lost.
    if (current?.text === text) return { saved: true, current };
    const bytes = text === undefined ? 0 : documentBytes(text);
    if (bytes > DOCUMENT_LIMITS.documentBytes) return reject("request.tooLarge", { max: "32 KiB" });
    if ((current?.version ?? 0) !== basedOn) return { saved: false, current };
    const version = Math.max(this.nowMs(), state.newestVersion(userId) + 1);
    if (text === undefined) {
      await this.store.commit({ type: "removed", userId, name, version }, DOCUMENT_LIMITS.writeDelayMs);
      return { saved: true, current: undefined };
    }
    if (current === undefined && state.count(userId) >= DOCUMENT_LIMITS.documents)
      return reject("request.tooLarge", { max: `${DOCUMENT_LIMITS.documents}` });
    const others = state.bytes(userId) - (current === undefined ? 0 : documentBytes(current.text));
    if (others + bytes > DOCUMENT_LIMITS.accountBytes) return reject("request.tooLarge", { max: "1 MiB" });
    const saved: SavedDocument = { type: "saved", userId, name, version, text };
    await this.store.commit(saved, DOCUMENT_LIMITS.writeDelayMs);
    return { saved: true, current: saved };
  }

  /** Erases the documents of a closed account; resolves once they are also erased on disk. */
  async forget(userId: number): Promise<void> {
    await this.store.commit({ type: "forgotten", userId });
    await this.store.rewriteNow();
  }
}
