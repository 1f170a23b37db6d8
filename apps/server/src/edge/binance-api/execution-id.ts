/** More reports than one command has for a user. */
const REPORTS = 4_096;

/**
 * The execution id of a report: the journal number of its command, and the report's place among those for its user. Ids are
 * unique for a user, and grow.
 */
export const executionIdOf = (seq: number, place: number): number =>
  seq * REPORTS + Math.min(place, REPORTS - 1);

/** The first command whose reports all have at least this execution id. */
export const seqOfExecution = (executionId: number): number => Math.ceil(executionId / REPORTS);
