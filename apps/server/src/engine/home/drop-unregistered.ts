import { rmSync } from "node:fs";
import path from "node:path";
import { replicaOf } from "../../kit/durable/replicated-home.ts";
import type { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import type { FileRegister } from "./file-register.ts";

/**
 * Drops files from the database that are not registered: their writer was interrupted before it registered them, or after
 * it had unregistered them. Nothing refers to them, and they may be personal.
 */
export async function dropUnregistered(
  home: string,
  reader: Pick<DatabaseReader, "filesAfter">,
  files: Pick<FileRegister, "has">,
): Promise<void> {
  for (const { path: file, isGone } of await reader.filesAfter(0)) {
    const place = path.join(home, file);
    if (isGone || files.has(file) || place === exchangeHome(home).stopFile) continue;
    const found = replicaOf(place);
    found?.replica.dropFile(found.below);
    rmSync(place, { force: true });
  }
}
