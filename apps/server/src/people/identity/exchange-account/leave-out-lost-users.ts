import type { IdentityContext } from "../identity-context.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";

/** More users than can have registered in what a restore leaves out. */
const LOST_USERS = 10_000;

/**
 * Leaves out numbers after the database was restored to an earlier state. Users who registered after that time are
 * unknown now, but they know their deposit addresses, which follow from their numbers: another user with such a number would
 * be credited with their money. Does this once for each restore.
 * @param incarnation of the database; undefined if the home is the only copy
 */
export async function leaveOutLostUsers(
  { store }: IdentityContext,
  incarnation: string | undefined,
): Promise<void> {
  const { incarnation: known, nextUserId } = store.state;
  if (incarnation === undefined || incarnation === known) return;
  const lost = known === undefined ? 0 : LOST_USERS;
  const next = Math.min(nextUserId + lost, IDENTITY_LIMITS.endUserId);
  await store.commit({ type: "restored", incarnation, nextUserId: next });
}
