import type { LogPosition } from "./log-position.ts";
import type { QuorumRecord } from "./quorum-record.ts";

/** Ends of the logs of the standbys that answered after they stopped to receive, by name. */
export type Positions = ReadonlyMap<string, LogPosition>;

/**
 * Returns the standby that has every acknowledged commit: the voter with the longest log, if all voters answered. Between
 * equal ones the first voter is chosen. @returns undefined if that cannot be known
 */
export function choosePrimary({ voters }: QuorumRecord, positions: Positions): string | undefined {
  if (voters.length === 0 || voters.some((voter) => !positions.has(voter))) return undefined;
  const positionOf = (voter: string): LogPosition => positions.get(voter) as LogPosition;
  return voters.reduce((best, voter) => (positionOf(voter) > positionOf(best) ? voter : best));
}
