import type { PasskeyRecord } from "../../people/identity/identity-records.ts";
import type { Role } from "../protocol/roles.ts";
import type { AccessGrant } from "./access-grants.ts";

/** A console operator. */
export interface OperatorAccount {
  /** As shown in the audit log; compared case-insensitively. */
  readonly name: string;
  readonly roles: readonly Role[];
  readonly disabled: boolean;
  /** argon2id; `null` before signing up. */
  readonly passwordHash: string | null;
  /** Secret of the one-time codes, sealed. */
  readonly totpSecret: string | null;
  /** Last used time step; it and older ones are rejected. */
  readonly totpLastStep: number;
  /** For signing in without password and code, oldest first. */
  readonly passkeys: readonly PasskeyRecord[];
  /** SHA-256 of the token in the sign-up link. */
  readonly linkHash: string | null;
  readonly linkExpiresAtMs: number;
  readonly invitedBy: string;
  readonly signedUpAtMs: number | null;
  /** How the operator got access, oldest first; decides with whom they count as two people. */
  readonly grants: readonly AccessGrant[];
  /** Address for links; `null` if unknown. */
  readonly mailbox: string | null;
}

/** Fields missing in older journals. */
type Newer = "passkeys" | "grants" | "mailbox";

/** A record in the journal of operator accounts: each change contains the whole new account. */
export interface OperatorAccountRecord {
  readonly type: "account";
  readonly account: Omit<OperatorAccount, Newer> & Partial<Pick<OperatorAccount, Newer>>;
}

/** Returns whether the account has signed up and is not disabled. */
export const isActive = ({ disabled, passwordHash, totpSecret }: OperatorAccount): boolean =>
  !disabled && passwordHash !== null && totpSecret !== null;

/** Returns an account without password, second factor and link. */
export function blankAccount(
  name: string,
  roles: readonly Role[],
  invitedBy: string,
  grant: AccessGrant,
): OperatorAccount {
  return {
    name,
    roles,
    disabled: false,
    passwordHash: null,
    totpSecret: null,
    totpLastStep: 0,
    passkeys: [],
    linkHash: null,
    linkExpiresAtMs: 0,
    invitedBy,
    signedUpAtMs: null,
    grants: [grant],
    mailbox: null,
  };
}
