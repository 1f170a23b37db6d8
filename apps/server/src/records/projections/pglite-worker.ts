import { setFlagsFromString } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { INT8_OID, readInt8 } from "./integer-column.ts";
import { ARRAY_SERIALIZERS } from "./number-array-bytes.ts";
import type { PGliteReply, PGliteRequest, PGliteStart } from "./pglite-messages.ts";
import { problemOf } from "./pglite-problem.ts";
import { wasmCompilerFlags } from "./wasm-compiler.ts";

/**
 * Thread of the embedded database: PGlite is synchronous WebAssembly and would block everything else on its thread.
 * Requests run one at a time.
 *
 * It never syncs to disk, so its settings drop what only helps with syncing: rows are derived, and a crash together
 * with a reboot means a rebuild (database-directory.ts).
 */
const SETTINGS: readonly string[] = [
  "wal_level=minimal",
  "max_wal_senders=0",
  // Without a log writer, a commit would otherwise stay in memory for hours and be lost with the process.
  "synchronous_commit=on",
  "full_page_writes=off",
  "min_wal_size=32MB",
  "max_wal_size=64MB",
  "jit=off",
  // Statistics only serve to choose an index, which a small sample does as well in a tenth of the time.
  "default_statistics_target=10",
  // Only a second-level cache: the system caches the files' pages too.
  "shared_buffers=16MB",
];

async function open({ directory, work }: PGliteStart): Promise<PGlite> {
  for (const flag of wasmCompilerFlags(process.availableMemory(), work)) setFlagsFromString(flag);
  return PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    parsers: { [INT8_OID]: readInt8 },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ["-c", setting])],
  });
}

async function serve(database: PGlite, request: PGliteRequest): Promise<PGliteReply> {
  if (request.kind === "close") {
    await database.close();
    return { kind: "closed", id: request.id };
  }
  try {
    const { rows, affectedRows } = await database.query(request.sql, [...request.parameters], {
      serializers: ARRAY_SERIALIZERS,
    });
    return { kind: "result", id: request.id, rows, affectedRows };
  } catch (error) {
    return { kind: "failed", id: request.id, error: problemOf(error) };
  }
}

async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error("this file must run in a worker thread");
  const reply = (message: PGliteReply): void => port.postMessage(message);
  let database: PGlite;
  try {
    database = await open(workerData as PGliteStart);
  } catch (error) {
    reply({ kind: "not-opened", error: problemOf(error) });
    return;
  }
  const serveAfter = async (previous: Promise<void>, request: PGliteRequest): Promise<void> => {
    await previous;
    reply(await serve(database, request));
    if (request.kind === "close") port.close();
  };
  let served: Promise<void> = Promise.resolve();
  port.on("message", (request: PGliteRequest) => {
    served = serveAfter(served, request);
  });
  reply({ kind: "ready" });
}

await run();
