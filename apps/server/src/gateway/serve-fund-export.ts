import { Readable } from "node:stream";
import type { Language } from "@candor/protocol/enumerations";
import { reject } from "@candor/protocol/wire/rejection";
import type { FastifyInstance } from "fastify";
import { isBlocked } from "../identity/is-blocked.ts";
import { BAD_CURSOR } from "../projections/queries/cursor.ts";
import { describeRecords } from "./calls/describe-records.ts";
import type { GatewayDependencies } from "./dependencies.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { FundExport, FundExportLinks } from "./fund-export-links.ts";
import { CSV_HEADER, csvLine } from "./fund-record-csv.ts";

/** Records read and written at a time: what a file of any length takes of memory. */
const PAGE_ROWS = 1_000;
/** Files that are being written at a time. */
const MAX_FILES = 8;
const RETRY_SECONDS = 5;

interface FileRoute {
  readonly Params: { readonly fileName: string };
  readonly Querystring: { readonly ticket?: unknown };
}

/** `/exports/<file>?ticket=…`: the file of a signed link, to whoever holds it, for the five minutes that it works. */
export function serveFundExport(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
  links: FundExportLinks,
  dispatcher: Pick<Dispatcher, "sendRejected">,
  nowMs: () => number,
): void {
  let files = 0;
  app.get<FileRoute>("/exports/:fileName", async (request, reply) => {
    const { ticket } = request.query;
    const file = typeof ticket === "string" ? links.follow(ticket, nowMs()) : undefined;
    if (file === undefined) {
      reply.callNotFound();
      return reply;
    }
    const refused = refusal(dependencies, file);
    if (refused !== undefined) return dispatcher.sendRejected(reply, refused, file.language);
    if (files >= MAX_FILES)
      return dispatcher
        .sendRejected(reply, reject("system.unavailable"), file.language)
        .header("retry-after", String(RETRY_SECONDS));
    files++;
    const lines = Readable.from(linesOf(dependencies, file));
    lines.once("close", () => files--);
    lines.once("error", (error) =>
      dependencies.log.error({ err: error, requestId: request.id }, "an export was cut off"),
    );
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${fileNameOf(request.params.fileName)}"`)
      .header("referrer-policy", "no-referrer")
      .header("x-content-type-options", "nosniff")
      .type("text/csv; charset=utf-8")
      .send(lines);
  });
}

/** What has changed since the link was made. */
function refusal({ engineReady, identity, site }: GatewayDependencies, { filter }: FundExport) {
  if (!engineReady()) return reject("system.unavailable");
  const { open, message } = site.current();
  if (!open) return reject("site.closed", { message: message ?? "" });
  const user = identity.user(filter.userId);
  if (user === undefined) return reject("request.unknownId");
  return isBlocked(user) ? reject("user.banned") : undefined;
}

/** The name is the caller's: nothing but letters that a header can carry. */
function fileNameOf(given: string): string {
  return given.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

async function* linesOf(
  dependencies: GatewayDependencies,
  { filter, language }: { readonly filter: FundExport["filter"]; readonly language: Language },
): AsyncGenerator<string> {
  yield CSV_HEADER;
  let cursor: string | undefined;
  do {
    const page = await dependencies.readModels.fundRecords(filter, PAGE_ROWS, cursor);
    if (page === BAD_CURSOR) throw new Error("a cursor of our own was refused");
    const records = await describeRecords(dependencies, filter.userId, page.rows, language);
    yield records.map(csvLine).join("");
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
