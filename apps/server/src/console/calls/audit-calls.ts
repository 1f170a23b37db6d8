import { z } from "zod";
import { auditRows, verifyAuditLog } from "../../operator/audit-views.ts";
import type { Role } from "../../operator/roles.ts";
import { consoleCall } from "../console-call.ts";

const READERS: readonly Role[] = ["owner", "risk", "finance"];
const MAX_ENTRIES = 1_000;

export const auditCalls = {
  /** The newest entries, newest first. */
  "audit-list": consoleCall({
    roles: READERS,
    input: z.strictObject({ limit: z.int().min(1).max(MAX_ENTRIES).default(100) }),
    handle: ({ limit }, { ports }) => auditRows(ports.home, limit).toReversed(),
  }),
  /** Checks the chain from its first entry to the one that the running server wrote last. */
  "audit-verify": consoleCall({
    roles: READERS,
    input: z.strictObject({}),
    handle: (_input, { ports }) => verifyAuditLog(ports.home, [ports.desk.auditHead]),
  }),
} as const;
