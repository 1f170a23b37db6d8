import type { SystemStatus } from "@candor/wire/console/system";
import { z } from "zod";
import { queryAuditLog } from "../../../operators/desk/query-audit-log.ts";
import { Refusal } from "../../../operators/protocol/operator-messages.ts";
import type { Role } from "../../../operators/protocol/roles.ts";
import { asSentence } from "../../../operators/protocol/sentences.ts";
import { consoleCall } from "../console-call.ts";
import type { ConsolePorts } from "../console-ports.ts";

const READERS: readonly Role[] = ["owner", "risk", "finance"];

export const systemCalls = {
  /** Returns what the exchange runs on, and its backups. */
  system: consoleCall({
    roles: READERS,
    input: z.strictObject({}),
    handle: (_input, { ports }) =>
      systemStatus(ports).catch(
        // A lost database or an altered audit log; show that error.
        (error: unknown) => new Refusal(asSentence(error instanceof Error ? error.message : String(error))),
      ),
  }),
} as const;

async function systemStatus({ home, exchange: { engine, cluster } }: ConsolePorts): Promise<SystemStatus> {
  const [backups, lines] = await Promise.all([queryAuditLog({ kind: "backups", home }), cluster?.()]);
  return {
    seq: engine.durableSeq,
    journal: lines === undefined ? "files" : "database",
    cluster: lines ?? null,
    backups,
  };
}
