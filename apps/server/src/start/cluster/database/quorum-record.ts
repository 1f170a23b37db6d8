import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { writeDurably } from "../../../kit/durable/write-durably.ts";

const recordSchema = z.strictObject({
  term: z.int().min(1),
  primary: z.string().min(1),
  voters: z.array(z.string().min(1)),
  diverged: z.array(z.string().min(1)),
  isPromoting: z.boolean(),
});

/**
 * What must be known to choose a new primary without losing an acknowledged commit. It is written before what it
 * describes may happen.
 *
 * A commit is acknowledged when the primary and any one voter have it on disk (`ANY 1`). So each acknowledged commit is
 * on at least one voter, and the voter with the longest log has all of them. This holds only if every voter is asked: one
 * that does not answer may be the only one with the newest commit.
 */
export interface QuorumRecord {
  /** Counts promotions. */
  readonly term: number;
  readonly primary: string;
  /**
   * One of these standbys must have a commit before it is acknowledged. The primary's `synchronous_standby_names` never
   * names others while there is a voter. Empty: nobody may replace the primary, because nobody is known to have all.
   */
  readonly voters: readonly string[];
  /** Servers whose data may contain what the primary does not have: they must be rewound or copied before they follow. */
  readonly diverged: readonly string[];
  /** Whether the primary was chosen and its promotion is not confirmed yet. */
  readonly isPromoting: boolean;
}

/** @returns undefined before the first start is complete */
export function readQuorum(file: string): QuorumRecord | undefined {
  return existsSync(file) ? recordSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

export function writeQuorum(file: string, record: QuorumRecord): void {
  writeDurably(file, `${JSON.stringify(record)}\n`);
}
