import type { PasskeyRecord } from "../../people/identity/identity-records.ts";
import type { Role } from "../protocol/roles.ts";
import type { AccessGrant } from "./access-grants.ts";

/** Somebody who may use the console. */
export interface OperatorAccount {
  /** As it stands in the audit log; compared without letter case. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly disabled: boolean;
  /** argon2id; null: has not signed up yet. */
  readonly passwordHash: string | null;
  /** Of the one-time codes, sealed. */
  readonly totpSecret: string | null;
  /** Neither this time step nor an older one is taken again. */
  readonly totpLastStep: number;
  /** By which they sign in without password and code, oldest first. */
  readonly passkeys: readonly PasskeyRecord[];
  /** SHA-256 of the token in the link by which they sign up. */
  readonly linkHash: string | null;
  readonly linkExpiresAtMs: number;
  readonly invitedBy: string;
  readonly signedUpAtMs: number | null;
  /** How they came to the access they have, oldest first; decides with whom they count as two people. */
  readonly grants: readonly AccessGrant[];
  /** Where links are sent; null: none is known. */
  readonly mailbox: string | null;
}

/** What accounts of older journals do not have. */
type Newer = "passkeys" | "grants" | "mailbox";

/** What the journal of operators' accounts holds: each change is the account as it is from then on. */
export interface OperatorAccountRecord {
  readonly type: "account";
  readonly account: Omit<OperatorAccount, Newer> & Partial<Pick<OperatorAccount, Newer>>;
}

/** Has signed up and was not disabled. */
export const isActive = ({ disabled, passwordHash, totpSecret }: OperatorAccount): boolean =>
  !disabled && passwordHash !== null && totpSecret !== null;
