import type { EventBatch } from "@candor/domain/engine-port";
import { afterAll, beforeAll, expect } from "vitest";
import { discardDerived } from "../../apps/server/src/records/projections/database.ts";
import { Projector } from "../../apps/server/src/records/projections/projector.ts";
import type { ReadModelDatabase } from "../../apps/server/src/records/projections/read-model-database.ts";
import { describeAdapters, TIMEOUT_MS } from "./adapters.ts";
import { contentOf } from "./tables-content.ts";

/** Tables of one database, and the projector that fills them. */
export class Projected {
  private readonly database: ReadModelDatabase;
  private projector: Projector;

  private constructor(database: ReadModelDatabase, projector: Projector) {
    this.database = database;
    this.projector = projector;
  }

  static async open(database: ReadModelDatabase): Promise<Projected> {
    return new Projected(database, await Projector.open(database));
  }

  get db(): ReadModelDatabase["db"] {
    return this.database.db;
  }

  /** Each batch as a transaction of its own. */
  async take(batches: readonly EventBatch[]): Promise<void> {
    for (const batch of batches) {
      this.projector.accept(batch);
      await this.projector.drain();
    }
  }

  /** Makes the tables anew of the same batches, in whatever transactions they come, and expects what was there before. */
  async expectSameAgain(batches: readonly EventBatch[]): Promise<void> {
    const before = await contentOf(this.db);
    await this.projector.close();
    await discardDerived(this.db);
    this.projector = await Projector.open(this.database);
    for (const batch of batches) this.projector.accept(batch);
    await this.projector.drain();
    expect(await contentOf(this.db)).toEqual(before);
  }

  async close(): Promise<void> {
    await this.projector.close();
  }
}

/** Runs the same tests over both databases; `tables` gives the present one's, which are empty at first. */
export function describeProjected(title: string, body: (tables: () => Projected) => void): void {
  describeAdapters(title, (adapter) => {
    let tables: Projected;
    beforeAll(async () => {
      tables = await Projected.open(await adapter.emptied());
    }, TIMEOUT_MS);
    afterAll(() => tables.close());
    body(() => tables);
  });
}
