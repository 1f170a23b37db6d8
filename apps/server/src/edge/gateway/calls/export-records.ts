import type { CallReply } from "@candor/wire/calls";
import { type Outcome, rejectFields } from "@candor/wire/rejection";
import { dayOf } from "../../../records/projections/day.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { EXPORT_LINK_MS, type FundExportLinks } from "../fund-export-links.ts";
import { recordFilter } from "./describe-records.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { dateOfDay } from "./profit-wire.ts";

/** Maximum rows in one file. */
const MAX_ROWS = 100_000;
/** Maximum time span of one file. */
const MAX_SPAN_MS = 366 * 86_400_000;

/**
 * Returns a link to the caller's records as a file. The file covers records up to the time of this call. Too long a
 * span or too many rows is a parameter error of `sinceMs`.
 */
export function exportRecords(
  ports: Ports<"listings" | "readModels">,
  links: FundExportLinks,
): CallHandler<"exportRecords"> {
  const { readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"exportRecords">>> => {
    const { nowMs, language } = context;
    const untilMs = request.untilMs ?? nowMs + 1;
    const sinceMs = request.sinceMs ?? Math.max(0, untilMs - MAX_SPAN_MS);
    const tooMuch = () => rejectFields("request.parameterError", { path: "sinceMs", reason: "range" });
    if (untilMs - sinceMs > MAX_SPAN_MS) return tooMuch();
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const narrowed = recordFilter(ports, userOf(context), { ...request, sinceMs, untilMs });
    if (narrowed === undefined)
      return rejectFields("request.parameterError", { path: "asset", reason: "range" });
    const filter = { ...narrowed, throughSeq: asOfSeq };
    const rows = await readModels.countFundRecords(filter, MAX_ROWS);
    if (rows > MAX_ROWS) return tooMuch();
    const [fromDay, toDay] = [dayOf(sinceMs), dayOf(Math.max(sinceMs, untilMs - 1))];
    const fileName = `candor-funds-${dateOfDay(fromDay)}-${dateOfDay(toDay)}.csv`;
    const ticket = links.sign({ filter, language, expiresAtMs: nowMs + EXPORT_LINK_MS });
    const url = `/exports/${fileName}`;
    return { url, fullurl: `${url}?ticket=${ticket}`, fileName, rows, asOfSeq };
  };
}
