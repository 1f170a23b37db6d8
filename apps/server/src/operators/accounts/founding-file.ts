import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { utcMinuteOf } from "@candor/wire/translations/messages";
import type { SignUpLink } from "./founding-links.ts";

const FILE = "console-links.txt";
const PRIVATE_MODE = 0o600;

/** Removes the links of an earlier start: they are not accepted any more. */
export function removeFoundingFile(home: string): void {
  rmSync(path.join(home, FILE), { force: true });
}

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
  removeFoundingFile(home);
  const [first, second] = links;
  if (first === undefined) return undefined;
  const ends = `until ${utcMinuteOf(first.expiresAtMs)}, and no longer than until the next start of the server.`;
  const words =
    second === undefined
      ? [
          "The second owner of the operators' console signs up with this link. Give it to another person:",
          "actions that need two people, such as a correction, require both owners.",
          `It works once, ${ends}`,
          "A start writes a new link if it was not used and nobody was invited.",
        ]
      : [
          "The first two owners of the operators' console sign up with these links, one each.",
          "Give the second one to another person: actions that need two people, such as a correction, require both.",
          `Each works once, ${ends}`,
          "A start writes new links for owners who have not signed up.",
        ];
  const text = [...words, "", ...links.map(({ path: link }) => `${site}${link}`), ""].join("\n");
  writeFileSync(file, text, { mode: PRIVATE_MODE, flag: "wx" });
  return file;
}
