import { existsSync } from "node:fs";
import path from "node:path";

/** Recorded market data next to the repository. Tests that use it are skipped if it is missing. */
const RECORDINGS = path.resolve(import.meta.dirname, "../../../shared/data");

export function recording(name: string): { readonly file: string; readonly absent: boolean } {
  const file = path.join(RECORDINGS, name);
  return { file, absent: !existsSync(file) };
}
