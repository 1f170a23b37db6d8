/** The checkpoint in the database is not where this projector left it. */
export class CheckpointMovedError extends Error {
  /** Where it is now; `undefined` if the rows are of another journal or version. */
  readonly foundSeq: number | undefined;

  constructor(expectedSeq: number, foundSeq: number | undefined) {
    const place = foundSeq === undefined ? "" : `, but at ${foundSeq}`;
    super(
      `the checkpoint of the read models is no longer at ${expectedSeq}${place}: something else writes to them, or the ` +
        "database has lost more commits than are kept in memory",
    );
    this.name = "CheckpointMovedError";
    this.foundSeq = foundSeq;
  }
}
