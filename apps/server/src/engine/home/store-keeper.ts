import type { AcceptedLoss, NotedSkip, StorePosition } from "@candor/domain/commands/store-commands";
import type { EnginePort } from "@candor/domain/engine-port";
import { NEWEST_RULES } from "@candor/domain/rules";
import { FrameFinder } from "@candor/journal/frame-finder";
import type { Instance } from "../../config/instance-schema.ts";
import { isLocal } from "../../kit/durable/replicated-home.ts";
import { mirroredExchange } from "../../kit/journal-database/home-identity.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { readSkips } from "../runtime/skip-list.ts";
import type { CheckedHome } from "./check-home.ts";
import { EXCHANGE_STORE, type FoundStore, findStores } from "./find-stores.ts";
import { type Manifest, newManifest, placeOf, writeManifestAsync } from "./manifest.ts";
import { readPosition, syncStore, writeMark } from "./store-position.ts";

/** Decisions about commands that cannot be executed. */
const SKIPS_STORE = "exchange/skips";
/** Interval between checks of the stores. */
const NOTE_EVERY_MS = 15_000;
/** Interval at which the exchange's own position is written while no other store changes. */
const EXCHANGE_EVERY_MS = 60_000;

export interface StoreKeeperOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly engine: Pick<EnginePort, "execute" | "durableSeq" | "settingsView">;
  readonly checked: Pick<CheckedHome, "manifest" | "noted" | "accepted">;
  readonly instance: Instance;
  /** Whether the journal receives the positions; by default it does. */
  readonly isNoted?: boolean;
  /** Registers files written by other processes. */
  readonly adoptFiles: () => Promise<void>;
  readonly nowMs: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Records the positions of the home's stores in the exchange's journal and in manifest.json. A store may be ahead of
 * its recorded position, because it keeps writing between two recordings, but never behind it. The stores' files are
 * only read, so the order path is not affected.
 */
export class StoreKeeper {
  private readonly options: StoreKeeperOptions;
  private readonly finder: FrameFinder;
  private readonly noted: Map<string, StorePosition>;
  /** Write mark of each store when it was last read. */
  private readonly marks = new Map<string, string>();
  /** Then other nodes continue these notes, and they do not have the stores that stay on this machine. */
  private readonly isReplicated: boolean;
  private accepted: readonly AcceptedLoss[];
  private noteSeq: number;
  private writtenAtMs = 0;
  private writtenSeq = -1;
  private timer: NodeJS.Timeout | undefined;
  private noting: Promise<void> = Promise.resolve();

  private constructor(options: StoreKeeperOptions) {
    const { home, checked } = options;
    this.options = options;
    this.isReplicated = mirroredExchange(home) !== undefined;
    this.finder = new FrameFinder(exchangeHome(home).journalDirectory);
    this.noted = new Map(checked.noted);
    this.accepted = checked.accepted;
    this.noteSeq = checked.manifest?.seq ?? 0;
  }

  /** Notes all stores, including accepted losses, and repeats that at an interval. */
  static async begin(options: StoreKeeperOptions): Promise<StoreKeeper> {
    const keeper = new StoreKeeper(options);
    // A store whose loss was accepted must not be reported as missing again.
    const found = new Set(findStores(options.home).map(({ store }) => store));
    for (const { store } of keeper.accepted) if (!found.has(store)) keeper.noted.delete(store);
    await keeper.note("running");
    keeper.timer = setInterval(() => void keeper.noteNow(), NOTE_EVERY_MS);
    keeper.timer.unref();
    return keeper;
  }

  /**
   * Call after all other writers have stopped and before the engine stops, so that all positions are from the same
   * time.
   */
  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.noting;
    this.marks.clear();
    await this.note("stopped");
  }

  /**
   * Records the stores' positions, one recording at a time. If it fails, the previous one stays valid until the next.
   */
  async noteNow(): Promise<void> {
    this.noting = this.noting
      .then(() => this.note("running"))
      .catch((error: unknown) =>
        this.options.log.warn({ err: error }, "could not note the stores of this home"),
      );
    await this.noting;
  }

  /**
   * Returns the position of every store at one moment, which includes everything acknowledged before this call. All
   * stores except the signer's write in this thread, so positions read in one turn of the event loop are consistent with
   * each other, and with the exchange's batches that have reached this thread.
   */
  async point(): Promise<Manifest> {
    const point = this.noting.then(() => this.takePoint());
    this.noting = point.then(
      () => undefined,
      () => undefined,
    );
    return await point;
  }

  private async takePoint(): Promise<Manifest> {
    const { home, engine, instance, nowMs, adoptFiles } = this.options;
    await adoptFiles();
    // The answer comes after all earlier batches. Other threads may have acknowledged commands of those already.
    await engine.settingsView();
    const seq = engine.durableSeq;
    const stores = findStores(home)
      .filter(({ store }) => store !== EXCHANGE_STORE)
      .map((found) => readPosition(found, this.noted.get(found.store)));
    const writtenAtMs = nowMs();
    const frame = await this.finder.find(seq);
    if (frame === undefined) throw new Error(`command ${seq} is durable but not in the journal`);
    const exchange = { records: frame.lastSeq, hash: frame.hash };
    return newManifest({ writtenAtMs, seq: this.noteSeq, exchange, stores, instance, rules: NEWEST_RULES });
  }

  private async note(state: "running" | "stopped"): Promise<void> {
    const { engine, nowMs, adoptFiles } = this.options;
    await adoptFiles();
    const stores = this.changedStores();
    const isWorthWriting =
      state === "stopped" ||
      stores.length > 0 ||
      (engine.durableSeq !== this.writtenSeq && nowMs() >= this.writtenAtMs + EXCHANGE_EVERY_MS);
    const isNoted = this.options.isNoted !== false && stores.length > 0;
    if (isNoted || this.accepted.length > 0) await this.enterIntoJournal(stores);
    else for (const position of stores) this.noted.set(position.store, position);
    if (isWorthWriting) await this.writeManifest(state);
  }

  private changedStores(): StorePosition[] {
    return findStores(this.options.home)
      .filter(({ store }) => !this.isReplicated || !isLocal(store))
      .flatMap((found) => this.changeOf(found) ?? []);
  }

  private changeOf(found: FoundStore): StorePosition | undefined {
    const { store } = found;
    if (store === EXCHANGE_STORE) return undefined;
    const mark = writeMark(found);
    if (mark === undefined || mark === this.marks.get(store)) return undefined;
    const before = this.noted.get(store);
    const position = readPosition(found, before);
    syncStore(found);
    this.marks.set(store, mark);
    const isSame = position.generation === before?.generation && position.records === before.records;
    return isSame && position.hash === before.hash ? undefined : position;
  }

  private async enterIntoJournal(stores: readonly StorePosition[]): Promise<void> {
    const { accepted } = this;
    const skipped = this.newSkips(stores);
    const { executed } = await this.options.engine.execute({
      kind: "note-stores",
      stores,
      ...(accepted.length > 0 ? { accepted } : {}),
      ...(skipped.length > 0 ? { skipped } : {}),
    });
    if (executed.error !== undefined) throw new Error(`the exchange rejected the note: ${executed.error}`);
    this.accepted = [];
    this.noteSeq = executed.seq;
    for (const position of stores) this.noted.set(position.store, position);
  }

  /** Decisions that no note contains yet. */
  private newSkips(stores: readonly StorePosition[]): readonly NotedSkip[] {
    if (!stores.some(({ store }) => store === SKIPS_STORE)) return [];
    const noted = this.noted.get(SKIPS_STORE)?.records ?? 0;
    return readSkips(exchangeHome(this.options.home))
      .all.slice(noted)
      .map(({ seq, kind, sha256, reason, decidedBy }) => ({ seq, command: kind, sha256, reason, decidedBy }));
  }

  private async writeManifest(state: "running" | "stopped"): Promise<void> {
    const { home, engine, instance, nowMs } = this.options;
    const seq = engine.durableSeq;
    const frame = seq === 0 ? undefined : await this.finder.find(seq);
    if (seq > 0 && frame === undefined) throw new Error(`command ${seq} is durable but not in the journal`);
    const stores = [...this.noted.values()].filter(({ store }) => store !== EXCHANGE_STORE);
    const manifest: Manifest = newManifest({
      writtenAtMs: nowMs(),
      seq: this.noteSeq,
      exchange: { records: frame?.lastSeq ?? 0, hash: frame?.hash ?? "" },
      stores: stores.sort((a, b) => (a.store < b.store ? -1 : 1)),
      instance,
      rules: NEWEST_RULES,
      ...(state === "running" ? { running: placeOf(home) } : {}),
    });
    await writeManifestAsync(home, manifest);
    this.writtenSeq = seq;
    this.writtenAtMs = nowMs();
  }
}
