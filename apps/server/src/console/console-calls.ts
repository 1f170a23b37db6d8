import { auditCalls } from "./calls/audit-calls.ts";
import { meCall, sessionCalls } from "./calls/session-calls.ts";
import type { ConsoleCall } from "./console-call.ts";

const CALLS: Readonly<Record<string, ConsoleCall>> = {
  ...sessionCalls,
  ...auditCalls,
};

/** Every call of the console by its name. None writes a price, an outcome or a balance. */
export const CONSOLE_CALLS: Readonly<Record<string, ConsoleCall>> = { ...CALLS, me: meCall(CALLS) };
