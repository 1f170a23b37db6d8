import type { Rejected } from "@candor/wire/rejection";
import type { Caller } from "../../people/identity/identity-context.ts";
import type { GivenSecondFactor } from "../../people/identity/second-factors/second-factor.ts";
import type { SecondFactorMethod } from "../../people/identity/second-factors/second-factors-of.ts";
import type { WithdrawalHold as AccountHold } from "../../people/identity/withdrawal-hold.ts";

/** User data that withdrawals need from identity. */
export interface AccountSecurity {
  /** Resolves to `undefined` if correct; else 313, 314 or 113. */
  checkPaymentPassword(userId: number, given: string, address: string): Promise<Rejected | undefined>;
  hasPaymentPassword(userId: number): boolean;
  /**
   * Resolves to `undefined` if correct or none is set up; else 310, 212 or 311.
   * @param caller its host matters too: a passkey is bound to its site
   */
  checkSecondFactor(
    userId: number,
    given: GivenSecondFactor | undefined,
    caller: Caller,
  ): Promise<Rejected | undefined>;
  secondFactorMethods(userId: number): readonly SecondFactorMethod[];
  /** Returns the hold after a change of credentials, or `undefined` if there is none now. */
  withdrawalHold(userId: number): AccountHold | undefined;
  isBanned(userId: number): boolean;
  /** Returns when the session was opened, and whether the account was opened with it; `undefined` if it has ended. */
  sessionAge(userId: number, sessionId: string): SessionAge | undefined;
}

interface SessionAge {
  readonly sinceMs: number;
  readonly isFirst: boolean;
}
