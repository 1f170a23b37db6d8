import { COMMAND_TEXTS, type CommandWords } from "../protocol/command-texts.ts";
import { COMMAND_ROLES, ROLES, type Role } from "../protocol/roles.ts";

const HEAD = ["", ...ROLES];

/** Formats the role matrix as a Markdown table, for commands or anything else with roles. */
export function roleTable(rows: readonly (readonly [string, readonly Role[]])[]): string {
  const lines = rows.map(([name, allowed]) => [
    `\`${name}\``,
    ...ROLES.map((role) => (allowed.includes(role) ? "yes" : "–")),
  ]);
  return [HEAD, HEAD.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function commandRows(): (readonly [CommandWords, readonly Role[]])[] {
  const words = Object.keys(COMMAND_TEXTS) as CommandWords[];
  return words.map((word) => [word, COMMAND_ROLES[word]]);
}
