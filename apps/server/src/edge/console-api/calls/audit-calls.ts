import { z } from "zod";
import { askAudit } from "../../../operators/desk/ask-audit.ts";
import { Refusal } from "../../../operators/protocol/operator-messages.ts";
import type { Role } from "../../../operators/protocol/roles.ts";
import { asSentence } from "../../../operators/protocol/sentences.ts";
import { consoleCall } from "../console-call.ts";

const READERS: readonly Role[] = ["owner", "risk", "finance"];
const MAX_ENTRIES = 1_000;

export const auditCalls = {
  /** The newest entries, newest first. */
  "audit-list": consoleCall({
    roles: READERS,
    input: z.strictObject({ limit: z.int().min(1).max(MAX_ENTRIES).default(100) }),
    handle: ({ limit }, { ports: { home, desk } }) =>
      askAudit({ kind: "list", home, limit, lastNumber: desk.auditHead.number }).then(
        (rows) => rows.toReversed(),
        // A log that was changed cannot be read past the change: that is what there is to show.
        (error: unknown) => new Refusal(asSentence(error instanceof Error ? error.message : String(error))),
      ),
  }),
  /** Checks the chain from its first entry to the one that the running server wrote last. */
  "audit-verify": consoleCall({
    roles: READERS,
    input: z.strictObject({}),
    handle: (_input, { ports: { home, desk } }) =>
      askAudit({ kind: "verify", home, known: [desk.auditHead] }),
  }),
} as const;
