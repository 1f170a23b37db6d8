import { auditCalls } from "./calls/audit-calls.ts";
import { dashboardCalls } from "./calls/dashboard-calls.ts";
import { inboxCalls } from "./calls/inbox-calls.ts";
import { meCall, sessionCalls } from "./calls/session-calls.ts";
import { systemCalls } from "./calls/system-calls.ts";
import { userCalls } from "./calls/user-calls.ts";
import { withdrawalCalls } from "./calls/withdrawal-calls.ts";
import type { ConsoleCall } from "./console-call.ts";

const CALLS: Readonly<Record<string, ConsoleCall>> = {
  ...sessionCalls,
  ...auditCalls,
  ...dashboardCalls,
  ...systemCalls,
  ...withdrawalCalls,
  ...userCalls,
  ...inboxCalls,
};

/** All console calls by name. None writes a price, an outcome or a balance. */
export const CONSOLE_CALLS: Readonly<Record<string, ConsoleCall>> = { ...CALLS, me: meCall(CALLS) };
