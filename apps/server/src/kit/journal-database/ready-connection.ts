import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseSettings } from "./database-settings.ts";
import { PrimaryConnection } from "./primary-connection.ts";

/** How often to look whether the connection is lost. */
const LOOK_EVERY_MS = 1_000;
/** How long one attempt may look for a primary. */
const GIVE_UP_AFTER_MS = 10_000;

/** A connection to the primary that is open before it is needed: logging in to each host costs more than a statement. */
export class ReadyConnection {
  private readonly settings: DatabaseSettings;
  private readonly name: string;
  private readonly stopping = new AbortController();
  private connection: PrimaryConnection | undefined;

  /** @param name the session's application_name */
  constructor(settings: DatabaseSettings, name: string) {
    this.settings = settings;
    this.name = name;
    void this.keep();
  }

  /** Whether there is a connection. */
  get isReady(): boolean {
    return this.connection?.isUsable === true;
  }

  /** Hands over the connection and opens no other one. Returns undefined if there is none. It may be of an earlier primary. */
  take(): PrimaryConnection | undefined {
    this.stopping.abort();
    const { connection, isReady } = this;
    this.connection = undefined;
    return isReady ? connection : undefined;
  }

  private async keep(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      if (!this.isReady) await this.open();
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async open(): Promise<void> {
    // Who needs a connection later opens one then, and reports why that fails.
    const opened = await PrimaryConnection.open(this.settings, this.name, GIVE_UP_AFTER_MS).catch(
      () => undefined,
    );
    if (this.stopping.signal.aborted) await opened?.close();
    else this.connection = opened;
  }
}
