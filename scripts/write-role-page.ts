import { writeFileSync } from "node:fs";
import path from "node:path";
import { CONSOLE_CALLS } from "../apps/server/src/edge/console-api/console-calls.ts";
import { commandRows, roleTable } from "../apps/server/src/operators/desk/role-table.ts";

/** Writes docs/operator-roles.md from the server's roles: `node scripts/write-role-page.ts`. */
const PAGE = path.resolve(import.meta.dirname, "../docs/operator-roles.md");
const calls = Object.entries(CONSOLE_CALLS).map(([name, { roles }]) => [name, roles] as const);

writeFileSync(
  PAGE,
  `# What each role may do

Checked on the server with every request of the console (\`apps/server/src/operators/protocol/roles.ts\`); a test compares this page with it, and
tries every call and command in every role. An operator with several roles may do what any of them may. The command line of
the server's own machine asks for no role. None of this writes a price or an outcome, nor, by one person, a balance.

\`node scripts/write-role-page.ts\` writes this page anew.

## Commands
The same on the command line; looking at somebody's documents, and whatever acts, is written into the audit log.

${roleTable(commandRows())}

## Calls of the console
What pages are made of. They only look; \`command\` hands on a command, with the roles above.

${roleTable(calls)}
`,
);
