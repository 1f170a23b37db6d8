import { existsSync } from "node:fs";
import path from "node:path";

/** Whether a program is in the path; if not, says that tests are skipped. */
export function isInstalled(program: string): boolean {
  const places = [...(process.env.PATH ?? "").split(path.delimiter), "/usr/sbin"];
  const found = places.some((place) => existsSync(path.join(place, program)));
  if (!found) process.stderr.write(`Skipping the tests that need ${program}: it is not installed\n`);
  return found;
}
