import { reject } from "@candor/wire/rejection";
import type { FastifyInstance } from "fastify";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import { BAD_CURSOR } from "../../records/projections/queries/cursor.ts";
import { describeRecords } from "./calls/describe-records.ts";
import type { Ports } from "./dependencies.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type FilePlaceLimits, FilePlaces } from "./file-places.ts";
import type { FileExport, FundExport, FundExportLinks } from "./fund-export-links.ts";
import { CSV_HEADER, csvLine } from "./fund-record-csv.ts";
import { pacedStream, SlowReaderError } from "./paced-stream.ts";
import { profitLines } from "./profit-csv.ts";

/** Records read and written at a time, which bounds the memory of a file of any length. */
const PAGE_ROWS = 1_000;
const PLACES: FilePlaceLimits = { all: 8, user: 2, network: 3 };
/** Time limits for reading one page, about 100 kB, and the whole file. */
const PAGE_MS = 30_000;
const FILE_MS = 600_000;
const RETRY_SECONDS = 5;

interface FileRoute {
  readonly Params: { readonly fileName: string };
  readonly Querystring: { readonly ticket?: unknown };
}

/**
 * Serves `/exports/<file>?ticket=…`: the file of a signed link, to anyone who has it, for the five minutes that it is
 * valid.
 */
export function serveFundExport(
  app: FastifyInstance,
  ports: Ports<"engineReady" | "funding" | "identity" | "listings" | "log" | "readModels" | "site">,
  links: FundExportLinks,
  dispatcher: Pick<Dispatcher, "sendRejected">,
  nowMs: () => number,
): void {
  const places = new FilePlaces(PLACES);
  app.get<FileRoute>("/exports/:fileName", async (request, reply) => {
    const { ticket } = request.query;
    const file = typeof ticket === "string" ? links.follow(ticket, nowMs()) : undefined;
    if (file === undefined) {
      reply.callNotFound();
      return reply;
    }
    const refused = refusal(ports, file);
    if (refused !== undefined) return dispatcher.sendRejected(reply, refused, file.language);
    const leave = places.take(file.filter.userId, request.ip);
    if (leave === undefined)
      return dispatcher
        .sendRejected(reply, reject("system.unavailable"), file.language)
        .header("retry-after", String(RETRY_SECONDS));
    const lines = pacedStream(
      "file" in file ? profitLines(ports, file) : linesOf(ports, file),
      PAGE_MS,
      FILE_MS,
    );
    lines.once("close", leave);
    lines.once("error", (error) => {
      const details = { err: error, requestId: request.id };
      if (error instanceof SlowReaderError) ports.log.warn(details, "export not read by the client");
      else ports.log.error(details, "export aborted");
    });
    return reply
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${fileNameOf(request.params.fileName)}"`)
      .header("referrer-policy", "no-referrer")
      .header("x-content-type-options", "nosniff")
      .type("text/csv; charset=utf-8")
      .send(lines);
  });
}

/** Checks what may have changed since the link was created. */
function refusal(
  { engineReady, identity, site }: Ports<"engineReady" | "identity" | "site">,
  { filter }: FileExport,
) {
  if (!engineReady()) return reject("system.unavailable");
  const { open, message } = site.current();
  if (!open) return reject("site.closed", { message: message ?? "" });
  const user = identity.user(filter.userId);
  if (user === undefined) return reject("request.unknownId");
  return isBlocked(user) ? reject("user.banned") : undefined;
}

/** The name comes from the caller: keep only characters allowed in a header. */
function fileNameOf(given: string): string {
  return given.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}

/** Notes are in English like every other file, whatever the language of the app. */
async function* linesOf(
  ports: Ports<"funding" | "listings" | "readModels">,
  { filter }: Pick<FundExport, "filter">,
): AsyncGenerator<string> {
  yield CSV_HEADER;
  let cursor: string | undefined;
  do {
    const page = await ports.readModels.fundRecords(filter, PAGE_ROWS, cursor);
    if (page === BAD_CURSOR) throw new Error("our own cursor was rejected");
    const records = await describeRecords(ports, filter.userId, page.rows, "en");
    yield records.map(csvLine).join("");
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
