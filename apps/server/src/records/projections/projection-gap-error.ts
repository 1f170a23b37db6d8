/** A batch does not follow the last accepted one: the commands in between must be replayed first. */
export class ProjectionGapError extends Error {
  readonly expectedSeq: number;
  readonly firstSeq: number;

  constructor(expectedSeq: number, firstSeq: number) {
    super(`the read models expect command ${expectedSeq} next, got ${firstSeq}`);
    this.name = "ProjectionGapError";
    this.expectedSeq = expectedSeq;
    this.firstSeq = firstSeq;
  }
}
