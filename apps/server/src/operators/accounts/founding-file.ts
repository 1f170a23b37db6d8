import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SignUpLink } from "./founding-links.ts";

const FILE = "console-links.txt";
const PRIVATE_MODE = 0o600;

/**
 * Writes the founders' links to a file that only the server's own account can read, and not to the log, which is kept,
 * copied and collected. Without links it removes the file from an earlier start.
 * @returns the file, or `undefined` if there are no links
 */
export function writeFoundingFile(
  home: string,
  site: string,
  links: readonly SignUpLink[],
): string | undefined {
  const file = path.join(home, FILE);
  // Recreated, because the mode would not apply to an existing file.
  rmSync(file, { force: true });
  if (links.length === 0) return undefined;
  const text = [
    "The first two owners of the operators' console sign up with these links, one each.",
    "Each works once, within a day of this start. Give the second one to another person:",
    "actions that need two people, such as a correction, require both.",
    "",
    ...links.map(({ path: link }) => `${site}${link}`),
    "",
  ].join("\n");
  writeFileSync(file, text, { mode: PRIVATE_MODE, flag: "wx" });
  return file;
}
