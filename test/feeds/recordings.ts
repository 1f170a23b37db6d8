import { existsSync } from "node:fs";
import path from "node:path";

/** Recorded market data beside the repository. Tests that use it are skipped where it is absent. */
export const RECORDINGS = path.resolve(import.meta.dirname, "../../../shared/data");

export function recording(name: string): { readonly file: string; readonly absent: boolean } {
  const file = path.join(RECORDINGS, name);
  return { file, absent: !existsSync(file) };
}
