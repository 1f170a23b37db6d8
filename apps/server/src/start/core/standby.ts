import type { EventBatch } from "@candor/domain/engine-port";
import { dropUnskipped } from "../../engine/home/drop-unskipped.ts";
import { mirrorOptions } from "../../engine/home/replication.ts";
import { RetainedBatches } from "../../engine/relay/retained-batches.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { timeSettingsOf } from "../../engine/runtime/trusted-time.ts";
import { type FollowingEngine, WorkerEngine } from "../../engine/runtime/worker-engine.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { HomeMirror } from "../../kit/journal-database/home-mirror.ts";

export interface StandbyOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  readonly database: DatabaseSettings;
  /** `exchangeThread`. */
  readonly thread: URL | Promise<URL>;
  /** Where the engine publishes its time. */
  readonly time: SharedArrayBuffer;
  readonly snapshotInterval?: number | undefined;
  /** Throws if this process could not open the home once it leads. Called when the home is complete. */
  readonly check?: () => void;
  readonly warn: (message: string) => void;
  /** Called once when this standby cannot go on; the process must exit. */
  readonly onFatal: (error: Error) => void;
}

/** Keeps a home equal to the database, and an engine at its last frame. */
export class Standby {
  readonly following: FollowingEngine;
  /** The newest batches, also of the leader's time. */
  readonly retained: RetainedBatches;
  /** Call once the engine's batches are retained elsewhere. */
  readonly stopRetaining: () => void;
  private readonly mirror: HomeMirror;
  private readonly stopping = new AbortController();
  private readonly followed: Promise<void>;

  /** Resolves once it has caught up. Rejects with the errors of HomeMirror and of the engine's recovery. */
  static async start(options: StandbyOptions): Promise<Standby> {
    const { home, mode, database, thread, time, snapshotInterval, check, warn, onFatal } = options;
    let following: FollowingEngine | undefined;
    let retained: RetainedBatches | undefined;
    const mirror = await HomeMirror.open({
      ...mirrorOptions({ home, database }, warn),
      onFrames: async (frames) => {
        // Copied on its own: a view is sent with all of its memory.
        await following?.apply(frames.map(({ sealed }) => Uint8Array.from(sealed)));
      },
      onSkips: () => following?.readSkips(),
    });
    try {
      await mirror.pull();
      check?.();
      for (const file of dropUnskipped(home))
        warn(`${file} contains a command that is skipped and was dropped`);
      const retain = (batch: EventBatch): void => {
        retained ??= new RetainedBatches(batch.firstSeq - 1);
        retained.add(batch);
      };
      following = await WorkerEngine.follow({
        home: exchangeHome(home),
        thread,
        time,
        timeSettings: timeSettingsOf(mode),
        onDown: onFatal,
        warn,
        onReplayed: retain,
        ...(snapshotInterval === undefined ? {} : { snapshotInterval }),
      });
      retained ??= new RetainedBatches(following.engine.durableSeq);
      const stopRetaining = following.engine.subscribe(retain);
      return new Standby(mirror, following, retained, stopRetaining, onFatal);
    } catch (error) {
      await following?.engine.close();
      await mirror.close();
      throw error;
    }
  }

  private constructor(
    mirror: HomeMirror,
    following: FollowingEngine,
    retained: RetainedBatches,
    stopRetaining: () => void,
    onFatal: (error: Error) => void,
  ) {
    this.stopRetaining = stopRetaining;
    this.mirror = mirror;
    this.following = following;
    this.retained = retained;
    this.followed = mirror.follow(this.stopping.signal).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) onFatal(error instanceof Error ? error : new Error(String(error)));
      else throw error;
    });
  }

  /** Copies the rest of a history that no other process continues, and releases the home for writing. */
  async complete(): Promise<void> {
    this.stopping.abort();
    await this.followed;
    await this.mirror.pull();
    await this.mirror.close();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.followed;
    await this.mirror.close();
    await this.following.engine.close();
  }
}
