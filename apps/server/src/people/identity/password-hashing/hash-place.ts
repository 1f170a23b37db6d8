/**
 * Priority lanes of password hashing. `operator`: an operator with a correct one-time code or a sign-up link. `known`:
 * a session, a device or network that has logged in to the account before, or the holder of a mailed code. `stranger`:
 * everybody else. Lanes do not wait for each other.
 */
export const HASH_LANES = ["operator", "known", "stranger"] as const;
export type HashLane = (typeof HASH_LANES)[number];

export interface HashPlace {
  readonly lane: HashLane;
  /** Network address of the caller. */
  readonly address: string;
  /** Account of the password; any text that is the same for the same account. */
  readonly account: string;
}
