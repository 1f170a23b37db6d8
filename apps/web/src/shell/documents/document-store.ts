import { type DocumentCopy, NO_COPY, readCopy, VISITOR, writeCopy } from "./document-copies.ts";
import { isSameJson, mergeJson } from "./merge-json.ts";

/** How long a document rests before it is saved. */
const QUIET_MS = 1_500;
/** Waits after failed calls: the first one and the longest. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;

/** Most names of one call. */
const MAX_NAMES = 200;

export interface AccountDocument {
  readonly name: string;
  readonly version: number;
  readonly value: unknown;
}

interface SaveReply {
  readonly saved: boolean;
  /** 0 if there is no document. */
  readonly version: number;
  readonly newer: AccountDocument | null;
}

/** What became of a failed save. */
interface FailedSave {
  /** Whether to try again. */
  readonly isTemporary: boolean;
  /** The least time until then; 0 if unknown. */
  readonly afterMs: number;
}

/** How the store reaches the account. */
export interface DocumentPort {
  /** Rejects if it failed. */
  read(names: readonly string[]): Promise<readonly AccountDocument[]>;
  /** `undefined` removes the document. Rejects if it failed. */
  save(name: string, value: unknown, basedOn: number, isParting: boolean): Promise<SaveReply>;
  /** Called with the error of a save. */
  explain(error: unknown): FailedSave;
}

interface Entry {
  copy: DocumentCopy;
  /** The account's value that the copy is based on; absent if only an earlier page knew it. */
  base: { readonly value: unknown } | undefined;
  /** Whether the account's version has been read, or asked for. */
  wanted: "no" | "asked" | "read";
  /** Whether this tab changed it, and so has to save it. */
  isOwn: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  saving: Promise<void> | undefined;
  retryMs: number;
}

/**
 * Documents of one owner at a time: the account that is logged in, or the visitor. A value is shown from this device at
 * once. The account's version replaces it unless the user has just changed it.
 */
export class DocumentStore {
  private readonly port: DocumentPort;
  private owner = VISITOR;
  private entries = new Map<string, Entry>();
  private readonly listeners = new Map<string, Set<() => void>>();
  /** Names that the next call asks for. */
  private asking = new Set<string>();

  constructor(port: DocumentPort) {
    this.port = port;
  }

  /** Switches to another owner's documents. Nothing of the previous one remains in memory. */
  setOwner(owner: string): void {
    if (owner === this.owner) return;
    for (const { timer } of this.entries.values()) clearTimeout(timer);
    this.owner = owner;
    this.entries = new Map();
    this.asking = new Set();
    for (const [name, listeners] of this.listeners) if (listeners.size > 0) this.want(name);
    for (const name of this.listeners.keys()) this.notify(name);
  }

  /** Returns the current JSON value; `undefined` if there is none. The same object until it changes. */
  value(name: string): unknown {
    return this.entry(name).copy.value;
  }

  /** Shows a value at once and saves it later; `undefined` removes the document. */
  set(name: string, value: unknown): void {
    const entry = this.entry(name);
    const isUnsaved = this.owner !== VISITOR;
    this.keep(name, entry, { ...entry.copy, value, isUnsaved });
    if (!isUnsaved) return;
    entry.isOwn = true;
    this.saveLater(name, entry, QUIET_MS);
  }

  /** Listens to a document and reads the account's version. Returns a function that ends that. */
  subscribe(name: string, listener: () => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    this.want(name);
    return () => listeners.delete(listener);
  }

  /** Another tab has changed the copy of a document. */
  follow(name: string): void {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    const copy = readCopy(this.owner, name);
    if (isSameJson(copy.value, entry.copy.value)) {
      entry.copy = { ...copy, value: entry.copy.value };
      return;
    }
    // That tab saves it.
    clearTimeout(entry.timer);
    entry.isOwn = false;
    entry.copy = copy;
    if (!copy.isUnsaved) entry.base = { value: copy.value };
    this.notify(name);
  }

  /** Reads the account's versions of all documents in use again: other devices may have changed them. */
  refresh(): void {
    for (const [name, listeners] of this.listeners) {
      if (listeners.size === 0) continue;
      this.entry(name).wanted = "no";
      this.want(name);
    }
  }

  /** Saves now what is waiting. Resolves when it is saved or has failed. */
  async flush(isParting = false): Promise<void> {
    const own = [...this.entries].filter(([, entry]) => entry.isOwn && entry.copy.isUnsaved);
    await Promise.all(own.map(([name, entry]) => this.save(name, entry, isParting)));
  }

  private entry(name: string): Entry {
    let entry = this.entries.get(name);
    if (entry === undefined) {
      const copy = readCopy(this.owner, name);
      const base = copy.isUnsaved ? undefined : { value: copy.value };
      entry = { copy, base, wanted: "no", isOwn: false, timer: undefined, saving: undefined, retryMs: 0 };
      this.entries.set(name, entry);
    }
    return entry;
  }

  private notify(name: string): void {
    for (const listener of this.listeners.get(name) ?? []) listener();
  }

  private keep(name: string, entry: Entry, copy: DocumentCopy): void {
    const isSame = entry.copy.value === copy.value;
    entry.copy = copy;
    if (!copy.isUnsaved) entry.base = { value: copy.value };
    writeCopy(this.owner, name, copy);
    if (!isSame) this.notify(name);
  }

  /** Asks for the account's version together with all others that are wanted in this moment. */
  private want(name: string): void {
    const entry = this.entry(name);
    if (this.owner === VISITOR || entry.wanted !== "no") return;
    entry.wanted = "asked";
    this.asking.add(name);
    if (this.asking.size === 1) setTimeout(() => void this.ask(this.owner, 0));
  }

  private async ask(owner: string, retryMs: number): Promise<void> {
    const names = [...this.asking].slice(0, MAX_NAMES);
    if (owner !== this.owner || names.length === 0) return;
    let found: readonly AccountDocument[];
    try {
      found = await this.port.read(names);
    } catch (error) {
      if (owner === this.owner) this.askAgain(owner, retryMs, error);
      return;
    }
    if (owner !== this.owner) return;
    for (const name of names) {
      this.asking.delete(name);
      this.receive(
        name,
        found.find((each) => each.name === name),
      );
    }
    if (this.asking.size > 0) setTimeout(() => void this.ask(owner, 0));
  }

  private askAgain(owner: string, retryMs: number, error: unknown): void {
    if (this.port.explain(error).isTemporary) {
      const waitMs = nextWait(retryMs);
      setTimeout(() => void this.ask(owner, waitMs), waitMs);
      return;
    }
    for (const name of this.asking) this.entry(name).wanted = "no";
    this.asking.clear();
  }

  /** The account's version has arrived; `undefined` if it has none. */
  private receive(name: string, document: AccountDocument | undefined): void {
    const entry = this.entry(name);
    entry.wanted = "read";
    const { version, isUnsaved } = entry.copy;
    if (entry.isOwn && isUnsaved) return; // being saved, and the save will learn of a newer version
    // An earlier page could not save it, and nobody else has since.
    if (isUnsaved && version === (document?.version ?? 0)) {
      entry.isOwn = true;
      this.saveLater(name, entry, 0);
    } else if (document === undefined) {
      this.keep(name, entry, NO_COPY);
      this.takeOver(name);
    } else if (isUnsaved || version !== document.version) {
      this.keep(name, entry, { value: document.value, version: document.version, isUnsaved: false });
    }
  }

  /** Gives an account that has no such document the one that the visitor has set. */
  private takeOver(name: string): void {
    const { value } = readCopy(VISITOR, name);
    if (value === undefined) return;
    writeCopy(VISITOR, name, NO_COPY);
    this.set(name, value);
  }

  private saveLater(name: string, entry: Entry, waitMs: number): void {
    clearTimeout(entry.timer);
    entry.timer = setTimeout(() => void this.save(name, entry, false), waitMs);
  }

  private async save(name: string, entry: Entry, isParting: boolean): Promise<void> {
    clearTimeout(entry.timer);
    // One at a time: the second needs the version of the first.
    if (entry.saving !== undefined && !isParting) await entry.saving;
    if (this.entries.get(name) !== entry || !entry.isOwn || !entry.copy.isUnsaved) return;
    entry.saving = this.send(name, entry, isParting);
    await entry.saving;
    entry.saving = undefined;
  }

  private async send(name: string, entry: Entry, isParting: boolean): Promise<void> {
    const { owner } = this;
    const { value, version } = entry.copy;
    let reply: SaveReply;
    try {
      reply = await this.port.save(name, value, version, isParting);
    } catch (error) {
      if (this.entries.get(name) === entry) this.fail(name, entry, error);
      return;
    }
    if (owner !== this.owner) return;
    entry.retryMs = 0;
    // The user, here or in another tab, may have changed it meanwhile.
    const isSaved = reply.saved && isSameJson(entry.copy.value, value);
    const account = reply.saved ? value : reply.newer?.value;
    // Another device has changed it: what the user has changed here is added.
    const next =
      reply.saved || entry.base === undefined
        ? entry.copy.value
        : mergeJson(entry.base.value, entry.copy.value, account);
    entry.base = { value: account };
    this.keep(name, entry, { value: next, version: reply.version, isUnsaved: !isSaved });
    if (!isSaved && entry.isOwn) this.saveLater(name, entry, reply.saved ? QUIET_MS : 0);
  }

  private fail(name: string, entry: Entry, error: unknown): void {
    const { isTemporary, afterMs } = this.port.explain(error);
    if (!isTemporary) {
      entry.isOwn = false;
      return;
    }
    entry.retryMs = nextWait(entry.retryMs);
    this.saveLater(name, entry, Math.max(entry.retryMs, afterMs));
  }
}

const nextWait = (lastMs: number): number => Math.min(LONGEST_RETRY_MS, Math.max(FIRST_RETRY_MS, lastMs * 2));
