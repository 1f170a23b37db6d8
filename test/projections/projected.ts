import type { EventBatch } from "@candor/domain/engine-port";
import { discardDerived } from "@candor/server/records/projections/discard-derived";
import { Projector } from "@candor/server/records/projections/projector";
import type { ReadModelDatabase } from "@candor/server/records/projections/read-model-database";
import { afterAll, beforeAll, expect } from "vitest";
import { describeAdapters, TIMEOUT_MS } from "../support/projections/adapters.ts";
import { contentOf } from "../support/projections/tables-content.ts";

/** Tables of one database, with the projector that fills them. */
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

  /** Projects each batch in a separate transaction. */
  async take(batches: readonly EventBatch[]): Promise<void> {
    for (const batch of batches) {
      this.projector.accept(batch);
      await this.projector.drain();
    }
  }

  /** Rebuilds the tables from the same batches, split into arbitrary transactions, and expects the same content. */
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

/** Runs the same tests on both databases; `tables` returns the current one's tables, initially empty. */
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
