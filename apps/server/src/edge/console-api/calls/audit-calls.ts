import { z } from "zod";
import { queryAuditLog } from "../../../operators/desk/query-audit-log.ts";
import { Refusal } from "../../../operators/protocol/operator-messages.ts";
import type { Role } from "../../../operators/protocol/roles.ts";
import { asSentence } from "../../../operators/protocol/sentences.ts";
import { consoleCall } from "../console-call.ts";

const READERS: readonly Role[] = ["owner", "risk", "finance"];
const MAX_ENTRIES = 1_000;

export const auditCalls = {
  /** Returns the newest entries, newest first. */
  "audit-list": consoleCall({
    roles: READERS,
    input: z.strictObject({ limit: z.int().min(1).max(MAX_ENTRIES).default(100) }),
    handle: ({ limit }, { ports: { home, desk } }) =>
      queryAuditLog({ kind: "list", home, limit, lastNumber: desk.auditHead.number }).then(
        (rows) => rows.toReversed(),
        // An altered log cannot be read past the alteration; show that error.
        (error: unknown) => new Refusal(asSentence(error instanceof Error ? error.message : String(error))),
      ),
  }),
  /** Checks the hash chain from the first entry to the running server's last one. */
  "audit-verify": consoleCall({
    roles: READERS,
    input: z.strictObject({}),
    handle: (_input, { ports: { home, desk } }) =>
      queryAuditLog({ kind: "verify", home, known: [desk.auditHead] }),
  }),
} as const;
