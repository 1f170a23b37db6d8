import type { CallReply } from "@candor/wire/calls";
import { type Outcome, rejectFields } from "@candor/wire/rejection";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { describeRecords, recordFilter } from "./describe-records.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";

/** Returns the caller's ledger entries, each with a text that explains it. */
export function moneyLog(ports: Ports<"funding" | "listings" | "readModels">): CallHandler<"moneyLog"> {
  const { readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"moneyLog">>> => {
    const userId = userOf(context);
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const filter = recordFilter(ports, userId, request);
    if (filter === undefined) return { list: [], nextCursor: null, asOfSeq };
    const page = await readModels.fundRecords(filter, request.limit, request.cursor);
    if (page === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    return {
      list: await describeRecords(ports, userId, page.rows, context.language),
      nextCursor: page.nextCursor ?? null,
      asOfSeq,
    };
  };
}
