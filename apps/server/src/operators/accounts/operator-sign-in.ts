import { Refusal } from "../protocol/operator-messages.ts";
import type { Role } from "../protocol/roles.ts";
import type { OperatorAccount } from "./operator-account.ts";

/** Shown to someone with a link before they choose a password. */
export interface SignUpView {
  /** `null` if a founder chooses it. */
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** For an authenticator app, in base32 and as a URI. */
  readonly totpSecret: string;
  readonly totpUri: string;
}

export interface SignUpRequest {
  readonly token: string;
  readonly name: string;
  readonly password: string;
  readonly totp: string;
}

export interface SignInRequest {
  readonly name: string;
  readonly password: string;
  readonly totp: string;
  readonly address: string;
}

export interface SignedIn {
  readonly account: OperatorAccount;
  readonly token: string;
}

/** Includes the name that was tried, if known, if it is now locked. */
export class SignInRefusal extends Refusal {
  readonly lockedName: string | undefined;

  constructor(problem: string, lockedName?: string) {
    super(problem);
    this.lockedName = lockedName;
  }
}
