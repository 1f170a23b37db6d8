import type { DatabaseProblem } from "./pglite-messages.ts";

/** SQLSTATEs of a failed page checksum, an index that contradicts its table, and a missing table file. */
const DAMAGE = new Set(["XX001", "XX002", "58P01"]);

/** A statement failed, or the embedded database has stopped. */
export class PGliteError extends Error {
  /** SQLSTATE, if the database returned one. */
  readonly code: string | undefined;

  constructor(problem: DatabaseProblem) {
    super(problem.detail === undefined ? problem.message : `${problem.message} (${problem.detail})`);
    this.name = "PGliteError";
    this.code = problem.code;
  }

  /** Whether it shows that the database's files are corrupt. */
  get showsDamage(): boolean {
    return this.code !== undefined && DAMAGE.has(this.code);
  }
}
