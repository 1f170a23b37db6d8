import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { digestOf, type FileDigest, type FileKeeper } from "../../kit/durable/file-keeper.ts";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { replicaOf } from "../../kit/durable/replicated-home.ts";
import { writeDurablyAsync } from "../../kit/durable/write-durably.ts";
import { type FileRecord, FileRegisterState, type KnownFile } from "./file-register-state.ts";

/** The register's path in the home. */
export const FILES_STORE = "files";

export interface FileRegisterOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Registers every file of the home that must exist: keys, pictures, trees. A file is registered after it is written and
 * before anything refers to it, and unregistered before it is removed. So a registered file that is missing was lost.
 */
export class FileRegister implements FileKeeper {
  private readonly home: string;
  private readonly store: RecordStore<FileRecord, FileRegisterState>;
  /** The last replacement of each file: they run one after the other, because each records what it finds on disk. */
  private readonly turns = new Map<string, Promise<void>>();

  private constructor(home: string, store: FileRegister["store"]) {
    this.home = home;
    this.store = store;
  }

  /** Throws the journal's errors for a locked or damaged directory. */
  static open({ home, nowMs, onFailure }: FileRegisterOptions): FileRegister {
    const store = RecordStore.open<FileRecord, FileRegisterState>(path.join(home, FILES_STORE), {
      name: FILES_STORE,
      newState: () => new FileRegisterState(),
      worthRewriting: (state) => state.isWorthRewriting,
      worthRewritingNow: (state) => state.isWorthRewriting,
      nowMs,
      onFailure,
    });
    return new FileRegister(home, store);
  }

  get files(): ReadonlyMap<string, KnownFile> {
    return this.store.state.files;
  }

  has(file: string): boolean {
    return this.files.has(file);
  }

  async keep(file: string, { bytes, sha256 }: FileDigest): Promise<void> {
    this.putWritten(file, sha256);
    await this.store.commit({ type: "kept", file, bytes, sha256 });
  }

  async drop(file: string): Promise<void> {
    if (!this.has(file)) return;
    await this.store.commit({ type: "dropped", file });
    const found = replicaOf(path.join(this.home, file));
    found?.replica.dropFile(found.below);
  }

  async dropFolder(folder: string): Promise<void> {
    const below = [...this.files.keys()].filter((file) => file.startsWith(`${folder}/`));
    await Promise.all(below.map((file) => this.drop(file)));
  }

  async replace(file: string, content: Uint8Array): Promise<void> {
    const earlier = this.turns.get(file) ?? Promise.resolve();
    // Whether the earlier one failed is its own caller's concern.
    const turn = earlier.catch(() => undefined).then(() => this.replaceNow(file, content));
    this.turns.set(file, turn);
    await turn;
  }

  /** The database gets the content before the register names it. */
  private putWritten(file: string, sha256: string): void {
    const found = replicaOf(path.join(this.home, file));
    if (found === undefined) return;
    const content = readFileSync(path.join(this.home, file));
    if (digestOf(content).sha256 !== sha256) throw new Error(`${file} changed before it was registered`);
    found.replica.putFile(found.below, content);
  }

  private async replaceNow(file: string, content: Uint8Array): Promise<void> {
    const where = path.join(this.home, file);
    const digest = digestOf(content);
    if (this.has(file)) {
      await this.store.commit({ type: "replacing", file, ...digest, ...(await this.onDisk(where)) });
      const found = replicaOf(where);
      found?.replica.putFile(found.below, content);
      await writeDurablyAsync(where, content);
    } else {
      await writeDurablyAsync(where, content);
      await this.keep(file, digest);
    }
  }

  /** Earlier writes may have failed, as on a full disk: what is on disk then is neither of the registered versions. */
  private async onDisk(where: string): Promise<{ readonly before?: string }> {
    try {
      return { before: digestOf(await readFile(where)).sha256 };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw error;
    }
  }

  close(): void {
    this.store.close();
  }
}
