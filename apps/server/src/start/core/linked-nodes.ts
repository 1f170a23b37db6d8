import { setTimeout as sleep } from "node:timers/promises";
import type { NodeReport } from "../../kit/journal-database/cluster-table.ts";

/** Later answers count for the next report. */
const ANSWER_MS = 500;

/** A process without a database, as the leader reports it. */
export type LinkedNode = Pick<NodeReport, "name" | "role" | "address" | "seq" | "details">;

type Source = () => Promise<readonly LinkedNode[]>;

/** Processes that the leader is connected to and reports for: gateways, the signer, the chain. */
export class LinkedNodes {
  private readonly sources = new Set<Source>();
  private readonly asked = new Set<Source>();

  /** @param source returns the processes that answer now; must not reject */
  add(source: Source): void {
    this.sources.add(source);
  }

  /** Returns those that have answered within half a second. One that takes longer is not asked again meanwhile. */
  async read(): Promise<readonly LinkedNode[]> {
    const found: LinkedNode[] = [];
    const answers = [...this.sources]
      .filter((source) => !this.asked.has(source))
      .map(async (source) => {
        this.asked.add(source);
        found.push(...(await source()));
        this.asked.delete(source);
      });
    if (answers.length > 0)
      await Promise.race([Promise.all(answers), sleep(ANSWER_MS, undefined, { ref: false })]);
    return [...found];
  }
}
