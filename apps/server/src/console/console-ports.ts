import type { OperatorDesk } from "../operator/operator-desk.ts";
import type { OperatorAccounts } from "../operator-accounts/operator-accounts.ts";

/** What the console's calls reach beside the desk. They only look: every act goes through the desk. */
export interface ConsolePorts {
  /** CANDOR_HOME, for the audit log. */
  readonly home: string;
  readonly mode: "sandbox" | "live";
  readonly accounts: OperatorAccounts;
  readonly desk: OperatorDesk;
}
