import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { SignUpLink } from "./founding-links.ts";

const FILE = "console-links.txt";
const PRIVATE_MODE = 0o600;

/**
 * Writes the founders' links where the server's own account alone can read them, and not into the log, which is kept,
 * copied and collected. Without links it removes the file that an earlier start left.
 * @returns the file; undefined: there is nothing to hand out
 */
export function writeFoundingFile(
  home: string,
  site: string,
  links: readonly SignUpLink[],
): string | undefined {
  const file = path.join(home, FILE);
  // Written new, so that the mode counts whatever was there.
  rmSync(file, { force: true });
  if (links.length === 0) return undefined;
  const text = [
    "The first two owners of the operators' console sign up by these links, one each.",
    "Each is good once, within a day of this start. Hand the second one to another person:",
    "what one person must not do alone, such as a correction, needs both.",
    "",
    ...links.map(({ path: link }) => `${site}${link}`),
    "",
  ].join("\n");
  writeFileSync(file, text, { mode: PRIVATE_MODE, flag: "wx" });
  return file;
}
