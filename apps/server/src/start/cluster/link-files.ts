import { execFileSync } from "node:child_process";
import path from "node:path";
import type { LinkFiles } from "./role-programs.ts";

const SCRIPT = path.resolve(import.meta.dirname, "../../../../../scripts/link-certificates.ts");

/** Makes the authority and the certificates that are missing, one for each process of this machine. */
export function makeLinkFiles(directory: string, names: readonly string[]): (name: string) => LinkFiles {
  execFileSync(process.execPath, [SCRIPT, directory, ...names.map((name) => `${name}=127.0.0.1,localhost`)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return (name) => ({
    ca: path.join(directory, "ca.pem"),
    certificate: path.join(directory, `${name}.pem`),
    key: path.join(directory, `${name}.key`),
  });
}
